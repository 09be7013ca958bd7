import type { LineRange } from '../../markdown/lines.ts'
import { similarityOf } from '../closest.ts'
import { squeeze } from '../squeeze.ts'
import type { Hunk } from './history.ts'

/** Some whole lines of a file, as they are in one version of it. */
export interface Stretch {
  readonly lines: LineRange
  readonly text: readonly string[]
}

/** Below this similarity, two lines are different lines, not one edited line. */
const MIN_EDITED = 0.5

/** The share of a stretch's text that must be left after a change. A lone brace is not enough to follow the lines. */
const MIN_LEFT = 0.25

/** A squeezed text with fewer units than this is too common to identify a place on its own: `return token`. */
export const MIN_TELLING = 16

/** Limits the pairs of lines that are compared: a hunk with more pairs replaces a whole file. */
const MAX_PAIRS = 40_000

/** Follows lines through the changes of one commit to their file. Undefined when none of them is left. */
export function follow(stretch: Stretch, hunks: readonly Hunk[]): Stretch | undefined {
  const { from, to } = stretch.lines
  const near = hunks.filter(hunk => touches(hunk, stretch.lines))
  const shift = (line: number): number =>
    hunks.reduce((at, hunk) => (endOf(hunk) < line ? at + hunk.new.length - hunk.old.length : at), line)
  if (near.length === 0) return { lines: { from: shift(from), to: shift(to) }, text: stretch.text }
  const window = windowOf(stretch, near, shift)
  const whole = wholeIn(window, stretch.text)
  const isAlone = copiesIn(near, stretch.text) < 2
  if (whole.length === 1 && isAlone) return whole[0]
  const elsewhere =
    whole.length === 0 && squeezedText(stretch.text).length >= MIN_TELLING
      ? addedIn(hunks, near, stretch.text)
      : []
  if (elsewhere.length === 1) return elsewhere[0]
  const pairs = near.map(hunk => [hunk, align(hunk.old, hunk.new)] as const)
  const mapped = stretch.text.flatMap((text, index): { line: number; text: string }[] => {
    const line = from + index
    const pair = pairs.find(([hunk]) => line >= hunk.from && line <= endOf(hunk))
    if (pair === undefined) return [{ line: shift(line), text }]
    const [hunk, partners] = pair
    const partner = partners[line - hunk.from]
    return partner === undefined ? [] : [{ line: hunk.to + partner, text }]
  })
  const left = squeezedText(mapped.map(({ text }) => text)).length
  if (mapped.length === 0 || left < MIN_LEFT * squeezedText(stretch.text).length) return undefined
  const lines = mapped.map(({ line }) => line)
  const range = { from: Math.min(...lines), to: Math.max(...lines) }
  const same = whole.find(({ lines }) => lines.from === range.from)
  return (
    same ?? { lines: range, text: window.text.slice(range.from - window.from, range.to + 1 - window.from) }
  )
}

/** Counts the copies of some lines among the lines that hunks replaced. */
const copiesIn = (near: readonly Hunk[], text: readonly string[]): number =>
  near.reduce((sum, { from, old }) => sum + wholeIn({ from, text: old }, text).length, 0)

/** Finds lines that moved within their file: the places where another hunk added all of them. */
const addedIn = (
  hunks: readonly Hunk[],
  near: readonly Hunk[],
  text: readonly string[],
): readonly Stretch[] =>
  hunks.filter(hunk => !near.includes(hunk)).flatMap(hunk => wholeIn({ from: hunk.to, text: hunk.new }, text))

const endOf = ({ from, old }: Hunk): number => from + old.length - 1

export const isTouched = (lines: LineRange, hunks: readonly Hunk[]): boolean =>
  hunks.some(hunk => touches(hunk, lines))

/** Does the hunk replace one of the lines, or insert between two of them? */
function touches({ from, old }: Hunk, lines: LineRange): boolean {
  return old.length === 0
    ? from > lines.from && from <= lines.to
    : from <= lines.to && from + old.length > lines.from
}

interface Window {
  /** The line at which the window starts in the new version. */
  readonly from: number
  readonly text: readonly string[]
}

/** Returns the new lines between the unchanged neighbors of a stretch. */
function windowOf({ lines, text }: Stretch, near: readonly Hunk[], shift: (line: number) => number): Window {
  const made: string[] = []
  let line = lines.from
  let from: number | undefined
  for (const hunk of near) {
    while (line < hunk.from) {
      from ??= shift(line)
      made.push(text[line - lines.from] ?? '')
      line++
    }
    from ??= hunk.to
    made.push(...hunk.new)
    line = Math.max(line, hunk.from + hunk.old.length)
  }
  for (; line <= lines.to; line++) made.push(text[line - lines.from] ?? '')
  return { from: from ?? lines.from, text: made }
}

/** Finds each place in a window where whole lines have exactly the words of `text`, whatever the line breaks. */
function wholeIn(window: Window, text: readonly string[]): readonly Stretch[] {
  const words = squeezedText(text)
  if (words === '') return []
  const { text: code, starts } = squeezeLines(window.text)
  const found: Stretch[] = []
  for (let index = 0; index < starts.length; index++) {
    const at = starts[index] ?? 0
    if (at === starts[index + 1]) continue
    const start = code[at] === ' ' ? at + 1 : at
    if (!code.startsWith(words, start)) continue
    const end = start + words.length
    let last = index
    while (last + 1 < starts.length && (starts[last + 1] ?? 0) < end) last++
    const isWhole = end === (starts[last + 1] ?? code.length)
    if (!isWhole) continue
    found.push({
      lines: { from: window.from + index, to: window.from + last },
      text: window.text.slice(index, last + 1),
    })
  }
  return found
}

export const squeezedText = (lines: readonly string[]): string => squeeze(lines.join('\n'), []).text

function squeezeLines(lines: readonly string[]): { text: string; starts: readonly number[] } {
  let at = 0
  const starts = lines.map(line => {
    const start = at
    at += line.length + 1
    return start
  })
  return squeeze(lines.join('\n'), starts)
}

/**
 * Pairs old lines with new ones, in order: equal lines first, then the most similar lines in the gaps between them.
 * Returns the index of each old line's partner.
 */
function align(old: readonly string[], added: readonly string[]): readonly (number | undefined)[] {
  const before = old.map(line => squeezedText([line]))
  const after = added.map(line => squeezedText([line]))
  const partners: (number | undefined)[] = before.map(() => undefined)
  if (before.length * after.length > MAX_PAIRS * 25) return partners
  const equal = bestPairs(before, after, (a, b) =>
    a !== '' && a === b ? 1 + Math.min(a.length, 40) / 40 : 0,
  )
  let [fromOld, fromNew] = [0, 0]
  for (const [oldEnd, newEnd] of [...equal, [before.length, after.length] as const]) {
    const gap = [before.slice(fromOld, oldEnd), after.slice(fromNew, newEnd)] as const
    if (gap[0].length * gap[1].length <= MAX_PAIRS)
      for (const [a, b] of bestPairs(gap[0], gap[1], weightOf(gap[0].length === gap[1].length)))
        partners[fromOld + a] = fromNew + b
    if (oldEnd < before.length) partners[oldEnd] = newEnd
    ;[fromOld, fromNew] = [oldEnd + 1, newEnd + 1]
  }
  return partners
}

/** In a gap with as many old lines as new ones, each was most likely edited in place. */
const weightOf =
  (isEven: boolean) =>
  (one: string, other: string, a: number, b: number): number => {
    if (one === '' || other === '') return 0
    const similarity = similarityOf(one, other)
    const isOpposite = isEven && a === b
    return similarity >= MIN_EDITED || (isOpposite && similarity >= MIN_EDITED / 2)
      ? similarity + (isOpposite ? 0.1 : 0)
      : 0
  }

/** Returns pairs that are in the same order on both sides: those with the greatest sum of weights. */
function bestPairs(
  one: readonly string[],
  other: readonly string[],
  weight: (a: string, b: string, indexA: number, indexB: number) => number,
): readonly (readonly [number, number])[] {
  const width = other.length + 1
  const sums = new Float64Array((one.length + 1) * width)
  const weights = new Float64Array(one.length * other.length)
  for (let a = one.length - 1; a >= 0; a--)
    for (let b = other.length - 1; b >= 0; b--) {
      const here = weight(one[a] ?? '', other[b] ?? '', a, b)
      weights[a * other.length + b] = here
      const paired = here > 0 ? here + (sums[(a + 1) * width + b + 1] ?? 0) : 0
      sums[a * width + b] = Math.max(paired, sums[(a + 1) * width + b] ?? 0, sums[a * width + b + 1] ?? 0)
    }
  const pairs: [number, number][] = []
  for (let [a, b] = [0, 0]; a < one.length && b < other.length; ) {
    const here = weights[a * other.length + b] ?? 0
    const sum = sums[a * width + b] ?? 0
    if (here > 0 && sum === here + (sums[(a + 1) * width + b + 1] ?? 0)) pairs.push([a++, b++])
    else if (sum === (sums[(a + 1) * width + b] ?? 0)) a++
    else b++
  }
  return pairs
}
