import { NotesError } from '../error.ts'

/** What somebody gave, before anything is known of it. */
export type Fields = Readonly<Record<string, unknown>>

// Harnesses hand on what models send them, and no compiler stands in between: what is of another type would be kept
// in memory, told to be stored, and refused when the log is read again.

/** The fields of an object; none when it may be left out, and was. */
export function fieldsGiven(value: unknown, what: string, otherwise?: Fields): Fields {
  if (value === undefined && otherwise !== undefined) return otherwise
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw unlike(value, what, 'an object')
}

export function textGiven(value: unknown, what: string): string {
  if (typeof value === 'string') return value
  throw unlike(value, what, 'a text')
}

export function textsGiven(value: unknown, what: string): readonly string[] {
  if (Array.isArray(value) && value.every(item => typeof item === 'string')) return value
  throw unlike(value, what, 'a list of texts')
}

export function flagGiven(value: unknown, what: string): boolean {
  if (typeof value === 'boolean') return value
  throw unlike(value, what, 'true or false')
}

/** Any number: what it means when it is none, below 0 or too large is for whoever uses it. */
export function numberGiven(value: unknown, what: string): number {
  if (typeof value === 'number') return value
  throw unlike(value, what, 'a number')
}

/** The same of what may be left out. */
export const ifGiven = <Value>(
  value: unknown,
  what: string,
  check: (value: unknown, what: string) => Value,
): Value | undefined => (value === undefined ? undefined : check(value, what))

export function unlike(value: unknown, what: string, expected: string): NotesError {
  return new NotesError(
    'usage',
    `Unexpected ${nameOf(value)} for ${what}, expected ${expected}`,
    `Give ${expected}; nothing was stored`,
  )
}

/** A value in a message: never long, and printed without asking it how. */
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
