import { simpleGit } from 'simple-git'
import { NotesError } from '../error.ts'

/** What the linter asks of git. Paths are relative to the repository's top level, with `/`. */
export interface Repository {
  /** Files that are different from a revision in the working tree, untracked ones among them. */
  changedFiles(since: string): Promise<readonly string[]>
  /** Files that are staged for the next commit. */
  stagedFiles(): Promise<readonly string[]>
  /** A file as it was; undefined when the revision has none of that name. */
  textAt(revision: string, path: string): Promise<string | undefined>
}

/**
 * The repository at a folder. Arguments go to git as they are, never through a shell, and a revision that could be
 * taken for an option is refused.
 */
export function openRepository(folder: string): Repository {
  // simple-git waits 50 ms for a process to exit after it has closed its streams, unless told not to.
  const git = simpleGit({ baseDir: folder, completion: { onExit: false, onClose: true } })
  const run = async (...args: string[]): Promise<string> => {
    try {
      return await git.raw(args)
    } catch (error) {
      throw gitError(args, error)
    }
  }
  const names = (output: string): readonly string[] => output.split('\0').filter(name => name !== '')
  return {
    async changedFiles(since) {
      const [changed, untracked] = await Promise.all([
        run('diff', '--name-only', '-z', '--diff-filter=d', checked(since), '--'),
        run('ls-files', '--others', '--exclude-standard', '-z', '--full-name'),
      ])
      return [...new Set([...names(changed), ...names(untracked)])]
    },
    async stagedFiles() {
      return names(await run('diff', '--name-only', '-z', '--cached', '--diff-filter=d', '--'))
    },
    async textAt(revision, path) {
      await run('rev-parse', '--verify', `${checked(revision)}^{commit}`)
      const found = await run('ls-tree', '-z', '--name-only', '--full-tree', revision, '--', path)
      return found === '' ? undefined : await run('show', `${revision}:${path}`)
    },
  }
}

function checked(revision: string): string {
  if (revision !== '' && !revision.startsWith('-') && !/[\s\0]/.test(revision)) return revision
  throw new NotesError(
    'usage',
    `"${revision}" is no revision`,
    'Name a commit, a branch or a tag, such as HEAD or origin/main',
  )
}

function gitError(args: readonly string[], error: unknown): NotesError {
  const message = (error instanceof Error ? error.message : String(error)).trim().split('\n')[0] ?? ''
  const unknown = args[0] === 'rev-parse' || /unknown revision|bad revision|ambiguous argument/i.test(message)
  return unknown
    ? new NotesError(
        'usage',
        `git knows no such revision: ${message || args.at(-1)}`,
        'Name a commit, a branch or a tag that is here; a shallow clone may not have it',
      )
    : new NotesError(
        'unreadable',
        `git could not answer: ${message}`,
        'Run this inside a git repository, with git installed',
      )
}
