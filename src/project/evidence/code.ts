import { basename, join, posix } from 'node:path'
import type { CodeReader } from '../../evidence/code.ts'
import type { CodeHistory } from '../../evidence/past/history.ts'
import { walkUp } from '../../files/read/look.ts'
import { codeReader, walkFiles } from '../../files/read/read-code.ts'
import { type BlamedLine, blame } from '../../git/blame.ts'
import { listFiles } from '../../git/git.ts'
import { codeHistory } from '../../git/history.ts'
import { archivePathOf } from '../archive/archive-file.ts'
import { folderOfNotes } from '../open.ts'

/**
 * Reads a project's code. Asks git for its past, and lists its files, when cited code is not where it should be; git
 * gets no more than `limitMs`.
 */
export function projectCode(root: string, code: CodeReader = codeReader(root), limitMs?: number): CodeReader {
  let files: readonly string[] | undefined
  return {
    ...code,
    history: historiesBelow(root, limitMs),
    files: () => {
      files ??= listed(root)
      return files
    },
  }
}

/** Finds the repository of each path: the project's own, or a submodule. */
function historiesBelow(root: string, limitMs = 60_000): (path: string) => CodeHistory | undefined {
  const tops = new Map<string, string | undefined>()
  const histories = new Map<string, CodeHistory>()
  let end: number | undefined
  const msLeft = (): number => {
    end ??= performance.now() + limitMs
    return end - performance.now()
  }
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

/**
 * The code as one notes file cites it. Leaves the notes and their archive out of the file list: they quote the code,
 * but are not its source.
 */
export function codeBeside(code: CodeReader, root: string, file: string, limitMs?: number): CodeReader {
  const notes = new Set([basename(file), basename(archivePathOf(file))])
  let files: readonly string[] | undefined
  let blamed: { readonly lines: readonly BlamedLine[] | undefined } | undefined
  return {
    ...code,
    writtenAt: words => {
      blamed ??= { lines: blame(file, limitMs) }
      if (blamed.lines === undefined) return undefined
      const line = blamed.lines.find(({ text }) => words.every(word => text.includes(word)))
      return line?.at ?? Date.now()
    },
    beside: folderOfNotes(root, file),
    files: () => {
      files ??= (code.files?.() ?? []).filter(path => !notes.has(path.slice(path.lastIndexOf('/') + 1)))
      return files
    },
  }
}

function listed(root: string): readonly string[] {
  const known = listFiles(root) ?? []
  // git lists nothing in a folder that its repository ignores.
  return known.length > 0 ? known : walkFiles(root)
}
