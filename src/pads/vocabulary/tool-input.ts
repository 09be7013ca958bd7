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
