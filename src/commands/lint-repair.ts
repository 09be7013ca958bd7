import { unifiedDiff } from '../document/diff.ts'
import { fixAll, type Linted } from '../lint/fix.ts'
import type { LintResult } from '../lint/lint.ts'
import type { LintedFile } from '../lint/report.ts'
import { updateFile } from '../workspace/update-file.ts'
import type { Context } from './context.ts'
import { isDry, type LintRequest } from './lint-request.ts'
import type { Target } from './lint-targets.ts'
import { rememberChange } from './undo-log.ts'

/** Repairs one text and, unless that is only to be shown, its file. In a bundle of its own: most runs repair nothing. */
export async function repairFile(
  context: Context,
  request: LintRequest,
  target: Target,
  read: (text: string) => Linted & LintResult,
  first: Linted & LintResult,
): Promise<LintedFile> {
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
