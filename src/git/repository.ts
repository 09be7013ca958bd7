import { posix } from 'node:path'
import { NotesError } from '../error.ts'
import { walkUp } from '../files/read/look.ts'
import { pathBelow } from '../files/real-path.ts'
import { askGit } from './ask-git.ts'
import { gitError, gitOutput, limitedTo, runGit } from './git.ts'

/** A file in a revision. */
export interface CommittedFile {
  readonly blob: string
  readonly text: string
}

/** A file in the index. */
export interface IndexEntry {
  readonly blob: string
  /** True when a merge left several versions of the file. */
  readonly isUnmerged: boolean
}

/** The linter's queries to git. Names are relative to the opened folder, with `/`. */
export interface Repository {
  /** Returns the files that a commit has. Before the first commit, HEAD has none. */
  filesAt(commit: string, names: readonly string[]): ReadonlyMap<string, CommittedFile>
  /** Resolves a revision that the user typed. */
  commit(revision: string): Promise<string>
  /** Returns the files that are in the index. */
  indexed(names: readonly string[]): Promise<ReadonlyMap<string, IndexEntry>>
  /** Returns the files that are new and not ignored. */
  untracked(names: readonly string[]): Promise<ReadonlySet<string>>
  textOf(blob: string): Promise<string>
}

/** Opens the repository that contains a folder; undefined when there is none. */
export function openRepository(folder: string): Repository | undefined {
  const top = walkUp(folder, '.git')
  if (top === undefined) return undefined
  const inside = pathBelow(top, folder)

  /** The names inside the repository, by their path relative to its top. */
  const inTop = (names: readonly string[]): ReadonlyMap<string, string> =>
    new Map(
      names
        .map(name => [posix.join(inside, name), name] as const)
        .filter(([path]) => !path.startsWith('../')),
    )

  /** Runs a listing for these names and returns its lines by name. It may list other files too. */
  const list = async (names: readonly string[], ...options: readonly string[]) => {
    const wanted = inTop(names)
    const found = new Map<string, string>()
    if (wanted.size === 0) return found
    const output = await askGit(top, ['ls-files', '-z', ...options, ...limitedTo([...wanted.keys()])])
    for (const line of output.split('\0')) {
      const tab = line.indexOf('\t')
      const name = wanted.get(line.slice(tab + 1))
      if (name !== undefined) found.set(name, line.slice(0, Math.max(0, tab)))
    }
    return found
  }

  return {
    filesAt(commit, names) {
      // One process for all files. It reads one name per line, and no notes file has a line feed in its name.
      const wanted = [...inTop(names)].filter(([path]) => !path.includes('\n'))
      if (wanted.length === 0) return new Map()
      const asked = wanted.map(([path]) => `${commit}:${path}\n`).join('')
      // Every lint runs this. Loading simple-git, which cannot pass input, takes three times as long as git's answer.
      const files = readBatch(gitOutput(top, ['cat-file', '--batch'], asked))
      return new Map(
        wanted.flatMap(([, name], index) => {
          const file = files[index]
          return file === undefined ? [] : [[name, file] as const]
        }),
      )
    },
    async commit(revision) {
      if (revision === 'HEAD') return revision
      const commit = commitNamed(top, checked(revision))
      if (commit === undefined) throw unknownRevision(revision)
      return commit
    },
    async indexed(names) {
      return new Map(
        [...(await list(names, '--stage'))].map(([name, entry]) => {
          const [, blob = '', stage] = entry.split(' ')
          return [name, { blob, isUnmerged: stage !== '0' }]
        }),
      )
    },
    untracked: async names => new Set((await list(names, '--others', '--exclude-standard')).keys()),
    textOf: blob => askGit(top, ['cat-file', 'blob', blob]),
  }
}

/** Reads the files that `cat-file --batch` found. */
export const readBatch = (output: Buffer): readonly (CommittedFile | undefined)[] =>
  readObjects(output).map(found => found && { blob: found.blob, text: found.bytes.toString('utf8') })

/** Reads what `cat-file --batch` found: `<id> <kind> <size>`, the content and a line feed, or `<name> missing`. */
export function readObjects(
  output: Buffer,
): readonly ({ readonly blob: string; readonly bytes: Buffer } | undefined)[] {
  const files: ({ blob: string; bytes: Buffer } | undefined)[] = []
  for (let at = 0; at < output.length; ) {
    const start = output.indexOf('\n', at) + 1
    const [, blob, kind, size] = /^([0-9a-f]+) (\w+) (\d+)\n$/.exec(output.toString('utf8', at, start)) ?? []
    const end = start + Number(size ?? 0)
    const isFile = blob !== undefined && kind === 'blob'
    files.push(isFile ? { blob, bytes: output.subarray(start, end) } : undefined)
    at = size === undefined ? start : end + 1
  }
  return files
}

/**
 * Returns the commit that a revision names. Undefined for an unknown revision, and for one that git could take for an
 * option, a range or a list.
 */
export function commitNamed(top: string, revision: string): string | undefined {
  if (!isSingle(revision)) return undefined
  const { stdout, problem } = runGit(top, ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`])
  // `--quiet` drops the message for an unknown revision, and no other message.
  if (problem !== undefined && problem !== '') throw gitError(top, problem)
  return stdout.toString().trim() || undefined
}

const isSingle = (revision: string): boolean => revision !== '' && !/^[-^]|[\s\0]|\.\./.test(revision)

function checked(revision: string): string {
  if (revision.includes('..'))
    throw new NotesError(
      'usage',
      `"${revision}" is a range, expected a single revision`,
      `Use one end of it: ${revision.split('..')[0] || 'HEAD'}`,
    )
  if (isSingle(revision)) return revision
  throw new NotesError(
    'usage',
    `"${revision}" is not a valid revision`,
    'Use a commit, branch or tag, such as HEAD or origin/main',
  )
}

const unknownRevision = (revision: string): NotesError =>
  new NotesError(
    'usage',
    `Unknown revision: ${revision}`,
    'Use a commit, branch or tag of this clone; a shallow clone may lack it',
  )
