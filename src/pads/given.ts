import { NotesError } from '../error.ts'
import { type Fields, isFields } from '../files/read/json.ts'

// Harnesses pass on what models send, with no compiler in between: a value of the wrong type would be kept in
// memory, reported as stored, and rejected when the log is read again.

/** Returns the fields of an object, or `otherwise` if the value is missing. */
export function fieldsGiven(value: unknown, what: string, otherwise?: Fields): Fields {
  if (value === undefined && otherwise !== undefined) return otherwise
  if (isFields(value)) return { ...value }
  throw wrongType(value, what, 'an object')
}

export function textGiven(value: unknown, what: string): string {
  if (typeof value === 'string') return value
  throw wrongType(value, what, 'a string')
}

export function textsGiven(value: unknown, what: string): readonly string[] {
  if (Array.isArray(value) && value.every(item => typeof item === 'string')) return value
  throw wrongType(value, what, 'a list of strings')
}

export function flagGiven(value: unknown, what: string): boolean {
  if (typeof value === 'boolean') return value
  throw wrongType(value, what, 'true or false')
}

/** Accepts any number, NaN included; the caller checks the range. */
export function numberGiven(value: unknown, what: string): number {
  if (typeof value === 'number') return value
  throw wrongType(value, what, 'a number')
}

/** Checks an optional value. */
export const ifGiven = <Value>(
  value: unknown,
  what: string,
  check: (value: unknown, what: string) => Value,
): Value | undefined => (value === undefined ? undefined : check(value, what))

export function wrongType(value: unknown, what: string, expected: string): NotesError {
  return new NotesError(
    'usage',
    `Unexpected ${nameOf(value)} for ${what}, expected ${expected}`,
    `Pass ${expected}; nothing was stored`,
  )
}

/** Names a value for a message, briefly and without calling its own toString. */
export function nameOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)
    case 'number':
    case 'boolean':
    case 'undefined':
      return String(value)
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? 'list' : 'object'
    default:
      return typeof value
  }
}

/** Reads a model's input. A value that is not an object has no fields, and each tool reports the ones it needs. */
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

/**
 * Reads an optional parameter. Models write null for fields they leave out. Any other value of the wrong type was meant,
 * and must not be ignored: without its words, a search would find all notes, and without its `replace_all`, a
 * replacement would change only one occurrence.
 */
export const optional = <Value>(
  input: Fields,
  name: string,
  check: (value: unknown, what: string) => Value,
): Value | undefined => ifGiven(input[name] ?? undefined, `\`${name}\``, check)
