import { type Draft, writingOf } from '../protocol/kinds.ts'
import type { Notes } from '../protocol/notes.ts'
import type { Section } from '../protocol/section.ts'
import type { Precision } from '../protocol/timestamp.ts'

const FULL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/

/** A moment as precise as those next door; as the protocol has it where there are none. */
export function withPrecision<D extends Draft>(notes: Notes, section: Section, draft: D): D {
  if (!('at' in draft) || !FULL.test(draft.at)) return draft
  const neighbour = notes.recordsOf(section).findLast(record => 'at' in record && record.at !== undefined)
  const precision = neighbour !== undefined && 'at' in neighbour ? neighbour.at?.precision : undefined
  return { ...draft, at: format(draft.at, precision ?? writingOf(draft.kind).precision ?? 'second') }
}

function format(at: string, precision: Precision): string {
  if (precision === 'date' || precision === 'range') return at.slice(0, 10)
  return precision === 'minute' ? `${at.slice(0, 16)}Z` : `${at.slice(0, 19)}Z`
}
