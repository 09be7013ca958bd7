import { NotesError } from '../../error.ts'
import { tally } from '../../markdown/group-by.ts'
import type { DecisionRecord } from '../../notes/kinds/decision.ts'
import { isOfSprint } from '../../notes/kinds.ts'
import type { Notes, NotesRecord } from '../../notes/notes.ts'
import { type Read, verbatim } from '../../notes/untouched.ts'

/** The content of a decision as one string, independent of its place and shape. The time is as written. */
export function decisionKey(record: DecisionRecord): string {
  const { id, at, title, decision, rationale, evidence, scenarios, decidedBy, status, supersededBy } = record
  return JSON.stringify([
    id ?? '',
    at?.text ?? '',
    title,
    // In a row with a single text cell, title and decision are the same.
    decision === title ? '' : (decision ?? ''),
    rationale ?? '',
    evidence.map(({ quote, locator }) => [quote ?? '', locator?.text ?? '']),
    scenarios.map(({ text }) => text),
    decidedBy ?? '',
    status,
    supersededBy ?? '',
  ])
}

export const isDecision = (record: NotesRecord): record is DecisionRecord =>
  record.kind === 'decision' || record.kind === 'archive'

/**
 * The content of a decision, or the source of another record that can be archived, which moves unchanged. Undefined for
 * other kinds.
 */
export function keyOf(record: NotesRecord, notes: Pick<Notes, 'document'>): string | undefined {
  if (isDecision(record)) return decisionKey(record)
  return isOfSprint(record) ? verbatim(notes, record) : undefined
}

/** Counts the records of some files by their key. */
export const countRecords = (files: readonly Read[]): Map<string, number> =>
  tally(files.flatMap(notes => notes.records.flatMap(record => keyOf(record, notes) ?? [])))

/**
 * Separates fresh moves from those whose records are already in the archive because a run was killed between its two
 * writes. `there` counts the records in the archive; `keysOf` returns the keys of the records in one move.
 */
export function withoutThose<T>(
  moving: readonly T[],
  keysOf: (one: T) => readonly string[],
  there: Map<string, number>,
): { fresh: T[]; twice: string[] } {
  const twice: string[] = []
  const fresh = moving.filter(one => {
    const keys = keysOf(one)
    if (!keys.every(key => (there.get(key) ?? 0) > 0)) return true
    for (const key of keys) there.set(key, (there.get(key) ?? 0) - 1)
    twice.push(...keys)
    return false
  })
  return { fresh, twice }
}

/**
 * Verifies that the files contain the same records before and after. `twice` lists the keys of records that an
 * interrupted run left in both files: this run removed one copy of each.
 */
export function conserve(before: readonly Notes[], after: readonly Notes[], twice: readonly string[]): void {
  const counts = countRecords(before)
  for (const key of twice) counts.set(key, (counts.get(key) ?? 0) - 1)
  for (const [key, count] of countRecords(after)) counts.set(key, (counts.get(key) ?? 0) - count)
  const wrong = [...counts].find(([, count]) => count !== 0)
  if (wrong === undefined) return
  const [key, count] = wrong
  throw new NotesError(
    'not-written',
    `Archiving would ${count > 0 ? 'lose or change' : 'add'} a record: ${key.slice(0, 120)}`,
    'Nothing was changed. Move that record by hand, and report what it looks like',
  )
}
