import { dirname, join, resolve } from 'node:path'
import { codeOf, NotesError } from '../error.ts'
import { notesElsewhere } from './notes-elsewhere.ts'
import {
  chosenRoot,
  DEFAULT_FILE,
  defaultFiles,
  gitRoot,
  isMarkdown,
  type ProjectClues,
  type Root,
  rootOfFile,
  rootWithoutGit,
} from './project-root.ts'
import { isBelow, realPath } from './real-path.ts'
import { fromProjectRoot } from './safe-path.ts'
import { bringBack } from './swap/keepsake.ts'

/** How the notes file was found. `search` means that `notesElsewhere` found the only candidate. */
export type FileSource = 'flag' | 'NOTES_FILE' | 'config' | 'found' | 'search' | 'default'

/** The project root, its notes file, and which clue determined each of them. */
export interface Project extends Root {
  readonly file: string
  readonly exists: boolean
  readonly fileFrom: FileSource
  /** Notes files elsewhere in the project, if there are several and none in a default place. */
  readonly rivals?: readonly string[]
}

/**
 * Finds the root and the notes file. On the hot path: one stat per folder up to `.git`, and one or two for the
 * file.
 */
export function findProject(clues: ProjectClues): Project {
  const root = chosenRoot(clues) ?? gitRoot(clues.cwd)
  if (clues.file === '-')
    throw new NotesError(
      'usage',
      '--file takes a file, not -',
      'Name the file; write ./- for a file called -',
    )
  if (clues.file !== undefined) return projectOfFlag(resolve(clues.cwd, clues.file), root)
  const certain = root ?? rootWithoutGit(clues)
  return { ...certain, ...notesFile(certain.root, clues) }
}

/**
 * Throws for a notes file outside the root, or a symbolic link that leads out of it. A file that is not named by
 * `--file` or `NOTES_FILE` must also be Markdown: a configuration or a link in a clone could name `.env`. `setBy` is
 * the configuration that names the file.
 */
export function assertInside({ root, rootFrom, file, fileFrom }: Project, setBy?: string): void {
  const real = realFile(file)
  const link = real === file ? '' : ` leads to ${real}, which`
  if (fileFrom !== 'flag' && fileFrom !== 'NOTES_FILE' && !isMarkdown(real))
    throw new NotesError(
      'outside',
      `${file}${link} is not a Markdown file`,
      'Name a file that ends in .md, or pass --file',
      { path: file },
    )
  if (isBelow(realPath(root), real)) return
  throw new NotesError(
    'outside',
    `The notes file ${file}${link} is outside the project root ${root}`,
    rootFrom === 'flag'
      ? 'Name it with --file and drop --root, or set --root to a folder above it'
      : `Name a file below ${root}, or pass --file`,
    { path: setBy ?? file },
  )
}

/** Without `--root`, a file named by `--file` determines its own root if it is outside the root that was found. */
function projectOfFlag(file: string, found: Root | undefined): Project {
  const named = { file, exists: bringBack(file), fileFrom: 'flag' } as const
  if (found?.rootFrom === 'flag') return { ...found, ...named }
  const real = realFile(file)
  if (found !== undefined && isBelow(realPath(found.root), real)) return { ...found, ...named }
  return { ...(gitRoot(dirname(real)) ?? rootOfFile(real)), ...named }
}

function notesFile(root: string, { env, config }: ProjectClues): Omit<Project, keyof Root> {
  const fromEnv = env.NOTES_FILE
  if (fromEnv) return namedFile(root, fromEnv, 'NOTES_FILE')
  if (config?.file !== undefined) return namedFile(root, config.file, 'config')
  for (const file of defaultFiles(root)) if (bringBack(file)) return { file, exists: true, fileFrom: 'found' }
  const [only, ...more] = notesElsewhere(root)
  if (only !== undefined && more.length === 0) return { file: only, exists: true, fileFrom: 'search' }
  const rivals = only === undefined ? {} : { rivals: [only, ...more] }
  return { file: join(root, DEFAULT_FILE), exists: false, fileFrom: 'default', ...rivals }
}

function namedFile(root: string, name: string, fileFrom: FileSource): Omit<Project, keyof Root> {
  const file = resolve(root, fromProjectRoot(name) ?? name)
  return { file, exists: bringBack(file), fileFrom }
}

/** Returns the real path of a notes file. If it cannot be resolved, throws an error that explains why. */
function realFile(file: string): string {
  try {
    return realPath(file)
  } catch (error) {
    const code = codeOf(error)
    const [what, todo] =
      code === 'ELOOP'
        ? ['is a symbolic link that leads back to itself', 'Point the link at a file, or name another file']
        : code === 'ENAMETOOLONG'
          ? ['has a longer name than the system allows', 'Name the file with --file or NOTES_FILE']
          : [`cannot be looked up (${code ?? error})`, 'Check that you can read the folders above it']
    const shown = file.length > 100 ? `${file.slice(0, 100)}…` : file
    throw new NotesError('unreadable', `The notes file ${shown} ${what}`, todo, { cause: error })
  }
}
