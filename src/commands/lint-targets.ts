import { relative, resolve, sep } from 'node:path'
import { NotesError } from '../error.ts'
import type { Repository } from '../git/repository.ts'
import { globFiles, isGlob } from '../workspace/glob.ts'
import { isThere } from '../workspace/look.ts'
import { readText } from '../workspace/read-text.ts'
import type { Context } from './context.ts'
import { changedTargets } from './lint-changed.ts'
import type { LintRequest } from './lint-request.ts'

/** A text to lint, and what it is called. */
export interface Target {
  readonly path: string
  /** From the project root, with `/`. */
  readonly name: string
  readonly text: string
  readonly fromInput: boolean
}

/** The texts to lint, and by name the blobs that they are held against. */
export interface Targets {
  readonly targets: readonly Target[]
  readonly committed: ReadonlyMap<string, string>
}

export async function findTargets(
  context: Context,
  request: LintRequest,
  repository: Repository | undefined,
): Promise<Targets> {
  const { host, project } = context
  const nameOf = (path: string): string => relative(project.root, path).split(sep).join('/')
  if (request.files.includes('-')) {
    const path = resolve(host.cwd, request.stdinFilename ?? 'stdin.md')
    const name = request.stdinFilename ?? '<stdin>'
    return { targets: [{ path, name, text: host.readInput(), fromInput: true }], committed: new Map() }
  }
  const paths =
    request.files.length === 0 ? [project.file] : request.files.flatMap(file => expand(host.cwd, file))
  const files = [...new Set(paths)].map(path => ({ path, name: nameOf(path), fromInput: false }))
  if (request.changed || request.staged || request.since !== undefined)
    return changedTargets(files, request, project.root, repository)
  const lost = files.find(({ path }) => !isThere(path))
  if (lost !== undefined)
    throw new NotesError(
      'unreadable',
      `${lost.path} does not exist`,
      'Create it with `notes init`, or name another file',
      { path: lost.path },
    )
  return {
    targets: files.map(file => ({ ...file, text: readText(file.path).text })),
    committed: await headOf(
      repository,
      files.map(({ name }) => name),
    ),
  }
}

/** Without a git that answers there is no history to hold a file against. */
async function headOf(
  repository: Repository | undefined,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  try {
    return (await repository?.filesAt('HEAD', names)) ?? new Map()
  } catch (error) {
    if (error instanceof NotesError) return new Map()
    throw error
  }
}

function expand(cwd: string, file: string): readonly string[] {
  if (!isPattern(cwd, file)) return [resolve(cwd, file)]
  const found = globFiles(cwd, file)
  if (found.length === 0)
    throw new NotesError(
      'usage',
      `No file matches ${file}`,
      'Quote the pattern, and write it from this folder: "**/NOTES.md"',
    )
  return found
}

/** A file may be called `[id].md`. */
export const isPattern = (cwd: string, file: string): boolean => isGlob(file) && !isThere(resolve(cwd, file))
