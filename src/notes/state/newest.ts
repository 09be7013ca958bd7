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
  const upwards = isNewestFirst(records) ? 1 : -1
  return records.toSorted((one, other) => {
    const a = one.at?.at ?? Number.NEGATIVE_INFINITY
    const b = other.at?.at ?? Number.NEGATIVE_INFINITY
    return a === b ? upwards * (one.span.start - other.span.start) : b - a
  })
}

/** Is the first dated record of a file newer than the last? Some people log at the top. */
function isNewestFirst(records: readonly Dated[]): boolean {
  const isDated = ({ at }: Dated): boolean => at?.at !== undefined
  return (records.find(isDated)?.at?.at ?? 0) > (records.findLast(isDated)?.at?.at ?? 0)
}
