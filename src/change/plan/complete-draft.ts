import { agree } from '../../notes/kind.ts'
import type { DecisionDraft, DecisionRecord } from '../../notes/kinds/decision.ts'
import type { Draft, NotesRecord } from '../../notes/kinds.ts'
import type { Fields } from '../intent.ts'

/**
 * Is the record a draft of the decision to write, with the same title and no part that contradicts it? Such a draft is
 * completed in place, since a second copy would drift apart from the first.
 */
export function isDraftOf(
  record: NotesRecord,
  draft: Draft,
): record is DecisionRecord & { kind: 'decision' } {
  if (record.kind !== 'decision' || draft.kind !== 'decision' || record.status !== 'draft') return false
  const fits = (given: string | undefined, there: string | undefined): boolean =>
    given === undefined || there === undefined || agree(given, there)
  // In a row or bullet, a decision with only a title has the same text for title and decision.
  const decided = record.decision === record.title ? undefined : record.decision
  return (
    agree(draft.title, record.title) &&
    fits(draft.decision, decided) &&
    fits(draft.rationale, record.rationale) &&
    fits(draft.decidedBy, record.decidedBy)
  )
}

/** The parts of a draft that have a value. */
export const given = (draft: Draft): Fields =>
  Object.fromEntries(
    Object.entries(draft as DecisionDraft).filter(
      ([name, value]) =>
        GIVEN.has(name) && value !== undefined && (!Array.isArray(value) || value.length > 0),
    ),
  )

const GIVEN: ReadonlySet<string> = new Set(['decision', 'rationale', 'evidence', 'scenarios', 'decidedBy'])
