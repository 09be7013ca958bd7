import { decode } from '../files/read/encoding.ts'
import { realPath } from '../files/real-path.ts'
import { fileVersions } from './file-versions.ts'
import { gitOutput, inWorkTree, runGit } from './git.ts'
import { readObjects } from './repository.ts'

/** A file's text in git, and its name: `index`, `HEAD`, `stash@{0}`, an abbreviated commit, a revision as typed. */
export interface PastText {
  readonly name: string
  /** When it was committed or stashed, in milliseconds. */
  readonly at?: number
  readonly text: string
}

export interface PastTexts {
  /** HEAD, the index and stashes. */
  readonly named: readonly PastText[]
  /** The committed texts, also under earlier names, newest first. */
  committed(): Iterable<PastText>
  /** The text in a revision that the user typed; undefined when it is unknown or has no such file. */
  at(revision: string): PastText | undefined
}

const MAX_VERSIONS = 200
const MAX_STASHES = 20

/** Finds a file's texts in git. Undefined without a repository; throws when git fails. */
export function pastTexts(path: string): PastTexts | undefined {
  const file = inWorkTree(realPath(path))
  if (file === undefined) return undefined
  const git = fileVersions(path)
  return {
    named: namedTexts(file.top, file.name),
    *committed() {
      for (const { short, at, blob } of git.versions.slice(-MAX_VERSIONS).reverse())
        if (blob !== undefined) yield { name: short, at: Date.parse(at), text: git.textOf(blob) }
    },
    at(revision) {
      const commit = git.commit(revision)
      const blob = commit === undefined ? undefined : git.blobAt(commit)
      return commit === undefined || blob === undefined
        ? undefined
        : { name: revision, at: Date.parse(git.describe(commit).at), text: git.textOf(blob) }
    },
  }
}

function namedTexts(top: string, path: string): readonly PastText[] {
  // `cat-file` reads one name per line.
  if (path.includes('\n')) return []
  const last = `--max-count=${MAX_STASHES}`
  const [head] = commitsIn(runGit(top, ['log', '--format=%H %ct', '--max-count=1', 'HEAD', '--']).stdout)
  const stashes = runGit(top, ['log', '--walk-reflogs', '--format=%H %ct', last, 'refs/stash', '--'])
  const asked = [
    { object: `HEAD:${path}`, name: 'HEAD', at: head?.at },
    { object: `:0:${path}`, name: 'index' },
    // A stash holds untracked files in a commit of their own, its third parent.
    ...commitsIn(stashes.stdout).flatMap(({ id, at }, index) =>
      [id, `${id}^3`].map(commit => ({ object: `${commit}:${path}`, name: `stash@{${index}}`, at })),
    ),
  ]
  const names = asked.map(({ object }) => `${object}\n`).join('')
  return readObjects(gitOutput(top, ['cat-file', '--batch'], names)).flatMap(
    (found, index): readonly PastText[] => {
      const { name = '', at } = asked[index] ?? {}
      const text = found === undefined ? undefined : textIn(found.bytes)
      return text === undefined ? [] : [{ name, text, ...(at === undefined ? {} : { at }) }]
    },
  )
}

/** Decodes the bytes; undefined when they are not text. */
function textIn(bytes: Buffer): string | undefined {
  try {
    return decode(bytes, '')
  } catch {
    return undefined
  }
}

/** Reads `<commit> <seconds>` per line. Before the first commit, or without a stash, git prints nothing. */
const commitsIn = (output: Buffer) =>
  [...output.toString().matchAll(/^([0-9a-f]{40,}) (\d+)$/gm)].map(([, id = '', seconds]) => ({
    id,
    at: Number(seconds) * 1000,
  }))
