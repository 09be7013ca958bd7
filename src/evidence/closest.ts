import type { LineRange } from '../markdown/lines.ts'
import { type CodeFile, codeLines } from './code.ts'
import { type Quote, quoteFrom } from './quote.ts'
import type { Closest } from './states.ts'

/** The penalty for the rest of a line, low because a quote may be only part of it. */
const REST_WEIGHT = 0.2

/** The number of counters that pairs of code units hash to: a power of two, small enough to zero for each claim. */
const HASHES = 1 << 14

/**
 * Finds the run of lines, as long as the quote, that shares the most pairs of adjacent units with it, ignoring white
 * space; ties go to the run nearest to line `near`. Takes one pass over the file whatever the line length: each line
 * enters the window once and leaves it once.
 */
export function closestLines(file: CodeFile, quote: Quote, near: number): Closest {
  const lines = codeLines(file)
  const { text, starts } = lines.squeezed()
  const height = Math.min(quote.lines.length, lines.count)
  const window = countPairs(quote.words)
  const endOf = (line: number) => starts[line] ?? text.length
  let best = { from: Math.max(1, Math.min(near, lines.count - height + 1)), similarity: 0 }
  for (let line = 1; line <= lines.count; line++) {
    window.add(text, starts[line - 1] ?? 0, endOf(line))
    if (line > height) window.remove(text, starts[line - height - 1] ?? 0, endOf(line - height))
    const from = line - height + 1
    const similarity = from < 1 ? 0 : window.similarity()
    const isNearer = Math.abs(from - near) < Math.abs(best.from - near)
    if (similarity > best.similarity || (similarity === best.similarity && similarity > 0 && isNearer))
      best = { from, similarity }
  }
  const { from, similarity } = best
  return closestAt(file, { from, to: from + height - 1 }, similarity)
}

const MAX_SHOWN = 1_000

export const closestAt = (file: CodeFile, lines: LineRange, similarity: number): Closest => ({
  lines,
  text: (quoteFrom(file, lines) ?? '').slice(0, MAX_SHOWN),
  similarity,
})

/** Counts the pairs of units that a quote shares with a sliding window over the code. */
function countPairs(words: string) {
  const wanted = new Int32Array(HASHES)
  const present = new Int32Array(HASHES)
  let shared = 0
  let size = 0
  for (let at = 1; at < words.length; at++) change(wanted, pairAt(words, at), 1)
  const add = (text: string, from: number, to: number) => {
    size += Math.max(0, to - from - 1)
    for (let at = from + 1; at < to; at++) {
      const pair = pairAt(text, at)
      if (change(present, pair, 1) <= (wanted[pair] ?? 0)) shared++
    }
  }
  const remove = (text: string, from: number, to: number) => {
    size -= Math.max(0, to - from - 1)
    for (let at = from + 1; at < to; at++) {
      const pair = pairAt(text, at)
      if (change(present, pair, -1) < (wanted[pair] ?? 0)) shared--
    }
  }
  const similarity = () =>
    shared === 0 ? 0 : shared / (Math.max(1, words.length - 1) + REST_WEIGHT * (size - shared))
  return { add, remove, similarity }
}

const pairAt = (text: string, at: number): number =>
  (text.charCodeAt(at - 1) * 131 + text.charCodeAt(at)) & (HASHES - 1)

function change(counts: Int32Array, pair: number, by: number): number {
  const count = (counts[pair] ?? 0) + by
  counts[pair] = count
  return count
}

/** Returns the share of pairs of adjacent units that two texts have in common, from 0 to 1 (Dice's coefficient). */
export function similarityOf(one: string, other: string): number {
  const size = one.length + other.length - 2
  if (one === other) return 1
  if (size <= 0) return 0
  const counts = new Map<number, number>()
  for (let at = 1; at < one.length; at++) {
    const pair = unitsAt(one, at)
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  let shared = 0
  for (let at = 1; at < other.length; at++) {
    const pair = unitsAt(other, at)
    const left = counts.get(pair) ?? 0
    if (left === 0) continue
    shared++
    counts.set(pair, left - 1)
  }
  return (2 * shared) / size
}

const unitsAt = (text: string, at: number): number => text.charCodeAt(at - 1) * 0x10000 + text.charCodeAt(at)
