import { createHash } from 'node:crypto'
import { posix, relative, sep } from 'node:path'
import { simpleGit } from 'simple-git'
import { NotesError } from '../error.ts'
import { walkUp } from '../files/look.ts'
import { type GitArguments, gitArguments, gitEnvironment, gitProgram, namesIn } from './git.ts'

/** A file in the index. */
export interface IndexEntry {
  readonly blob: string
  /** True when a merge left several versions of the file. */
  readonly isUnmerged: boolean
}

/** The linter's queries to git. Names are relative to the opened folder, with `/`. */
export interface Repository {
  /** Maps those of the files that a revision has to their blobs. Before the first commit, HEAD has none. */
  filesAt(revision: string, names: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Returns those of the files that are in the index. */
  indexed(names: readonly string[]): Promise<ReadonlyMap<string, IndexEntry>>
  /** Returns those of the files that are new and not ignored. */
  untracked(names: readonly string[]): Promise<ReadonlySet<string>>
  textOf(blob: string): Promise<string>
}

/** With more names than this, lists everything and filters: some systems limit all arguments to 32 KB. */
const MAX_NAMES = 100

/** Opens the repository that contains a folder; undefined when there is none. */
export function openRepository(folder: string): Repository | undefined {
  const top = walkUp(folder, '.git')
  if (top === undefined) return undefined
  const run = runnerIn(top)
  const inside = relative(top, folder).split(sep).join('/')
  const inTop = (name: string): string => posix.join(inside, name)

  /** Runs a listing for these names and returns its lines by name. */
  const list = async (
    names: readonly string[],
    whole: readonly string[],
    ...args: GitArguments
  ): Promise<ReadonlyMap<string, string>> => {
    const wanted = new Map(
      names.map(name => [inTop(name), name] as const).filter(([path]) => !path.startsWith('../')),
    )
    if (wanted.size === 0) return new Map()
    const paths = wanted.size > MAX_NAMES ? whole : ['--', ...wanted.keys()]
    const found = new Map<string, string>()
    for (const line of namesIn(await run(...args, ...paths))) {
      const tab = line.indexOf('\t')
      const name = wanted.get(line.slice(tab + 1))
      if (name !== undefined) found.set(name, line.slice(0, Math.max(0, tab)))
    }
    return found
  }

  return {
    async filesAt(revision, names) {
      const commit = (await run('rev-parse', '--verify', '--quiet', `${checked(revision)}^{commit}`)).trim()
      if (commit === '' && revision !== 'HEAD') throw unknownRevision(revision)
      if (commit === '') return new Map()
      const entries = await list(names, ['-r'], 'ls-tree', '-z', '--full-tree', commit)
      return new Map(
        [...entries].flatMap(([name, entry]) => {
          const [mode, kind, blob] = entry.split(' ')
          return kind === 'blob' && mode !== '120000' && blob !== undefined ? [[name, blob] as const] : []
        }),
      )
    },
    async indexed(names) {
      const entries = await list(names, [], 'ls-files', '-z', '--stage')
      return new Map(
        [...entries].map(([name, entry]) => {
          const [, blob = '', stage] = entry.split(' ')
          return [name, { blob, isUnmerged: stage !== '0' }]
        }),
      )
    },
    async untracked(names) {
      return new Set((await list(names, [], 'ls-files', '-z', '--others', '--exclude-standard')).keys())
    },
    textOf: blob => run('cat-file', 'blob', blob),
  }
}

/**
 * simple-git's guards, all disabled: they protect against options passed on from others, and would reject our own
 * options that disable features, or a CI's `GIT_CONFIG_KEY_0`. All options passed here are in git.ts.
 */
const GUARDS =
  'Alias AskPass CommandBinaries ConfigEnvCount ConfigPaths CredentialHelper CustomBinary DiffExternal DiffTextConv ' +
  'Editor Exec Filter FsMonitor GitProxy GpgProgram HooksPath Include MergeDriver Pack Pager ProtocolOverride ' +
  'SshCommand Submodule TemplateDir UrlRewrite'

function runnerIn(top: string): (...args: GitArguments) => Promise<string> {
  const program = gitProgram(top)
  if (program === undefined) return () => Promise.reject(gitFailed('not installed'))
  const env = gitEnvironment(top)
  const git = simpleGit({
    baseDir: top,
    binary: program,
    // By default simple-git waits 50 ms for the process to exit after its streams close.
    completion: { onExit: false, onClose: true },
    allowEnvironment: Object.keys(env),
    unsafe: Object.fromEntries(GUARDS.split(' ').map(name => [`allowUnsafe${name}`, true])),
  }).env(env)
  return async (...args) => {
    try {
      return await git.raw(gitArguments(args))
    } catch (error) {
      throw gitError(top, error)
    }
  }
}

function checked(revision: string): string {
  if (revision.includes('..'))
    throw new NotesError(
      'usage',
      `"${revision}" is a range, expected a single revision`,
      `Use \`--since ${revision.split('..')[0] || 'HEAD'}\``,
    )
  if (revision !== '' && !/^[-^]|[\s\0]/.test(revision)) return revision
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

function gitError(top: string, error: unknown): NotesError {
  const message = (error instanceof Error ? error.message : String(error)).trim().split('\n')[0] ?? ''
  return message.includes('dubious ownership')
    ? new NotesError(
        'unreadable',
        `git does not trust the repository in ${top}: it belongs to another user`,
        `If you trust it: \`git config --global --add safe.directory ${top}\``,
      )
    : gitFailed(message)
}

const gitFailed = (why: string): NotesError =>
  new NotesError('unreadable', `git failed: ${why}`, 'Run this inside a git repository, with git installed')

/** Does the text hash to this blob id? No when `core.autocrlf` has changed its line endings. */
export function hasBlobId(text: string, blob: string): boolean {
  const bytes = Buffer.from(text)
  const hash = createHash(blob.length === 64 ? 'sha256' : 'sha1')
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex') === blob
}
