import { inverseOf } from '../manager/undo.ts'
import { recordChange } from '../workspace/journal.ts'
import { inRoot, type OpenProject } from './open.ts'

export interface ChangedText {
  readonly path: string
  /** Undefined when the change created the file. */
  readonly before: string | undefined
  readonly after: string
}

/** Records in the journal how a change is undone. Returns remarks for the user: none, or why undo is not possible. */
export async function rememberChange(
  { project, now }: OpenProject,
  command: string,
  files: readonly ChangedText[],
): Promise<readonly string[]> {
  const recorded = await recordChange(project.root, {
    at: now().toISOString(),
    command: `notes ${command}`,
    files: files.map(({ path, before, after }) => ({
      path: inRoot(project.root, path),
      step: inverseOf(before, after),
    })),
  })
  return recorded.recorded ? [] : [`\`notes undo\` will not take this back: ${recorded.reason}`]
}
