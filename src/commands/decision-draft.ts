import type { DecisionDraft } from '../manager/draft.ts'
import type { Context } from './context.ts'
import { type Entry, listOf, needed, textOf, usage } from './entries.ts'
import { momentOf } from './moment.ts'
import { evidenceOf } from './place-of.ts'

/** A decision from its parts; with some missing it is refused, or taken as a draft. */
export function draftOf(context: Context, entry: Entry, isDraft: boolean): DecisionDraft {
  const title = needed(entry, 'title')
  const [decision, rationale] = [textOf(entry, 'decision'), textOf(entry, 'rationale')]
  const [evidence, scenarios] = [listOf(entry, 'evidence'), listOf(entry, 'scenario')]
  const missing = [
    ...(decision === undefined ? ['--decision'] : []),
    ...(rationale === undefined ? ['--rationale'] : []),
    ...(evidence.length === 0 ? ['--evidence'] : []),
    ...(scenarios.length < 3 ? [`${3 - scenarios.length} x --scenario`] : []),
  ]
  if (missing.length > 0 && !isDraft)
    throw usage(
      `The decision "${title}" is not whole: ${missing.join(', ')} missing`,
      'Give what is missing, or --draft to write it down as it is',
    )
  return {
    kind: 'decision',
    at: momentOf(context, textOf(entry, 'at')),
    timed: textOf(entry, 'at') !== undefined,
    title,
    decision,
    rationale,
    evidence: evidence.map(typed => evidenceOf(context, typed)),
    scenarios,
    decidedBy: textOf(entry, 'decidedBy'),
    status: missing.length > 0 ? 'Draft' : undefined,
  }
}
