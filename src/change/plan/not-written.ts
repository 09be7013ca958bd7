import type { Unsaid } from '../../notes/kind.ts'
import type { DecisionRecord } from '../../notes/kinds/decision.ts'
import { type Draft, type NotesRecord, writingOf } from '../../notes/kinds.ts'
import { type Caution, guard } from '../../notes/text/inline.ts'
import { oneLine } from '../../safety/one-line.ts'
import type { Intent } from '../intent.ts'

/**
 * Reports options that were not written because the record already exists with other values, so that no user believes
 * they were. Ends with the command that would change them.
 */
export function notWritten(
  draft: Draft,
  other: Draft | NotesRecord,
  handle: string | undefined,
): string | undefined {
  const { unsaid, toChange = editIt } = writingOf(draft.kind)
  const parts = unsaid?.(draft, other) ?? []
  if (parts.length === 0) return undefined
  const change = handle === undefined ? 'Give each record once' : toChange(handle, parts)
  const said = parts.map(({ words }) => words).join(', ')
  return `"${clipped(nameOf(draft))}" already exists, so this was not written: ${said}. ${change}`
}

const editIt = (handle: string, unsaid: readonly Unsaid[]): string =>
  `To change it: \`notes edit ${handle} ${unsaid.map(({ option }) => `${option} "…"`).join(' ')}\``

function nameOf(draft: Draft): string {
  if ('title' in draft) return draft.title
  return 'summary' in draft ? draft.summary : draft.identifier
}

export const doneBefore = (title: string, how: string, handle: string): string =>
  `"${clipped(title)}" was already done, so this was not written: --how ${how}. To change it, first \`notes reopen ${handle}\``

export const supersededBefore = ({ title, supersededBy }: DecisionRecord, by: string): string =>
  `"${clipped(title)}" is already superseded${supersededBy === undefined ? '' : ` by ${supersededBy}`}, so this was not written: --by ${by}. To change it, \`notes reopen\` it first`

const clipped = (text: string): string => oneLine(text, 60)

/** Fields with a fixed syntax, which must be written unchanged. */
const FIXED: ReadonlySet<string> = new Set([
  ...['kind', 'do', 'id', 'at', 'type', 'severity', 'status', 'identifier', 'verified', 'evidence'],
  ...['which', 'label', 'checkpoint'],
])

/** The same draft or intent, with its strings marked to be written more cautiously. */
export function cautious<T extends Draft | Intent>(said: T, caution: Caution): T {
  return caution === 0 ? said : (guarded(said, caution) as T)
}

function guarded(value: unknown, caution: Caution): unknown {
  if (typeof value === 'string') return guard(value, caution)
  if (Array.isArray(value)) return value.map(part => guarded(part, caution))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, FIXED.has(name) ? part : guarded(part, caution)]),
  )
}
