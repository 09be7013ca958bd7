import { delimiter, dirname, join, resolve } from 'node:path'
import { NotesError } from '../../error.ts'
import { isWindows } from '../../files/lock/this-process.ts'
import { notesElsewhere } from '../../files/notes-elsewhere.ts'
import { onPath, shellWord } from '../../files/programs/programs.ts'
import { isFile, isThere, walkUp } from '../../files/read/look.ts'
import { readText } from '../../files/read/read-text.ts'
import { pathBelow } from '../../files/real-path.ts'
import { createFile } from '../../files/swap/write.ts'
import { removeFile, updateFile } from '../../files/update-file.ts'
import {
  attributeLine,
  driverCommand,
  filesWithDriver,
  programOf,
  readDriver,
  removeDriver,
  withAttributes,
  withoutAttributes,
  writeDriver,
} from '../../git/merge-driver.ts'
import { archivePathOf } from '../archive/archive-file.ts'
import { hasLocalScript, LOCAL_SCRIPT, type OpenProject } from '../open.ts'

export interface MergeSetup {
  /** `broken`: our command, but its program is not there. `other`: not our command, or an older one of ours. */
  readonly driver: 'installed' | 'broken' | 'other' | 'missing'
  /** How git starts this program. */
  readonly program?: string
  /** The notes files and their archives, and whether git hands them to the driver. */
  readonly files: readonly { readonly path: string; readonly merged: boolean }[]
}

export interface MergeChange {
  readonly attributes: string
  readonly changed: boolean
}

interface Place {
  readonly top: string
  /** Relative to the top, with `/`. */
  readonly names: readonly string[]
  readonly attributes: string
}

/** Returns the repository of a project, and its notes files, each with its archive. */
function placeOf(open: OpenProject, given: readonly string[]): Place {
  const { project, cwd } = open
  const top = walkUp(dirname(project.file), '.git') ?? walkUp(project.root, '.git')
  if (top === undefined)
    throw new NotesError(
      'usage',
      'Not in a git repository',
      'Run `git init` first, or name a project with --root',
    )
  const files =
    given.length > 0 ? given.map(file => resolve(cwd, file)) : [project.file, ...notesElsewhere(project.root)]
  const names = [...new Set(files.flatMap(file => [file, archivePathOf(file)]))].map(file =>
    pathBelow(top, file),
  )
  const outside = names.find(name => name.startsWith('../'))
  if (outside === undefined) return { top, names, attributes: join(top, '.gitattributes') }
  throw new NotesError('usage', `${outside} is outside the repository`, 'Name a file inside it')
}

/** Is the driver set up in this clone, and for which files? */
export function mergeSetup(open: OpenProject, given: readonly string[] = []): MergeSetup {
  const { top, names } = placeOf(open, given)
  const command = readDriver(top)
  const program = command === undefined ? undefined : programOf(command)
  const merged = filesWithDriver(top, names)
  return {
    driver: command === undefined ? 'missing' : program === undefined ? 'other' : stateOf(program, open, top),
    ...(program === undefined ? {} : { program }),
    files: names.map(path => ({ path, merged: merged.has(path) })),
  }
}

/** Is the program there? Git for Windows looks for a name without a path in its own shell. */
function stateOf(
  program: string,
  { env: { PATH = '', ...env } }: OpenProject,
  top: string,
): 'installed' | 'broken' {
  const name = program
    .replace(/^node /, '')
    .replace(/^'(.*)'$/s, '$1')
    .replaceAll("'\\''", "'")
  if (name.includes('/')) return isFile(resolve(top, name)) ? 'installed' : 'broken'
  // npx puts `node_modules/.bin` on the PATH, but git runs without it.
  const folders = PATH.split(delimiter).filter(folder => !/node_modules[\\/]\.bin$/.test(folder))
  const path = onPath(name, { ...env, PATH: folders.join(delimiter) })
  return isWindows || path !== undefined ? 'installed' : 'broken'
}

/** Sets up the driver: its command in `.git/config`, which clones do not copy, and a line for each file. */
export async function installMerge(
  open: OpenProject,
  given: readonly string[] = [],
  program?: string,
): Promise<MergeChange> {
  const { top, names, attributes } = placeOf(open, given)
  const command = driverCommand(program ?? programIn(open.project.root, top))
  const isNew = readDriver(top) !== command
  if (isNew) writeDriver(top, command)
  const lines = names.map(attributeLine)
  const isAdded = isThere(attributes)
    ? (await updateFile(attributes, text => withAttributes(text, lines), { root: top })).changed
    : createFile(attributes, withAttributes('', lines))
  return { attributes, changed: isNew || isAdded }
}

/**
 * Returns the command that starts `notes`. git runs its drivers at the top of the work tree, where a package that npm
 * installed in the project is not on the PATH.
 */
const programIn = (root: string, top: string): string =>
  hasLocalScript(root) ? `node ${shellWord(pathBelow(top, join(root, LOCAL_SCRIPT)))}` : 'notes'

/** Removes the lines for these files, and the driver if no files are named. Lines for other files stay. */
export async function uninstallMerge(open: OpenProject, given: readonly string[]): Promise<MergeChange> {
  const { top, names, attributes } = placeOf(open, given)
  const lines = names.map(attributeLine)
  const { changed } =
    isThere(attributes) && withoutAttributes(readText(attributes).text, lines) !== readText(attributes).text
      ? await updateFile(attributes, text => withoutAttributes(text, lines), { root: top })
      : { changed: false }
  if (changed) await removeFile(attributes, '')
  // When files are named, other files in the repository may still use the driver.
  const isLast = given.length === 0
  return { attributes, changed: (isLast && removeDriver(top)) || changed }
}
