import type { Span } from '../../markdown/block.ts'
import { lineCounter } from '../../markdown/lines.ts'
import { type Notes, type NotesRecord, type ReadOptions, readNotes } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'
import { type DamageFound, damageOf, firstSide } from './damage-notice.ts'

/** Records with the span that they have in the whole file, and how to say on which line that is. */
export interface ReadPart {
  readonly notes: Notes
  /** Where a record stands in the file itself. */
  readonly placeOf: (record: Pick<NotesRecord, 'span'>) => Span
  readonly lineAt: (offset: number) => number
  /** In places of the file itself. */
  readonly damage: DamageFound | undefined
}

/** A session start does not wait for remark: 64 KB of tabs behind quote marks take it half a second. */
const MAX_UNSURE = 65_536

/** The whole file, for texts whose headings only a real parse finds; of conflicts that git left in it, the first side. */
export function readWhole(text: string, options: ReadOptions): ReadPart {
  const whole = { maxUnsure: MAX_UNSURE, ...options }
  const asItIs = readNotes(text, whole)
  const { damage, lines } = asItIs.document
  const isTwofold = damage.some(({ kind }) => kind === 'conflict-marker')
  return {
    notes: isTwofold ? readNotes(firstSide(text, damage), whole) : asItIs,
    placeOf: ({ span }) => span,
    lineAt: lines.lineAt,
    damage: damageOf({ text, damage }),
  }
}

/** The records in some parts of a file whose headings are known. */
export function readParts(text: string, parts: readonly Span[], options: ReadOptions): ReadPart {
  const short = abridge(text, inOrder(parts))
  const notes = readNotes(short.text, { maxUnsure: MAX_UNSURE, ...options })
  const damage = damageOf(notes.document)
  const placeOf = ({ span }: Pick<NotesRecord, 'span'>): Span => short.original(span)
  return {
    notes,
    placeOf,
    lineAt: lineCounter(text),
    damage: damage && { ...damage, at: placeOf({ span: { start: damage.at, end: damage.at + 1 } }).start },
  }
}

/** The headings above a section, its own among them: what makes a part of it read as such. */
export function headingsOf(section: Section): Span[] {
  const found: Span[] = []
  for (let here: Section | undefined = section; here !== undefined; here = here.parent)
    if (here.heading !== undefined) found.push(here.heading.span)
  return found
}

/** Each once, from the top of the file to its end. */
function inOrder(parts: readonly Span[]): Span[] {
  const found: Span[] = []
  for (const part of parts.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (part.start >= (found.at(-1)?.end ?? 0)) found.push(part)
  return found
}

/** Some parts of a text as a text of their own, and where each place of it stands in the whole. */
interface Abridged {
  readonly text: string
  /** The span in the whole text. */
  original(span: Span): Span
}

interface Piece {
  /** In the abridged text. */
  readonly at: number
  /** In the whole. */
  readonly from: number
}

/**
 * Puts parts of a text after one another, so that the readers of whole files read only what is needed. Parts start at
 * a line and stand in order. Each reads as it does in its place when it starts with a heading, which ends everything
 * before it, or follows the heading, the table header or the list that it belongs to.
 */
function abridge(text: string, parts: readonly Span[]): Abridged {
  const pieces: Piece[] = []
  let short = ''
  let last = 0
  // Not asked of `short`, which would be put together anew at each look: 30 s for 60,000 parts.
  let isLineEnd = true
  for (const { start, end } of parts) {
    if (!isLineEnd) short += '\n'
    // Rows have to stay together; between anything else a blank line keeps one from running into the next.
    if (short !== '' && start > last && text.charCodeAt(start) !== 124) short += '\n'
    pieces.push({ at: short.length, from: start })
    short += text.slice(start, end)
    last = end
    isLineEnd = end > start ? text[end - 1] === '\n' : true
  }
  const place = (offset: number): number => {
    const piece = pieces.findLast(({ at }) => at <= offset)
    return piece === undefined ? 0 : piece.from + offset - piece.at
  }
  return {
    text: short,
    original: ({ start, end }) => ({
      start: place(start),
      end: end > start ? place(end - 1) + 1 : place(start),
    }),
  }
}
