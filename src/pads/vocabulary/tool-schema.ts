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

export const text = (description: string) => ({ type: 'string', description }) as const
export const texts = (description: string) =>
  ({ type: 'array', items: { type: 'string' }, description }) as const

// Schemas of answers.

export const [string, integer, number, boolean] = [
  { type: 'string' },
  { type: 'integer' },
  { type: 'number' },
  { type: 'boolean' },
] as const
export const listOf = (items: object) => ({ type: 'array', items }) as const

/** An object with these properties, by default all required. */
export const result = (properties: Readonly<Record<string, object>>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
})

/** Model Context Protocol hints about a tool's effects. */
export interface Annotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
}

export const reads: Annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true }
export const writes: Annotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: false }
/** For tools where repeating a call changes nothing more: a record added twice is one record. */
export const writesOnce: Annotations = { ...writes, idempotentHint: true }
