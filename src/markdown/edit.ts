import type { Span } from './block.ts'

/** The only way to change a file: replaces `span` with `text`. An empty span inserts. */
export interface Edit {
  readonly span: Span
  readonly text: string
}

/**
 * Applies edits to a text. Keeps the byte order mark, and the presence or absence of a final newline. Each edit takes
 * the line ending in use where it lands. Throws a RangeError when edits overlap.
 *
 * @example applyEdits('a\r\nb', [{ span: { start: 3, end: 4 }, text: 'x\ny' }]) // 'a\r\nx\r\ny'
 */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return source
  const bom = source.charCodeAt(0) === 0xfeff ? 1 : 0
  const sorted = edits.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
  let result = source.slice(0, bom)
  let at = bom
  for (const { span, text } of sorted) {
    const start = Math.max(span.start, bom)
    const end = Math.max(span.end, bom)
    if (start < at || span.end < span.start || end > source.length) {
      throw new RangeError(`Edit ${span.start}-${span.end} overlaps another edit or is out of range`)
    }
    result += source.slice(at, start) + withLineEnding(text, lineEndingAt(source, start))
    at = end
  }
  return keepFinalNewline(source, result + source.slice(at))
}

/**
 * The line ending in use at an offset: the one that starts there, so that its line keeps it, else the one before,
 * else the one after, else LF.
 */
function lineEndingAt(text: string, at: number): '\n' | '\r\n' | '\r' {
  if (text[at] === '\n' && text[at - 1] !== '\r') return '\n'
  if (text[at] === '\r') return text[at + 1] === '\n' ? '\r\n' : '\r'
  const before = Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1))
  const near = at > 0 && before >= 0 ? before : text.slice(at).search(/[\r\n]/) + at
  if (near < at && before < 0) return '\n'
  if (text[near] === '\r') return text[near + 1] === '\n' ? '\r\n' : '\r'
  return text[near - 1] === '\r' ? '\r\n' : '\n'
}

function withLineEnding(text: string, ending: string): string {
  return ending === '\n' && !text.includes('\r') ? text : text.replace(/\r\n|\n|\r/g, () => ending)
}

const FINAL = /(?:\r\n|\n|\r)$/

function keepFinalNewline(source: string, result: string): string {
  const had = FINAL.test(source)
  if (source.length === 0 || had === FINAL.test(result) || result.length === 0) return result
  return had ? result + lineEndingAt(source, source.length) : result.replace(FINAL, '')
}
