import { dirname, isAbsolute, join, resolve } from 'node:path'
import { type LoadedConfig, loadConfig } from '../config/load.ts'
import { assertInside, findProject, type Project } from '../files/project.ts'
import { chosenRoot, defaultFiles } from '../files/project-root.ts'
import { isThere } from '../files/read/look.ts'
import { isBelow, pathBelow } from '../files/real-path.ts'
import type { StartingPoint } from '../files/user/kept-slice.ts'
import type { Environment } from '../files/user/user-folder.ts'
import type { NotesCommand } from '../recover/layout/frame.ts'

export type { Environment } from '../files/user/user-folder.ts'

/** The command-line options that select the project. */
export interface SetupOptions {
  readonly file?: string
  readonly root?: string
}

export interface Setup {
  readonly config: LoadedConfig
  readonly project: Project
}

/** A project with its working folder, environment and clock. Most functions in this folder take one. */
export interface OpenProject extends Setup {
  /** Relative paths in requests start here, and paths in results are relative to it. */
  readonly cwd: string
  readonly env: Environment
  readonly now: () => Date
}

/**
 * Finds the project of a folder. Its configuration and notes file are located on first access.
 * @example
 * const project = openProject({ cwd: process.cwd() })
 * const { report } = await lintProject(project, { fix: 'safe' })
 */
export function openProject(
  { cwd, env = {}, now = () => new Date() }: Pick<OpenProject, 'cwd'> & Partial<OpenProject>,
  options: SetupOptions = {},
): OpenProject {
  const start = { cwd: resolve(cwd), env }
  const setup = findSetup(start, options)
  return {
    cwd: start.cwd,
    env,
    now,
    get config() {
      return setup.config
    },
    get project() {
      return setup.project
    },
  }
}

/** Returns the folder of the notes file relative to the root, for paths that are written relative to that folder. */
export function folderOfNotes(root: string, file: string): string | undefined {
  const folder = pathBelow(root, dirname(file))
  return folder === '' || folder.startsWith('..') || isAbsolute(folder) ? undefined : folder
}

/** Finds the configuration and the project, each when first accessed. */
export function findSetup(host: StartingPoint, options: SetupOptions): Setup {
  const config = once(() => loadConfig(configFolder(host, options)))
  const find = () => {
    const { root, file } = options
    const found = findProject({ cwd: host.cwd, env: host.env, root, file, config: projectClues(config()) })
    const origin = found.fileFrom === 'config' ? config().origins.get('file') : undefined
    assertInside(found, origin === 'default' ? undefined : origin?.path)
    return found
  }
  let found: Project | undefined
  // A missing notes file may have been created since: `notes init`, a library user, another process.
  const project = () => {
    const isStale = found?.exists === false && [found.file, ...defaultFiles(found.root)].some(isThere)
    if (found === undefined || isStale) found = find()
    return found
  }
  return {
    get config() {
      return config()
    },
    get project() {
      return project()
    },
  }
}

/** Returns the folder where the search for the configuration starts: that of the named project, if one is named. */
function configFolder({ cwd, env }: StartingPoint, { root, file }: SetupOptions): string {
  // Throws when the root does not exist.
  if (root !== undefined) return chosenRoot({ cwd, env, root })?.root ?? cwd
  if (file !== undefined) return dirname(resolve(cwd, file))
  // The working folder of a session follows `cd`, even out of the project.
  const claude = env.CLAUDE_PROJECT_DIR
  return claude && !isBelow(resolve(cwd, claude), cwd) ? resolve(cwd, claude) : cwd
}

/** The project settings of a configuration; `root` is relative to the file that sets it. */
function projectClues({ path, values, origins }: LoadedConfig) {
  if (path === undefined) return undefined
  const root = origins.get('root')
  return {
    path: root === undefined || root === 'default' ? path : root.path,
    root: values.root,
    file: values.file,
  }
}

/** Computes a value on first use, and keeps it. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** The script of a package installed in a project, relative to its root. */
export const LOCAL_SCRIPT = 'node_modules/notesmd/dist/notes.cjs'

export const hasLocalScript = (root: string): boolean => isThere(join(root, LOCAL_SCRIPT))

/**
 * Returns the command that starts `notes` for a model in this project. A package that npm installed in the project is
 * not on the model's PATH.
 */
export const notesCommand = (root: string): NotesCommand =>
  isThere(join(root, 'node_modules', '.bin', 'notes')) ? 'npx notes' : 'notes'
