import { posix, relative, sep } from 'node:path'
import { simpleGit } from 'simple-git'
import { NotesError } from '../error.ts'
import { walkUp } from '../workspace/look.ts'
import { type GitArguments, gitArguments, gitEnvironment, gitProgram, namesIn } from './git.ts'

/** A file in the index. */
export interface IndexEntry {
  readonly blob: string
  /** A merge has left more than one version of it. */
  readonly isUnmerged: boolean
}

/** What the linter asks of git. Names are relative to the folder that was opened, with `/`. */
export interface Repository {
  /** Blobs by name, of those of these files that a revision has. Before the first commit, HEAD has none. */
  filesAt(revision: string, names: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Those of these files that are in the index. */
  indexed(names: readonly string[]): Promise<ReadonlyMap<string, IndexEntry>>
  /** Those of these files that are new and not ignored. */
  untracked(names: readonly string[]): Promise<ReadonlySet<string>>
  textOf(blob: string): Promise<string>
}

/** More names than this are looked for in a listing of everything: some systems allow 32 KB for all arguments. */
const MAX_NAMES = 100

/** The repository that a folder is in; undefined when it is in none. */
export function openRepository(folder: string): Repository | undefined {
  const top = walkUp(folder, '.git')
  if (top === undefined) return undefined
  const run = runnerIn(top)
  const inside = relative(top, folder).split(sep).join('/')
  const inTop = (name: string): string => posix.join(inside, name)

  /** Runs a listing for these names, and gives its lines by name. */
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
 * simple-git's guards, all of which are off: they are against options that a caller passes on from others, and would
 * refuse to switch things off, or a CI's own `GIT_CONFIG_KEY_0`. What is passed here is in git.ts.
 */
const GUARDS =
  'Alias AskPass CommandBinaries ConfigEnvCount ConfigPaths CredentialHelper CustomBinary DiffExternal DiffTextConv ' +
  'Editor Exec Filter FsMonitor GitProxy GpgProgram HooksPath Include MergeDriver Pack Pager ProtocolOverride ' +
  'SshCommand Submodule TemplateDir UrlRewrite'

function runnerIn(top: string): (...args: GitArguments) => Promise<string> {
  const program = gitProgram(top)
  if (program === undefined) return () => Promise.reject(noAnswer('it is not installed'))
  const env = gitEnvironment(top)
  const git = simpleGit({
    baseDir: top,
    binary: program,
    // simple-git waits 50 ms for a process to exit after it has closed its streams, unless told not to.
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
      `"${revision}" is a range; files are compared with one revision`,
      `Write \`--since ${revision.split('..')[0] || 'HEAD'}\``,
    )
  if (revision !== '' && !/^[-^]|[\s\0]/.test(revision)) return revision
  throw new NotesError(
    'usage',
    `"${revision}" is no revision`,
    'Name a commit, a branch or a tag, such as HEAD or origin/main',
  )
}

const unknownRevision = (revision: string): NotesError =>
  new NotesError(
    'usage',
    `git knows no such revision: ${revision}`,
    'Name a commit, a branch or a tag that is here; a shallow clone may not have it',
  )

function gitError(top: string, error: unknown): NotesError {
  const message = (error instanceof Error ? error.message : String(error)).trim().split('\n')[0] ?? ''
  return message.includes('dubious ownership')
    ? new NotesError(
        'unreadable',
        `git does not trust the repository in ${top}: it belongs to another user`,
        `If you do: \`git config --global --add safe.directory ${top}\``,
      )
    : noAnswer(message)
}

const noAnswer = (why: string): NotesError =>
  new NotesError(
    'unreadable',
    `git could not answer: ${why}`,
    'Run this inside a git repository, with git installed',
  )
