import { allKinds, type Draft } from '../../protocol/kinds.ts'
import { withoutMarker } from '../../session/promote.ts'
import type { Context } from '../context.ts'
import { usage } from '../entries.ts'
import { givenIn } from '../records/add.ts'
import type { PromoteInput } from './promote-run.ts'

/** The kinds that a piece of a pad can become. */
export const promotable = allKinds
  .flatMap(([name, { command }]) => (command?.promote === undefined ? [] : [{ name, ...command.promote }]))
  .toSorted((one, other) => one.order - other.order)

/** What a piece of a pad says as a record: the marks of lists and headings are the pad's. */
export function promotedDraft(context: Context, as: string, text: string, input: PromoteInput): Draft {
  const kind = promotable.find(({ name }) => name === as)
  if (kind === undefined)
    throw usage(`Nothing becomes a ${as}`, `Give --as ${promotable.map(({ name }) => name).join(', ')}`)
  const lines = text
    .split('\n')
    .map(withoutMarker)
    .filter(line => line !== '')
  const title = input.title?.trim() || (kind.firstLine === true ? (lines[0] ?? '') : lines.join(' '))
  if (title === '') throw usage('There are no words in that', 'Select a line with words, or give --title')
  const { rationale, evidence, scenario, severity, waiting } = input
  const given = givenIn(context, { rationale, evidence, scenario, severity }, { waiting })
  return kind.draft({ title, isTitled: input.title !== undefined, lines }, given)
}
