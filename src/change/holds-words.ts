import { tally } from '../markdown/group-by.ts'
import { decodeCell } from '../notes/text/inline.ts'

/**
 * Does the written text contain every word of the source at least as often? Ignores field names, which are columns in a
 * table.
 */
export function holdsWords(source: string, written: string): boolean {
  const words = tally(wordsOf(plainOf(written)))
  return [...tally(wordsOf(plainOf(source.replaceAll(LABEL, ''))))].every(
    ([word, count]) => (words.get(word) ?? 0) >= count,
  )
}

const LABEL = /^[ \t]*(?:[-*+][ \t]+)?\*\*[^*\n]{1,60}(?:\*\*[ \t]*:|:\*\*)/gm
/**
 * Finds words, and symbols that have no meaning in Markdown. A function, so that only its callers pay for these
 * character classes, which take V8 a millisecond to build.
 */
const wordsOf = (text: string): readonly string[] =>
  text.match(/[\p{L}\p{N}_]+|\p{Extended_Pictographic}|[!?%&@:;/()=<>+$]|(?![|`~^])\p{S}/gu) ?? []

/** Decodes the text in full. In a cell, the fields after the cell's own text are encoded once more. */
const plainOf = (text: string): string => decodeCell(decodeCell(decodeCell(text)))
