import { diffLines, type LineChange } from './line-diff.ts'

/** The same stretch in each of three lists, as indexes; `to` is excluded. */
export interface ThreeWay {
  readonly base: Range
  readonly ours: Range
  readonly theirs: Range
  /** Which sides differ from the base. With `both`, they may have made the same change. */
  readonly changed: 'none' | 'ours' | 'theirs' | 'both'
}

interface Range {
  readonly from: number
  readonly to: number
}

/** Aligns two lists with their common base (diff3). Adjacent changes are one stretch, as in git. */
export function threeWay(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): readonly ThreeWay[] {
  const [left, right] = [diffLines(base, ours), diffLines(base, theirs)]
  const found: ThreeWay[] = []
  let [i, j] = [0, 0]
  let at = { base: 0, ours: 0, theirs: 0 }
  const advance = (
    to: number,
    changed: ThreeWay['changed'],
    more: { ours: number; theirs: number },
  ): void => {
    const length = to - at.base
    const next = { base: to, ours: at.ours + length + more.ours, theirs: at.theirs + length + more.theirs }
    if (length > 0 || changed !== 'none')
      found.push({
        base: { from: at.base, to },
        ours: { from: at.ours, to: next.ours },
        theirs: { from: at.theirs, to: next.theirs },
        changed,
      })
    at = next
  }
  while (i < left.length || j < right.length) {
    const start = Math.min(fromOf(left[i]), fromOf(right[j]))
    advance(start, 'none', { ours: 0, theirs: 0 })
    let end = start
    const more = { ours: 0, theirs: 0 }
    const [i0, j0] = [i, j]
    for (;;) {
      const side = fromOf(left[i]) <= end ? 'ours' : fromOf(right[j]) <= end ? 'theirs' : undefined
      const change = side === 'ours' ? left[i++] : side === 'theirs' ? right[j++] : undefined
      if (side === undefined || change === undefined) break
      end = Math.max(end, change.before.to)
      more[side] += change.after.to - change.after.from - (change.before.to - change.before.from)
    }
    advance(end, i === i0 ? 'theirs' : j === j0 ? 'ours' : 'both', more)
  }
  advance(base.length, 'none', { ours: 0, theirs: 0 })
  return found
}

const fromOf = (change: LineChange | undefined): number => change?.before.from ?? Number.POSITIVE_INFINITY
