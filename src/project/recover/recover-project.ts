import type { Config } from '../../config/fields.ts'
import { everyField, valueAt } from '../../config/table.ts'
import type { CodeReader } from '../../evidence/code.ts'
import { askCk } from '../../files/programs/ask-ck.ts'
import { defaultFiles } from '../../files/project-root.ts'
import { codeReader } from '../../files/read/read-code.ts'
import { readText } from '../../files/read/read-text.ts'
import { pathBelow } from '../../files/real-path.ts'
import { keepSlice, type Seen, startSeeing } from '../../files/user/keep-slice.ts'
import { type StartingPoint, sliceKey } from '../../files/user/kept-slice.ts'
import { isNotesFile } from '../../notes/notes.ts'
import { frameName } from '../../recover/layout/frame.ts'
import { BUDGETS } from '../../recover/layout/slice.ts'
import { sliceOfNothing } from '../../recover/levels/level1.ts'
import { type RecoverOptions, recover, type Slice } from '../../recover/recover.ts'
import { framed, joined, ours, type Shown, shownJson } from '../../safety/door.ts'
import { archivePathOf, readArchive } from '../archive/archive-file.ts'
import { codeBeside, countdown, projectCode } from '../evidence/code.ts'
import { hasEarlierText } from '../guard/keep-copy.ts'
import { type Environment, findSetup, notesCommand, type OpenProject, type Setup } from '../open.ts'
import { notNotes, readOptionsOf, severalNotesFiles } from '../read.ts'

export interface RecoverRequest {
  readonly level: 1 | 2 | 3
  readonly query?: string
  readonly budget?: number
}

export const sliceText = ({ frame, text }: Slice): Shown => joined([framed(frame, text), ours('\n')])

export const sliceJson = (slice: Slice): Shown =>
  shownJson(slice, { done: [slice.frame.open, slice.frame.close, slice.text] })

/** The event to log for the session that asked. */
export const askedFor = ({ query }: RecoverRequest, { tokens, records }: Slice) => ({
  event: 'recover' as const,
  tokens,
  ...(query === undefined ? {} : { found: records.length }),
})

/** Makes one level 1, and keeps it for sessions that start at these points and would find the same project. */
export function keepAround(starts: readonly StartingPoint[], { project, config }: Setup): void {
  const seen = startSeeing(...starts)
  // Read again after `startSeeing`: the configuration may have been saved since.
  const found = starts.map(start => ({ start, setup: findSetup(start, {}) }))
  const same = found.filter(({ setup }) => isSame(setup, { project, config }))
  const [first] = same
  if (first === undefined) return
  const { project: newest, config: settings } = first.setup
  const setup = { project: newest, config: settings, env: first.start.env }
  const slice = recoverProject(setup, { level: 1 }, { seen })
  for (const { start } of same) keepMade(start, { level: 1 }, slice, setup, seen)
}

/** Do both setups lead to the same project? Flags may have named another file, or another project. */
const isSame = (one: Setup, other: Setup): boolean =>
  one.project.file === other.project.file &&
  one.project.root === other.project.root &&
  one.config.path === other.config.path

/**
 * Recovers from a project's notes file, following its configuration. `init` is the command that creates a missing
 * file; `seen` is notified of every file the answer depends on.
 */
export function recoverProject(
  { project, config, env }: Setup & Pick<OpenProject, 'env'>,
  request: RecoverRequest,
  { init, seen }: { readonly init?: string; readonly seen?: Seen | undefined } = {},
): Slice {
  const { level } = request
  const { root, file, exists, rivals } = project
  if (rivals !== undefined) throw severalNotesFiles({ cwd: root, project }, rivals)
  const about = {
    level,
    source: pathBelow(root, file),
    factor: config.values.tokens.factor,
    budget: request.budget ?? configured(config.values, level),
    command: notesCommand(root),
  }
  for (const path of [file, ...defaultFiles(root), ...config.files]) seen?.note(path)
  if (!exists) return sliceOfNothing(about, init, hasEarlierText(env, project))
  const { budget, ...rest } = about
  const asked = { ...request, ...rest, ...(budget === null ? {} : { budget }) }
  return recoverFile({ ...readOptionsOf(config.values), ...asked, root, file }, env, seen)
}

export function configured({ recovery }: Config, level: 1 | 2 | 3): number | null {
  return level === 1 ? recovery.level1 : level === 2 ? recovery.level2 : BUDGETS[3]
}

interface FileRequest extends Omit<RecoverOptions, 'code' | 'others'> {
  readonly root: string
  readonly file: string
}

/** Throws when the file cannot be read or is not a notes file. */
function recoverFile(
  { root, file, ...request }: FileRequest,
  env: Environment,
  seen: Seen | undefined,
): Slice {
  const options = { ...request, code: watchedCode(root, file, path => seen?.code(root, path)) }
  const { text } = readText(file)
  // A configuration can name any file of the project, but only notes are quoted.
  if (!isNotesFile(file, text)) throw notNotes(file)
  if (request.level !== 2 || request.query === undefined) return recover(text, options)
  const hits = askCk({ file, root, query: request.query, env })
  const archived = readArchive({ root, file })
  return recover(text, {
    ...options,
    ...(hits === undefined ? {} : { others: { name: 'ck', hits } }),
    ...(archived === undefined
      ? {}
      : { archive: { source: pathBelow(root, archivePathOf(file)), text: archived } }),
  })
}

/** Larger files of code are not compared, because a session waits for the result. */
const MAX_CODE_BYTES = 1024 * 1024

/**
 * Reads code below `root`. Calls `onRead` for each path that may lead outside the root, and before each file is read,
 * except when a search only peeks at it.
 */
export function watchedCode(root: string, file: string, onRead: (path: string) => void): CodeReader {
  const reader = codeReader(root, { maxBytes: MAX_CODE_BYTES })
  const msLeft = countdown(MAX_CHECKING_MS)
  const code = codeBeside(projectCode(root, reader, msLeft), root, file, msLeft)
  return {
    ...code,
    isOver: () => msLeft() <= 0,
    // A search peeks at the whole project, and what it finds is read again.
    peek: reader.read,
    read: path => {
      onRead(path)
      return reader.read(path)
    },
    toProject: path => {
      onRead(path)
      return reader.toProject(path)
    },
  }
}

/**
 * The time limit for git and the comparison together, because a session waits for both. Claims that take longer are not
 * checked, and the slice says so.
 */
const MAX_CHECKING_MS = 300

const isForHooks = (key: string): boolean => key.startsWith('session.') || key.startsWith('hooks.')

/**
 * Keeps level 1 for the next start in the same folder, unless the notes file had to be searched for: another one may
 * appear in a folder that was not searched.
 */
export function keepMade(
  start: StartingPoint,
  request: RecoverRequest,
  { level, source, budget, text }: Slice,
  { project, config }: Setup,
  seen: Seen,
): void {
  if (level !== 1 || budget === null || !project.exists || project.fileFrom === 'search') return
  const { factor } = config.values.tokens
  const { root, file } = project
  const command = notesCommand(root)
  const name = frameName(source, level, factor, command)
  const settings = everyField()
    .filter(({ key, field }) => isForHooks(key) && valueAt(config.values, key) !== field.default)
    .map(({ key }) => key)
  keepSlice(
    start,
    sliceKey(request.budget),
    { name, factor, budget, text, command, root, file, settings },
    seen,
  )
}
