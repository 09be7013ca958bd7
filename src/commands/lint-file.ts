import { type Baseline, withoutAccepted } from '../lint/baseline.ts'
import type { Linted } from '../lint/fix.ts'
import type { LintResult } from '../lint/lint.ts'
import type { LintedFile } from '../lint/report.ts'
import type { Context } from './context.ts'
import { repairFile } from './lint-repair.ts'
import { isFixing, type LintRequest } from './lint-request.ts'
import type { Target } from './lint-targets.ts'

type Read = (text: string) => Linted & LintResult

/** Lints one text, and repairs it first when that is wanted. */
export async function lintFile(
  context: Context,
  request: LintRequest,
  target: Target,
  all: Read,
  baseline: Baseline,
): Promise<LintedFile> {
  const read = (text: string) => {
    const found = all(text)
    const findings = withoutAccepted(target.name, found.notes, found.findings, baseline)
    return { ...found, findings, accepted: found.findings.length - findings.length }
  }
  const first = read(target.text)
  // Behind a fence that never closes nothing is what it looks like: reported, never repaired.
  if (!isFixing(request) || first.notes.document.damage.length > 0) return { path: target.name, ...first }
  return repairFile(context, request, target, read, first)
}
