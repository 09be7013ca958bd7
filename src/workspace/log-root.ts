import { dirname, join } from 'node:path'
import { isFolder, isThere } from './look.ts'
import {
  chosenRoot,
  DEFAULT_FILE,
  gitRoot,
  type ProjectClues,
  type Root,
  type RootSource,
  rootWithoutGit,
} from './project-root.ts'
import { realPath } from './real-path.ts'

/** A root that somebody named, or that git has. The others may be no more than where somebody happens to be. */
const CERTAIN: readonly RootSource[] = ['flag', 'config', 'CLAUDE_PROJECT_DIR', 'git']

const MARKS = ['.notes', 'notes.config.json', DEFAULT_FILE, 'NOTES.md']

/**
 * The project that a log may be kept in: a session can run anywhere, and nobody wants our folder there. `isKnown` says
 * that a configuration or a notes file was found.
 */
export function logRoot({ root, rootFrom }: Root, isKnown = false): string | undefined {
  if (!isFolder(root)) return undefined
  const real = realPath(root)
  // Nobody has a project at the top of the file system; containers do start there.
  if (real === dirname(real)) return undefined
  const isProject = isKnown || CERTAIN.includes(rootFrom) || MARKS.some(name => isThere(join(root, name)))
  return isProject ? root : undefined
}

/** The same where the project itself could not be made out. */
export function logRootAround(clues: ProjectClues): string | undefined {
  return logRoot(chosenRoot(clues) ?? gitRoot(clues.cwd) ?? rootWithoutGit(clues))
}
