import { unifiedDiff } from '../../document/diff.ts'
import type { Draft } from '../../manager/draft.ts'
import { recordToJson } from '../../protocol/to-json.ts'
import { promotionOf, selectText, withoutMarker } from '../../session/promote.ts'
import type { Session } from '../../session/session.ts'
import { changeProject } from '../change-project.ts'
import type { Context } from '../context.ts'
import { draftOf as decisionDraft } from '../decision-draft.ts'
import { usage } from '../entries.ts'
import { oneLine, report } from '../output.ts'

export interface PromoteInput {
  readonly what: string
  readonly as: 'decision' | 'debt' | 'question' | 'blocker' | 'learning' | undefined
  readonly title: string | undefined
  readonly rationale: string | undefined
  readonly evidence: readonly string[]
  readonly scenario: readonly string[]
  readonly severity: 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW' | undefined
  readonly waiting: boolean
  readonly dryRun: boolean
}

/** The notes file first, the mark after it: who is killed in between does it again, and it is one record. */
export async function promotePad(context: Context, session: Session, input: PromoteInput): Promise<0> {
  const { what, as, dryRun } = input
  if (as === undefined)
    throw usage('It is not said what it becomes', 'Give --as decision, debt, question, blocker or learning')
  const selection = selectText(session.pad, what)
  const before = promotionOf(session.pad, selection, as)
  if (before !== undefined) {
    report(context, {
      json: { status: 'unchanged', promotion: before },
      lines: [`Promoted to a ${as} on ${before.at.slice(0, 10)} already; nothing to do`],
    })
    return 0
  }
  const draft = draftOf(context, as, selection.text, input)
  const change = await changeProject(context, {
    command: 'pad promote',
    intents: [{ do: 'add', draft }],
    dryRun,
  })
  const [outcome] = change.outcomes
  const record = outcome?.record
  if (!dryRun) await session.promoted(selection, as)
  const diff = dryRun ? unifiedDiff(change.before, change.text, { path: change.path }) : ''
  const line =
    outcome === undefined || record === undefined
      ? ''
      : `  L${outcome.document.lines.lineAt(record.span.start)}`
  const title = oneLine('title' in draft ? draft.title : '')
  report(context, {
    json: {
      file: change.path,
      status: outcome?.status,
      ...(dryRun ? { dryRun, diff } : {}),
      ...(outcome === undefined || record === undefined
        ? {}
        : { record: recordToJson(outcome.document, record) }),
      ...(change.notes.length === 0 ? {} : { remarks: change.notes }),
    },
    lines: dryRun
      ? [diff === '' ? 'Nothing would change.' : diff.trimEnd()]
      : [
          ...change.notes,
          `${outcome?.status === 'added' ? 'added' : 'already there'}${line}  ${as}  ${title}`,
        ],
  })
  return 0
}

function draftOf(
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
