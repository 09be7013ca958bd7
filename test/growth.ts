import { expect } from 'vitest'

/** Microseconds below which the clock, a compilation or a garbage collection outweighs the work itself. */
const FLOOR = 15_000

const ROUNDS = 10

/** Microseconds after which more rounds would not change the verdict, only keep the reader of a failure waiting. */
const PATIENCE = 10_000_000

/** CPU time of this process in microseconds: unlike a clock, it stands still while other programs run. */
function cpuTimeOf(work: () => unknown): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return user + system
}

interface Growth {
  /** The size of the smaller run, in whichever unit `prepare` takes: large enough that a quadratic one exceeds the floor, small enough that it ends. */
  readonly from: number
  /** How many times larger the larger run is. */
  readonly times?: number
  /** How many times the CPU time of the smaller run the larger one may cost. Quadratic work costs `times` squared. */
  readonly atMost?: number
  /** What the input is, for the message of a failure. */
  readonly what?: string
}

/**
 * Asserts that the CPU time of `prepare(size)()` grows no faster than `size`, whatever else the machine does: the
 * smaller run is measured beside the larger one, and of several rounds the best of each counts.
 *
 * @example expectGrowth(size => () => parse('['.repeat(size)), { from: 100_000 })
 */
export function expectGrowth(
  prepare: (size: number) => () => unknown,
  { from, times = 2, atMost = times * 1.25, what = 'the input' }: Growth,
): void {
  let [smallCost, largeCost] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  // The first call also pays for compiling the code.
  let spent = cpuTimeOf(prepare(from))
  for (let round = 1; round <= ROUNDS && spent < PATIENCE; round++) {
    // Each round a little larger: some functions remember the last text, and would answer at once.
    const size = from + round * Math.floor(from / 100)
    const [smallNow, largeNow] = [cpuTimeOf(prepare(size)), cpuTimeOf(prepare(size * times))]
    spent += smallNow + largeNow
    smallCost = Math.min(smallCost, smallNow)
    largeCost = Math.min(largeCost, largeNow)
    if (round >= 2 && largeCost <= atMost * Math.max(smallCost, FLOOR)) return
  }
  const milliseconds = (cost: number) => `${(cost / 1000).toFixed(1)} ms`
  expect.fail(
    `${times} times ${what} costs ${(largeCost / smallCost).toFixed(1)} times the CPU time, expected at most ${atMost} times: ` +
      `${milliseconds(smallCost)} for ${from}, ${milliseconds(largeCost)} for ${from * times}`,
  )
}
