import { countBefore } from '../markdown/sorted.ts'
import { ESCAPES, mayHide } from './cheap-tests.ts'

/** A text as a reader sees it, with its positions mapped back to the source. */
export interface View {
  readonly text: string
  /** Maps the start of a range in the view to the source. */
  startAt(place: number): number
  /** Maps the end of a range in the view to the source. */
  endAt(place: number): number
}

/** A part of the source and the text shown in its place; empty when it is hidden. */
interface Piece {
  readonly start: number
  readonly end: number
  readonly shown: string
}

export const asWritten = (source: string): View => ({
  text: source,
  startAt: place => place,
  endAt: place => place,
})

/** Builds a view of a text; undefined when no part is shown differently. */
export function viewOf(source: string, pieces: readonly Piece[]): View | undefined {
  if (pieces.length === 0) return undefined
  const joints: Joint[] = []
  let text = ''
  let at = 0
  for (const { start, end, shown } of pieces) {
    text += source.slice(at, start) + shown
    const last = joints.at(-1)
    const before = last?.view === text.length ? last.before : start
    joints.push({ view: text.length, before: shown === '' ? before : end, after: end })
    at = end
  }
  const from = (place: number, side: 'before' | 'after'): number => {
    const joint = joints[countBefore(joints, ({ view }) => view <= place) - 1]
    if (joint === undefined) return place
    return joint.view === place ? joint[side] : joint.after + (place - joint.view)
  }
  return {
    text: text + source.slice(at),
    startAt: place => from(place, 'after'),
    endAt: place => from(place, 'before'),
  }
}

/** Composes a view with a view of its text. */
export const through = (outer: View, inner: View): View => ({
  text: inner.text,
  startAt: place => outer.startAt(inner.startAt(place)),
  endAt: place => outer.endAt(inner.endAt(place)),
})

/** The end of a piece: its position in the view, and both ends of its hidden part in the source. */
interface Joint {
  readonly view: number
  readonly before: number
  readonly after: number
}

/**
 * Decodes escapes, entities and `<br>`: editors write `ghp\_…` or `&quot;`, and a model reads them like the plain
 * characters. Returns undefined when there is nothing to decode, as in nearly all texts.
 */
export function plainView(source: string): View | undefined {
  // Searching for a few characters takes a fraction of the time of the pattern.
  if (!ESCAPES.some(mark => source.includes(mark))) return undefined
  const pieces = [...source.matchAll(TOKEN)].map(({ index, 0: token }) => ({
    start: index,
    end: index + token.length,
    shown: decode(token),
  }))
  return viewOf(source, pieces)
}

const TOKEN = /\\[!-/:-@[-`{-~]|&#\d{1,7};|&#[xX][\dA-Fa-f]{1,6};|&[A-Za-z]{2,14};|<br\s{0,9}\/?>(?:\r?\n)?/gi

/** The named entities of characters in and around keys. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  bsol: '\\',
  colon: ':',
  commat: '@',
  equals: '=',
  grave: '`',
  gt: '>',
  lowbar: '_',
  lrm: '',
  lt: '<',
  nbsp: ' ',
  newline: '\n',
  nobreak: '',
  num: '#',
  period: '.',
  plus: '+',
  quot: '"',
  rlm: '',
  shy: '',
  sol: '/',
  tab: '\t',
  zerowidthspace: '',
  zwj: '',
  zwnj: '',
}

function decode(token: string): string {
  if (token.startsWith('\\')) return token.slice(1)
  if (token.startsWith('<')) return '\n'
  if (!token.startsWith('&#')) return NAMED[token.slice(1, -1).toLowerCase()] ?? token
  const code = /^&#x/i.test(token) ? Number.parseInt(token.slice(3), 16) : Number.parseInt(token.slice(2), 10)
  if (code <= 0 || code > 0x10ffff) return token
  const shown = String.fromCodePoint(code)
  // A hidden character must not split a token, whether literal or written as an entity.
  return mayHide(shown) ? '' : shown
}
