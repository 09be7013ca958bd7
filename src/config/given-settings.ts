import type { JsonNode } from './json.ts'
import { readSettings, type Setting } from './validate.ts'

/** Reads settings passed as an object, with the same checks as those in a file. */
export const readGivenSettings = (given: unknown): readonly Setting[] =>
  readSettings(nodeOf(given, 0)).settings

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
  // Not JSON: represented by its type name, which is no valid setting.
  if (typeof value !== 'object')
    return { kind: 'string', value: typeof value === 'number' ? String(value) : typeof value, span }
  const members = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([key, inner]) => ({ key, keySpan: span, value: nodeOf(inner, depth + 1) }))
  return { kind: 'object', members, span }
}
