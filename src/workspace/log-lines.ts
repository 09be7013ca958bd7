import { isUtf8 } from 'node:buffer'

/** One line of a log, read. */
export interface LogLine {
  readonly line: number
  readonly value: unknown
}

/** A line that could not be read: it is passed over, and named. */
export interface LogProblem {
  readonly line: number
  readonly what: string
  /** The file it is in, where there is one. */
  readonly path?: string
}

export interface ParsedLines {
  readonly lines: readonly LogLine[]
  readonly problems: readonly LogProblem[]
  /** How many bytes were read for good: all, but for a last line that is torn or still being written. */
  readonly length: number
  /** The number of the line that comes next. */
  readonly next: number
}

/** Reads JSON lines. `first` is the number of the first of them. */
export function parseLines(bytes: Buffer, first: number, path: string): ParsedLines {
  const lines: LogLine[] = []
  const problems: LogProblem[] = []
  const isSound = isUtf8(bytes)
  const end = bytes.lastIndexOf(10) + 1
  let number = first
  const read = (text: string, isLast: boolean): boolean => {
    const value = parse(text)
    if (value === undefined && text.trim() === '') return false
    // U+FFFD can be what somebody wrote; whether bytes were replaced by it is asked of the whole first.
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

const whatIsWrong = (isJson: boolean) => (isJson ? 'has bytes that are no UTF-8' : 'is no JSON object')

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
