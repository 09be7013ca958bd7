import { createFile } from '../../files/swap/write.ts'
import { updateFile } from '../../files/update-file.ts'
import type { Baseline } from '../../lint/baseline.ts'
import { fixAll } from '../../lint/fix.ts'
import type { LintedFile } from '../../lint/report.ts'
import type { FixKind } from '../../lint/rule.ts'
import { unifiedDiff } from '../../markdown/diff.ts'
import type { OpenProject } from '../open.ts'
import { rememberChange } from '../undo.ts'
import type { ReadAndLint } from './linter.ts'
import type { Target } from './targets.ts'

const KINDS: Readonly<Record<FixKind, readonly FixKind[]>> = { safe: ['safe'], unsafe: ['safe', 'unsafe'] }

/** Fixes one text and, unless it came from input or this is a dry run, its file. */
export async function fixFile(
  open: OpenProject,
  { fix, dryRun }: { readonly fix: FixKind; readonly dryRun: boolean },
  target: Target,
  read: ReadAndLint,
  first: ReturnType<ReadAndLint>,
): Promise<LintedFile> {
  const kinds = KINDS[fix]
  const { text, applied, dropped } = fixAll(target.text, read, kinds)
  const changed = text !== target.text
  if (changed && !dryRun && !target.fromInput)
    await writeFixed(open, target.path, source => fixAll(source, read, kinds).text)
  const diff = changed && dryRun ? unifiedDiff(target.text, text, { path: target.name }) : undefined
  return {
    path: target.name,
    ...(changed ? read(text) : first),
    fixed: applied.length,
    dropped,
    ...(diff === undefined ? {} : { diff }),
  }
}

/** Writes the fixes. Fixes to the project's own notes file are recorded, so that `notes undo` can revert them. */
async function writeFixed(open: OpenProject, path: string, fix: (text: string) => string): Promise<void> {
  const { project } = open
  const { before, after } = await updateFile(path, fix, { root: project.root })
  if (path === project.file && before !== after)
    await rememberChange(open, 'lint --fix', [{ path, before, after }])
}

/** Accepts the findings of the linted files. Other files keep their entries. */
export async function writeBaseline(
  { project }: OpenProject,
  path: string,
  old: Baseline,
  accepted: Baseline['files'],
): Promise<void> {
  const text = `${JSON.stringify({ version: 1, files: { ...old.files, ...accepted } }, null, 2)}\n`
  if (!createFile(path, text)) await updateFile(path, () => text, { root: project.root })
}
