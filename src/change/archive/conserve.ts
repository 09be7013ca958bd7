import { NotesError } from '../../error.ts'
import { slice } from '../../markdown/document.ts'
import type { DecisionRecord } from '../../notes/kinds/decision.ts'
import type { Notes, NotesRecord } from '../../notes/notes.ts'

/** All that a decision says, as one text: not where it stands, nor as a row or as a block. Its time is as written. */
export function decisionKey(record: DecisionRecord): string {
  const { id, at, title, decision, rationale, evidence, scenarios, decidedBy, status, supersededBy } = record
  return JSON.stringify([
    id ?? '',
    at?.text ?? '',
    title,
    // A row that says only one thing has it for both.
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

/** What a record says, as one text, for those kinds of which none may be lost. */
export type KeyOf = (record: NotesRecord, notes: Pick<Notes, 'document'>) => string | undefined

const ofDecisions: KeyOf = record => (isDecision(record) ? decisionKey(record) : undefined)

/** Decisions by what they say; debts and log rows word for word: they move as they are. */
export const ofSprint: KeyOf = (record, { document }) =>
  record.kind === 'debt' || record.kind === 'log'
    ? `${record.kind}: ${slice(document, record.span).replaceAll(/\r\n|\r/g, '\n')}`
    : ofDecisions(record, { document })

/** How often each record stands in some files. */
export function countRecords(files: readonly Notes[], keyOf: KeyOf = ofDecisions): Map<string, number> {
  const counts = new Map<string, number>()
  for (const notes of files)
    for (const record of notes.records) {
      const key = keyOf(record, notes)
      if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  return counts
}

/**
 * Every record that was in the files before is there after, as often and word for word, and no other. `twice`:
 * those that a run which did not get to its end had left in both files, and that are now in one.
 */
export function conserve(
  before: readonly Notes[],
  after: readonly Notes[],
  twice: readonly string[],
  keyOf: KeyOf = ofDecisions,
): void {
  const counts = countRecords(before, keyOf)
  for (const key of twice) counts.set(key, (counts.get(key) ?? 0) - 1)
  for (const [key, count] of countRecords(after, keyOf)) counts.set(key, (counts.get(key) ?? 0) - count)
  const wrong = [...counts].find(([, count]) => count !== 0)
  if (wrong === undefined) return
  const [key, count] = wrong
  throw new NotesError(
    'not-written',
    `Archiving would ${count > 0 ? 'lose or change' : 'make up'} a record: ${key.slice(0, 120)}`,
    'Nothing was changed. Move that record by hand, and report what it looks like',
  )
}
