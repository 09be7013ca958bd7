import { lineEndAfter, lineStartBefore, nextLineStart } from '../markdown/scan/leaf.ts'
import type { Notes, NotesRecord } from './notes.ts'

/** A record with all of its lines, or a line outside of records: what a merge moves as a whole. */
export interface Unit {
  /** The blank lines above it. */
  readonly lead: string
  /** The offset of its first character. */
  readonly start: number
  /** Without the line feed at its end. */
  readonly text: string
  readonly record: NotesRecord | undefined
  /** Is the unit right above it a record too? */
  readonly follows: boolean
}

/** One of the three texts of a merge, with line feeds as line endings. */
export interface Side {
  readonly notes: Notes
  readonly units: readonly Unit[]
  /** The blank lines at its end. */
  readonly tail: string
}

/**
 * Splits a text into units, which together make up the whole text. A record that contains others, such as a dated
 * section, is merged by its lines and the records inside.
 */
export function unitsOf(notes: Notes): Side {
  const { text } = notes.document
  const units: Unit[] = []
  let [at, lead] = [0, '']
  const add = (end: number, record: NotesRecord | undefined): void => {
    units.push({
      lead,
      start: at,
      text: text.slice(at, end),
      record,
      follows: units.at(-1)?.record !== undefined,
    })
    lead = ''
    at = nextLineStart(text, end)
  }
  const lines = (to: number): void => {
    while (at < to) {
      const end = lineEndAfter(text, at)
      if (text.slice(at, end).trim() !== '') add(end, undefined)
      else {
        const next = nextLineStart(text, end)
        lead += text.slice(at, next)
        at = next
      }
    }
  }
  for (const { start, end, record } of wholeLines(notes)) {
    lines(start)
    add(end, record)
  }
  lines(text.length)
  return { notes, units, tail: lead }
}

interface Placed {
  readonly start: number
  readonly end: number
  readonly record: NotesRecord
}

/** The innermost records, by line. Several on the same lines count as one. */
function wholeLines({ document: { text }, records }: Notes): readonly Placed[] {
  const placed = records
    .map(record => ({
      start: lineStartBefore(text, record.span.start),
      end: lineEndAfter(text, record.span.end),
      record,
    }))
    .sort((one, other) => one.start - other.start || other.end - one.end)
  let reach = Number.POSITIVE_INFINITY
  const inner = placed.toReversed().filter(({ start, end }) => {
    if (end > reach || start >= reach) return false
    reach = start
    return true
  })
  return inner.reverse()
}
