import type { Span } from '../../markdown/document.ts'
import { type Field, ownValue, readFields } from '../text/fields.ts'

/** Names of the context fields in files, also as table columns. */
export const CONTEXT_NAMES = {
  bead: [
    'current bead',
    'bead',
    'current task',
    'active task',
    'task',
    'current focus',
    'focus',
    'working on',
    'ticket',
    'current ticket',
    'current issue',
  ],
  checkpoint: ['last checkpoint', 'checkpoint', 'last updated', 'updated', 'last session', 'timestamp'],
  state: [
    'reasoning state',
    'state',
    'status',
    'current state',
    'current status',
    'where we left off',
    'where we stopped',
    'stopped at',
    'last state',
    'where it stands',
    'recovery anchor',
    'now',
  ],
  next: [
    'next action',
    'next actions',
    'next',
    'next step',
    'next steps',
    'next up',
    'up next',
    'next session',
    'next task',
    'next tasks',
    'todo next',
    'to do next',
    'immediate next step',
    'immediate next steps',
    'immediate next action',
    'resume',
    'resume at',
    'resume from',
    'resume here',
    'resume with',
    'if resuming',
    'when resuming',
    'to resume',
    'start here',
  ],
  blockedBy: ['blocked by', 'blocked on', 'blocked', 'blocker', 'blockers', 'waiting for', 'waiting on'],
} as const

const known: ReadonlyMap<string, keyof typeof CONTEXT_NAMES> = new Map(
  Object.entries(CONTEXT_NAMES).flatMap(([field, names]) =>
    names.map(name => [name, field as keyof typeof CONTEXT_NAMES] as const),
  ),
)

/** The context field that a name in lower case stands for. */
export const contextField = (name: string): keyof typeof CONTEXT_NAMES | undefined => known.get(name)

export const contextColumns = {
  field: ['field', 'key', 'item'],
  value: ['value', 'details', 'description'],
} as const

/** The field names that the protocol writes. */
export const CONTEXT_FIELDS = {
  bead: 'Current Bead',
  checkpoint: 'Last Checkpoint',
  state: 'Reasoning State',
} as const

/** Other field names; each ends the value of the field before it. */
const OTHERS: ReadonlySet<string> = new Set([
  'last task',
  'last activity',
  'branch',
  'cycle',
  'goal',
  'mode',
  'owner',
  'phase',
  'plan',
  'pr',
  'progress',
  'resume file',
  'risk',
  'risks',
  'sprint',
  'version',
])

/**
 * Is this the name of a field, in lower case? Unknown names are fields only in bold or in a bullet, since prose has
 * colons too.
 */
export const isContextName = (name: string, isBullet: boolean): boolean =>
  known.has(name) || OTHERS.has(name) || (isBullet && /^[a-z/-]+(?: [a-z/-]+){0,2}$/.test(name))

/** The fields of a context, each without the remarks that people write below it. */
export const contextFields = (text: string, span: Span): readonly Field[] =>
  readFields(text, span, isContextName).map(field => {
    const value = ownValue(text, field.value)
    return { ...field, value, span: { start: field.span.start, end: Math.max(value.end, field.value.start) } }
  })
