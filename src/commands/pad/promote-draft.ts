import type { Draft } from '../../manager/draft.ts'
import { withoutMarker } from '../../session/promote.ts'
import type { Context } from '../context.ts'
import { draftOf as decisionDraft } from '../decision-draft.ts'
import { usage } from '../entries.ts'
import type { PromoteInput } from './promote-run.ts'

/** What a piece of a pad says as a record: the marks of lists and headings are the pad's. */
export function promotedDraft(
  context: Context,
  as: NonNullable<PromoteInput['as']>,
  text: string,
  input: PromoteInput,
): Draft {
  const lines = text
    .split('\n')
    .map(withoutMarker)
    .filter(line => line !== '')
  const whole = lines.join(' ')
  const title = input.title?.trim() || (as === 'decision' ? (lines[0] ?? '') : whole)
  if (title === '') throw usage('There are no words in that', 'Select a line with words, or give --title')
  switch (as) {
    case 'decision': {
      const { rationale, evidence, scenario } = input
      const decision = lines.length > 1 && input.title === undefined ? lines.slice(1).join(' ') : whole
      return decisionDraft(context, { title, decision, rationale, evidence, scenario }, true)
    }
    case 'debt':
      return { kind: 'debt', title, severity: input.severity ?? 'MEDIUM', foundBy: '', sprint: '' }
    case 'blocker':
      return { kind: 'blocker', type: input.waiting ? 'waiting' : 'blocked', title }
    default:
      return { kind: as, title }
  }
}
