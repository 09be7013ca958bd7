import { expect } from 'vitest'

/** Microseconds below which the clock, a compilation or a garbage collection outweighs the work itself. */
const FLOOR = 15_000

const ROUNDS = 10

/** Microseconds after which more rounds would only delay a failure, not change the verdict. */
const PATIENCE = 10_000_000

/** CPU time of this process in microseconds: unlike a clock, it stands still while other programs run. */
function cpuTimeOf(work: () => unknown): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return user + system
}

interface Growth {
  /**
   * The size of the smaller run, in the unit that `prepare` takes: large enough that quadratic work exceeds the floor,
   * and small enough that quadratic work still finishes.
   */
  readonly from: number
  /** How many times larger the larger run is. */
  readonly times?: number
  /**
   * Maximum cost of the larger run, as a multiple of the smaller run's CPU time. Quadratic work costs `times` squared.
   */
  readonly atMost?: number
  /** A description of the input, for the failure message. */
  readonly what?: string
}

/**
 * Asserts that the CPU time of `prepare(size)()` grows no faster than `size`, whatever else the machine does: the
 * smaller run is measured beside the larger one, and the best of several rounds counts for each.
 *
 * @example expectGrowth(size => () => parse('['.repeat(size)), { from: 100_000 })
 */
export function expectGrowth(
  prepare: (size: number) => () => unknown,
  { from, times = 2, atMost = times * 1.25, what = 'the input' }: Growth,
): void {
  const seen: string[] = []
  // A heap that grows in steps can cost an extra collection at one size; quadratic work is quadratic at every size.
  for (const scale of [1, 2, 4]) {
    const { small, large } = bestCosts(prepare, from * scale, times, atMost)
    if (large <= atMost * Math.max(small, FLOOR)) return
    seen.push(`${inMs(small)} for ${from * scale}, ${inMs(large)} for ${from * scale * times}`)
  }
  expect.fail(`${times} times ${what} costs more than ${atMost} times the CPU time: ${seen.join('; ')}`)
}

const inMs = (cost: number): string => `${(cost / 1000).toFixed(1)} ms`

/** Returns the lowest costs of several rounds, and stops once they are good enough. */
function bestCosts(
  prepare: (size: number) => () => unknown,
  from: number,
  times: number,
  atMost: number,
): { readonly small: number; readonly large: number } {
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  // The first call also pays for compiling the code.
  let spent = cpuTimeOf(prepare(from))
  for (let round = 1; round <= ROUNDS && spent < PATIENCE; round++) {
    // The size grows a little each round, because some functions remember the last text and would answer at once.
    const size = from + round * Math.floor(from / 100)
    const [smallNow, largeNow] = [cpuTimeOf(prepare(size)), cpuTimeOf(prepare(size * times))]
    spent += smallNow + largeNow
    small = Math.min(small, smallNow)
    large = Math.min(large, largeNow)
    if (round >= 2 && large <= atMost * Math.max(small, FLOOR)) break
  }
  return { small, large }
}
