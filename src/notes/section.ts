import type { Block, Heading, Span } from '../markdown/block.ts'
import { type Document, slice } from '../markdown/document.ts'
import { tight } from '../markdown/scan/leaf.ts'
import { blocksOf, type PlainEntry } from '../markdown/scan/plain-entry.ts'
import { type HeadingName, hasParts, kindInWords, readHeadingName, type SectionKind } from './section-kind.ts'
import { newestFirst } from './state/newest.ts'
import { inherited, type Timestamp } from './text/timestamp.ts'

export interface Section {
  readonly kind: SectionKind
  /** The heading as written. Empty for the text before the first heading. */
  readonly title: string
  readonly depth: number
  readonly heading: Heading | undefined
  readonly at: Timestamp | undefined
  /** The date of records without one: that of the nearest dated heading, from this one upwards. */
  readonly date: Timestamp | undefined
  /** The rest of a dated heading, without its name and date. */
  readonly rest: string
  /** From the heading to the next one of the same depth or above. */
  readonly span: Span
  readonly parent: Section | undefined
  /**
   * A heading of its own below a section of records, such as `### API` below Blockers. It has the kind of that section.
   */
  readonly isPart: boolean
  /** The heading names the purpose of the section, so new records may go there. */
  readonly isNamed: boolean
  /** Blocks between the heading and the next heading of any depth. */
  readonly blocks: readonly Block[]
  /** In a section of decisions, the headings below it, each with everything under it. */
  readonly entries: readonly Entry[]
}

export interface Entry {
  readonly heading: Heading
  readonly depth: number
  readonly title: string
  readonly span: Span
  readonly blocks: readonly Block[]
}

interface Open {
  readonly section: { -readonly [K in keyof Section]: Section[K] }
  readonly entries: Entry[]
}

type Structure = Pick<Document, 'text' | 'pieces'>

/**
 * The sections of a file, in order. Headings inside a section of decisions become its entries. With `knownNames`, no
 * heading is understood by its words alone.
 */
export function readSections(document: Structure, knownNames = false): Section[] {
  const reader = new SectionReader(document, knownNames)
  document.pieces.forEach((piece, index) => {
    if (piece.type === 'heading' || piece.type === 'entry') reader.heading(piece, index)
  })
  return reader.finish()
}

class SectionReader {
  readonly #document: Structure
  readonly #knownNames: boolean
  readonly #sections: Section[] = []
  /** The sections around the current position, outermost first. */
  readonly #open: Open[] = []
  #entry: Heading | PlainEntry | undefined
  /** Index of the last heading in the pieces. */
  #head = -1
  /** Sections such as `### Next Steps` below a date. Only those of the newest date still count. */
  readonly #stepsOfEvents: Open['section'][] = []

  constructor(document: Structure, knownNames: boolean) {
    this.#document = document
    this.#knownNames = knownNames
    const [first] = document.pieces
    if (first !== undefined && first.type !== 'heading' && first.type !== 'entry')
      this.#openSection(undefined)
  }

  heading(piece: Heading | PlainEntry, index: number): void {
    const log = this.#open.at(-1)
    const { depth, span } = piece
    const inLog =
      log !== undefined &&
      hasEntries(log.section.kind) &&
      depth > log.section.depth &&
      !this.#isNamedSection(piece)
    if (inLog && this.#entry !== undefined && depth > this.#entry.depth) return
    this.#endBlocks(index, span.start)
    this.#head = index
    if (inLog) {
      this.#entry = piece
      return
    }
    this.#closeTo(depth, span.start)
    this.#openSection(piece.type === 'entry' ? piece.heading : piece)
  }

  /** A heading that is only a known name starts its own section, even inside a log. */
  #isNamedSection(piece: Heading | PlainEntry): boolean {
    const start = piece.type === 'entry' ? piece.span.start + piece.depth + 1 : piece.text.start
    const first = this.#document.text.charCodeAt(start)
    // Common case: most entries start with their date.
    if (first >= 48 && first <= 57) return false
    const { kind, at, rest, isCommon } = readHeadingName(this.#titleOf(piece))
    return kind !== 'other' && at === undefined && rest === '' && !(isCommon && piece.depth > 2)
  }

  /**
   * Is the first heading of the file followed by sections of other kinds, and by no rows, dates or numbered parts? Then
   * `# Progress` is a title.
   */
  #hasUndatedParts(): boolean {
    if (this.#sections.some(({ heading }) => heading !== undefined)) return false
    const { pieces } = this.#document
    const [, next] = pieces.flatMap(({ type }, index) =>
      type === 'heading' || type === 'entry' ? [index] : [],
    )
    if (pieces.slice(0, next).some(({ type }) => type === 'list' || type === 'table')) return false
    const titles = pieces.flatMap(piece =>
      piece.type === 'heading' && piece.depth === 2 ? [this.#titleOf(piece)] : [],
    )
    const names = titles.map(title => readHeadingName(title))
    const isOther = ({ kind }: HeadingName, index: number): boolean =>
      (kind === 'other' ? kindInWords(titles[index] ?? '') : kind) !== undefined && kind !== 'session-log'
    return (
      names.some(isOther) &&
      names.every(({ at }) => at === undefined) &&
      !titles.some(title => /^\W*(?:day|iteration|phase|session|sprint|week)\b.*\d/i.test(title))
    )
  }

  #titleOf(piece: Heading | PlainEntry): string {
    return piece.type === 'entry' ? piece.title : slice(this.#document, piece.text)
  }

  /**
   * Reads a heading. If its words are the author's own, it counts as a common name, unless it is the title of the file.
   */
  #nameOf(heading: Heading | undefined, title: string): HeadingName {
    const name = readHeadingName(title)
    const isFirst = heading?.depth === 1 && this.#sections.every(({ heading }) => heading === undefined)
    if (this.#knownNames || name.kind !== 'other' || name.at !== undefined || isFirst) return name
    const kind = kindInWords(title)
    // The heading `Where we have got to` says nothing beyond its kind, unlike `Where we stand in cycle 22`.
    const rest = kind === 'active-context' && /\d/.test(title.replace(/^\W*\d+[.)]/, '')) ? name.rest : ''
    const parent = this.#open.at(-1)?.section
    const isOfOneDay = parent?.date !== undefined || (parent !== undefined && sessionOf(parent) > 0)
    // `Known DSP issues` holds problems whatever heading it is below, unlike `Issues`; but those of a day may be over.
    const isCommon =
      isOfOneDay ||
      !/^\W*(?:(?:immediate|known|open|outstanding|pending|remaining|unresolved)\b|key (?:[a-z]+ )?decisions\b)/i.test(
        title,
      )
    return kind === undefined ? name : { ...name, kind, rest, isCommon }
  }

  finish(): Section[] {
    const { pieces, text } = this.#document
    this.#endBlocks(pieces.length, text.length)
    this.#closeTo(0, text.length)
    const [newest] = newestFirst(
      this.#stepsOfEvents.map(section => ({ section, at: section.date, span: section.span })),
    )
    for (const section of this.#stepsOfEvents)
      if (section.parent === newest?.section.parent) section.kind = 'goals'
    return this.#sections
  }

  /** Assigns the blocks since the last heading to the open entry, or else to the innermost section. */
  #endBlocks(to: number, end: number): void {
    const open = this.#open.at(-1)
    const entry = this.#entry
    this.#entry = undefined
    if (open === undefined) return
    if (entry?.type === 'entry' && this.#head + 1 === to) {
      open.entries.push(entry)
      return
    }
    const blocks = this.#blocksUpTo(to)
    if (entry === undefined) {
      open.section.blocks = blocks
      return
    }
    const heading = entry.type === 'entry' ? entry.heading : entry
    open.entries.push({
      heading,
      depth: heading.depth,
      title: this.#titleOf(entry),
      // A rule below an entry separates it from what follows.
      span: {
        start: heading.span.start,
        end: Math.min(end, (blocks.findLast(({ type }) => type !== 'rule') ?? heading).span.end),
      },
      blocks,
    })
  }

  /** The blocks below the last heading. */
  #blocksUpTo(to: number): readonly Block[] {
    const { pieces } = this.#document
    const head = pieces[this.#head]
    const below = blocksOf(pieces.slice(this.#head + 1, to))
    return head?.type === 'entry' ? [...head.blocks, ...below] : below
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
    const name = this.#nameOf(heading, title)
    const isTitle =
      heading?.depth === 1 &&
      (name.kind === 'other' || (name.kind === 'session-log' && this.#hasUndatedParts()))
    const entries: Entry[] = []
    const parent = this.#open.at(-1)?.section
    // Below a date, a common name keeps its kind, as in `### Log` below `## 2026-09-03`. A heading for next steps does
    // not, since they are over by the next day. One for to-dos does, since they are ticked off.
    const isBelowDate =
      parent?.at !== undefined ||
      // Learnings and log entries of `## Session 2` remain valid. Its status and next steps may not.
      (parent !== undefined && sessionNumber(parent.title) > 0 && STAYS.has(name.kind))
    const isStep = name.kind === 'goals' && !/\bto[ -]?dos?\b/i.test(title)
    const isCommonPart =
      name.isCommon &&
      parent?.heading !== undefined &&
      parent.kind !== name.kind &&
      (!MAY_HOLD.has(parent.kind) || (isBelowDate && parent.kind === 'session-continuity')) &&
      (isStep || !isBelowDate)
    const named = isTitle ? 'title' : isCommonPart ? 'other' : name.kind
    const isPart = named === 'other' && parent !== undefined && hasParts(parent.kind) && !isNoPart(title)
    const dates =
      name.at !== undefined && (!isTitle || startsWithDate(title)) ? inherited(name.at) : undefined
    const section: Open['section'] = {
      kind: isPart ? parent.kind : named,
      title,
      depth: heading?.depth ?? 1,
      heading,
      at: name.at,
      date: dates ?? parent?.date,
      rest: name.rest,
      span: heading?.span ?? { start: 0, end: 0 },
      parent,
      isPart,
      isNamed: name.kind !== 'other',
      blocks: [],
      entries,
    }
    this.#sections.push(section)
    this.#open.push({ section, entries })
    if (isCommonPart && isBelowDate && STORIES.has(parent.kind)) this.#stepsOfEvents.push(section)
  }
}

const STAYS: ReadonlySet<SectionKind> = new Set(['learnings', 'session-log'])

/** Dated sections of these kinds are about a single day. */
const STORIES: ReadonlySet<SectionKind> = new Set(['other', 'session-continuity'])

/** The number of a heading such as `Session 12`, or 0. */
const sessionNumber = (title: string): number =>
  Number(/^\W*session\W{1,3}(\d{1,5})\b/i.exec(title)?.[1] ?? 0)

/** The number of the session that a section is about, or 0. */
export const sessionOf = ({ title, parent }: Section): number =>
  sessionNumber(title) || (parent === undefined ? 0 : sessionOf(parent))

/** Below these sections, a heading with a common name is about the whole file: `### Next` below Session Continuity. */
const MAY_HOLD: ReadonlySet<SectionKind> = new Set(['title', 'session-continuity', 'active-context'])

/** Is this a heading of praise, such as `### Code quality (positive)` below the faults of a review? */
const isNoPart = (title: string): boolean => /\b(?:positive|strengths|what works|works well)\b/i.test(title)

/**
 * Does the title start with a date? `# 2026-05-12 Cutover` dates the whole file, `# Notes (since 2026-01-01)` does not.
 */
function startsWithDate(title: string): boolean {
  const at = title.search(/\d{4}-/)
  return at === 0 || (at > 0 && !/[\p{L}\p{N}]/u.test(title.slice(0, at)))
}

const hasEntries = (kind: SectionKind): boolean => kind === 'decision-log' || kind === 'decision-archive'
