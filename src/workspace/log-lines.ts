import { isUtf8 } from 'node:buffer'

/** A parsed line of a log. */
export interface LogLine {
  readonly line: number
  readonly value: unknown
}

/** A line that could not be read. It is skipped and reported. */
export interface LogProblem {
  readonly line: number
  readonly what: string
  /** The file that contains the line, if known. */
  readonly path?: string
}

export interface ParsedLines {
  readonly lines: readonly LogLine[]
  readonly problems: readonly LogProblem[]
  /** The number of bytes consumed: all of them, except a last line that is torn or still being written. */
  readonly length: number
  /** The number of the next line. */
  readonly next: number
}

/** Parses JSON lines. `first` is the number of the first one. */
export function parseLines(bytes: Buffer, first: number, path: string): ParsedLines {
  const lines: LogLine[] = []
  const problems: LogProblem[] = []
  const isSound = isUtf8(bytes)
  const end = bytes.lastIndexOf(10) + 1
  let number = first
  const read = (text: string, isLast: boolean): boolean => {
    const value = parse(text)
    if (value === undefined && text.trim() === '') return false
    // The user may have written U+FFFD; it is damage only if the bytes are not valid UTF-8.
    const isDamaged = !isSound && text.includes('\uFFFD')
    if (value !== undefined && !isDamaged) lines.push({ line: number, value })
    else problems.push({ line: number, what: isLast ? 'is torn' : whatIsWrong(value !== undefined), path })
    return value !== undefined
  }
  if (end > 0)
    for (const text of bytes.toString('utf8', 0, end - 1).split('\n')) {
      read(text, false)
      number += 1
    }
  const rest = bytes.toString('utf8', end)
  const complete = read(rest, true)
  return {
    lines,
    problems,
    length: complete ? bytes.length : end,
    next: complete ? number + 1 : number,
  }
}

const whatIsWrong = (isJson: boolean) => (isJson ? 'has bytes that are not UTF-8' : 'is not a JSON object')

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
