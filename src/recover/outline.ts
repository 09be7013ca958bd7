import { type AtxHeading, atxHeadings } from '../document/atx-headings.ts'
import type { Heading, Span } from '../document/block.ts'
import { lineIndex } from '../document/line-index.ts'
import { readSections, type Section } from '../protocol/section.ts'

/** A section as its heading tells it, and where its parts are. */
export interface Outline {
  readonly section: Section
  /** From the heading to the next heading of any kind. */
  readonly own: Span
  readonly entries: readonly OutlineEntry[]
}

export interface OutlineEntry {
  readonly section: Section
  readonly title: string
  readonly headingEnd: number
  readonly span: Span
}

/** The sections of a file by its headings alone; undefined when only a real parse finds these. */
export function outlineOf(text: string): readonly Outline[] | undefined {
  const headings = atxHeadings(text)
  if (headings === undefined) return undefined
  const blocks = headings.map(heading => asBlock(text, heading))
  const sections = readSections({ text, blocks, damage: [], lines: lineIndex(text) })
  return sections.map((section, index) => {
    const next = sections[index + 1]?.heading?.span.start ?? text.length
    const start = section.heading?.span.start ?? section.span.start
    const entries = section.entries.map(({ heading, title }, at): OutlineEntry => {
      const after = section.entries[at + 1]?.heading.span.start ?? next
      return { section, title, headingEnd: heading.span.end, span: { start: heading.span.start, end: after } }
    })
    return { section, own: { start, end: entries[0]?.span.start ?? next }, entries }
  })
}

function asBlock(text: string, { depth, start, end }: AtxHeading): Heading {
  let from = start + depth
  while (from < end && text.charCodeAt(from) <= 32) from++
  const closed = /[ \t]+#+$/.exec(text.slice(from, Math.min(end, from + 1000)))
  const to = closed === null || end > from + 1000 ? end : from + closed.index
  return { type: 'heading', span: { start, end }, depth, text: { start: from, end: to }, setext: false }
}
