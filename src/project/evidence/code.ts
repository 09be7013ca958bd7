import { basename, join, posix } from 'node:path'
import type { CodeReader } from '../../evidence/code.ts'
import type { CodeHistory } from '../../evidence/past/history.ts'
import { walkUp } from '../../files/read/look.ts'
import { codeReader, walkFiles } from '../../files/read/read-code.ts'
import { listFiles } from '../../git/git.ts'
import { blame, codeHistory } from '../../git/history.ts'
import { archivePathOf } from '../archive/archive-file.ts'
import { folderOfNotes, once, type Setup } from '../open.ts'

/** Returns a function that returns the milliseconds left. The countdown starts at its first call. */
export function countdown(limitMs: number): () => number {
  let end: number | undefined
  return () => {
    end ??= performance.now() + limitMs
    return end - performance.now()
  }
}

/** The time limit for git, except at a session start. */
const patient = (): (() => number) => countdown(60_000)

/**
 * Returns a reader of a project's code. It asks git for past versions, and lists the files, only when cited code is not
 * where it should be. `msLeft` returns how long git may still run.
 */
export function projectCode(
  root: string,
  code: CodeReader = codeReader(root),
  msLeft: () => number = patient(),
): CodeReader {
  return { ...code, history: historiesBelow(root, msLeft), files: once(() => listed(root)) }
}

/** Returns a reader of the code that the notes of a project cite. */
export const codeFor = ({ project: { root, file } }: Setup): CodeReader =>
  codeBeside(projectCode(root), root, file)

/** Finds the repository of each path: the project's own, or a submodule. */
function historiesBelow(root: string, msLeft: () => number): (path: string) => CodeHistory | undefined {
  const tops = new Map<string, string | undefined>()
  const histories = new Map<string, CodeHistory>()
  return path => {
    const folder = posix.dirname(path)
    if (!tops.has(folder)) tops.set(folder, walkUp(join(root, folder), '.git'))
    const top = tops.get(folder)
    if (top === undefined) return undefined
    const history = histories.get(top) ?? codeHistory(root, top, msLeft)
    histories.set(top, history)
    return history
  }
}

/** Leaves notes files and their archives out of the file list: they quote the code, but are not its source. */
export function apartFromNotes(code: CodeReader, notes: readonly string[]): CodeReader {
  const names = new Set(notes.flatMap(file => [basename(file), basename(archivePathOf(file))]))
  return {
    ...code,
    checked: new Map(),
    files: once(() => (code.files?.() ?? []).filter(path => !names.has(posix.basename(path)))),
  }
}

/**
 * Returns a reader of the code that one notes file cites. Paths may be relative to the folder of that file, and
 * `writtenAt` asks git when a line of that file was written.
 */
export function codeBeside(
  code: CodeReader,
  root: string,
  file: string,
  msLeft: () => number = patient(),
): CodeReader {
  const blamed = once(() => blame(file, msLeft()))
  return {
    ...apartFromNotes(code, [file]),
    beside: folderOfNotes(root, file),
    writtenAt: words => {
      const lines = blamed()?.filter(({ text }) => words.every(word => holds(text, word)))
      if (lines === undefined) return undefined
      const times = new Set(lines.map(({ at }) => at))
      // Lines from several commits contain these words, so it is unknown which one is meant.
      if (times.size > 1) return undefined
      const [at] = times
      return at ?? Date.now()
    },
  }
}

/** Does a line contain these words on their own? `src/a.ts:50`, for example, does not count as `src/a.ts:5`. */
function holds(line: string, words: string): boolean {
  for (let at = line.indexOf(words); at >= 0; at = line.indexOf(words, at + 1))
    if (!/[\w./-]/.test(line[at - 1] ?? ' ') && !/^(?:\w|[:,–-]\d)/.test(line.slice(at + words.length)))
      return true
  return false
}

function listed(root: string): readonly string[] {
  const known = listFiles(root) ?? []
  // git lists nothing in a folder that its repository ignores.
  return known.length > 0 ? known : walkFiles(root)
}
