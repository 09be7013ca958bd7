import type { LintReport } from '../lint/report.ts'
import { reporters } from '../lint/reporters/reporters.ts'
import { returned } from '../safety/door.ts'
import type { Context } from './context.ts'
import { formatOf, isDry, type LintRequest } from './lint-request.ts'
import { forReader } from './output.ts'

/** Prints what was found. 0: no errors; 1: errors, or more warnings than allowed; 2: a rule broke. */
export function answerLint(
  context: Context,
  request: LintRequest,
  found: LintReport,
  /** The text of standard input, repaired: then that is what is asked for. */
  repaired: string | undefined,
): 0 | 1 | 2 {
  const { host } = context
  const format = formatOf(context, request)
  const report = reporters[format](found, { color: host.color, columns: host.columns })
  const diffs = found.files.map(({ diff = '' }) => diff).join('')
  if (format !== 'stylish') host.out(report)
  else if (repaired !== undefined) {
    host.out(returned(repaired))
    host.err(report)
  } else host.out(isDry(request) && diffs !== '' ? forReader(context, diffs) : report)
  if (found.files.some(({ crashes }) => crashes.length > 0)) return 2
  const { errors, warnings } = found.counts
  return errors > 0 || warnings > (request.maxWarnings ?? Number.POSITIVE_INFINITY) ? 1 : 0
}
