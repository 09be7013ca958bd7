import { type Caution, guard } from '../protocol/guard.ts'
import type { Draft } from '../protocol/kinds.ts'
import type { Intent } from './intent.ts'

/** What is not free text: how it is written is how it is understood. */
const FIXED: ReadonlySet<string> = new Set([
  ...['kind', 'do', 'id', 'at', 'type', 'severity', 'status', 'identifier', 'verified', 'evidence'],
  ...['which', 'label', 'checkpoint'],
])

/** The same draft or intent, with every text in it to be written more cautiously. */
export function cautious<T extends Draft | Intent>(said: T, caution: Caution): T {
  return caution === 0 ? said : (guarded(said, caution) as T)
}

function guarded(value: unknown, caution: Caution): unknown {
  if (typeof value === 'string') return guard(value, caution)
  if (Array.isArray(value)) return value.map(part => guarded(part, caution))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, FIXED.has(name) ? part : guarded(part, caution)]),
  )
}
