import { resolve } from 'node:path'
import { NotesError } from '../../error.ts'
import { globFiles, isGlob } from '../../files/glob.ts'
import { isThere } from '../../files/look.ts'
import { readText } from '../../files/read-text.ts'
import type { Repository } from '../../git/repository.ts'
import { inRoot, type OpenProject } from '../open.ts'
import { changedTargets } from './changed.ts'
import type { LintRequest } from './project.ts'

/** A text to lint, and its name in the report. */
export interface Target {
  readonly path: string
  /** From the project root, with `/`. */
  readonly name: string
  readonly text: string
  readonly fromInput: boolean
}

/** The texts to lint, and by name the blobs that they are compared with. */
export interface Targets {
  readonly targets: readonly Target[]
  readonly committed: ReadonlyMap<string, string>
}

/** Finds and reads the texts that a request names. */
export async function findTargets(
  { cwd, project }: OpenProject,
  request: LintRequest,
  repository: Repository | undefined,
): Promise<Targets> {
  const { files: named = [], input } = request
  if (input !== undefined) {
    const path = resolve(cwd, input.name ?? 'stdin.md')
    const name = input.name ?? '<stdin>'
    return { targets: [{ path, name, text: input.text, fromInput: true }], committed: new Map() }
  }
  const paths = named.length === 0 ? [project.file] : named.flatMap(file => expand(cwd, file))
  const files = [...new Set(paths)].map(path => ({
    path,
    name: inRoot(project.root, path),
    fromInput: false,
  }))
  if (request.changed === true || request.staged === true || request.since !== undefined)
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

/** Without a git that answers there is no history to compare a file with. */
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
