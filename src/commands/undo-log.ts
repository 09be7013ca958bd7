import { relative, sep } from 'node:path'
import { inverseOf } from '../manager/undo.ts'
import { recordChange } from '../workspace/journal.ts'
import type { Context } from './context.ts'

export interface ChangedText {
  readonly path: string
  /** Undefined when the change created the file. */
  readonly before: string | undefined
  readonly after: string
}

/** Writes down how a change is taken back. What comes back is what to say when that was not possible. */
export async function rememberChange(
  { project, host }: Context,
  command: string,
  files: readonly ChangedText[],
): Promise<readonly string[]> {
  const recorded = await recordChange(project.root, {
    at: host.now().toISOString(),
    command: `notes ${command}`,
    files: files.map(({ path, before, after }) => ({
      path: inRoot(project.root, path),
      step: inverseOf(before, after),
    })),
  })
  return recorded.recorded ? [] : [`\`notes undo\` will not take this back: ${recorded.reason}`]
}

export const inRoot = (root: string, path: string): string => relative(root, path).split(sep).join('/')
