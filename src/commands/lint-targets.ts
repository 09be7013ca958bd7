import { relative, resolve, sep } from 'node:path'
import { NotesError } from '../error.ts'
import type { Repository } from '../git/repository.ts'
import { globFiles, isGlob } from '../workspace/glob.ts'
import { isThere } from '../workspace/look.ts'
import { readText } from '../workspace/read-text.ts'
import type { Context } from './context.ts'
import type { LintRequest } from './lint-request.ts'

/** A text to lint, and what it is called. */
export interface Target {
  readonly path: string
  /** From the project root, with `/`. */
  readonly name: string
  readonly text: string
  readonly fromInput: boolean
}

export async function findTargets(
  context: Context,
  request: LintRequest,
  repository: Repository | undefined,
): Promise<readonly Target[]> {
  const { host, project } = context
  const nameOf = (path: string): string => relative(project.root, path).split(sep).join('/')
  if (request.files.includes('-')) {
    const path = resolve(host.cwd, request.stdinFilename ?? 'stdin.md')
    return [{ path, name: request.stdinFilename ?? '<stdin>', text: host.readInput(), fromInput: true }]
  }
  const paths =
    request.files.length === 0 ? [project.file] : request.files.flatMap(file => expand(host.cwd, file))
  const known =
    request.changed || request.staged || request.since !== undefined
      ? await changedNames(request, repository)
      : undefined
  const chosen = known === undefined ? paths : paths.filter(path => known.has(nameOf(path)))
  const lost = chosen.find(path => !isThere(path))
  if (lost !== undefined)
    throw new NotesError(
      'unreadable',
      `${lost} does not exist`,
      'Create it with `notes init`, or name another file',
      { path: lost },
    )
  return [...new Set(chosen)].map(path => ({
    path,
    name: nameOf(path),
    text: readText(path).text,
    fromInput: false,
  }))
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

async function changedNames(
  { staged, since }: LintRequest,
  repository: Repository | undefined,
): Promise<ReadonlySet<string>> {
  if (repository === undefined)
    throw new NotesError(
      'usage',
      'There is no git repository here',
      'Leave --changed, --staged and --since away, or run this inside one',
    )
  return new Set(staged ? await repository.stagedFiles() : await repository.changedFiles(since ?? 'HEAD'))
}
