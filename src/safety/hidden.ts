import type { Span } from '../document/block.ts'
import { mayHide } from './may-hide.ts'

export type HiddenKind = 'bidi' | 'zero-width' | 'tag' | 'control'

/** Characters that nobody sees, or that change how others are seen. */
export interface Hidden {
  readonly kind: HiddenKind
  readonly span: Span
  /** The first of them: `U+200B`. */
  readonly code: string
}

// Plain ranges, no property classes: this runs over every file. Tags are U+E0000 to U+E01EF, as surrogates.
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /(\x1b\[[0-9;]*[A-Za-z]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufff9-\ufffb]+)|([\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+)|([\u00ad\u180e\u200b\u2060-\u2065\u206a-\u206f\ufeff]+|[\u200c\u200d]|[\ufe00-\ufe0f]{2,})|((?:\udb40[\udc00-\uddef])+)/g

const KINDS: readonly HiddenKind[] = ['control', 'bidi', 'zero-width', 'tag']

/** Neighbours of one kind are one find. */
export function findHidden(text: string): readonly Hidden[] {
  const found: Hidden[] = []
  if (!mayHide(text)) return found
  for (const match of text.matchAll(HIDDEN)) {
    const span = { start: match.index, end: match.index + match[0].length }
    const kind = KINDS[match.slice(1).findIndex(group => group !== undefined)] ?? 'control'
    if (isMeant(text, span, kind)) continue
    const last = found.at(-1)
    if (last !== undefined && last.kind === kind && last.span.end === span.start)
      found[found.length - 1] = { ...last, span: { start: last.span.start, end: span.end } }
    else found.push({ kind, span, code: nameOf(match[0]) })
  }
  return found
}

const nameOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** A byte order mark, emoji sequences, and what some scripts cannot be written without. */
function isMeant(text: string, { start, end }: Span, kind: HiddenKind): boolean {
  const unit = text.charCodeAt(start)
  if (unit === 0xfeff) return start === 0
  if (kind === 'tag') return isFlag(text, start, end) || isIdeographVariant(text, start, end)
  if (unit === 0x200c || unit === 0x200d) return isJoiner(text, start, end)
  // Marks of direction are at home beside letters that run from right to left.
  if (unit === 0x061c || unit === 0x200e || unit === 0x200f)
    return RIGHT_TO_LEFT.test(text.slice(Math.max(0, start - 40), end + 40))
  return false
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** A black flag, the letters of a region, and the tag that ends them. */
function isFlag(text: string, start: number, end: number): boolean {
  const letters = /^(?:\udb40[\udc30-\udc39\udc61-\udc7a]){2,6}\udb40\udc7f$/
  return before(text, start) === '\u{1f3f4}' && letters.test(text.slice(start, end))
}

function isIdeographVariant(text: string, start: number, end: number): boolean {
  return (
    end - start === 2 && text.charCodeAt(start + 1) >= 0xdd00 && /\p{Script=Han}/u.test(before(text, start))
  )
}

function isJoiner(text: string, start: number, end: number): boolean {
  const [previous, next] = [before(text, start), after(text, end)]
  if (/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u.test(previous))
    return /^\p{Extended_Pictographic}/u.test(next)
  const isLetter = /[\p{L}\p{M}]/u.test(previous)
  return isLetter && !/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}]/u.test(previous)
}

function before(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1)
  return text.slice(unit >= 0xdc00 && unit <= 0xdfff ? at - 2 : at - 1, at)
}

const after = (text: string, at: number): string => text.slice(at, at + 2)
