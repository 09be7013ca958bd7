import { decodeCell } from '../notes/text/inline.ts'

/**
 * Does the written text contain every word of the source at least as often? Ignores field names, which are columns in a
 * table.
 */
export function holdsWords(source: string, written: string): boolean {
  const { rest, left } = withoutSameLines(plainOf(source.replaceAll(LABEL, '')), plainOf(written))
  const words = countWords(left)
  for (const [word, count] of countWords(rest)) if ((words.get(word) ?? 0) < count) return false
  return true
}

const LABEL = /^[ \t]*(?:[-*+][ \t]+)?\*\*[^*\n]{1,60}(?:\*\*[ \t]*:|:\*\*)/gm
/**
 * Finds words, and symbols without a meaning in Markdown. A function, so that only its callers wait for V8, which takes
 * a millisecond to build these character classes.
 */
const wordsOf = (text: string) =>
  text.matchAll(/[\p{L}\p{N}_]+|\p{Extended_Pictographic}|[!?%&@:;/()=<>+$]|(?![|`~^])\p{S}/gu)

/** Decodes a text in full. In a cell, the fields after the cell's own text are encoded once more. */
const plainOf = (text: string): string => decodeCell(decodeCell(decodeCell(text)))

/**
 * Removes from both texts each line of the source that the written text contains, since its words occur in both.
 * Counting the words of whole decisions would take most of the time when archiving 30,000 of them.
 */
function withoutSameLines(source: string, written: string): { rest: string; left: string } {
  let [rest, left, at] = ['', '', 0]
  for (const line of source.split('\n')) {
    const text = line.trim()
    const found = text.length < MIN_LINE ? -1 : written.indexOf(text, at)
    const end = found + text.length
    if (found < 0 || !isApart(written, found - 1) || !isApart(written, end)) rest += `${line}\n`
    else {
      left += `${written.slice(at, found)}\n`
      at = end
    }
  }
  return { rest, left: left + written.slice(at) }
}

const MIN_LINE = 10

/** Is the character at this position a separator, or outside the text? */
const isApart = (text: string, at: number): boolean =>
  at < 0 || at >= text.length || ' \n|*:'.includes(text.charAt(at))

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [word] of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
