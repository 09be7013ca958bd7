import { shown } from '../../safety/door.ts'
import type { Problem } from '../../session/store.ts'
import type { Host } from '../host.ts'

/** A file that is no log at all has as many of them as lines. */
const MOST = 10

/** Says on standard error what of a log could not be read; `place` is where a problem lies that does not say so. */
export function sayProblems(
  host: Host,
  problems: readonly Problem[],
  place: (problem: Problem) => string,
): void {
  for (const problem of problems.slice(0, MOST)) {
    const where = `${problem.line === 0 ? '' : `line ${problem.line} of `}${place(problem)}`
    const colon = problem.line === 0 ? ':' : ''
    host.err(shown(`warning: ${where}${colon} ${problem.what}\n`))
  }
  const more = problems.length - MOST
  if (more > 0) host.err(shown(`warning: ${more} more of this; --json names all\n`))
}
