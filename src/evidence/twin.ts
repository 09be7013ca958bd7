import { oncePer } from '../markdown/once-per.ts'
import { searchFor } from './find-quote.ts'
import type { Lines } from './lines.ts'

/** A larger file is not searched for each quote: its lines are counted once. */
const MAX_SEARCHED = 64 * 1024

/** Does the file contain the words twice? In a large file, counts copies of the whole line instead. */
export function hasTwin(lines: Lines, words: string, line: string): boolean {
  const { text } = lines
  if (text.length > MAX_SEARCHED) return (countsIn(lines).get(line.trim()) ?? 0) > 1
  const search = searchFor(words)
  const first = search(text, 0)
  return first >= 0 && search(text, first + words.length) >= 0
}

const countsIn = oncePer(({ text }: Lines) => {
  const counts = new Map<string, number>()
  for (const line of text.split('\n')) counts.set(line.trim(), (counts.get(line.trim()) ?? 0) + 1)
  return counts
})
