import { posix } from 'node:path'
import { type LineRange, lineStarts } from '../markdown/lines.ts'
import { oncePer } from '../markdown/once-per.ts'
import type { FileLocator } from '../notes/text/locator.ts'
import type { CodeHistory } from './past/history.ts'
import { type Squeezed, squeeze } from './squeeze.ts'
import type { EvidenceCheck } from './states.ts'

/** The text of a code file. Derived data is cached for as long as this object lives. */
export interface CodeFile {
  readonly text: string
}

export interface CodeProblem {
  readonly problem: 'missing' | 'outside' | 'unreadable' | 'too-large' | 'directory'
}

/** Access to code: this folder does no I/O itself. */
export interface CodeReader {
  /** Reads a file. `path` is relative to the project root, with `/`: `src/a.ts`. */
  read(path: string): CodeFile | CodeProblem
  /** Reads a file during a search of the whole project. Default: `read`. */
  readonly peek?: (path: string) => CodeFile | CodeProblem
  /** Converts an absolute path, or one below `~`, to a project path. Without it such paths count as outside. */
  readonly toProject?: (path: string) => string | undefined
  /** The folder of the notes file, relative to the root. A relative path not found below the root is looked up here. */
  readonly beside?: string | undefined
  /**
   * Lists every file of the project, the same array each time. Without it, quotes are searched for only in their own
   * file.
   */
  readonly files?: () => readonly string[]
  /** Is the caller out of time? If so, the remaining claims stay unchecked. */
  readonly isOver?: () => boolean
  /** The results so far, by claim, so that several rules and notes files ask git only once. */
  readonly checked?: Map<string, EvidenceCheck>
  /** Returns when the notes line that contains all these words was last committed, or now if it is not committed. */
  readonly writtenAt?: (words: readonly string[]) => number | undefined
  /**
   * Returns the history of the repository that holds a file, the project's or a submodule's: the same object for all
   * files of one repository. Without it, quotes are followed by their words alone.
   */
  readonly history?: (path: string) => CodeHistory | undefined
}

/**
 * Returns the path to read for a place, relative to the project root; undefined when it is outside. Turns the
 * backslashes of notes written on Windows into `/`. Leaves safety checks to the reader, which sees the file system.
 */
export function projectPath({ kind, path }: FileLocator, code: CodeReader): string | undefined {
  const inside = kind === 'absolute' || kind === 'home' ? code.toProject?.(path) : path
  if (inside === undefined) return undefined
  const below = posix.normalize(inside.replaceAll('\\', '/'))
  if (kind !== 'relative' || code.beside === undefined || !isMissing(below, code)) return below
  const near = posix.join(code.beside, below)
  return isMissing(near, code) ? below : near
}

function isMissing(path: string, code: CodeReader): boolean {
  const file = code.read(path)
  return 'problem' in file && file.problem !== 'too-large' && file.problem !== 'directory'
}

/** Code split into lines. Line endings do not matter, so all are LF here and a BOM is removed. */
export interface Lines {
  readonly text: string
  /** The offset at which each line starts. */
  readonly starts: readonly number[]
  readonly count: number
  squeezed(): Squeezed
}

/** Returns the lines of a file, cached because many claims cite the same file. */
export const codeLines = oncePer((file: CodeFile): Lines => {
  const text = withLf(file.text)
  const starts = lineStarts(text)
  let cached: Squeezed | undefined
  const squeezed = () => {
    cached ??= squeeze(text, starts)
    return cached
  }
  return { text, starts, count: starts.length, squeezed }
})

/** Returns the text of whole lines, without the last line ending. */
export function textAt({ text, starts }: Lines, { from, to }: LineRange): string {
  const next = starts[to]
  const end = next === undefined ? text.length - (text.endsWith('\n') ? 1 : 0) : next - 1
  return text.slice(starts[from - 1], end)
}

export function withLf(text: string): string {
  const bare = text.startsWith('\uFEFF') ? text.slice(1) : text
  return bare.includes('\r') ? bare.replaceAll(/\r\n?/g, '\n') : bare
}
