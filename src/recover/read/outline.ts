import type { Heading, Span } from '../../markdown/block.ts'
import { type AtxHeading, atxHeadings } from '../../markdown/scan/atx-headings.ts'
import { mayBeDecision } from '../../notes/decision/dated-decisions.ts'
import { readSections, type Section } from '../../notes/section.ts'

/** A section as known from the headings alone, and the spans of its parts. */
export interface Outline {
  readonly section: Section
  /** From the heading to the next heading of any depth. */
  readonly own: Span
  readonly entries: readonly Segment[]
}

/** A stretch of the file, a record or a passage, which a search ranks before anything is read closely. */
export interface Segment {
  readonly section: Section
  readonly span: Span
  /** End of the segment's heading. Without a heading, the start of the segment. */
  readonly titleEnd: number
  /** The table header of a row. */
  readonly header?: Span
}

/** The sections of a file by its headings alone. Undefined if only a full parse finds the headings. */
export function outlineOf(text: string): readonly Outline[] | undefined {
  const headings = atxHeadings(text)
  if (headings === undefined) return undefined
  return withDatedDecisions(text, outlineFrom(text, headings))
}

/** The same outline from a file that was read in full. */
export const outlineOfRead = (sections: readonly Section[], end: number): readonly Outline[] =>
  sections.map((section, index) => {
    const next = sections[index + 1]?.span.start ?? end
    const entries = section.entries.map(({ heading, span }) => ({
      section,
      span,
      titleEnd: heading.span.end,
    }))
    return { section, own: { start: section.span.start, end: entries[0]?.span.start ?? next }, entries }
  })

/** Treats a section that may hold dated decisions as a decision log, which is exact enough to know what to read. */
function withDatedDecisions(text: string, outlines: readonly Outline[]): readonly Outline[] {
  return outlines.map(outline => {
    const { section, own } = outline
    if (!mayBeDecision(section) || !/\*\*\s*decision/i.test(text.slice(own.start, own.end))) return outline
    return { ...outline, section: { ...section, kind: 'decision-log' } }
  })
}

function outlineFrom(text: string, headings: readonly AtxHeading[]): Outline[] {
  const sections = readSections({ text, pieces: headings.map(heading => asBlock(text, heading)) })
  return sections.map((section, index) => {
    const next = sections[index + 1]?.heading?.span.start ?? text.length
    const entries = section.entries.map(({ heading: { span } }, at, all): Segment => {
      const end = all[at + 1]?.heading.span.start ?? next
      return { section, titleEnd: span.end, span: { start: span.start, end } }
    })
    const start = section.heading?.span.start ?? section.span.start
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
