import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { type FileStamp, type Place, stampOf } from './place.ts'
import { DEFAULT_FILE } from './project-root.ts'
import { MOST_FILE_BYTES } from './size-limit.ts'

/** A project in which nothing has to be asked for: a git top level, no configuration, the notes file in its place. */
export interface HotProject {
  readonly root: string
  /** The same folder with links followed. */
  readonly realRoot: string
  readonly file: string
  /** The notes file: a real one, inside the real root. */
  readonly place: Place
  readonly stamp: FileStamp
}

/**
 * The project of a session start, with as few system calls as it takes. Undefined when anything is out of the
 * ordinary; `findProject` then says the same or why not, and a test compares them.
 */
export function findHotProject(
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): HotProject | undefined {
  if (env.NOTES_FILE) return undefined
  const claude = env.CLAUDE_PROJECT_DIR
  // A session's current folder follows `cd`; from the outside, everything is looked for again.
  if (claude && claude !== cwd && !cwd.startsWith(claude + sep)) return undefined
  try {
    const top = plainTop(cwd)
    if (top === undefined) return undefined
    const root = claude || top
    // A project inside of a repository has its configuration looked for up to the repository's top.
    if (root !== top && !root.startsWith(top + sep)) return undefined
    return withFile(root)
  } catch {
    return undefined
  }
}

/** The folder with `.git`, when no folder up to there has a configuration. */
function plainTop(cwd: string): string | undefined {
  const { top, configured } = lookUp(cwd)
  return configured ? undefined : top
}

/** Whether no folder from here up to the top of the repository has a configuration. */
export const isUnconfigured = (cwd: string): boolean => !lookUp(cwd).configured

function lookUp(cwd: string): { top: string | undefined; configured: boolean } {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(`${folder}${sep}notes.config.json`) || mayConfigure(`${folder}${sep}package.json`))
      return { top: undefined, configured: true }
    if (existsSync(`${folder}${sep}.git`)) return { top: folder, configured: false }
    if (folder === dirname(folder)) return { top: undefined, configured: false }
  }
}

/** What is no file is for the whole program to refuse; a pipe would be waited for. */
const mayConfigure = (manifest: string): boolean =>
  existsSync(manifest) &&
  (stampOf(manifest) === undefined || readFileSync(manifest, 'utf8').includes('"notes"'))

function withFile(root: string): HotProject | undefined {
  const usual = `${root}${sep}${DEFAULT_FILE}`
  const file = existsSync(usual) ? usual : `${root}${sep}NOTES.md`
  const stamp = stampOf(file)
  if (stamp === undefined || stamp[0] > MOST_FILE_BYTES) return undefined
  const realRoot = realpathSync.native(root)
  const real = realpathSync.native(file)
  // A link may lead to a file that is not a notes file: that takes a closer look.
  return real.startsWith(`${realRoot}${sep}`) && real.endsWith(`${sep}NOTES.md`)
    ? { root, realRoot, file, place: [file, real, stamp], stamp }
    : undefined
}
