import { posix } from 'node:path'
import type { CodeHistory, Commit, CommitPatch } from '../evidence/past/history.ts'
import { pathBelow } from '../files/real-path.ts'
import { type GitArguments, limitedTo, runGit } from './git.ts'
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
