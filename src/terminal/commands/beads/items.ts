import { type ItemOptions, type Items, itemsOf } from '../../../beads/item.ts'
import { DEFAULT_FILE } from '../../../files/project-root.ts'
import type { Notes } from '../../../notes/notes.ts'
import { inRoot } from '../../../project/open.ts'
import { shown } from '../../../safety/door.ts'
import { oneLine } from '../../print/output.ts'
import type { Context } from '../../program/context.ts'

/** All records of the project's notes that can become beads. */
export const projectItems = (context: Context, notes: Notes): Items => itemsOf(notes, itemOptions(context))

/** The refs of a file must not depend on how the file was named this time. */
function itemOptions({ project, config }: Context): ItemOptions {
  const path = inRoot(project.root, project.file)
  return {
    path,
    isSecond: ![DEFAULT_FILE.replaceAll('\\', '/'), 'NOTES.md', config.values.file].includes(path),
  }
}

/** Prints remarks to standard error, since standard output is for another program. */
export function remark({ host }: Context, remarks: readonly string[]): void {
  for (const text of remarks) host.err(shown(`note: ${oneLine(text, 600)}\n`))
}
