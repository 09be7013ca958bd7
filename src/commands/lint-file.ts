import { unifiedDiff } from '../document/diff.ts'
import { type Baseline, withoutAccepted } from '../lint/baseline.ts'
import { fixAll, type Linted } from '../lint/fix.ts'
import type { LintResult } from '../lint/lint.ts'
import type { LintedFile } from '../lint/report.ts'
import { updateFile } from '../workspace/update-file.ts'
import type { Context } from './context.ts'
import { isDry, isFixing, type LintRequest } from './lint-request.ts'
import type { Target } from './lint-targets.ts'
import { rememberChange } from './undo-log.ts'

type Read = (text: string) => Linted & LintResult

/** Lints one text, and repairs it first when that is wanted. */
export async function lintFile(
  context: Context,
  request: LintRequest,
  target: Target,
  all: Read,
  baseline: Baseline,
): Promise<LintedFile> {
  const read: Read = text => {
    const found = all(text)
    return { ...found, findings: withoutAccepted(target.name, found.notes, found.findings, baseline) }
  }
  const first = read(target.text)
  // Behind a fence that never closes nothing is what it looks like: reported, never repaired.
  if (!isFixing(request) || first.notes.document.damage.length > 0) return { path: target.name, ...first }
  const kinds = request.fixUnsafe ? (['safe', 'unsafe'] as const) : (['safe'] as const)
  const { text, applied, dropped } = fixAll(target.text, read, kinds)
  const changed = text !== target.text
  if (changed && !isDry(request) && !target.fromInput)
    await writeFixed(context, target.path, source => fixAll(source, read, kinds).text)
  const diff = changed && isDry(request) ? unifiedDiff(target.text, text, { path: target.name }) : undefined
  return {
    path: target.name,
    ...(changed ? read(text) : first),
    fixed: applied.length,
    dropped,
    ...(diff === undefined ? {} : { diff }),
  }
}

/** `notes undo` takes a repair of the project's own notes back like any other change. */
async function writeFixed(context: Context, path: string, fix: (text: string) => string): Promise<void> {
  const { project } = context
  const { before, after } = await updateFile(path, fix, { root: project.root })
  if (path === project.file && before !== after)
    await rememberChange(context, 'lint --fix', [{ path, before, after }])
}
