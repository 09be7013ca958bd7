import type { DecisionRecord } from '../protocol/kinds/decision.ts'
import { type Draft, type NotesRecord, writingOf } from '../protocol/kinds.ts'

/**
 * What was given and is not written because the record is there already with something else: no user is to believe
 * that it was. Ends with the command that would change it.
 */
export function notWritten(
  draft: Draft,
  other: Draft | NotesRecord,
  line: string | undefined,
): string | undefined {
  const { unsaid, toChange = () => resolveFirst(draft, line) } = writingOf(draft.kind)
  const parts = unsaid?.(draft, other) ?? []
  if (parts.length === 0) return undefined
  const change = line === undefined ? 'Give each record once' : toChange(line, parts)
  const said = parts.map(({ words }) => words).join(', ')
  return `"${clipped(nameOf(draft))}" is there already, so this was not written: ${said}. ${change}`
}

const resolveFirst = ({ kind }: Draft, line = ''): string =>
  `To change it: \`notes ${kind} resolve ${line}\`, then add it again`

function nameOf(draft: Draft): string {
  if ('title' in draft) return draft.title
  return 'summary' in draft ? draft.summary : draft.identifier
}

export const doneBefore = (title: string, how: string): string =>
  `"${clipped(title)}" was marked before, so this was not written: --how ${how}. To change it, edit its line, or \`notes undo\` first`

export const supersededBefore = ({ title, supersededBy }: DecisionRecord, by: string): string =>
  `"${clipped(title)}" is superseded already${supersededBy === undefined ? '' : ` by ${supersededBy}`}, so this was not written: --by ${by}. To change it, edit its Status`

const clipped = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text)
