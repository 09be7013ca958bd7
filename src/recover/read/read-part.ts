import type { Span } from '../../markdown/block.ts'
import { mayConflict } from '../../markdown/damage.ts'
import { lineIndex } from '../../markdown/lines.ts'
import { countBefore } from '../../markdown/sorted.ts'
import { type Notes, type NotesRecord, type ReadOptions, readNotes } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'
import { type DamageFound, damageOf, firstSide } from './damage-notice.ts'
import { outlineOf } from './outline.ts'

/** Records of a part of a file, with their spans and lines in the whole file. */
export interface ReadPart {
  readonly notes: Notes
  /** The span of a record in the original file. */
  readonly placeOf: (record: Pick<NotesRecord, 'span'>) => Span
  readonly lineAt: (offset: number) => number
  /** With offsets into the original file. */
  readonly damage: DamageFound | undefined
}

/** Maximum characters for remark to read at a session start: 64 KB of tabs after quote markers take it 0.5 s. */
const MAX_UNSURE = 65_536

/**
 * Reads the whole file, even if only a full parse finds its headings. If git left conflicts in it, reads only the first
 * side of each.
 */
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

/** Reads the records in some parts of a file whose headings are known. */
export function readParts(text: string, parts: readonly Span[], options: ReadOptions): ReadPart {
  const short = abridge(text, inOrder(parts))
  const notes = readNotes(short.text, { maxUnsure: MAX_UNSURE, ...options })
  const damage = damageOf(notes.document)
  const placeOf = ({ span }: Pick<NotesRecord, 'span'>): Span => short.original(span)
  return {
    notes,
    placeOf,
    lineAt: lineIndex(text).lineAt,
    damage: damage && { ...damage, at: placeOf({ span: { start: damage.at, end: damage.at + 1 } }).start },
  }
}

/** Returns the headings of a section and its ancestors, without which a part of it would be read as something else. */
export function headingsOf(section: Section): Span[] {
  const found: Span[] = []
  for (let here: Section | undefined = section; here !== undefined; here = here.parent)
    if (here.heading !== undefined) found.push(here.heading.span)
  return found
}

/** Sorts parts by position and removes overlaps. */
function inOrder(parts: readonly Span[]): Span[] {
  const found: Span[] = []
  for (const part of parts.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (part.start >= (found.at(-1)?.end ?? 0)) found.push(part)
  return found
}

/** Some parts of a text joined into a new one, and the mapping back to the original. */
interface Abridged {
  readonly text: string
  /** The span in the whole text. */
  original(span: Span): Span
}

interface Piece {
  /** Offset in the joined text. */
  readonly at: number
  /** Offset in the original. */
  readonly from: number
}

/**
 * Joins parts of a text, so that functions that expect a whole file read only what is needed. Parts start at a line and
 * are in order. A part reads as it does in its place if it starts with a heading, which ends everything before it, or
 * if it follows the heading, table header or list that it belongs to.
 */
function abridge(text: string, parts: readonly Span[]): Abridged {
  const pieces: Piece[] = []
  let short = ''
  let last = 0
  // Tracked separately: reading `short` would flatten its rope at each part, which takes 30 s for 60,000 parts.
  let isLineEnd = true
  for (const { start, end } of parts) {
    if (!isLineEnd) short += '\n'
    // Rows stay together. Other parts are separated by a blank line, so that they do not merge.
    if (short !== '' && start > last && text.charCodeAt(start) !== 124) short += '\n'
    pieces.push({ at: short.length, from: start })
    short += text.slice(start, end)
    last = end
    isLineEnd = end > start ? text[end - 1] === '\n' : true
  }
  const place = (offset: number): number => {
    const piece = pieces[countBefore(pieces, ({ at }) => at <= offset) - 1]
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

/** Below this size, reading the whole file takes no longer than finding its parts. */
const SMALL = 32_768

/**
 * Reads the parts of a file that hold any of these offsets, which must be in order. If only a few decisions in a log of 1,000 name a file, this
 * takes a fifth of the time of a full read.
 */
export function readAround(text: string, offsets: readonly number[] | 'all', options: ReadOptions): ReadPart {
  const isWhole = offsets === 'all' || text.length < SMALL || mayConflict(text)
  const outline = isWhole ? undefined : outlineOf(text)
  if (isWhole || outline === undefined) return readWhole(text, options)
  const holds = ({ start, end }: Span) =>
    (offsets[countBefore(offsets, offset => offset < start)] ?? end) < end
  const parts = outline.flatMap(({ section, own, entries }): readonly Span[] => {
    const held = [own, ...entries.map(({ span }) => span)].filter(holds)
    return held.length === 0 ? [] : [...headingsOf(section), ...held]
  })
  return readParts(text, parts, options)
}
