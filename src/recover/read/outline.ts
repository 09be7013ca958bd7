import type { Heading, Span } from '../../markdown/block.ts'
import { type AtxHeading, atxHeadings } from '../../markdown/scan/atx-headings.ts'
import { mayBeDecision } from '../../notes/decision/dated-decisions.ts'
import { readSections, type Section } from '../../notes/section.ts'
import { isNamePrefix, kindOfName, type SectionKind } from '../../notes/section-kind.ts'

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

/** Finds the sections of a file from its headings alone. Undefined if only a full parse finds the headings. */
export function outlineOf(text: string): readonly Outline[] | undefined {
  const headings = atxHeadings(text)
  if (headings === undefined) return undefined
  const { sections, entries } = splitLogs(text, headings)
  const outlines = outlineFrom(text, sections, entries)
  // An entry without a date changes which headings are entries of the log, and which are inside an entry.
  const isMixed = outlines.some(({ section }) => section.entries.length > 0 && entries.has(startOf(section)))
  return withDatedDecisions(text, isMixed ? outlineFrom(text, headings, new Map()) : outlines)
}

/** Builds the same outline from a file that was read in full. */
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

const startOf = ({ heading, span }: Section): number => heading?.span.start ?? span.start

/**
 * Separates the dated headings below a log from the others. Recognizes an entry by its first digit: the section reader
 * takes 4 us for each, which adds up for 10,000 decisions. Entries are keyed by the start of the log's heading.
 */
function splitLogs(
  text: string,
  headings: readonly AtxHeading[],
): { sections: readonly AtxHeading[]; entries: ReadonlyMap<number, readonly AtxHeading[]> } {
  const sections: AtxHeading[] = []
  const entries = new Map<number, AtxHeading[]>()
  let log: AtxHeading | undefined
  let own: AtxHeading[] = []
  for (const heading of headings) {
    if (
      log !== undefined &&
      heading.depth > log.depth &&
      isDigit(text.charCodeAt(heading.start + heading.depth + 1))
    ) {
      // A heading deeper than the entry above it belongs to that entry.
      if (own.length === 0 || heading.depth <= (own.at(-1)?.depth ?? 6)) own.push(heading)
      continue
    }
    sections.push(heading)
    log = isLog(text, heading) ? heading : undefined
    own = []
    if (log !== undefined) entries.set(heading.start, own)
  }
  return { sections, entries }
}

function isLog(text: string, { start, depth, end }: AtxHeading): boolean {
  const kind = end - start > 60 ? undefined : plainKind(text.slice(start + depth, end))
  return kind === 'decision-log' || kind === 'decision-archive'
}

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57

/** The kind named by a plain heading. Undefined if only the heading reader can tell. */
function plainKind(title: string): SectionKind | undefined {
  const name = title.trim().toLowerCase().replace(' & ', ' and ')
  const kind = kindOfName(name)
  if (kind !== undefined) return kind
  // Decoration and separators need the patterns of the heading reader.
  return isPlainName(name) && !isNamePrefix(name) ? 'other' : undefined
}

/** Does the name contain only lower-case letters, digits and a few marks, starting with a letter? */
function isPlainName(name: string): boolean {
  for (let at = 0; at < name.length; at++) {
    const unit = name.charCodeAt(at)
    if (unit >= 97 && unit <= 122) continue
    if (at === 0 || !(isDigit(unit) || " .,'()-".includes(name.charAt(at)))) return false
  }
  return name !== ''
}

function outlineFrom(
  text: string,
  headings: readonly AtxHeading[],
  dated: ReadonlyMap<number, readonly AtxHeading[]>,
): Outline[] {
  const sections = readSections({ text, pieces: headings.map(heading => asBlock(text, heading)) })
  return sections.map((section, index) => {
    const next = sections[index + 1]?.heading?.span.start ?? text.length
    const start = startOf(section)
    const own = dated.get(start) ?? []
    const places = own.length > 0 ? own : section.entries.map(({ heading }) => heading.span)
    const entries = places.map((place, at, all): Segment => {
      const span = { start: place.start, end: all[at + 1]?.start ?? next }
      return { section, titleEnd: place.end, span }
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
