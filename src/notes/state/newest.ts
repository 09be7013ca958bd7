import type { Span } from '../../markdown/block.ts'
import type { Timestamp } from '../text/timestamp.ts'

interface Dated {
  readonly at?: Timestamp | undefined
  readonly span: Span
}

/**
 * Sorts newest first, whether the file is kept oldest or newest first. Undated records come last. Among equal dates,
 * the record on the newer side of the file comes first.
 */
export function newestFirst<Record extends Dated>(records: readonly Record[]): Record[] {
  const upwards = descent(records) > 0 ? 1 : -1
  return records.toSorted((one, other) => {
    const a = one.at?.at ?? Number.NEGATIVE_INFINITY
    const b = other.at?.at ?? Number.NEGATIVE_INFINITY
    return a === b ? upwards * (one.span.start - other.span.start) : b - a
  })
}

/**
 * How much newer the first dated record is than the last, in milliseconds. Positive when the newest comes first: some
 * people log at the top.
 */
export function descent(records: readonly Dated[]): number {
  const isDated = ({ at }: Dated): boolean => at?.at !== undefined
  return (records.find(isDated)?.at?.at ?? 0) - (records.findLast(isDated)?.at?.at ?? 0)
}
