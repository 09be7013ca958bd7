import { dirname, relative } from 'node:path'
import { NotesError } from '../../error.ts'
import { isThere, walkUp } from '../../files/look.ts'
import { readText } from '../../files/read-text.ts'
import type { Repository } from '../../git/repository.ts'
import { hasBlobId } from '../../git/repository.ts'
import type { LintRequest } from './project.ts'
import type { Target, Targets } from './targets.ts'

type File = Omit<Target, 'text'>

/** `--changed`, `--since` and `--staged`: chooses the files in which git sees a change. */
export async function changedTargets(
  files: readonly File[],
  request: LintRequest,
  root: string,
  repository: Repository | undefined,
): Promise<Targets> {
  if (repository === undefined)
    throw new NotesError(
      'usage',
      'There is no git repository here',
      'Drop --changed, --staged and --since, or run this inside one',
    )
  if (request.staged && request.fix !== undefined && request.dryRun !== true)
    throw new NotesError(
      'usage',
      '--staged reads the index, and --fix writes files',
      'Run `notes lint --fix`, look at the result and stage it',
    )
  const names = files.map(({ name }) => name)
  const committed = await repository.filesAt(request.since ?? 'HEAD', names)
  const targets = request.staged
    ? await stagedTargets(files, repository, committed)
    : await differentTargets(files, repository, committed, root)
  return { targets, committed }
}

/** Files whose version in the index differs from the committed one; the text is that of the index. */
async function stagedTargets(
  files: readonly File[],
  repository: Repository,
  committed: ReadonlyMap<string, string>,
): Promise<readonly Target[]> {
  const index = await repository.indexed(files.map(({ name }) => name))
  const found: Target[] = []
  for (const file of files) {
    const entry = index.get(file.name)
    if (entry === undefined || entry.blob === committed.get(file.name)) continue
    // In the middle of a merge there is no one version in the index; the file has the conflict markers.
    const text = entry.isUnmerged ? readText(file.path).text : await repository.textOf(entry.blob)
    found.push({ ...file, text })
  }
  return found
}

/** Files of the work tree that differ from the committed ones. Read by us: git would run the repository's filters. */
async function differentTargets(
  files: readonly File[],
  repository: Repository,
  committed: ReadonlyMap<string, string>,
  root: string,
): Promise<readonly Target[]> {
  // Deleted, or outside the cone of a sparse checkout.
  const here = files.filter(({ path }) => isThere(path))
  const unknown = here.filter(({ name }) => !committed.has(name)).map(({ name }) => name)
  const [index, untracked] = await Promise.all([repository.indexed(unknown), repository.untracked(unknown)])
  const found: Target[] = []
  for (const file of here) {
    const blob = committed.get(file.name)
    if (blob === undefined && !index.has(file.name) && !untracked.has(file.name)) {
      refuseOtherRepository(file, root)
      continue
    }
    const { text } = readText(file.path)
    if (blob === undefined || !(await isSame(text, blob, repository))) found.push({ ...file, text })
  }
  return found
}

const withLineFeeds = (text: string): string => text.replaceAll('\r\n', '\n')

const isSame = async (text: string, blob: string, repository: Repository): Promise<boolean> =>
  hasBlobId(text, blob) || withLineFeeds(text) === withLineFeeds(await repository.textOf(blob))

/** git does not look into a submodule from outside: "no findings" would be an answer about nothing. */
function refuseOtherRepository({ path, name }: File, root: string): void {
  const top = walkUp(dirname(path), '.git')
  if (top === undefined || top === walkUp(root, '.git')) return
  throw new NotesError(
    'usage',
    `${name} is in another repository: ${relative(root, top)}`,
    `Run this there: \`notes --root ${relative(root, top)} lint\` with the same options`,
  )
}
