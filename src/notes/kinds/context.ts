import type { Block } from '../../markdown/block.ts'
import type { Span } from '../../markdown/document.ts'
import type { Kind, RecoveryLine } from '../kind.ts'
import { present, type RecordBase, type Source } from '../record.ts'
import { fieldText, readFields } from '../text/fields.ts'
import { nextStepIn } from '../text/next-step.ts'
import { isNothing, readRows } from '../text/rows.ts'
import { type Timestamp, timestampAtStart } from '../text/timestamp.ts'

/** The state of the work: the only record that is not history. */
export interface ContextRecord extends RecordBase {
  readonly kind: 'context'
  readonly bead?: Bead
  readonly checkpoint?: Timestamp
  readonly state?: string
  /** What to do first when work goes on. */
  readonly next?: string
  readonly blockedBy?: string
  /** Fields unknown to the protocol, as written. */
  readonly others: readonly { readonly name: string; readonly value: string }[]
}

export interface Bead {
  /** Missing when the task is described in words. */
  readonly id?: string
  readonly title?: string
}

/** The state of a bead in Beads. Unverified when Beads was not asked or did not answer. */
export type BeadState = 'open' | 'closed' | 'missing' | 'unverified'

const NAMES = {
  bead: [
    'current bead',
    'bead',
    'current task',
    'active task',
    'task',
    'current focus',
    'focus',
    'working on',
  ],
  checkpoint: ['last checkpoint', 'checkpoint', 'last updated', 'updated', 'last session', 'timestamp'],
  state: ['reasoning state', 'state', 'status', 'where we left off', 'last task'],
  next: [
    'next',
    'next step',
    'next steps',
    'next action',
    'next actions',
    'next up',
    'next task',
    'next session',
    'resume',
    'resume here',
  ],
  blockedBy: ['blocked by', 'blocked on', 'blocker', 'blockers', 'waiting for', 'waiting on'],
} as const

const known: ReadonlyMap<string, keyof typeof NAMES> = new Map(
  Object.entries(NAMES).flatMap(([field, names]) =>
    names.map(name => [name, field as keyof typeof NAMES] as const),
  ),
)

/** Tokens of the state, or the next step, before other kinds have their turn. */
const MAX_STATE = 45

/** The context field that a name in lower case stands for. */
export const contextField = (name: string): keyof typeof NAMES | undefined => known.get(name)

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

/** Bullets, `**Key:** value` lines, plain `key: value` lines, or a `Field | Value` table. */
function readContext(source: Source): readonly ContextRecord[] {
  const { document, section } = source
  const span = spanOf(section.blocks)
  if (span === undefined) return []
  const pairs = [...fromTable(document.text, section.blocks), ...fromFields(document.text, span)]
  const fields: Partial<Record<keyof typeof NAMES, string>> = {}
  const others: { name: string; value: string }[] = []
  for (const { name, value, source } of pairs) {
    const field = contextField(name)
    if (isNothing(source)) continue
    if (field === undefined || fields[field] !== undefined) others.push({ name, value })
    else fields[field] = value
  }
  if (Object.keys(fields).length === 0) return []
  const { bead, checkpoint, state, next, blockedBy } = fields
  const known = present({
    bead: bead === undefined ? undefined : readBead(bead, source.conventions.beadPrefixes),
    checkpoint: checkpoint === undefined ? undefined : timestampAtStart(checkpoint),
    state,
    next,
    blockedBy,
  })
  return [{ kind: 'context', section, span, others, ...known }]
}

function spanOf(blocks: readonly Block[]): Span | undefined {
  const content = blocks.filter(block => block.type !== 'comment')
  const [first, last] = [content[0], content.at(-1)]
  return first === undefined || last === undefined
    ? undefined
    : { start: first.span.start, end: last.span.end }
}

interface Pair {
  readonly name: string
  readonly value: string
  /** The value before decoding: a literal `None` is written with an entity. */
  readonly source: string
}

function fromTable(text: string, blocks: readonly Block[]): Pair[] {
  const rows = readRows(text, blocks, contextColumns)
  return rows.map(({ cells, sources }) => ({
    name: (cells.field ?? '').replaceAll('*', '').toLowerCase(),
    value: cells.value ?? '',
    source: sources.value ?? '',
  }))
}

function fromFields(text: string, span: Span): Pair[] {
  return readFields(text, span, name => known.has(name)).map(({ name, value }) => ({
    name,
    value: fieldText(text, value),
    source: text.slice(value.start, value.end),
  }))
}

/** Parses `bd-x7y8 (task description)`, including dotted children, or plain words. */
function readBead(text: string, prefixes: readonly string[]): Bead {
  const id = beadId(text, prefixes)
  if (id === undefined) return { title: text }
  const title = text
    .replace(id, '')
    .replaceAll('`', '')
    .replace(/^[\s:—–-]+/, '')
    .replace(/^\((.*)\)\.?$/s, '$1')
    .trim()
  return title === '' ? { id } : { id, title }
}

/** The first bead id in a text: a known prefix, a dash, letters or digits, dotted children. */
export function beadId(text: string, prefixes: readonly string[]): string | undefined {
  return [...text.slice(0, 2000).matchAll(/[A-Za-z][A-Za-z0-9-]*-[a-z0-9]+(?:\.\d+)*/g)]
    .map(match => match[0])
    .find(id => prefixes.some(prefix => id.startsWith(`${prefix}-`)))
}

export const context: Kind<ContextRecord, never, 'active-context' | 'session-continuity'> = {
  sections: {
    'active-context': [
      'active context',
      'current focus',
      'current context',
      'current state',
      'focus',
      'resume here',
    ],
    'session-continuity': ['session continuity', 'session state', 'session'],
  },
  words: { one: 'context', many: 'contexts', show: 'context' },
  read: readContext,
  title: ({ bead, state }) => joined(bead?.id, bead?.title) || (state ?? ''),
  json({ bead, checkpoint, state, next, blockedBy, others }) {
    const named = Object.fromEntries(others.map(({ name, value }) => [name, value]))
    return {
      bead,
      checkpoint: checkpoint?.text,
      state,
      next,
      blockedBy,
      ...(others.length === 0 ? {} : { others: named }),
    }
  },
  recover: {
    need: 1,
    first: 1,
    most: MAX_STATE,
    lines: recoveryLines,
    summary: ({ bead, state }) => joined(bead?.id, bead?.title, state),
  },
}

const joined = (...parts: readonly (string | undefined)[]): string =>
  parts.filter(part => part !== undefined).join(' ')

/**
 * The next step and the state first, as the session goes on from them. The state says its date, and its next step is
 * the last thing that is cut.
 */
function recoveryLines({
  bead,
  checkpoint,
  state,
  next,
  blockedBy,
  others,
}: ContextRecord): readonly RecoveryLine[] {
  const said = state ?? others.map(({ name, value }) => `${name}: ${value}`).join('; ')
  const step = { label: 'Next: ', text: next ?? '', most: MAX_STATE }
  const stop = { label: 'Blocked by: ', text: blockedBy ?? '', most: 25 }
  const where: RecoveryLine = {
    label: 'State: ',
    ...{ date: checkpoint, isDated: true, text: said, tail: nextStepIn(said) },
    // With a next step beside it, the state is only the story.
    ...(next === undefined ? {} : { most: 25 }),
  }
  return [
    ...(next === undefined ? [] : [step]),
    ...(said === '' ? [] : [where]),
    ...(blockedBy === undefined ? [] : [stop]),
    ...(bead === undefined ? [] : [beadLine(bead)]),
    ...(checkpoint === undefined || said !== ''
      ? []
      : [{ label: `Checkpoint: ${checkpoint.text}`, text: '' }]),
    ...(state === undefined
      ? []
      : others.map(({ name, value }) => ({ label: `${name}: `, text: value, most: 20 }))),
  ]
}

/** The id identifies the task, so only the title may be clipped. */
function beadLine({ id = '', title = '' }: Bead): RecoveryLine {
  // The label is never clipped, so a long id goes into the text.
  if (id.length > MAX_ID) return { label: 'Bead: ', text: `${id} ${title}` }
  if (id === '' || title === '') return { label: `Bead: ${id}`, text: title }
  return { label: 'Bead: ', place: id, text: `(${title})` }
}

const MAX_ID = 40
