import { NotesError } from '../../error.ts'
import { readText } from '../../files/read/read-text.ts'
import { createFile } from '../../files/swap/write.ts'
import { updateFile } from '../../files/update-file.ts'
import type { Setup } from '../open.ts'
import { planOn } from '../read.ts'
import type { ChangedText } from '../undo.ts'
import { archivePathOf, readArchive } from './archive-file.ts'

/** The new text of both files. `archiveText` is undefined when there is no archive and none is needed. */
export interface TwoTexts {
  readonly text: string
  readonly archiveText: string | undefined
}

export type PlanBoth<Plan extends TwoTexts> = (text: string, archived: string | undefined) => Plan

export interface Moved<Plan extends TwoTexts> {
  readonly plan: Plan
  readonly files: readonly ChangedText[]
}

const MAX_ROUNDS = 10

/**
 * Moves records from the notes file to the archive file, which is written and synced first: a crash in between leaves
 * a record in both, and the next run removes the duplicate. Starts over when records added meanwhile have to be
 * archived too.
 */
export async function moveToArchive<Plan extends TwoTexts>(
  setup: Setup,
  planBoth: PlanBoth<Plan>,
): Promise<Moved<Plan>> {
  const { project } = setup
  const path = archivePathOf(project.file)
  const written: ChangedText[] = []
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const known = readArchive(setup.project)
    const { text: read } = readText(project.file)
    const first = planOn(setup, read, () => planBoth(read, known))
    const own = await writeArchive(path, known, first.archiveText, project.root)
    if (own !== undefined) written.push(own)
    const ready = readArchive(setup.project)
    let done = first
    let behind = false
    const { before, after } = await updateFile(
      project.file,
      text => {
        // Planning again takes as long as the first time, and the plan differs only if another process has
        // written meanwhile.
        const isSame = text === read && ready === first.archiveText
        done = isSame ? first : planOn(setup, text, () => planBoth(text, ready))
        behind = done.archiveText !== ready
        return behind ? undefined : done.text
      },
      { root: project.root },
    )
    if (behind) continue
    // Undo reverts only what this command wrote; additions by others stay.
    const notes = before === after ? [] : [{ path: project.file, before, after }]
    return { plan: { ...done, text: after }, files: [...notes, ...(written.length === 1 ? written : [])] }
  }
  throw new NotesError(
    'locked',
    'Other processes keep adding decisions faster than they can be archived',
    'Run this again when they are done',
    { path },
  )
}

/** Returns the change, or undefined when nothing had to be written or another process was faster. */
async function writeArchive(
  path: string,
  known: string | undefined,
  text: string | undefined,
  root: string,
): Promise<ChangedText | undefined> {
  if (text === undefined || text === known) return undefined
  if (known === undefined)
    return createFile(path, text) ? { path, before: undefined, after: text } : undefined
  const { changed } = await updateFile(path, current => (current === known ? text : undefined), { root })
  return changed ? { path, before: known, after: text } : undefined
}
