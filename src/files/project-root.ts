import { readFileSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { NotesError } from '../error.ts'
import { isFile, isFolder, isThere, walkUp } from './read/look.ts'
import type { Environment } from './user/user-folder.ts'

export type RootSource = 'flag' | 'config' | 'CLAUDE_PROJECT_DIR' | 'git' | 'notes file' | 'cwd'

/** All inputs that can locate the project; none is taken from the process itself. */
export interface ProjectClues {
  readonly cwd: string
  readonly env: Environment
  /** `--root`, relative to `cwd`. */
  readonly root?: string | undefined
  /** `--file`, relative to `cwd`. */
  readonly file?: string | undefined
  /** The configuration file: its `root` is relative to it, its `file` to the root. */
  readonly config?:
    | { readonly path: string; readonly root?: string | undefined; readonly file?: string | undefined }
    | undefined
}

export interface Root {
  readonly root: string
  readonly rootFrom: RootSource
}

export const DEFAULT_FILE = ['grimoires', 'loa', 'NOTES.md'].join(sep)

/** Could this be the path of a notes file? Whatever it is called, a notes file is Markdown or text. */
export const isMarkdown = (path: string): boolean => /\.(?:md|mdx|mdown|mkdn?|markdown|txt)$/i.test(path)

/** The default paths of a notes file, in order of precedence. */
export const defaultFiles = (root: string): readonly string[] => [
  join(root, DEFAULT_FILE),
  join(root, 'NOTES.md'),
]

/** The explicit root: from the flag, the configuration, or the environment of Claude Code. */
export function chosenRoot({ cwd, env, root, config }: ProjectClues): Root | undefined {
  if (root !== undefined) return { root: existing(resolve(cwd, root), 'usage'), rootFrom: 'flag' }
  if (config?.root !== undefined)
    return { root: existing(resolve(dirname(config.path), config.root), 'config'), rootFrom: 'config' }
  const claude = env.CLAUDE_PROJECT_DIR
  if (!claude) return undefined
  const folder = resolve(cwd, claude)
  return isFolder(folder) ? { root: folder, rootFrom: 'CLAUDE_PROJECT_DIR' } : undefined
}

/**
 * Returns the nearest folder, from `from` upwards, that contains `.git`: a folder, or a file in worktrees and
 * submodules. Does not run git, because starting it would exceed the time budget.
 */
export function gitRoot(from: string): Root | undefined {
  const root = walkUp(from, '.git')
  return root === undefined ? undefined : { root, rootFrom: 'git' }
}

/**
 * The root without git. The default path is unmistakable, so every folder above is checked for it. A bare `NOTES.md` is
 * only accepted in `cwd`: a stray one in the home folder would turn everything below it into one project.
 */
export function rootWithoutGit({ cwd, env, config }: ProjectClues): Root {
  const fromEnv = env.NOTES_FILE
  if (fromEnv) return isAbsolute(fromEnv) ? rootOfFile(fromEnv) : { root: cwd, rootFrom: 'cwd' }
  if (config?.file !== undefined) return { root: dirname(config.path), rootFrom: 'config' }
  const above = walkUp(cwd, DEFAULT_FILE)
  if (above !== undefined) return { root: above, rootFrom: 'notes file' }
  return { root: cwd, rootFrom: isThere(join(cwd, 'NOTES.md')) ? 'notes file' : 'cwd' }
}

/**
 * True only if no configuration exists from `cwd` up to the top of the repository. This check saves loading the
 * configuration reader, which would double the time of a pad block.
 */
export function isUnconfigured(cwd: string): boolean {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (isThere(join(folder, 'notes.config.json')) || mayConfigure(join(folder, 'package.json'))) return false
    if (isThere(join(folder, '.git'))) return true
    if (folder === dirname(folder)) return false
  }
}

/**
 * May this `package.json` contain a configuration? Yes for anything but a regular file: reading a pipe would block, and
 * the configuration reader rejects it later.
 */
const mayConfigure = (manifest: string): boolean =>
  isThere(manifest) && (!isFile(manifest) || readFileSync(manifest, 'utf8').includes('"notes"'))

/** The root for a notes file: its folder, or the folder above `grimoires` if it is at the default path. */
export function rootOfFile(file: string): Root {
  const folder = dirname(file)
  const isDefault = basename(folder) === 'loa' && basename(dirname(folder)) === 'grimoires'
  return { root: isDefault ? dirname(dirname(folder)) : folder, rootFrom: 'notes file' }
}

function existing(folder: string, code: 'usage' | 'config'): string {
  if (isFolder(folder)) return folder
  const setting = code === 'usage' ? '--root' : '`root` in the configuration'
  throw new NotesError(
    code,
    `The project root ${folder} is not a folder`,
    `Set ${setting} to an existing folder`,
    {
      path: folder,
    },
  )
}
