import { NotesError } from '../../error.ts'

/** What a model sent, before anything is known of it. */
export type ToolInput = Readonly<Record<string, unknown>>

export const inputOf = (input: unknown): ToolInput =>
  typeof input === 'object' && input !== null ? (input as ToolInput) : {}

export function requiredText(input: ToolInput, name: string): string {
  const value = input[name]
  if (typeof value === 'string') return value
  throw new NotesError(
    'usage',
    `missing required parameter: ${name}`,
    `Give \`${name}\` as a text; nothing was stored`,
  )
}

export function optionalText(input: ToolInput, name: string): string | undefined {
  const value = input[name]
  return typeof value === 'string' ? value : undefined
}

export function optionalTexts(input: ToolInput, name: string): readonly string[] | undefined {
  const value = input[name]
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value) && value.every(item => typeof item === 'string')) return value
  throw new NotesError('usage', `\`${name}\` is no list of texts`, 'Give texts in a list; nothing was stored')
}

export const optionalNumber = (input: ToolInput, name: string): number | undefined =>
  typeof input[name] === 'number' ? input[name] : undefined

export const schema = (properties: Readonly<Record<string, object>>, required: readonly string[] = []) =>
  ({ type: 'object', properties, required, additionalProperties: false }) as const

export const text = (description: string) => ({ type: 'string', description }) as const
export const texts = (description: string) =>
  ({ type: 'array', items: { type: 'string' }, description }) as const
