import { NotesError } from '../error.ts'
import type { Notes, NotesRecord } from '../protocol/notes.ts'
import type { DecisionRecord } from '../protocol/records/decision.ts'

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

/** How often each decision stands in some files. */
export function countDecisions(files: readonly Notes[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { records } of files)
    for (const record of records.filter(isDecision)) {
      const key = decisionKey(record)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  return counts
}

/**
 * Every decision that was in the files before is there after, as often and word for word, and no other. `twice`:
 * those that a run which did not get to its end had left in both files, and that are now in one.
 */
export function conserve(before: readonly Notes[], after: readonly Notes[], twice: readonly string[]): void {
  const counts = countDecisions(before)
  for (const key of twice) counts.set(key, (counts.get(key) ?? 0) - 1)
  for (const [key, count] of countDecisions(after)) counts.set(key, (counts.get(key) ?? 0) - count)
  const wrong = [...counts].find(([, count]) => count !== 0)
  if (wrong === undefined) return
  const [key, count] = wrong
  throw new NotesError(
    'not-written',
    `Archiving would ${count > 0 ? 'lose or change' : 'make up'} a decision: ${key.slice(0, 120)}`,
    'Nothing was changed. Move that decision by hand, and report what it looks like',
  )
}
