/**
 * Turns a stretch of source into a block. Both readers, remark's tree and the fast scanner, build their blocks here,
 * so they can disagree about structure but never about trimming.
 */
import type { Code, Comment, Heading, Html, Item, Paragraph, Row, Span, Table, Task } from '../block.ts'

const TAB = 9
const LF = 10
const CR = 13
const SPACE = 32

export const isSpace = (unit: number): boolean => unit === SPACE || unit === TAB
export const isLineEnd = (unit: number): boolean => unit === LF || unit === CR
const isWhiteSpace = (unit: number): boolean => isSpace(unit) || isLineEnd(unit)

/** The first line of a span, without the white space around it. */
export const firstLine = (text: string, { start, end }: Span): Span =>
  tight(text, start, Math.min(end, lineEndAfter(text, start)))

/** Trims white space and line endings off a stretch of text. */
export function tight(text: string, start: number, end: number): Span {
  let from = start
  let to = end
  while (from < to && isWhiteSpace(text.charCodeAt(from))) from++
  while (to > from && isWhiteSpace(text.charCodeAt(to - 1))) to--
  return { start: from, end: to }
}

const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/

/** Is this line a thematic break, such as the `---` that some files put between sections? */
export function isRule(line: string): boolean {
  // Common case: the last character rules it out.
  const last = line.charCodeAt(line.length - 1)
  return (last === 45 || last === 42 || last === 95 || last === 32 || last === 9) && RULE.test(line)
}

/** Returns the end of the line that holds `at`, without its line ending. */
export function lineEndAfter(text: string, at: number): number {
  LINE_END.lastIndex = at
  return LINE_END.test(text) ? LINE_END.lastIndex - 1 : text.length
}

/** On a long text, a regular expression runs compiled from its first call; a loop starts out interpreted. */
const LINE_END = /[\r\n]/g

/** Returns the start of the line that holds `at`. */
export function lineStartBefore(text: string, at: number): number {
  let start = at
  while (start > 0 && !isLineEnd(text.charCodeAt(start - 1))) start--
  return start
}

export const withLineFeeds = (text: string): string => text.replaceAll('\r\n', '\n')

/** Returns the start of the line after the one that ends at `end`. */
export function nextLineStart(text: string, end: number): number {
  if (end >= text.length) return end
  return text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? end + 2 : end + 1
}

/** Skips indentation and up to `quotes` block quote markers. */
function skipPrefix(text: string, at: number, end: number, quotes: number): number {
  let position = at
  let left = quotes
  for (; position < end; position++) {
    const unit = text.charCodeAt(position)
    if (unit === 62 && left > 0) left--
    else if (!isSpace(unit)) break
  }
  return position
}

/** Splits a stretch into lines, each without its prefix and trailing white space. */
export function linesOf(text: string, start: number, end: number, quotes: number): Span[] {
  let at = start
  let stop = Math.min(lineEndAfter(text, at), end)
  if (stop >= end) return [tight(text, at, end)]
  const lines: Span[] = []
  for (;;) {
    const from = at === start ? at : skipPrefix(text, at, stop, quotes)
    lines.push(tight(text, from, stop))
    if (stop >= end) return lines
    at = nextLineStart(text, stop)
    stop = Math.min(lineEndAfter(text, at), end)
  }
}

/** Returns the line after the one that holds `at`, without its prefix. */
export function lineAfter(text: string, at: number, quotes: number): Span {
  const start = nextLineStart(text, lineEndAfter(text, at))
  const end = lineEndAfter(text, start)
  return tight(text, skipPrefix(text, start, end, quotes), end)
}

export function paragraph(text: string, start: number, end: number, quotes: number): Paragraph {
  const span = tight(text, start, end)
  return { type: 'paragraph', span, lines: linesOf(text, span.start, span.end, quotes) }
}

export function atxHeading(text: string, start: number, end: number): Heading {
  const span = tight(text, start, end)
  let depth = 0
  while (text.charCodeAt(span.start + depth) === 35) depth++
  return { type: 'heading', span, depth, text: atxText(text, span.start + depth, span.end), setext: false }
}

/** A closing sequence of `#` counts only after a space or tab, or when the heading is empty (CommonMark 4.2). */
function atxText(text: string, start: number, end: number): Span {
  const whole = tight(text, start, end)
  let close = whole.end
  while (close > start && text.charCodeAt(close - 1) === 35) close--
  const closes = close < whole.end && (close === start || isSpace(text.charCodeAt(close - 1)))
  return closes ? tight(text, start, close) : whole
}

export function setextHeading(text: string, start: number, end: number): Heading {
  const span = tight(text, start, end)
  let underline = span.end
  while (!isLineEnd(text.charCodeAt(underline - 1))) underline--
  const depth = text.charCodeAt(span.end - 1) === 61 ? 1 : 2
  return { type: 'heading', span, depth, text: tight(text, span.start, underline), setext: true }
}

const FENCE = /^(?:`{3,}|~{3,})/

export function fencedCode(text: string, start: number, end: number, quotes: number): Code {
  const span = tight(text, start, end)
  const fence =
    FENCE.exec(text.slice(span.start, Math.min(span.end, lineEndAfter(text, span.start))))?.[0] ?? ''
  const lastLine = lastLineOf(text, span, quotes)
  const closed =
    lastLine.start > span.start &&
    lastLine.end - lastLine.start >= fence.length &&
    [...text.slice(lastLine.start, lastLine.end)].every(unit => unit === fence[0])
  return { type: 'code', span, fenced: true, closed }
}

function lastLineOf(text: string, span: Span, quotes: number): Span {
  let start = span.end
  while (start > span.start && !isLineEnd(text.charCodeAt(start - 1))) start--
  const from = start === span.start ? start : skipPrefix(text, start, span.end, quotes)
  return tight(text, from, span.end)
}

export function indentedCode(text: string, start: number, end: number): Code {
  return { type: 'code', span: tight(text, start, end), fenced: false, closed: true }
}

export function html(text: string, start: number, end: number): Html | Comment {
  const span = tight(text, start, end)
  if (!text.startsWith('<!--', span.start)) return { type: 'html', span }
  let at = span.start
  while (text.startsWith('<!--', at)) {
    const close = text.indexOf('-->', commentBody(text, at))
    if (close < 0 || close + 3 > span.end) return { type: 'comment', span, closed: false }
    at = close + 3
    while (at < span.end && isWhiteSpace(text.charCodeAt(at))) at++
  }
  return at === span.end ? { type: 'comment', span, closed: true } : { type: 'html', span }
}

/** `<!-->` and `<!--->` are whole comments (CommonMark 0.31, 4.6). */
function commentBody(text: string, at: number): number {
  return text.startsWith('<!-->', at) || text.startsWith('<!--->', at) ? at + 2 : at + 4
}

/** Cells are separated by unescaped pipes; code spans do not protect a pipe (GFM, tables). */
export function cellsOf(text: string, start: number, end: number): Span[] {
  const cells: Span[] = []
  let from = text.charCodeAt(start) === 124 ? start + 1 : start
  // Searches this line only: after the last row the next pipe may be megabytes away.
  const line = text.slice(start, end)
  for (let pipe = line.indexOf('|', from - start); pipe >= 0; pipe = line.indexOf('|', pipe + 1)) {
    if (isEscaped(line, pipe)) continue
    cells.push(cell(text, from, start + pipe))
    from = start + pipe + 1
  }
  if (from < end || cells.length === 0) cells.push(cell(text, from, end))
  return cells
}

/** Is the character preceded by an odd number of backslashes? Two backslashes are one escaped backslash. */
function isEscaped(line: string, at: number): boolean {
  let first = at
  while (line.charCodeAt(first - 1) === 92) first--
  return (at - first) % 2 === 1
}

function cell(text: string, start: number, end: number): Span {
  const span = tight(text, start, end)
  return span.start === span.end ? { start, end: start } : span
}

export function row(text: string, start: number, end: number): Row {
  const span = tight(text, start, end)
  return { span, cells: cellsOf(text, span.start, span.end) }
}

export function table(header: Row, delimiter: Span, rows: readonly Row[]): Table {
  const last = rows.at(-1) ?? { span: delimiter }
  return { type: 'table', span: { start: header.span.start, end: last.span.end }, header, delimiter, rows }
}

/** Reads `[ ]` or `[x]` at the start of an item's first paragraph, if white space follows. */
export function taskAt(text: string, start: number): Task | undefined {
  const check = text[start + 1]
  const after = text.charCodeAt(start + 3)
  if (text[start] !== '[' || text[start + 2] !== ']' || check === undefined || !isWhiteSpace(after))
    return undefined
  if (check !== 'x' && check !== 'X' && !isWhiteSpace(check.charCodeAt(0))) return undefined
  return { span: { start, end: start + 3 }, done: check === 'x' || check === 'X' }
}

export function item(marker: Span, task: Task | undefined, blocks: Item['blocks']): Item {
  const end = blocks.at(-1)?.span.end ?? task?.span.end ?? marker.end
  const span = { start: marker.start, end }
  return task === undefined ? { span, marker, blocks } : { span, marker, task, blocks }
}
