import { posix, relative, sep } from 'node:path'
import { decode } from '../files/encoding.ts'
import { walkUp } from '../files/look.ts'
import { type GitArguments, runGit } from './git.ts'
import { openRepository, readObjects } from './repository.ts'

/** A text that git has of a file, and what it is called: `index`, `HEAD`, `stash@{0}`, the start of a commit. */
export interface PastText {
  readonly name: string
  /** When it was committed or stashed, in milliseconds. */
  readonly at?: number
  readonly text: string
}

export interface PastTexts {
  /** HEAD, the index and stashes. */
  readonly named: readonly PastText[]
  /** What commits made of the file, also under its earlier names, the newest first. */
  readonly committed: readonly PastText[]
  /** Why git could not be asked. */
  readonly problem?: string
  /** The text in a commit that the user typed; undefined when that commit has no such file. */
  at(revision: string): Promise<PastText | undefined>
}

const MAX_VERSIONS = 200
const MAX_STASHES = 20
/** Of all versions together, in bytes; the oldest are left out. */
const MAX_BYTES = 64 * 1024 * 1024
const MAX_WAIT = 20_000
/** Of a name that is shown. */
const SHORT = 10

/** What git has of a file, named relative to `folder` with `/`. Undefined without a repository. */
export function pastTexts(folder: string, name: string): PastTexts | undefined {
  const top = walkUp(folder, '.git')
  if (top === undefined) return undefined
  const path = posix.join(relative(top, folder).split(sep).join('/'), name)
  // `cat-file` reads one name per line.
  if (path.startsWith('../') || path.includes('\n')) return undefined
  let problem: string | undefined
  const ask = (args: GitArguments, input?: string): Buffer => {
    const answer = runGit(top, args, input, MAX_WAIT)
    if (args[0] === 'cat-file') problem ??= answer.problem
    return answer.problem === undefined ? answer.stdout : Buffer.alloc(0)
  }
  // Before the first commit, or without a stash, git fails.
  const raw = ['--follow', '-M', '--raw', '-z', '--no-abbrev', '--no-ext-diff', '--no-textconv'] as const
  const limit = `--max-count=${MAX_VERSIONS}`
  const versions = readLog(ask(['log', ...raw, '--format=%x00%H%x00%ct', limit, 'HEAD', '--', path]))
  const [head] = readList(ask(['log', '--format=%H %ct', '--max-count=1', 'HEAD', '--']))
  const last = `--max-count=${MAX_STASHES}`
  const stashes = readList(ask(['log', '--walk-reflogs', '--format=%H %ct', last, 'refs/stash', '--']))
  const asked = [
    { object: `HEAD:${path}`, name: 'HEAD', at: head?.at },
    { object: `:0:${path}`, name: 'index' },
    // An untracked file is in a commit of its own.
    ...stashes.flatMap(({ id, at }, index) =>
      [id, `${id}^3`].map(commit => ({ object: `${commit}:${path}`, name: `stash@{${index}}`, at })),
    ),
    ...versions.map(({ id, blob, at }) => ({ object: blob, name: id.slice(0, SHORT), at })),
  ]
  const textOf = readTexts(
    asked.map(({ object }) => object),
    ask,
  )
  const past = asked.map(({ object, name, at }): PastText[] => {
    const text = textOf(object)
    return text === undefined ? [] : [{ name, text, ...(at === undefined ? {} : { at }) }]
  })
  const first = asked.length - versions.length
  return {
    named: past.slice(0, first).flat(),
    committed: past.slice(first).flat(),
    ...(problem === undefined || isNoRepository(problem) ? {} : { problem }),
    async at(revision) {
      const commit = await openRepository(folder)?.commit(revision)
      const [found] = readList(ask(['log', '--format=%H %ct', '--max-count=1', commit ?? 'HEAD', '--']))
      if (found === undefined) return undefined
      const names = [...new Set([path, ...versions.map(version => version.path)])]
      const objects = names.map(one => `${found.id}:${one}`)
      const read = readTexts(objects, ask)
      const text = objects.map(read).find(one => one !== undefined)
      return text === undefined ? undefined : { name: revision, at: found.at, text }
    },
  }
}

/** A folder called `.git` may be anything. */
const isNoRepository = (problem: string): boolean => problem.includes('not a git repository')

/** Reads objects, each blob once. Sizes are asked first: two hundred versions of a large file do not fit. */
function readTexts(
  objects: readonly string[],
  ask: (args: GitArguments, input: string) => Buffer,
): (object: string) => string | undefined {
  const lines = ask(['cat-file', '--batch-check'], objects.map(object => `${object}\n`).join(''))
    .toString()
    .split('\n')
  const blobs = new Map<string, string>()
  const sizes = new Map<string, number>()
  objects.forEach((object, index) => {
    const [, blob, size] = /^([0-9a-f]+) blob (\d+)$/.exec(lines[index] ?? '') ?? []
    if (blob === undefined) return
    blobs.set(object, blob)
    sizes.set(blob, Number(size))
  })
  let left = MAX_BYTES
  const wanted = [...sizes.keys()].filter(blob => {
    left -= sizes.get(blob) ?? 0
    return left >= 0
  })
  const read =
    wanted.length === 0
      ? []
      : readObjects(ask(['cat-file', '--batch'], wanted.map(blob => `${blob}\n`).join('')))
  const texts = new Map(
    read.flatMap(found => (found === undefined ? [] : [[found.blob, textIn(found.bytes)]])),
  )
  return object => texts.get(blobs.get(object) ?? '')
}

/** Undefined when it is not text. */
function textIn(bytes: Buffer): string | undefined {
  try {
    return decode(bytes, '')
  } catch {
    return undefined
  }
}

const VERSION = /\0([0-9a-f]{40,})\0(\d+)\0\n:\d+ 100\d+ [0-9a-f]+ ([0-9a-f]+) [A-Z]\d*\0([^\0]+)/g

/** Reads commits with what they made of the file: only regular files, and of a rename the earlier name. */
const readLog = (output: Buffer) =>
  [...output.toString().matchAll(VERSION)].map(([, id = '', seconds, blob = '', path = '']) => ({
    id,
    at: Number(seconds) * 1000,
    blob,
    path,
  }))

/** Reads `<commit> <seconds>` per line. */
const readList = (output: Buffer) =>
  [...output.toString().matchAll(/^([0-9a-f]{40,}) (\d+)$/gm)].map(([, id = '', seconds]) => ({
    id,
    at: Number(seconds) * 1000,
  }))
