import type { LineRange } from '../markdown/lines.ts'
import { oncePer } from '../markdown/once-per.ts'
import { type CodeFile, codeLines, type Lines, textAt, withLf } from './code.ts'
import type { Found } from './find-quote.ts'
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

/** Text beside the quote on the lines of a match, without white space. */
export interface Rest {
  readonly before: string
  readonly after: string
  /** Is the match inside a comment that starts on an earlier line? */
  readonly inComment: boolean
}

export function restOf(lines: Lines, quote: Quote, { lines: range }: Found): Rest {
  const { text } = squeeze(textAt(lines, range), [])
  const at = text.indexOf(quote.words)
  const [before, after] = at < 0 ? ['', ''] : [text.slice(0, at), text.slice(at + quote.words.length)]
  return { before: before.trim(), after: after.trim(), inComment: isInComment(lines, range.from) }
}

const COMMENT = String.raw`//|#|--|/\*|<!--|"""|'''`
const STARTS_COMMENT = new RegExp(`^(?:${COMMENT}|\\*)`)
/** Brackets and separators that a formatter moves, then perhaps a comment. */
const TRIVIAL_END = new RegExp(`^[,;:{})\\]]*(?:(?:${COMMENT}).*)?$`, 's')
/** Text that changes the meaning of the code after it: the mark of a comment, or a negation. */
const TURNS = new RegExp(`(?:${COMMENT}|[!~-]|\\bnot)$`)
/** Text that may decide whether the code after it runs: a condition, an operator, another statement. */
const GUARDS =
  /(?:[;{})?]|&&|\|\||=>|\b(?:else|then|do|and|or))$|^(?:if|elif|for|while|with|case|default)\b.*:$/
/** Text that continues the code before it: an operator, a call, a condition, another statement. */
const GROWS = /^(?:[;+\-*/%|&^?<>=.[(]|(?:and|or|if|else|as|in|is|instanceof)\b)/

/** Was the quote taken as a whole line, or whole lines? */
const isWhole = ({ before, after }: Rest): boolean => before === '' && TRIVIAL_END.test(after)

/** Could the text around the words have changed their meaning? If so, only git's history tells whether it did. */
export const isSuspicious = (rest: Rest): boolean =>
  rest.inComment ||
  isTurned(rest) ||
  GUARDS.test(rest.before) ||
  (!TRIVIAL_END.test(rest.after) && GROWS.test(rest.after))

/** Does the text right before the words negate them or comment them out? */
const isTurned = ({ before }: Rest): boolean => STARTS_COMMENT.test(before) || TURNS.test(before)

/** Has the text around the words changed their meaning since they were taken? */
export function isChanged(taken: Rest, now: Rest): boolean {
  if (now.inComment && !taken.inComment) return true
  if (isWhole(taken)) return !isWhole(now)
  if (isTurned(now) && !isTurned(taken)) return true
  return GROWS.test(now.after) && now.after[0] !== taken.after[0] && !TRIVIAL_END.test(now.after)
}

/** The marks of block comments. `/*` counts only at the start of a line: elsewhere, it may be part of a string. */
const OPENS = /^\s*\{?\/\*|\*\/|"""|'''/g

/**
 * Has the meaning certainly changed? Yes, whatever git's history says, if the words are negated or are commented-out
 * code.
 */
export const isSurelyChanged = (rest: Rest, quote: Quote): boolean =>
  STARTS_COMMENT.test(rest.before) ? /[(){}=;]/.test(quote.words) : isTurned(rest)

export const isInComment = (lines: Lines, line: number): boolean => commentedFrom(lines).has(line)

/** Returns the lines that start inside a block comment, or inside a Python string used as one. */
const commentedFrom = oncePer(({ text }: Lines): ReadonlySet<number> => {
  const found = new Set<number>()
  if (!/\/\*|"""|'''/.test(text)) return found
  let open = ''
  for (const [index, line] of text.split('\n').entries()) {
    if (open !== '') found.add(index + 1)
    for (const [mark] of line.matchAll(OPENS)) {
      const end = mark.endsWith('*') ? '*/' : mark
      if (open === '') open = mark === '*/' ? '' : end
      else if (mark === open) open = ''
    }
  }
  return found
})
