import type { LineRange } from '../markdown/lines.ts'
import type { CodeFile } from './code.ts'
import { codeLines, textAt, withLf } from './code.ts'
import { squeeze } from './squeeze.ts'

/** A quote prepared for searching. */
export interface Quote {
  /**
   * The lines of the quote, without blank ones at either end. The first has no indentation, the last no trailing white
   * space.
   */
  readonly lines: readonly string[]
  /** The whole quote, squeezed. Computed only when the quote is not where it is cited. */
  readonly words: string
  /** Does the quote end a statement or a list item, so that a match must end one too? */
  readonly isClosed: boolean
}

/** Returns undefined for a quote of only white space. */
export function readQuote(text: string): Quote | undefined {
  const lf = withLf(text).trim()
  if (lf === '') return undefined
  let words: string | undefined
  return {
    lines: lf.split('\n'),
    isClosed: /[;,]$/.test(lf),
    get words() {
      words ??= squeeze(lf, []).text.replace(/,$/, '')
      return words
    },
  }
}

/**
 * Returns these lines as `--evidence PATH:LINE` records them: a single line is trimmed, several lose their common
 * indentation. Undefined when the file has no such lines.
 */
export function quoteFrom(file: CodeFile, { from, to }: LineRange): string | undefined {
  const lines = codeLines(file)
  if (from < 1 || to < from || to > lines.count) return undefined
  const text = textAt(lines, { from, to })
  return from === to ? text.trim() : dedent(text.split('\n')).join('\n')
}

function dedent(lines: readonly string[]): string[] {
  const shared = lines.filter(isFilled).map(indentation).reduce(commonStart, undefined) ?? ''
  return lines.map(line => (isFilled(line) ? line.slice(shared.length) : ''))
}

const isFilled = (line: string): boolean => line.trim() !== ''

export function indentation(line: string): string {
  return line.slice(0, line.length - line.trimStart().length)
}

function commonStart(one: string | undefined, other: string): string {
  if (one === undefined) return other
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return one.slice(0, length)
}
