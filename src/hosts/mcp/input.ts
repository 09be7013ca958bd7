import { nearestName } from '../../config/nearest-name.ts'
import { type NotesError, usage } from '../../error.ts'
import { nameOf } from '../../pads/given.ts'
import type { ToolSchema } from '../../pads/vocabulary/tool-schema.ts'
import type { Entry } from '../../project/given.ts'

/** The parameters of a call, as their schema describes them. */
export interface Input {
  text(name: string): string | undefined
  flag(name: string): boolean
  number(name: string): number | undefined
  list(name: string): readonly string[] | undefined
  /** The string and list parameters, as the fields of a record. */
  readonly entry: Entry
}

/** Reads the parameters of a call. Models write null or an empty list for parameters they leave out. */
export function readInput({ properties, required }: ToolSchema, given: unknown): Input {
  const values = new Map<string, unknown>()
  for (const [name, typed] of Object.entries(typeof given === 'object' && given !== null ? given : {})) {
    if (typed === null || typed === undefined || (Array.isArray(typed) && typed.length === 0)) continue
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property === undefined) throw unknown(name, Object.keys(properties))
    const value = asChoice(property, typed)
    const wrong = mismatch(property, value)
    if (wrong !== undefined)
      throw usage(`Unexpected ${nameOf(value)} for \`${name}\`, expected ${wrong}`, `Pass ${wrong}`)
    values.set(name, value)
  }
  const missing = required.find(name => !values.has(name))
  if (missing !== undefined) throw missingField(missing)
  const text = (name: string) => {
    const value = values.get(name)
    return typeof value === 'string' ? value : undefined
  }
  const list = (name: string) => {
    const value = values.get(name)
    return isList(value) ? value : undefined
  }
  return {
    text,
    list,
    flag: name => values.get(name) === true,
    number(name) {
      const value = values.get(name)
      return typeof value === 'number' ? value : undefined
    },
    entry: Object.fromEntries([...values.keys()].map(name => [name, text(name) ?? list(name)])),
  }
}

const isList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(item => typeof item === 'string' && item.trim() !== '')

export const missingField = (name: string): NotesError =>
  usage(`missing required parameter: ${name}`, `Pass \`${name}\``)

function unknown(name: string, names: readonly string[]): NotesError {
  const near = nearestName(name, names)
  return usage(
    `Unknown parameter ${nameOf(name)}`,
    names.length === 0
      ? 'This tool takes no parameters'
      : near === undefined
        ? `Use ${names.join(', ')}`
        : `Did you mean \`${near}\`?`,
  )
}

/** Accepts `high` for the choice `HIGH`, as the command line does. */
const asChoice = ({ enum: choices }: Property, value: unknown): unknown =>
  choices?.find(choice => String(choice).toLowerCase() === String(value).toLowerCase()) ?? value

interface Property {
  readonly type?: unknown
  readonly enum?: readonly unknown[]
  readonly minimum?: number
}

/** Returns what was expected; undefined when the value matches. */
function mismatch({ type, enum: choices, minimum }: Property, value: unknown): string | undefined {
  if (choices !== undefined) return choices.includes(value) ? undefined : `one of ${choices.join(', ')}`
  switch (type) {
    case 'string':
      return typeof value === 'string' ? undefined : 'a string'
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'true or false'
    case 'integer':
      return Number.isInteger(value) && Number(value) >= (minimum ?? 0)
        ? undefined
        : `a whole number, ${minimum ?? 0} or more`
    default:
      return isList(value) ? undefined : 'a list of strings, none of them empty'
  }
}
