import { NotesError, type Span } from '../error.ts'
import { type Field, type FieldTable, isField } from './field.ts'
import { type Config, fields } from './fields.ts'
import { type JsonMember, type JsonNode, plainValue } from './json.ts'
import { nearestName } from './nearest-name.ts'
import { configFrom, everyField } from './table.ts'

export type SettingValue = string | number | boolean | readonly string[]

/** A file that a configuration file extends, with its path as written there. */
export interface Extension {
  readonly file: string
  readonly span: Span
}

export interface Settings {
  /** The keys that a configuration sets, dotted, with their values. */
  readonly settings: ReadonlyMap<string, SettingValue>
  readonly extensions: readonly Extension[]
}

/** Keys that every configuration file may have besides those of the table. */
const fileKeys = ['$schema', 'extends']

/** Validates a configuration against the table. `path` names the source file in messages. */
export function readSettings(node: JsonNode, path?: string): Settings {
  const settings = new Map<string, SettingValue>()
  const extensions: Extension[] = []
  const seen = new Set<string>()

  function fail(message: string, hint: string, span: Span): never {
    throw new NotesError('config', message, hint, path === undefined ? {} : { path, span })
  }

  const readTable = (table: FieldTable, value: JsonNode, prefix: string): void => {
    const name = prefix === '' ? 'the configuration' : `\`${prefix.slice(0, -1)}\``
    if (value.kind !== 'object')
      fail(`Unexpected ${describe(value)} for ${name}, expected an object`, shapeHint(prefix), value.span)
    for (const member of value.members) {
      const key = prefix + member.key
      if (seen.has(key)) fail(`Unexpected duplicate \`${key}\``, 'Remove one of the two.', member.keySpan)
      seen.add(key)
      const entry = Object.hasOwn(table, member.key) ? table[member.key] : undefined
      if (entry === undefined) readOther(table, member, prefix)
      else if (isField(entry)) settings.set(key, readField(key, entry, member))
      else readTable(entry, member.value, `${key}.`)
    }
  }

  const readOther = (table: FieldTable, { key, keySpan, value }: JsonMember, prefix: string): void => {
    if (prefix !== '' || !fileKeys.includes(key))
      fail(`Unexpected key \`${prefix}${short(key)}\``, unknownKeyHint(table, prefix, key), keySpan)
    const items = key === 'extends' && value.kind === 'array' ? value.items : [value]
    for (const item of items) {
      if (item.kind !== 'string' || item.value.trim() === '')
        fail(
          `Unexpected ${describe(item)} for \`${key}\`, expected a path`,
          'Write a path in double quotes.',
          item.span,
        )
      if (key === 'extends') extensions.push({ file: item.value, span: item.span })
    }
  }

  const readField = (key: string, field: Field, member: JsonMember): SettingValue => {
    const wrong = (expected: string, node = member.value): never =>
      fail(
        `Unexpected ${describe(node)} for \`${key}\`, ${expected}`,
        `For example, write \`${JSON.stringify(member.key)}: ${JSON.stringify(field.example)}\`.`,
        member.keySpan,
      )
    return readValue(field, member.value, wrong)
  }

  readTable(fields, node, '')
  return { settings, extensions }
}

type Refuse = (expected: string, node?: JsonNode) => never

function readValue(field: Field, node: JsonNode, refuse: Refuse): SettingValue {
  if (field.type === 'string') {
    if (node.kind !== 'string') return refuse('expected a string')
    if (field.choices !== undefined && !field.choices.includes(node.value))
      return refuse(`expected one of ${field.choices.join(', ')}`)
    const complaint = field.check?.(node.value)
    return complaint === undefined ? node.value : refuse(complaint)
  }
  if (field.type === 'string[]') {
    // Only a list that is empty by default may be empty.
    if (node.kind !== 'array' || (node.items.length === 0 && field.default.length > 0))
      return refuse('expected a list with at least one string')
    if (node.items.length > MAX_ITEMS) return refuse(`expected at most ${MAX_ITEMS} strings`)
    return node.items.map(item => {
      if (item.kind !== 'string') return refuse('expected a string', item)
      const complaint = field.check?.(item.value)
      return complaint === undefined ? item.value : refuse(complaint, item)
    })
  }
  if (field.type === 'boolean') return node.kind === 'boolean' ? node.value : refuse('expected true or false')
  const kind = field.type === 'integer' ? 'a whole number' : 'a number'
  if (node.kind !== 'number' || (field.type === 'integer' && !Number.isInteger(node.value)))
    return refuse(`expected ${kind}`)
  if (node.value < field.minimum || node.value > field.maximum)
    return refuse(`expected ${kind} from ${field.minimum} to ${field.maximum}`)
  return node.value
}

/** Bounded because a list from a clone is quoted in messages and scanned for every record. */
const MAX_ITEMS = 100

function describe(node: JsonNode): string {
  if (node.kind === 'object' || node.kind === 'null') return node.kind
  return short(JSON.stringify(plainValue(node)))
}

/** Cuts before a word, not inside it: half of a secret would no longer be recognized and masked. */
const short = (text: string): string =>
  text.length > 60 ? `${text.slice(0, 60).replace(/[\w-]*$/, '')}…` : text

const shapeHint = (prefix: string) =>
  prefix === '' ? 'Write the settings between { and }.' : `Write \`"${prefix.slice(0, -1)}": { … }\`.`

function unknownKeyHint(table: FieldTable, prefix: string, key: string): string {
  const here = [...Object.keys(table), ...(prefix === '' ? fileKeys : [])]
  const near = nearestName(key, here)
  if (near !== undefined) return `Write \`${near}\`.`
  const elsewhere = everyField().find(({ key: known }) => known === key || known.endsWith(`.${key}`))?.key
  if (elsewhere?.includes('.')) {
    const depth = elsewhere.split('.').length - 1
    return `Write \`"${elsewhere.replaceAll('.', '": { "')}": …${' }'.repeat(depth)}\`.`
  }
  return `Valid keys: ${here.join(', ')}. \`notes config\` shows them all.`
}

/** The configuration of settings passed as an object, with the same checks as those in a file. */
export const configGiven = (given: unknown): Config => configFrom(readSettings(nodeOf(given, 0)).settings)

/** An object has no source text for a message to point at. */
const span = { start: 0, end: 0 }

/** The table is four levels deep. Deeper values are not settings, and may be cyclic. */
const MAX_DEPTH = 5

function nodeOf(value: unknown, depth: number): JsonNode {
  if (typeof value === 'boolean') return { kind: 'boolean', value, span }
  if (typeof value === 'number' && Number.isFinite(value)) return { kind: 'number', value, span }
  if (typeof value === 'string') return { kind: 'string', value, span }
  if (value === null || depth === MAX_DEPTH) return { kind: 'null', span }
  if (Array.isArray(value)) return { kind: 'array', items: value.map(item => nodeOf(item, depth + 1)), span }
  // Replaces a value that JSON cannot express with the name of its type, or with `NaN` or `Infinity`, for messages to
  // quote.
  if (typeof value !== 'object')
    return { kind: 'string', value: typeof value === 'number' ? String(value) : typeof value, span }
  const members = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([key, inner]) => ({ key, keySpan: span, value: nodeOf(inner, depth + 1) }))
  return { kind: 'object', members, span }
}
