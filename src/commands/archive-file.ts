import { NotesError, withPath } from '../error.ts'
import { isThere } from '../workspace/look.ts'
import { readText } from '../workspace/read-text.ts'
import { isBelow, realPath } from '../workspace/real-path.ts'
import { updateFile } from '../workspace/update-file.ts'
import { createFile } from '../workspace/write.ts'
import { archivePathOf } from './archive-path.ts'
import type { Context } from './context.ts'
import { refuseUnknown } from './notes-file.ts'
import type { ChangedText } from './undo-log.ts'

/** Both texts as they are to be. The archive's is undefined when there is none and none is needed. */
interface TwoTexts {
  readonly text: string
  readonly archiveText: string | undefined
}

export type PlanBoth<Plan extends TwoTexts> = (text: string, archived: string | undefined) => Plan

export interface Archived<Plan extends TwoTexts> {
  readonly plan: Plan
  readonly files: readonly ChangedText[]
}

const MOST_ROUNDS = 10

/**
 * Moves old decisions out of the way. The archive file is written and synced before the notes file: after a crash
 * in between a decision stands twice, and the next run leaves it once. When somebody adds to the notes meanwhile,
 * so that more would have to be archived first, it starts over.
 */
export async function archiveProject<Plan extends TwoTexts>(
  context: Context,
  planBoth: PlanBoth<Plan>,
): Promise<Archived<Plan>> {
  const { project } = context
  const path = archivePathOf(project.file)
  const written: ChangedText[] = []
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const known = readArchive(context)
    const first = planFor(context, readText(project.file).text, known, planBoth)
    const own = await writeArchive(path, known, first.archiveText, project.root)
    if (own !== undefined) written.push(own)
    const ready = readArchive(context)
    let done = first
    let behind = false
    const { before, after } = await updateFile(
      project.file,
      text => {
        done = planFor(context, text, ready, planBoth)
        behind = done.archiveText !== ready
        return behind ? undefined : done.text
      },
      { root: project.root },
    )
    if (behind) continue
    // Only what this command wrote is taken back by undo: what others added meanwhile is theirs.
    const notes = before === after ? [] : [{ path: project.file, before, after }]
    return { plan: { ...done, text: after }, files: [...notes, ...(written.length === 1 ? written : [])] }
  }
  throw new NotesError(
    'locked',
    'Others keep adding decisions faster than they can be archived',
    'Run it again when they are done',
    { path },
  )
}

/** The plan, with the file's name in what is wrong with it. */
export function planFor<Plan extends TwoTexts>(
  context: Context,
  text: string,
  archived: string | undefined,
  planBoth: PlanBoth<Plan>,
): Plan {
  refuseUnknown(context, text)
  try {
    return planBoth(text, archived)
  } catch (error) {
    throw withPath(error, context.project.file)
  }
}

/** The archive's text; undefined when there is none. One that is linked out of the project is not even read. */
export function readArchive({ project }: Context): string | undefined {
  const path = archivePathOf(project.file)
  if (!isThere(path)) return undefined
  if (isBelow(realPath(project.root), realPath(path))) return readText(path).text
  throw new NotesError(
    'outside',
    `${path} leads out of the project root ${project.root}`,
    'Point the link into the project, or replace it by a file',
    { path },
  )
}

/** What was written; undefined when nothing had to be, or somebody else was faster. */
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
