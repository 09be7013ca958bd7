import type { Span } from '../document/block.ts'
import { mayHide } from './may-hide.ts'
import { type Around, isMeant } from './meant.ts'
import { type View, viewOf } from './view.ts'

export type HiddenKind = 'bidi' | 'zero-width' | 'tag' | 'control' | 'blank'

/** Invisible characters, and characters that change how others are displayed. */
export interface Hidden {
  readonly kind: HiddenKind
  readonly span: Span
  /** The first of them, such as `U+200B`. */
  readonly code: string
}

// Plain ranges instead of property classes, since this runs over every file. Characters above U+FFFF are written as
// surrogates.
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex lint/suspicious/noMisleadingCharacterClass: these are the characters to find
  /(\x1b\[[0-9;]*[A-Za-z]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufff0-\ufffc]+)|([\u061c\u200e\u200f]+|[\u202a-\u202e\u2066-\u2069]+)|([\u00ad\u200b\u2060-\u2065\u206a-\u206f]+|[\u180b-\u180d\u180f][\u180e\u200d]?|[\ufe00-\ufe0f]+\u200d?|[\u034f\u17b4\u17b5\u180e\u200c\u200d\ufeff]|\ud82f[\udca0-\udca3]|\ud834[\udd73-\udd7a])|((?:[\udb40-\udb43][\udc00-\udfff])+)|(\u2800+|[\u115f\u1160\u3164\uffa0])/g

const KINDS: readonly HiddenKind[] = ['control', 'bidi', 'zero-width', 'tag', 'blank']

/** Caches the result for the last large text, since two rules check the same file. */
let last: { readonly text: string; readonly hidden: readonly Hidden[] } = { text: '', hidden: [] }

/** Finds hidden characters. Adjacent ones of the same kind count as one. */
export function findHidden(text: string): readonly Hidden[] {
  if (text.length < MIN_CACHED) return scanForHidden(text)
  if (last.text !== text) last = { text, hidden: scanForHidden(text) }
  return last.hidden
}

const MIN_CACHED = 10_000

/** The text without its hidden characters; undefined when there are none. */
export const withoutHidden = (text: string): View | undefined =>
  viewOf(
    text,
    findHidden(text).map(({ span: { start, end } }) => ({ start, end, shown: '' })),
  )

function scanForHidden(text: string): readonly Hidden[] {
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
