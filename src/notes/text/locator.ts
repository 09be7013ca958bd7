import type { LineRange } from '../../markdown/lines.ts'

/** A place in the project's code, or outside of it. */
export type Locator = FileLocator | ExternalLocator

export interface FileLocator {
  readonly kind: 'project' | 'relative' | 'absolute' | 'home'
  readonly text: string
  /** Relative to the root for a `project` locator, otherwise as written. */
  readonly path: string
  readonly lines: readonly LineRange[]
}

/** An issue, a pull request, a commit or a web page: evidence for decisions that are not about code. */
export interface ExternalLocator {
  readonly kind: 'issue' | 'commit' | 'url'
  readonly text: string
}

const PROJECT_ROOT = '${PROJECT_ROOT}'

/** Longer text is prose, which the patterns need not see: a path has at most 4,096 characters (PATH_MAX). */
const MAX_LOCATOR = 5_000

/** Parses text that is nothing but a locator: bare, in backticks, in brackets, or as a Markdown link. */
export function parseLocator(text: string): Locator | undefined {
  if (text.length > MAX_LOCATOR) return undefined
  const bare = unwrap(text.trim())
  return bare === '' ? undefined : (external(bare) ?? file(bare))
}

/** The canonical form of a place in the project. */
export const printLocator = (path: string, lines: readonly LineRange[] = []): string =>
  `${PROJECT_ROOT}/${path}${printLines(lines)}`

/** The end of a locator: `:12-34,40`, or nothing. */
export function printLines(lines: readonly LineRange[]): string {
  const ranges = lines.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(',')
  return ranges === '' ? '' : `:${ranges}`
}

/** The path of a place without its lines, as written in the notes. */
export function pathAsWritten({ kind, path, text }: FileLocator): string {
  if (kind !== 'project') return path
  return text.startsWith(`${PROJECT_ROOT}\\`)
    ? text.slice(0, LINE_AND_COLUMN.exec(text)?.index ?? LINES.exec(text)?.index ?? text.length)
    : `${PROJECT_ROOT}/${path}`
}

const LINK = /^\[([^\]]*)\]\(<?([^)>]+)>?\)$/

function unwrap(text: string): string {
  const link = LINK.exec(text)
  if (link?.[2] !== undefined) return /[:#]L?\d/.test(link[2]) ? link[2] : unwrap(link[1] ?? '') || link[2]
  const ticks = /^(`+) ?(.*?) ?\1$/s.exec(text)
  if (ticks?.[2] !== undefined) return ticks[2].trim()
  // Removes only a pair of brackets around the whole text: `[id]/a.ts` and `app/[id]` keep theirs.
  const inside = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : ''
  return inside !== '' && isBalanced(inside) ? unwrap(inside.trim()) : text
}

function isBalanced(inside: string): boolean {
  let depth = 0
  for (const character of inside) {
    if (character === '[') depth++
    else if (character === ']' && --depth < 0) return false
  }
  return depth === 0
}

const ISSUE = /^(?:(?:PR|MR|issue|pull request)\s*)?(?:[\w.-]+\/[\w.-]+)?#\d+$/i
const COMMIT = /^(?:commit\s+)?[0-9a-f]{7,64}$/i
const URL = /^[A-Za-z][A-Za-z0-9+.-]+:\/\/\S+$/

function external(text: string): ExternalLocator | undefined {
  // A project path matches none of these patterns, and compiling a case-insensitive one costs a cold start 0.2 ms.
  if (text.startsWith(PROJECT_ROOT)) return undefined
  if (ISSUE.test(text)) return { kind: 'issue', text }
  if (URL.test(text)) return { kind: 'url', text }
  // A word such as `defaced` is not a commit: a hash is taken to contain a digit.
  return COMMIT.test(text) && /\d/.test(text) ? { kind: 'commit', text } : undefined
}

const LINES = /(?::|#)L?\d+(?:C\d+)?(?:[-–—]L?\d+(?:C\d+)?)?(?:,\s?L?\d+(?:[-–—]L?\d+)?)*$/
const LINE_AND_COLUMN = /:(\d+):\d+$/

/** Parses the line part from the right, because a path may contain colons, spaces and brackets. */
function file(text: string): FileLocator | undefined {
  const column = LINE_AND_COLUMN.exec(text)
  const found = LINES.exec(text)
  const cut = column?.index ?? found?.index ?? text.length
  const ranges = column?.[1] !== undefined ? [toRange(column[1])] : readRanges(found?.[0] ?? '')
  const path = text.slice(0, cut)
  if (path === '' || (ranges.length === 0 ? !looksLikePath(path) : isProse(path))) return undefined
  return { ...classify(path), text, lines: ranges }
}

function readRanges(part: string): LineRange[] {
  return part === '' ? [] : part.slice(1).split(',').map(toRange)
}

function toRange(part: string): LineRange {
  const [from = 0, to = from] = (part.replaceAll(/C\d+/g, '').match(/\d+/g) ?? []).map(Number)
  return { from: Math.min(from, to), to: Math.max(from, to) }
}

/**
 * Is this prose rather than a path? `adversarial-review wf_12 #5` is not a line of a file: a path with spaces has an
 * extension or starts at the root.
 */
const isProse = (path: string): boolean =>
  /\s/.test(path) && !path.startsWith(PROJECT_ROOT) && !/\.[a-z][a-z0-9]{0,7}$/i.test(path)

/** Without a line part, requires a separator or an extension and no white space, so that prose is not a path. */
function looksLikePath(path: string): boolean {
  if (path.startsWith(`${PROJECT_ROOT}/`)) return true
  return (
    !/\s/.test(path) &&
    (/[/\\]/.test(path) || /\.[a-z][a-z0-9]{0,7}$/i.test(path)) &&
    !/^[\d.,/]+$/.test(path)
  )
}

function classify(path: string): Pick<FileLocator, 'kind' | 'path'> {
  if (path === PROJECT_ROOT) return { kind: 'project', path: '' }
  if (path.startsWith(`${PROJECT_ROOT}/`))
    return { kind: 'project', path: path.slice(PROJECT_ROOT.length + 1) }
  // A path written on Windows. Each of its backslashes may be doubled.
  if (path.startsWith(`${PROJECT_ROOT}\\`))
    return { kind: 'project', path: path.slice(PROJECT_ROOT.length).replaceAll(/\\+/g, '/').slice(1) }
  if (path.startsWith('~')) return { kind: 'home', path }
  const absolute = /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path)
  return { kind: absolute ? 'absolute' : 'relative', path }
}
