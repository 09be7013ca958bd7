import type { JsonNode } from './json.ts'
import { readSettings, type Setting } from './validate.ts'

/** Settings that came as an object, not in a file: held to the same as those of a file. */
export const readGivenSettings = (given: unknown): readonly Setting[] =>
  readSettings(nodeOf(given, 0)).settings

/** There is no text that a message could point at. */
const span = { start: 0, end: 0 }

/** The table is four levels deep: what lies deeper is no setting, and may have no end. */
const DEEPEST = 5

function nodeOf(value: unknown, depth: number): JsonNode {
  if (typeof value === 'boolean') return { kind: 'boolean', value, span }
  if (typeof value === 'number' && Number.isFinite(value)) return { kind: 'number', value, span }
  if (typeof value === 'string') return { kind: 'string', value, span }
  if (value === null || depth === DEEPEST) return { kind: 'null', span }
  if (Array.isArray(value)) return { kind: 'array', items: value.map(item => nodeOf(item, depth + 1)), span }
  // No JSON: named by its type, which no setting has as its value.
  if (typeof value !== 'object')
    return { kind: 'string', value: typeof value === 'number' ? String(value) : typeof value, span }
  const members = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([key, inner]) => ({ key, keySpan: span, value: nodeOf(inner, depth + 1) }))
  return { kind: 'object', members, span }
}
