import type { Baseline } from '../lint/baseline.ts'
import { updateFile } from '../workspace/update-file.ts'
import { createFile } from '../workspace/write.ts'
import type { Context } from './context.ts'
import { baselinePath } from './lint-baseline.ts'

/** Files that were not linted now keep what was accepted of them. */
export async function writeBaseline(
  context: Context,
  old: Baseline,
  accepted: Baseline['files'],
): Promise<void> {
  const path = baselinePath(context)
  const text = `${JSON.stringify({ version: 1, files: { ...old.files, ...accepted } }, null, 2)}\n`
  if (!createFile(path, text)) await updateFile(path, () => text, { root: context.project.root })
}
