import { dirname, relative, resolve } from 'node:path'
import { NotesError } from '../../error.ts'
import { globFiles, isGlob } from '../../files/glob.ts'
import { isThere, walkUp } from '../../files/read/look.ts'
import { readText } from '../../files/read/read-text.ts'
import { pathBelow } from '../../files/real-path.ts'
import { type CommittedFile, openRepository, type Repository } from '../../git/repository.ts'
import { withLineFeeds } from '../../markdown/scan/leaf.ts'
import { type OpenProject, once } from '../open.ts'
import type { LintRequest } from './project.ts'

/** A text to lint, and its name in the report. */
export interface Target {
  readonly path: string
  /** Relative to the project root, with `/`. */
  readonly name: string
  readonly text: string
  readonly fromInput: boolean
}

/** The texts to lint, and the committed text of each. git is asked once, when the first text is compared. */
export interface Targets {
  readonly targets: readonly Target[]
  readonly committed: (target: Target) => string | undefined
}

/** Finds and reads the texts that a request names. */
export async function findTargets({ cwd, project }: OpenProject, request: LintRequest): Promise<Targets> {
  const { files: named = [], input } = request
  if (input !== undefined) {
    const path = resolve(cwd, input.name ?? 'stdin.md')
    const name = input.name ?? '<stdin>'
    return { targets: [{ path, name, text: input.text, fromInput: true }], committed: () => undefined }
  }
  const paths = named.length === 0 ? [project.file] : named.flatMap(file => expand(cwd, file))
  const files = [...new Set(paths)].map(path => ({
    path,
    name: pathBelow(project.root, path),
    fromInput: false,
  }))
  const repository = openRepository(project.root)
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
  const names = files.map(({ name }) => name)
  const head = once(() => headOf(repository, names))
  return {
    targets: files.map(file => ({ ...file, text: readText(file.path).text })),
    committed: ({ name }) => head().get(name)?.text,
  }
}

type Committed = ReadonlyMap<string, CommittedFile>

/** The files at HEAD. Empty when git fails, since there is then no history to compare with. */
function headOf(repository: Repository | undefined, names: readonly string[]): Committed {
  try {
    return repository?.filesAt('HEAD', names) ?? new Map()
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
      'Quote the pattern, and make it relative to this folder: "**/NOTES.md"',
    )
  return found
}

/** Is this a pattern, and not an existing file with a name such as `[id].md`? */
export const isPattern = (cwd: string, file: string): boolean => isGlob(file) && !isThere(resolve(cwd, file))

type File = Omit<Target, 'text'>

/** `--changed`, `--since` and `--staged`: chooses the files in which git sees a change. */
async function changedTargets(
  files: readonly File[],
  request: LintRequest,
  root: string,
  repository: Repository | undefined,
): Promise<Targets> {
  if (repository === undefined)
    throw new NotesError(
      'usage',
      'Not in a git repository',
      'Drop --changed, --staged and --since, or run this in a repository',
    )
  if (request.staged && request.fix !== undefined && request.dryRun !== true)
    throw new NotesError(
      'usage',
      '--staged cannot be combined with --fix: it reads the index, and --fix writes files',
      'Run `notes lint --fix`, review the result and stage it',
    )
  const names = files.map(({ name }) => name)
  const committed = repository.filesAt(await repository.commit(request.since ?? 'HEAD'), names)
  const targets = request.staged
    ? await stagedTargets(files, repository, committed)
    : await differentTargets(files, repository, committed, root)
  return { targets, committed: ({ name }) => committed.get(name)?.text }
}

/** Files whose version in the index differs from the committed one; the text is that of the index. */
async function stagedTargets(
  files: readonly File[],
  repository: Repository,
  committed: Committed,
): Promise<readonly Target[]> {
  const index = await repository.indexed(files.map(({ name }) => name))
  const found: Target[] = []
  for (const file of files) {
    const entry = index.get(file.name)
    if (entry === undefined || entry.blob === committed.get(file.name)?.blob) continue
    // During a merge the index holds several versions; the file has the conflict markers.
    const text = entry.isUnmerged ? readText(file.path).text : await repository.textOf(entry.blob)
    found.push({ ...file, text })
  }
  return found
}

/** Work tree files that differ from the commit. Reads them directly: git would run the repository's filters. */
async function differentTargets(
  files: readonly File[],
  repository: Repository,
  committed: Committed,
  root: string,
): Promise<readonly Target[]> {
  // Skips files that are deleted, or outside the cone of a sparse checkout.
  const here = files.filter(({ path }) => isThere(path))
  const unknown = here.filter(({ name }) => !committed.has(name)).map(({ name }) => name)
  const [index, untracked] = [await repository.indexed(unknown), await repository.untracked(unknown)]
  const found: Target[] = []
  for (const file of here) {
    const old = committed.get(file.name)
    if (old === undefined && !index.has(file.name) && !untracked.has(file.name)) {
      refuseOtherRepository(file, root)
      continue
    }
    const { text } = readText(file.path)
    if (old === undefined || withLineFeeds(text) !== withLineFeeds(old.text)) found.push({ ...file, text })
  }
  return found
}

/** Refuses a file in a submodule: git does not look into it from outside, so "no findings" would be misleading. */
function refuseOtherRepository({ path, name }: File, root: string): void {
  const top = walkUp(dirname(path), '.git')
  if (top === undefined || top === walkUp(root, '.git')) return
  throw new NotesError(
    'usage',
    `${name} is in another repository: ${relative(root, top)}`,
    `Run this there: \`notes --root ${relative(root, top)} lint\` with the same options`,
  )
}
