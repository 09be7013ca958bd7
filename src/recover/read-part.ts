import type { Span } from '../document/block.ts'
import { lineCounter } from '../document/line-count.ts'
import { abridge } from '../protocol/abridge.ts'
import { type Notes, type NotesRecord, type ReadOptions, readNotes } from '../protocol/notes.ts'
import type { Section } from '../protocol/section.ts'
import { type DamageFound, damageOf } from './damage-notice.ts'
import { firstSide } from './first-side.ts'

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
const MOST_UNSURE = 65_536

/** The whole file, for texts whose headings only a real parse finds; of conflicts that git left in it, the first side. */
export function readWhole(text: string, options: ReadOptions): ReadPart {
  const whole = { mostUnsure: MOST_UNSURE, ...options }
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
  const notes = readNotes(short.text, { mostUnsure: MOST_UNSURE, ...options })
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
