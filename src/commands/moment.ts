import { parseTimestamp } from '../protocol/timestamp.ts'
import type { Context } from './context.ts'
import { usage } from './entries.ts'

/** A moment that was typed, or now, to the second. */
export function momentOf({ host }: Context, typed: string | undefined): string {
  if (typed === undefined) return `${host.now().toISOString().slice(0, 19)}Z`
  if (parseTimestamp(typed)?.at === undefined)
    throw usage(
      `"${typed}" is no timestamp`,
      'Write it as 2026-01-31T14:30:00Z, 2026-01-31T14:30Z or 2026-01-31',
    )
  return typed
}
