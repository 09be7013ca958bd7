import type { Block, Heading, Span } from '../document/block.ts'
import { type Document, slice } from '../document/document.ts'
import { tight } from '../document/leaf.ts'
import { readHeadingName, type SectionKind } from './section-kind.ts'
import type { Timestamp } from './timestamp.ts'

export interface Section {
  readonly kind: SectionKind
  /** The heading as written. Empty for what stands before the first heading. */
  readonly title: string
  readonly depth: number
  readonly heading: Heading | undefined
  readonly at: Timestamp | undefined
  /** What a dated heading says besides its name. */
  readonly rest: string
  /** From the heading to the next one of its depth or above. */
  readonly span: Span
  readonly parent: Section | undefined
  /** Blocks between the heading and the next heading of any depth. */
  readonly blocks: readonly Block[]
  /** In a section of decisions: the headings below it, each with everything under it. */
  readonly entries: readonly Entry[]
}

export interface Entry {
  readonly heading: Heading
  readonly title: string
  readonly span: Span
  readonly blocks: readonly Block[]
}

interface Open {
  readonly section: { -readonly [K in keyof Section]: Section[K] }
  readonly entries: Entry[]
}

/** The sections of a file, in order. Headings inside a section of decisions are its entries. */
export function readSections(document: Document): Section[] {
  const reader = new SectionReader(document)
  document.blocks.forEach((block, index) => {
    if (block.type === 'heading') reader.heading(block, index)
  })
  return reader.finish()
}

class SectionReader {
  readonly #document: Document
  readonly #sections: Section[] = []
  /** Sections around the current place, outermost first. */
  readonly #open: Open[] = []
  #entry: { heading: Heading; from: number } | undefined
  /** The block that follows the last heading. */
  #from = 0

  constructor(document: Document) {
    this.#document = document
    const [first] = document.blocks
    if (first !== undefined && first.type !== 'heading') this.#openSection(undefined)
  }

  heading(heading: Heading, index: number): void {
    const log = this.#open.at(-1)
    const inLog =
      log !== undefined &&
      hasEntries(log.section.kind) &&
      heading.depth > log.section.depth &&
      !this.#isNamedSection(heading)
    if (inLog && this.#entry !== undefined && heading.depth > this.#entry.heading.depth) return
    this.#endBlocks(index, heading.span.start)
    if (inLog) {
      this.#entry = { heading, from: index + 1 }
      return
    }
    this.#closeTo(heading.depth, heading.span.start)
    this.#openSection(heading)
    this.#from = index + 1
  }

  /** A heading with nothing but a known name starts a section of its own even below a log. */
  #isNamedSection(heading: Heading): boolean {
    const title = slice(this.#document, heading.text)
    // Most entries start with their date: no need to look further.
    if (/^\d/.test(title)) return false
    const { kind, at, rest } = readHeadingName(title)
    return kind !== 'other' && at === undefined && rest === ''
  }

  finish(): Section[] {
    const { blocks, text } = this.#document
    this.#endBlocks(blocks.length, text.length)
    this.#closeTo(0, text.length)
    return this.#sections
  }

  /** What has been read since the last heading belongs to an entry, or directly to the innermost section. */
  #endBlocks(to: number, end: number): void {
    const open = this.#open.at(-1)
    const entry = this.#entry
    this.#entry = undefined
    if (open === undefined) return
    if (entry === undefined) {
      if (this.#from < to) open.section.blocks = this.#document.blocks.slice(this.#from, to)
      this.#from = to
      return
    }
    const { heading, from } = entry
    open.entries.push({
      heading,
      title: slice(this.#document, heading.text),
      span: { start: heading.span.start, end: lastEnd(this.#document.blocks, from, to, heading, end) },
      blocks: this.#document.blocks.slice(from, to),
    })
    this.#from = to
  }

  #closeTo(depth: number, end: number): void {
    while ((this.#open.at(-1)?.section.depth ?? -1) >= depth && this.#open.length > 0) {
      const closed = this.#open.pop()
      if (closed === undefined) return
      const { start } = closed.section.span
      closed.section.span = { start, end: tight(this.#document.text, start, end).end }
    }
  }

  #openSection(heading: Heading | undefined): void {
    const title = heading === undefined ? '' : slice(this.#document, heading.text)
    const name = readHeadingName(title)
    const isTitle = heading?.depth === 1 && name.kind === 'other'
    const entries: Entry[] = []
    const section: Open['section'] = {
      kind: isTitle ? 'title' : name.kind,
      title,
      depth: heading?.depth ?? 1,
      heading,
      at: name.at,
      rest: name.rest,
      span: heading?.span ?? { start: 0, end: 0 },
      parent: this.#open.at(-1)?.section,
      blocks: [],
      entries,
    }
    this.#sections.push(section)
    this.#open.push({ section, entries })
  }
}

const hasEntries = (kind: SectionKind): boolean => kind === 'decision-log' || kind === 'decision-archive'

function lastEnd(blocks: readonly Block[], from: number, to: number, heading: Heading, end: number): number {
  return Math.min(end, (from < to ? blocks[to - 1]?.span.end : undefined) ?? heading.span.end)
}
