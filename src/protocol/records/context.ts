import type { Block } from '../../document/block.ts'
import type { Span } from '../../document/document.ts'
import { fieldText, readFields } from '../fields.ts'
import { isNothing, readRows } from '../rows.ts'
import { type Timestamp, timestampAtStart } from '../timestamp.ts'
import { present, type RecordBase, type Source } from './base.ts'

/** Where the work stands: the one record that is state and not history. */
export interface ContextRecord extends RecordBase {
  readonly kind: 'context'
  readonly bead?: Bead
  readonly checkpoint?: Timestamp
  readonly state?: string
  /** Fields that the protocol does not name, as written. */
  readonly others: readonly { readonly name: string; readonly value: string }[]
}

export interface Bead {
  /** Missing where people write a task in words. */
  readonly id?: string
  readonly title?: string
}

/** What Beads says of a bead; unverified when it was not asked or did not answer. */
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
  state: [
    'reasoning state',
    'state',
    'status',
    'where we left off',
    'next',
    'next step',
    'next steps',
    'last task',
  ],
} as const

const known: ReadonlyMap<string, keyof typeof NAMES> = new Map(
  Object.entries(NAMES).flatMap(([field, names]) =>
    names.map(name => [name, field as keyof typeof NAMES] as const),
  ),
)

/** Which field of the context a name stands for, in lower case. */
export const contextField = (name: string): keyof typeof NAMES | undefined => known.get(name)

export const contextColumns = {
  field: ['field', 'key', 'item'],
  value: ['value', 'details', 'description'],
} as const

/** The names that the protocol writes. */
export const CONTEXT_FIELDS = {
  bead: 'Current Bead',
  checkpoint: 'Last Checkpoint',
  state: 'Reasoning State',
} as const

/** Bullets, `**Key:** value` lines, plain `key: value` lines, or a `Field | Value` table. */
export function readContext(source: Source): ContextRecord | undefined {
  const { document, section } = source
  const span = spanOf(section.blocks)
  if (span === undefined) return undefined
  const pairs = [...fromTable(document.text, section.blocks), ...fromFields(document.text, span)]
  const fields: Partial<Record<keyof typeof NAMES, string>> = {}
  const others: { name: string; value: string }[] = []
  for (const { name, value, source } of pairs) {
    const field = known.get(name)
    if (isNothing(source)) continue
    if (field === undefined || fields[field] !== undefined) others.push({ name, value })
    else fields[field] = value
  }
  if (Object.keys(fields).length === 0) return undefined
  const { bead, checkpoint, state } = fields
  return {
    kind: 'context',
    section,
    span,
    others,
    ...present({
      bead: bead === undefined ? undefined : readBead(bead, source.conventions.beadPrefixes),
      checkpoint: checkpoint === undefined ? undefined : timestampAtStart(checkpoint),
      state,
    }),
  }
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
  /** The value before it is decoded: what says `None` on purpose is written with an entity. */
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

/** `bd-x7y8 (task description)`, dotted children too; or just words. */
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

/** The first id in a text: a known prefix, a dash, letters or digits, dotted children. */
export function beadId(text: string, prefixes: readonly string[]): string | undefined {
  return [...text.slice(0, 2000).matchAll(/[A-Za-z][A-Za-z0-9-]*-[a-z0-9]+(?:\.\d+)*/g)]
    .map(match => match[0])
    .find(id => prefixes.some(prefix => id.startsWith(`${prefix}-`)))
}
