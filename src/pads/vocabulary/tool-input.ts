import { NotesError } from '../../error.ts'
import {
  type Fields,
  fieldsGiven,
  flagGiven,
  ifGiven,
  nameOf,
  numberGiven,
  textGiven,
  textsGiven,
} from '../given.ts'

/** Reads a model's input: a value that is not an object has no fields, and each tool reports those it needs. */
export const inputOf = (input: unknown): Fields => {
  try {
    return fieldsGiven(input, 'the input')
  } catch {
    return {}
  }
}

export function requiredText(input: Fields, name: string): string {
  const value = input[name]
  if (typeof value === 'string') return value
  const found = value === undefined ? '' : ` (got ${nameOf(value)})`
  throw new NotesError(
    'usage',
    `missing required parameter: ${name}${found}`,
    `Pass \`${name}\` as a string; nothing was stored`,
  )
}

// Models write null for fields they leave out. Any other value of a wrong type was meant, and must not be ignored: a
// search without its words finds all notes, and a replacement without its `replace_all` changes one occurrence.

export const optionalText = (input: Fields, name: string): string | undefined =>
  ifGiven(input[name] ?? undefined, `\`${name}\``, textGiven)

export const optionalTexts = (input: Fields, name: string): readonly string[] | undefined =>
  ifGiven(input[name] ?? undefined, `\`${name}\``, textsGiven)

export const optionalNumber = (input: Fields, name: string): number | undefined =>
  ifGiven(input[name] ?? undefined, `\`${name}\``, numberGiven)

export const optionalFlag = (input: Fields, name: string): boolean =>
  ifGiven(input[name] ?? undefined, `\`${name}\``, flagGiven) ?? false

/** JSON schema of the parameters of a tool. */
export interface ToolSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, object>>
  readonly required: readonly string[]
  readonly additionalProperties: false
}

export const schema = (
  properties: Readonly<Record<string, object>>,
  required: readonly string[] = [],
): ToolSchema => ({ type: 'object', properties, required, additionalProperties: false })

/** The name of a parameter that the tool does not have: the model meant another one, and its value would be lost. */
export const unknownParameter = (input: unknown, { properties }: ToolSchema): string | undefined =>
  Object.keys(inputOf(input)).find(name => !Object.hasOwn(properties, name))

export const text = (description: string) => ({ type: 'string', description }) as const
export const texts = (description: string) =>
  ({ type: 'array', items: { type: 'string' }, description }) as const
