import { join } from 'node:path'
import { type Baseline, NO_BASELINE, parseBaseline } from '../lint/baseline.ts'
import { isThere } from '../workspace/look.ts'
import { readText } from '../workspace/read-text.ts'
import { updateFile } from '../workspace/update-file.ts'
import { createFile } from '../workspace/write.ts'
import type { Context } from './context.ts'

const baselinePath = ({ project, config }: Context): string => join(project.root, config.values.lint.baseline)

export function readBaseline(context: Context): Baseline {
  const path = baselinePath(context)
  return isThere(path) ? parseBaseline(readText(path).text, path) : NO_BASELINE
}

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
