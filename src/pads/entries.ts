import { type Fields, isFields } from '../files/read/json.ts'
import type { Card, Change, Lineage, Promotion, RecordName, Space } from './pad.ts'

/** A parsed log entry: a node in the session's tree and, for our own entries, a change. */
export interface Entry {
  readonly id: string | undefined
  /** `null` at a root; undefined in logs without a tree. */
  readonly parentId: string | null | undefined
  readonly at: string | undefined
  readonly change: Change | undefined
  /** What is wrong with an entry that has one of our keys. */
  readonly problem: string | undefined
}

const KEYS = {
  notes: 'openclaw:scratchpad:notes',
  plan: 'openclaw:scratchpad:plan',
  refs: 'openclaw:scratchpad:refs',
  legacy: 'openclaw:scratchpad',
  card: 'notes:card',
  'card-deleted': 'notes:card-deleted',
  cut: 'notes:cut',
  promoted: 'notes:promoted',
  lineage: 'notes:lineage',
} as const satisfies Record<Change['key'], string>

const OURS = 'notes:'

const keyOf = new Map<unknown, Change['key']>(
  Object.entries(KEYS).map(([key, name]) => [name, key as Change['key']]),
)

/** Formats a change as a log entry, in the form that a host such as OpenClaw writes. */
export function printEntry(
  change: Change,
  place: { readonly id: string; readonly parentId: string | null | undefined; readonly at: string },
): object {
  return {
    type: 'custom',
    customType: KEYS[change.key],
    data: dataOf(change),
    id: place.id,
    parentId: place.parentId,
    timestamp: place.at,
  }
}

function dataOf(change: Change): unknown {
  switch (change.key) {
    case 'notes':
    case 'plan':
    case 'legacy':
      return change.text
    case 'refs':
      return change.refs
    case 'card':
      return change.card
    case 'card-deleted':
      return { id: change.id }
    case 'cut':
      return { space: change.space, text: change.text }
    case 'promoted':
      return change.promotion
    case 'lineage':
      return change.lineage
  }
}

/** Reads any entry of a session's log. Returns undefined for an entry outside of the tree, such as the header. */
export function readEntry(value: unknown): Entry | undefined {
  if (!isFields(value) || value.type === 'session') return undefined
  const { id, parentId, timestamp } = value
  const key = value.type === 'custom' ? keyOf.get(value.customType) : undefined
  const change = key === undefined ? undefined : readChange(key, value.data)
  return {
    id: typeof id === 'string' ? id : undefined,
    parentId: typeof parentId === 'string' || parentId === null ? parentId : undefined,
    at: typeof timestamp === 'string' ? timestamp : undefined,
    change,
    problem: change === undefined ? problemOf(value, key) : undefined,
  }
}

/**
 * Describes the defect of an entry. Foreign entries are fine, but one of ours with an unknown type may hold something
 * that the pad then lacks.
 */
function problemOf({ type, customType }: Fields, key: Change['key'] | undefined): string | undefined {
  if (key !== undefined) return `has an unexpected \`data\` for ${KEYS[key]}`
  if (type !== 'custom' || !isText(customType) || !customType.startsWith(OURS)) return undefined
  return `is a ${customType.slice(0, 40)}, which this version does not know: update notes to see it`
}

function readChange(key: Change['key'], data: unknown): Change | undefined {
  switch (key) {
    case 'notes':
    case 'plan':
    case 'legacy':
      return typeof data === 'string' ? { key, text: data } : undefined
    case 'refs':
      return Array.isArray(data) ? { key, refs: data.filter(isText) } : undefined
    case 'card': {
      const card = readCard(data)
      return card && { key, card }
    }
    case 'card-deleted':
      return isFields(data) && isText(data.id) ? { key, id: data.id } : undefined
    case 'cut':
      return isFields(data) && isSpace(data.space) && isText(data.text)
        ? { key, space: data.space, text: data.text }
        : undefined
    case 'promoted': {
      const promotion = readPromotion(data)
      return promotion && { key, promotion }
    }
    case 'lineage': {
      const lineage = readLineage(data)
      return lineage && { key, lineage }
    }
  }
}

function readCard(data: unknown): Card | undefined {
  if (!isFields(data)) return undefined
  const { id, content, tags, createdAt, updatedAt, scratched } = data
  if (!isText(id) || !isText(content) || !isText(createdAt)) return undefined
  return {
    id,
    content,
    tags: Array.isArray(tags) ? tags.filter(isText) : [],
    createdAt,
    updatedAt: isText(updatedAt) ? updatedAt : createdAt,
    scratched: scratched === true,
  }
}

function readPromotion(data: unknown): Promotion | undefined {
  if (!isFields(data) || !isText(data.text) || !isText(data.as) || !isText(data.at)) return undefined
  const { text, as, card, at } = data
  const record = readRecordName(data.record)
  return { text, as, at, ...(isText(card) ? { card } : {}), ...(record === undefined ? {} : { record }) }
}

function readRecordName(data: unknown): RecordName | undefined {
  if (!isFields(data) || !isText(data.title)) return undefined
  return { title: data.title, ...(isText(data.at) ? { at: data.at } : {}) }
}

const KINDS: readonly Lineage['kind'][] = ['spawn', 'fork', 'clear', 'import']

function readLineage(data: unknown): Lineage | undefined {
  if (!isFields(data) || !isText(data.from) || !isText(data.at)) return undefined
  const kind = KINDS.find(known => known === data.kind)
  return kind && { kind, from: data.from, at: data.at }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isSpace = (value: unknown): value is Space => value === 'notes' || value === 'plan' || value === 'refs'
