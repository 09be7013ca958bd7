import type { Span } from '../markdown/block.ts'
import { mayHide } from './cheap-tests.ts'
import { type View, viewOf } from './view.ts'

export type HiddenKind = 'bidi' | 'zero-width' | 'tag' | 'control' | 'blank'

/** Invisible characters, and characters that change how others are displayed. */
export interface Hidden {
  readonly kind: HiddenKind
  readonly span: Span
  /** The code of the first character, such as `U+200B`. */
  readonly code: string
}

// Plain ranges instead of property classes, since this runs over every file. Characters above U+FFFF are written as
// surrogates.
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex lint/suspicious/noMisleadingCharacterClass: these are the characters to find
  /(\x1b\[[0-9;]*[A-Za-z]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufff0-\ufffc]+)|([\u061c\u200e\u200f]+|[\u202a-\u202e\u2066-\u2069]+)|([\u00ad\u200b\u2060-\u2065\u206a-\u206f]+|[\u180b-\u180d\u180f][\u180e\u200d]?|[\ufe00-\ufe0f]+\u200d?|[\u034f\u17b4\u17b5\u180e\u200c\u200d\ufeff]|\ud82f[\udca0-\udca3]|\ud834[\udd73-\udd7a])|((?:[\udb40-\udb43][\udc00-\udfff])+)|(\u2800+|[\u115f\u1160\u3164\uffa0])/g

const KINDS: readonly HiddenKind[] = ['control', 'bidi', 'zero-width', 'tag', 'blank']

/** Finds hidden characters. Adjacent ones of the same kind count as one. */
export function findHidden(text: string): readonly Hidden[] {
  const found: Hidden[] = []
  if (!mayHide(text)) return found
  for (const match of text.matchAll(HIDDEN)) {
    const span = { start: match.index, end: match.index + match[0].length }
    const kind = KINDS[match.slice(1).findIndex(group => group !== undefined)] ?? 'control'
    if (isMeant(match[0], around(text, span))) continue
    const last = found.at(-1)
    if (last !== undefined && last.kind === kind && last.span.end === span.start)
      found[found.length - 1] = { ...last, span: { start: last.span.start, end: span.end } }
    else found.push({ kind, span, code: nameOf(match[0]) })
  }
  return found
}

/** The text without its hidden characters; undefined when there are none. */
export const withoutHidden = (text: string): View | undefined =>
  viewOf(
    text,
    findHidden(text).map(({ span: { start, end } }) => ({ start, end, shown: '' })),
  )

const nameOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

const around = (text: string, { start, end }: Span): Around => ({
  previous: before(text, start),
  next: after(text, end),
  nearby: () => text.slice(Math.max(0, start - 40), end + 40),
})

function before(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1)
  return text.slice(Math.max(0, unit >= 0xdc00 && unit <= 0xdfff ? at - 2 : at - 1), at)
}

function after(text: string, at: number): string {
  const unit = text.charCodeAt(at)
  return text.slice(at, unit >= 0xd800 && unit <= 0xdbff ? at + 2 : at + 1)
}

/** Are these invisible characters legitimate here, given the characters next to them? */
function isMeant(characters: string, { previous, next, nearby }: Around): boolean {
  for (const [which, isAllowed] of ALLOWED)
    if (which.test(characters)) return isAllowed(previous, next, nearby)
  return false
}

interface Around {
  /** The characters on either side, of one or two UTF-16 units each. Empty at the start or end of the text. */
  readonly previous: string
  readonly next: string
  /** More of the text on both sides. */
  nearby(): string
}

type IsAllowed = (previous: string, next: string, nearby: () => string) => boolean

/**
 * Invisible characters that are legitimate in emoji sequences, and those that some scripts require. Each entry matches
 * a single character unless its pattern says otherwise.
 */
const ALLOWED: readonly (readonly [RegExp, IsAllowed])[] = [
  [/^\ufeff$/, previous => previous === ''],
  // Joiners of emoji, and of scripts whose letters change shape next to others.
  [/^[\u200c\u200d]$/, (previous, next) => (isPicture(previous) ? isPicture(next) : isJoined(previous))],
  // A zero-width space may separate words in scripts written without spaces.
  [/^\u200b$/, (previous, next) => isSpaceless(previous) || isSpaceless(next)],
  // Direction marks are legitimate next to right-to-left letters, but not inside a word in another script.
  [
    /^[\u061c\u200e\u200f]+$/,
    (previous, next, nearby) =>
      (BESIDE_MARK.test(previous) || BESIDE_MARK.test(next) || /^\d\/$/.test(previous + next)) &&
      RIGHT_TO_LEFT.test(nearby()),
  ],
  // A flag: the black flag, tag characters for the region, and a cancel tag.
  [/^(?:\udb40[\udc30-\udc39\udc61-\udc7a]){2,6}\udb40\udc7f$/, previous => previous === '\u{1f3f4}'],
  [/^\udb40[\udd00-\uddef]$/, previous => isHan(previous)],
  // Variation selectors, which make keycaps, emoji and symbols appear as text or as emoji.
  [
    /^[\ufe0e\ufe0f]$/,
    (previous, next) => (/[0-9#*]/.test(previous) ? next === '\u20e3' : isSymbol(previous)),
  ],
  [/^\ufe0f\u200d$/, (previous, next) => isSymbol(previous) && isPicture(next)],
  // Standardized variants: https://unicode.org/Public/UCD/latest/ucd/StandardizedVariants.txt
  [/^[\ufe00-\ufe02]$/, previous => isVaried(previous)],
  [/^\u034f$/, (previous, next) => isCombined(previous) && isCombined(next)],
  [/^\u115f$/, (_, next) => /[\u1161-\u11a7\ud7b0-\ud7c6]/.test(next)],
  [/^\u1160$/, previous => /[\u1100-\u115e\ua960-\ua97c]/.test(previous)],
  [/^\u3164$/, (previous, next) => /[\u3131-\u318e]/.test(previous) && /[\u3131-\u318e]/.test(next)],
  [/^\uffa0$/, (previous, next) => /[\uffa1-\uffdc]/.test(previous) && /[\uffa1-\uffdc]/.test(next)],
  [/^[\u17b4\u17b5]$/, previous => /[\u1780-\u17b3]/.test(previous)],
  [
    /^(?:[\u180b-\u180d\u180f]?[\u180e\u200d]|[\u180b-\u180d\u180f])$/,
    previous => /[\u1820-\u18aa]/.test(previous),
  ],
  // Braille art is full of blank patterns.
  [/^\u2800+$/, (previous, next) => /[\u2801-\u28ff]/.test(previous + next)],
  [/^\ud82f/, previous => /^\ud82f[\udc00-\udc9f]$/.test(previous)],
  [/^\ud834/, (previous, next) => MUSICAL.test(previous) || MUSICAL.test(next)],
]

// These patterns are inside functions, so that V8 builds their Unicode classes, which takes 0.5 ms, only when needed.
const isPicture = (character: string): boolean =>
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u.test(character)
/** Is this a letter or mark that a joiner may follow? A combining mark that is itself hidden does not count. */
const isJoined = (character: string): boolean =>
  /(?![\p{Default_Ignorable_Code_Point}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}])[\p{L}\p{M}]/u.test(
    character,
  )
const isSpaceless = (character: string): boolean =>
  /(?!\p{Default_Ignorable_Code_Point})[\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Thai}]/u.test(
    character,
  )
const RIGHT_TO_LEFT = /[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
/**
 * Allowed next to a direction mark: the start or end of the text, a space, punctuation or a right-to-left letter, but
 * no character that a key may contain, and not the `<` of a tag.
 */
const BESIDE_MARK =
  /^$|[ \t\r\n!-,:;=>?@[-^`{-~\u00a0\u0590-\u061b\u061d-\u08ff\u20a0-\u20cf\u2212\ufb1d-\ufdff\ufe70-\ufefc]/
const isHan = (character: string): boolean => /\p{Script=Han}/u.test(character)
const isSymbol = (character: string): boolean => /(?![ -~])[\p{Emoji}\p{So}\p{Sm}]/u.test(character)
const isVaried = (character: string): boolean =>
  /(?![ -~])[\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}\p{Sm}\u3001\u3002\uff01\uff0c\uff0e\uff1a\uff1b\uff1f]/u.test(
    character,
  )
const isCombined = (character: string): boolean =>
  /(?!\p{Default_Ignorable_Code_Point})[\p{M}\p{Script=Hebrew}]/u.test(character)
const MUSICAL = /^\ud834(?![\udd73-\udd7a])[\udd00-\uddff]$/
