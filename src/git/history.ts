import { posix } from 'node:path'
import type { CodeHistory, Commit, CommitPatch } from '../evidence/past/history.ts'
import { walkUp } from '../files/read/look.ts'
import { pathBelow } from '../files/real-path.ts'
import { type GitArguments, inWorkTree, limitedTo, runGit, tryGit } from './git.ts'
import { readPatches, readRenames } from './patches.ts'
import { readBatch } from './repository.ts'

/**
 * The options for patches, with renames detected. No setting of a repository or a user changes the output or runs a
 * program: no textconv, no external diff. `git.ts` turns off signature checks.
 */
const PATCH = [
  ...['-p', '-U0', '-M', '--inter-hunk-context=0', '--no-color', '--no-textconv', '--no-ext-diff'],
  ...['--src-prefix=a/', '--dst-prefix=b/', '--no-relative', '--submodule=short', '--ita-invisible-in-index'],
]

/**
 * The history of the code in one repository: the one that contains `root`, or a submodule below it. `msLeft` returns
 * how long git may still run; all paths are relative to `root`.
 */
export function codeHistory(root: string, top: string, msLeft: () => number): CodeHistory {
  const [inside, below] = [pathBelow(top, root), pathBelow(root, top)]
  /** The texts read so far. Quotes often come from the last commit, which is read again after they were followed. */
  const texts = new Map<string, string | undefined>()
  const isSubmodule = /^\.\.(?:\/|$)/.test(inside)
  let isCut = false

  const ask = (args: GitArguments, input?: string): Buffer | undefined => {
    const left = msLeft()
    const answer = left > 0 ? runGit(top, args, input, left) : undefined
    // `rev-list` fails before the first commit, which is fine. Any other missing answer would look like no change.
    if (answer === undefined || answer.timedOut || (answer.problem !== undefined && args[0] !== 'rev-list'))
      isCut = true
    return answer?.problem === undefined ? answer?.stdout : undefined
  }
  const fromTop = (path: string): string =>
    isSubmodule ? (without(below, path) ?? path) : posix.join(inside, path)
  const toRoot = (path: string): string | undefined =>
    isSubmodule ? `${below}/${path}` : inside === '' ? path : without(inside, path)
  const patches = (args: GitArguments, input?: string): readonly CommitPatch[] => {
    const output = ask(args, input)
    return output === undefined ? [] : readPatches(output.toString(), toRoot)
  }

  return {
    get isCut() {
      return isCut
    },
    commits(since) {
      const list = (...options: string[]): Listed[] =>
        readList(ask(['rev-list', '--first-parent', '--parents', '--timestamp', ...options, 'HEAD']))
      const newer = list(`--since=${Math.floor(since / 1000)}`)
      const before = newer.at(-1)?.parent
      const base =
        newer.length === 0 ? list('--max-count=1') : before === undefined ? [] : [{ id: before, at: 0 }]
      return [...newer, ...base].toReversed()
    },
    textsAt(files) {
      const names = files.map(({ commit, path }) => `${commit}:${fromTop(path)}`)
      // `cat-file` reads one name per line.
      const asked = [...new Set(names)].filter(name => !texts.has(name) && !name.includes('\n'))
      const output = asked.length === 0 ? undefined : ask(['cat-file', '--batch'], `${asked.join('\n')}\n`)
      if (output !== undefined)
        for (const [index, file] of readBatch(output).entries()) texts.set(asked[index] ?? '', file?.text)
      return names.map(name => texts.get(name))
    },
    patchesSince(commit, paths) {
      const options = ['--reverse', '--first-parent', '-m', '--format=%x00%H', ...PATCH, '--text'] as const
      return patches(['log', ...options, `${commit}..HEAD`, ...limitedTo(paths.map(fromTop))])
    },
    renamesSince(commit) {
      const output = ask(['diff-tree', '-r', '-z', '-M', '--diff-filter=R', '--name-status', commit, 'HEAD'])
      const renames = readRenames(output?.toString() ?? '').map(names => names.map(toRoot))
      return new Map(renames.flatMap(([from, to]) => (from && to ? [[to, from]] : [])))
    },
    patchesOf(commits) {
      if (commits.length === 0) return []
      // `diff-tree` would compare a merge with each of its parents, whatever --first-parent says.
      const options = ['--stdin', '--no-walk=unsorted', '--first-parent', '-m', '--root', '--format=%x00%H']
      return patches(['log', ...options, ...PATCH], commits.map(id => `${id}\n`).join(''))
    },
  }
}

/** Returns the rest of a path below a folder; undefined for a path elsewhere. */
const without = (folder: string, path: string): string | undefined =>
  path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined

interface Listed extends Commit {
  readonly parent: string | undefined
}

/** Reads `<seconds> <commit> <parents>` per line. */
function readList(output: Buffer | undefined): Listed[] {
  const lines = output === undefined ? [] : output.toString().trim().split('\n')
  return lines.flatMap(line => {
    const [seconds, id, parent] = line.split(' ')
    return id === undefined ? [] : [{ id, at: Number(seconds) * 1000, parent }]
  })
}

interface BlamedLine {
  readonly text: string
  /** Time of the commit that last wrote the line, in milliseconds since 1970. */
  readonly at: number
}

/**
 * Blames the lines of a file in HEAD, not in the work tree, where git would run filters that the repository configures.
 * Undefined without git, for an uncommitted file, and after the time limit.
 */
export function blame(path: string, limitMs: number): readonly BlamedLine[] | undefined {
  const file = limitMs > 0 ? inWorkTree(path) : undefined
  if (file === undefined) return undefined
  const output = tryGit(file.top, ['blame', '--porcelain', '--no-textconv', 'HEAD', '--', file.name], limitMs)
  if (output === undefined) return undefined
  // `--porcelain` describes a commit only before the first of its lines.
  const times = new Map<string, number>()
  const lines: BlamedLine[] = []
  let commit = ''
  for (const line of output.split('\n')) {
    if (line.startsWith('\t')) {
      lines.push({ text: line.slice(1), at: times.get(commit) ?? 0 })
      continue
    }
    const [word = '', value = ''] = line.split(' ', 2)
    if (word === 'committer-time') times.set(commit, Number(value) * 1000)
    else if (/^[0-9a-f]{40,64}$/.test(word)) commit = word
  }
  return lines
}

/**
 * Returns, for each of these files, the times of the commits since `since` that changed it, in milliseconds since 1970.
 * Paths are relative to `root`. Undefined without git or commits.
 */
export function fileChanges(
  root: string,
  since: number,
  paths: readonly string[],
): ReadonlyMap<string, readonly number[]> | undefined {
  const top = walkUp(root, '.git')
  if (top === undefined) return undefined
  const inside = pathBelow(top, root)
  const names = new Map(paths.map(path => [posix.join(inside, path), path]))
  const output = tryGit(top, [
    ...(['log', '--no-merges', '--no-renames', '--no-relative', '--name-only', '--format=%x01%ct'] as const),
    ...[`--since=${Math.floor(since / 1000)}`, 'HEAD'],
    ...limitedTo([...names.keys()], Number.POSITIVE_INFINITY),
  ])
  if (output === undefined) return undefined
  const changes = new Map<string, number[]>(paths.map(path => [path, []]))
  let at = 0
  for (const line of output.split('\n')) {
    if (line.startsWith('\u0001')) at = Number(line.slice(1)) * 1000
    else changes.get(names.get(line) ?? '')?.push(at)
  }
  return changes
}
