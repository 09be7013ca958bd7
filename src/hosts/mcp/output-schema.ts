// Schemas of the answers of tools.

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
