import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { NotesError } from '../error.ts'
import { realPath } from '../files/real-path.ts'
import { type GitArguments, gitError, inWorkTree, runGit } from './git.ts'
import { readRenames } from './patches.ts'
import { commitNamed, readBatch } from './repository.ts'

/** A commit that changed a file, or a merge whose file differs from every parent's. */
export interface FileVersion {
  readonly commit: string
  /** The abbreviated commit. */
  readonly short: string
  /** The versions that this one was made from. */
  readonly parents: readonly string[]
  /** The date of the author, in ISO 8601. */
  readonly at: string
  readonly author: string
  readonly subject: string
  /** Undefined when the commit has no such file. */
  readonly blob: string | undefined
  /** In bytes. */
  readonly size: number
  /** Earlier commits are missing: the clone is shallow. */
  readonly isCut: boolean
}

/** The history of a file in git, including the names that it had before. */
export interface FileVersions {
  /** Oldest first; each version after its parents. */
  readonly versions: readonly FileVersion[]
  /** Returns undefined for a revision that names no commit. */
  commit(revision: string): string | undefined
  /** The newest commit of this branch that is not newer than a time in milliseconds. */
  commitBefore(time: number): string | undefined
  /** The commits of this branch that are not in the history of `commit`. */
  since(commit: string): ReadonlySet<string>
  describe(commit: string): Pick<FileVersion, 'short' | 'at' | 'author' | 'subject'>
  blobAt(commit: string): string | undefined
  textOf(blob: string): string
}

/** Limits the texts held in memory: a history may have thousands. */
const MAX_BYTES = 32 * 1024 * 1024

/** Asks git for the past of a file, with five processes no matter how many commits there are. */
export function fileVersions(path: string): FileVersions {
  const file = inWorkTree(realPath(path))
  if (file === undefined)
    throw new NotesError('unreadable', 'This file is not in a git repository', 'Run `git init`', { path })
  const { top, name } = file
  const ask = (args: GitArguments, input?: string): string => answerOf(top, args, input).toString()
  let known: { readonly names: readonly string[]; readonly versions: readonly FileVersion[] } | undefined
  const past = () => {
    known ??= readPast(top, name, ask)
    return known
  }
  let loaded = new Map<string, string>()

  return {
    get versions() {
      return past().versions
    },
    commit: revision => commitNamed(top, revision),
    commitBefore(time) {
      const seconds = Math.floor(time / 1000)
      const options = ['--first-parent', '--max-count=1', `--before=${seconds}`]
      return ask(['rev-list', ...options, 'HEAD']).trim() || undefined
    },
    since: commit => new Set(ask(['rev-list', 'HEAD', `^${commit}`]).split('\n')),
    describe(commit) {
      const [listed] = readList(ask(['rev-list', '--max-count=1', FORMAT, commit]))
      if (listed === undefined) throw gitError(top, `it does not list ${commit}`)
      return listed
    },
    blobAt(commit) {
      const [here] = blobsAt(ask, [commit], [name])
      return (here ?? blobsAt(ask, [commit], past().names)[0])?.blob
    },
    textOf(blob) {
      const text = loaded.get(blob)
      if (text !== undefined) return text
      const { versions } = known ?? { versions: [] }
      loaded = new Map(textsFrom(top, blob, versions))
      return loaded.get(blob) ?? ''
    },
  }
}

function answerOf(top: string, args: GitArguments, input?: string): Buffer {
  const { stdout, problem } = runGit(top, args, input)
  if (problem === undefined) return stdout
  if (!/promisor|lazy fetching/.test(problem)) throw gitError(top, problem)
  throw new NotesError(
    'unreadable',
    'This clone is partial: git has left out the older versions of the file',
    'Fetch them with `git log -p -- FILE`, where FILE is the notes file, then run this again',
  )
}

type Blob = Pick<FileVersion, 'size'> & { readonly blob: string }
const ABSENT = { blob: undefined, size: 0 } as const

type Ask = (args: GitArguments, input?: string) => string

const FORMAT = '--format=%h%x00%aI%x00%an%x00%s'

type Listed = Omit<FileVersion, 'blob' | 'size' | 'isCut'>

/** Reads each commit, its parents that changed the file, and the line of `FORMAT`. */
function readList(output: string): Listed[] {
  const lines = output.split('\n')
  const found: Listed[] = []
  for (let index = 0; index + 1 < lines.length; index += 2) {
    const [, commit = '', ...parents] = lines[index]?.split(' ') ?? []
    const [short = '', at = '', author = '', subject = ''] = lines[index + 1]?.split('\0') ?? []
    found.push({ commit, parents, short, at, author, subject })
  }
  return found
}

/** Reads all versions of a file. If an added file had another name before, lists again with both names. */
function readPast(top: string, name: string, ask: Ask) {
  if (commitNamed(top, 'HEAD') === undefined) return { names: [name], versions: [] }
  const cuts = shallowCommits(top, ask)
  const names = [name]
  const asked = new Set<string>()
  for (;;) {
    // By default, git lists only commits that explain the file's present state; `--parents` connects just those.
    const listed = readList(ask(['rev-list', '--date-order', '--parents', FORMAT, 'HEAD', '--', ...names]))
    const blobs = blobsAt(
      ask,
      listed.map(({ commit }) => commit),
      names,
    )
    const versions = listed
      .map((one, index) => ({ ...one, ...(blobs[index] ?? ABSENT), isCut: cuts.has(one.commit) }))
      .reverse()
    const there = new Map(versions.flatMap(one => (one.blob === undefined ? [] : [[one.commit, one]])))
    const added = [...there.values()]
      .filter(({ commit, parents }) => !asked.has(commit) && !parents.some(parent => there.has(parent)))
      .map(({ commit }) => commit)
    const earlier = renamesIn(ask, added, names)
    if (earlier.length === 0) return { names, versions }
    for (const commit of added) asked.add(commit)
    names.push(...earlier)
  }
}

/** Returns the names that one of the commits renamed to one of `names`. Skips copies: a copy has its own history. */
function renamesIn(ask: Ask, commits: readonly string[], names: readonly string[]): string[] {
  if (commits.length === 0) return []
  const options = ['--stdin', '-r', '-z', '-M', '--diff-filter=R', '--name-status', '--no-commit-id'] as const
  const renames = readRenames(ask(['diff-tree', ...options], commits.map(id => `${id}\n`).join('')))
  const earlier = renames.filter(([from, to]) => names.includes(to) && !names.includes(from))
  return [...new Set(earlier.map(([from]) => from))]
}

/** Returns the file's blob in each of the commits, under the first of `names` that exists in that commit. */
function blobsAt(
  ask: Ask,
  commits: readonly string[],
  names: readonly string[],
): readonly (Blob | undefined)[] {
  if (commits.length === 0) return []
  const input = commits.flatMap(commit => names.map(name => `${commit}:${name}\n`)).join('')
  const lines = ask(['cat-file', '--batch-check'], input).split('\n')
  return commits.map((_, index) => {
    const own = lines.slice(index * names.length, (index + 1) * names.length)
    const [found] = own.flatMap(line => [...line.matchAll(/^([0-9a-f]+) blob (\d+)$/g)])
    return found?.[1] === undefined ? undefined : { blob: found[1], size: Number(found[2]) }
  })
}

/** Reads a blob, and as many later versions as fit into `MAX_BYTES`. */
function textsFrom(top: string, blob: string, versions: readonly FileVersion[]): [string, string][] {
  const at = versions.findIndex(version => version.blob === blob)
  const wanted = new Set([blob])
  let bytes = 0
  for (const later of at < 0 ? [] : versions.slice(at)) {
    bytes += later.size
    if (bytes > MAX_BYTES) break
    if (later.blob !== undefined) wanted.add(later.blob)
  }
  const output = answerOf(top, ['cat-file', '--batch'], `${[...wanted].join('\n')}\n`)
  return readBatch(output).flatMap(file => (file === undefined ? [] : [[file.blob, file.text]]))
}

function shallowCommits(top: string, ask: Ask): ReadonlySet<string> {
  const [isShallow, path = ''] = ask(['rev-parse', '--is-shallow-repository', '--git-path', 'shallow']).split(
    '\n',
  )
  return new Set(isShallow === 'true' ? readFileSync(resolve(top, path), 'utf8').split('\n') : [])
}
