import type { Span } from '../../markdown/block.ts'
import type { Section } from '../../notes/section.ts'
import type { Outline, Segment } from './outline.ts'

/** The entries, table rows, list items, paragraphs and code blocks of a file: all that a search for words would find. */
export const segmentsOf = (text: string, outline: readonly Outline[]): Segment[] =>
  outline.flatMap(part => [...ownSegments(text, part), ...part.entries])

/** The segments between a section's heading and its entries. A dated section can be a single decision. */
function ownSegments(text: string, { section, own }: Outline): Segment[] {
  const titleEnd = section.heading?.span.end ?? own.start
  const isOne = section.at !== undefined && text.slice(titleEnd, own.end).includes('**Decision')
  const lines = isOne ? [] : lineSegments(text, section, { start: titleEnd, end: own.end })
  return isOne || (lines.length === 0 && section.heading !== undefined)
    ? [{ section, span: own, titleEnd }]
    : lines
}

/** One segment for each row, list item, paragraph or code block in a span. */
function lineSegments(text: string, section: Section, { start, end }: Span): Segment[] {
  const found: Segment[] = []
  let header: Span | undefined
  let open: { start: number; end: number; titleEnd: number } | undefined
  let isAfterBlank = false
  const close = (): void => {
    if (open !== undefined) found.push(segment(section, open, header))
    open = undefined
  }
  for (let at = start; at < end; ) {
    const feed = text.indexOf('\n', at)
    const lineEnd = feed < 0 || feed > end ? end : feed
    const unit = text.charCodeAt(at)
    const past = passed(text, at, unit)
    if (past !== undefined) {
      close()
      const stop = Math.min(past, end)
      if (unit !== 60) found.push(segment(section, { start: at, end: stop, titleEnd: at }))
      at = past
      continue
    }
    const isBlank = at >= lineEnd || unit === 13
    if (unit === 124) {
      close()
      if (isDelimiter(text, at, lineEnd)) {
        const head = found.pop()
        if (head !== undefined) header = { start: head.span.start, end: lineEnd }
      } else found.push(segment(section, { start: at, end: lineEnd, titleEnd: at }, header))
    } else if (startsRecord(text, at, lineEnd)) {
      close()
      open = { start: at, end: lineEnd, titleEnd: at }
    } else if (!isBlank) {
      // An indented line continues the item above it.
      if (isAfterBlank && unit !== 32 && unit !== 9) close()
      open ??= { start: at, end: lineEnd, titleEnd: at }
      open.end = lineEnd
    }
    isAfterBlank = isBlank
    at = lineEnd + 1
  }
  close()
  return found
}

function segment(
  section: Section,
  { start, end, titleEnd }: Span & { titleEnd: number },
  header?: Span,
): Segment {
  const row = header !== undefined && start > header.end
  return { section, span: { start, end }, titleEnd, ...(row ? { header } : {}) }
}

/** The end of the code block or comment that starts here. Undefined if there is none. */
function passed(text: string, at: number, unit: number): number | undefined {
  if (unit === 60 && text.startsWith('<!--', at)) {
    const end = text.indexOf('-->', at)
    return end < 0 ? text.length : lineAfter(text, end)
  }
  if (unit !== 96 && unit !== 126) return undefined
  let run = at
  while (text.charCodeAt(run) === unit) run++
  if (run - at < 3) return undefined
  for (let line = lineAfter(text, run); line < text.length; line = lineAfter(text, line)) {
    const trimmed = text.slice(line, lineAfter(text, line)).trim()
    if (trimmed.startsWith(text.slice(at, run)) && trimmed.replaceAll(text[at] ?? '', '') === '')
      return lineAfter(text, line)
  }
  return text.length
}

function lineAfter(text: string, at: number): number {
  const feed = text.indexOf('\n', at)
  return feed < 0 ? text.length : feed + 1
}

const isDelimiter = (text: string, from: number, to: number): boolean =>
  /^\|[\s|:-]*-[\s|:-]*$/.test(text.slice(from, Math.min(to, from + 500)))

/** Is this a list item without indentation, or a line that starts with a date? */
function startsRecord(text: string, at: number, end: number): boolean {
  const unit = text.charCodeAt(at)
  const next = text.charCodeAt(at + 1)
  if (unit === 45 || unit === 42 || unit === 43) return next === 32 || next === 42
  return unit >= 48 && unit <= 57 && /^\d+(?:[.)] |-\d\d-)/.test(text.slice(at, Math.min(end, at + 20)))
}
