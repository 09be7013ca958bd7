/** Are these invisible characters legitimate here, given the characters next to them? */
export function isMeant(characters: string, { previous, next, nearby }: Around): boolean {
  for (const [which, isAllowed] of ALLOWED)
    if (which.test(characters)) return isAllowed(previous, next, nearby)
  return false
}

export interface Around {
  /** One character each, of one or two UTF-16 units; empty at the start or end of the text. */
  readonly previous: string
  readonly next: string
  /** More of the text on both sides. */
  nearby(): string
}

type IsAllowed = (previous: string, next: string, nearby: () => string) => boolean

/**
 * Emoji sequences, and characters that some scripts require. Each matches a single character unless its pattern says
 * otherwise.
 */
const ALLOWED: readonly (readonly [RegExp, IsAllowed])[] = [
  [/^\ufeff$/, previous => previous === ''],
  // Joiners of emoji, and of scripts whose letters change shape next to others.
  [
    /^[\u200c\u200d]$/,
    (previous, next) => (PICTURE.test(previous) ? PICTURE.test(next) : JOINED.test(previous)),
  ],
  // A zero-width space may separate words in scripts written without spaces.
  [/^\u200b$/, (previous, next) => SPACELESS.test(previous) || SPACELESS.test(next)],
  // Direction marks are legitimate next to right-to-left letters, but not inside a word in another script.
  [
    /^[\u061c\u200e\u200f]+$/,
    (previous, next, nearby) =>
      (BESIDE_MARK.test(previous) || BESIDE_MARK.test(next) || /^\d\/$/.test(previous + next)) &&
      RIGHT_TO_LEFT.test(nearby()),
  ],
  // A flag: the black flag, tag characters for the region, and a cancel tag.
  [/^(?:\udb40[\udc30-\udc39\udc61-\udc7a]){2,6}\udb40\udc7f$/, previous => previous === '\u{1f3f4}'],
  [/^\udb40[\udd00-\uddef]$/, previous => HAN.test(previous)],
  // Text or emoji presentation of keycaps, emoji and symbols.
  [
    /^[\ufe0e\ufe0f]$/,
    (previous, next) => (/[0-9#*]/.test(previous) ? next === '\u20e3' : SYMBOL.test(previous)),
  ],
  [/^\ufe0f\u200d$/, (previous, next) => SYMBOL.test(previous) && PICTURE.test(next)],
  // Standardized variants: https://unicode.org/Public/UCD/latest/ucd/StandardizedVariants.txt
  [/^[\ufe00-\ufe02]$/, previous => VARIED.test(previous)],
  [/^\u034f$/, (previous, next) => COMBINED.test(previous) && COMBINED.test(next)],
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

const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u
/** A joiner cannot follow a combining mark that is hidden itself. */
const JOINED =
  /(?![\p{Default_Ignorable_Code_Point}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}])[\p{L}\p{M}]/u
const SPACELESS =
  /(?!\p{Default_Ignorable_Code_Point})[\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Thai}]/u
const RIGHT_TO_LEFT = /[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
/** The start or end of the text, a space or punctuation: no character of a key, and not the `<` of a tag. */
const BESIDE_MARK =
  /^$|[ \t\r\n!-,:;=>?@[-^`{-~\u00a0\u0590-\u061b\u061d-\u08ff\u20a0-\u20cf\u2212\ufb1d-\ufdff\ufe70-\ufefc]/
const HAN = /\p{Script=Han}/u
const SYMBOL = /(?![ -~])[\p{Emoji}\p{So}\p{Sm}]/u
const VARIED =
  /(?![ -~])[\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}\p{Sm}\u3001\u3002\uff01\uff0c\uff0e\uff1a\uff1b\uff1f]/u
const COMBINED = /(?!\p{Default_Ignorable_Code_Point})[\p{M}\p{Script=Hebrew}]/u
const MUSICAL = /^\ud834(?![\udd73-\udd7a])[\udd00-\uddff]$/
