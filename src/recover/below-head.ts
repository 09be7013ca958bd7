import { partWeight, tokenWeight } from '../document/tokens.ts'
import { clip } from './clip.ts'

interface Budgeted {
  readonly budget: number
  readonly factor: number
}

/** What is said before everything else takes no more of the budget than this. */
const SHARE = 0.3

/** A text below a line that says what it is, within the budget of both. */
export function belowHead<Options extends Budgeted, Result extends { readonly text: string }>(
  line: string | undefined,
  options: Options,
  write: (left: Options) => Result,
): Result {
  const { budget, factor } = options
  const head = line === undefined ? undefined : clip(line, (budget / factor) * SHARE)
  if (head === undefined) return write(options)
  // Costs of lines are added up; the whole can cost a little more, and is what counts.
  for (let left = Math.floor(budget - partWeight(head) * factor); left >= budget / 2; ) {
    const result = write({ ...options, budget: left })
    const text = `${head}\n${result.text}`
    const over = Math.ceil(tokenWeight(text) * factor) - budget
    if (over <= 0) return { ...result, text }
    left -= over
  }
  return write(options)
}
