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

// Models write null for fields they leave out. Any other value of the wrong type was meant, and must not be ignored:
// without its words, a search would find all notes, and without its `replace_all`, a replacement would change only one
// occurrence.

export const optionalText = (input: Fields, name: string): string | undefined =>
  ifGiven(input[name] ?? undefined, `\`${name}\``, textGiven)

export const optionalTexts = (input: Fields, name: string): readonly string[] | undefined =>
  ifGiven(input[name] ?? undefined, `\`${name}\``, textsGiven)

export const optionalNumber = (input: Fields, name: string): number | undefined =>
  ifGiven(input[name] ?? undefined, `\`${name}\``, numberGiven)

export const optionalFlag = (input: Fields, name: string): boolean =>
  ifGiven(input[name] ?? undefined, `\`${name}\``, flagGiven) ?? false
