import type { Span } from '../../markdown/block.ts'
import type { Timestamp } from '../../notes/text/timestamp.ts'

interface Dated {
  readonly at?: Timestamp
  readonly span: Span
}

/**
 * The newest first, whichever way the file is kept; what has no date comes last. Of equal dates the one that stands
 * on the newer side of the file counts as newer.
 */
export function newestFirst<Record extends Dated>(records: readonly Record[]): Record[] {
  const upwards = isNewestFirst(records) ? 1 : -1
  return records.toSorted((one, other) => {
    const [a, b] = [one.at?.at ?? Number.NEGATIVE_INFINITY, other.at?.at ?? Number.NEGATIVE_INFINITY]
    return a === b ? upwards * (one.span.start - other.span.start) : b - a
  })
}

/** Whether the first dated record of a file is newer than its last: people who log at the top. */
function isNewestFirst(records: readonly Dated[]): boolean {
  const dated = records.filter(({ at }) => at?.at !== undefined)
  const [first, last] = [dated[0]?.at?.at ?? 0, dated.at(-1)?.at?.at ?? 0]
  return first > last
}

/** Decisions that level 1 shows (seed: "last 3 decisions"). */
export const LAST_DECISIONS = 3
