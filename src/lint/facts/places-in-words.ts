import type { CodeReader } from '../../evidence/code.ts'
import { codeAndComments, type Span } from '../../markdown/block.ts'
import { oncePer } from '../../markdown/once-per.ts'
import { lineEndAfter, lineStartBefore } from '../../markdown/scan/leaf.ts'
import { countBefore } from '../../markdown/sorted.ts'
import type { Notes, NotesRecord } from '../../notes/notes.ts'
import { type FileLocator, parseLocator } from '../../notes/text/locator.ts'
import {
  type CitedPlace,
  citedFile,
  climbsOut,
  filesEndingWith,
  placesOf,
  unsettledPlaces,
} from './cited-places.ts'
import { isDecision } from './decisions.ts'

/** The places found so far, since several rules ask for those of the same notes. */
const placesByCode = oncePer((_: Notes) => new Map<CodeReader | undefined, readonly CitedPlace[]>())

/**
 * The paths mentioned in the words of records: in a state, a title, a rationale, a scenario, a row. Leaves out evidence
 * and the place that a record points to, which `citedPlaces` returns. A word is a path if it cites a line, or if the
 * project has such a file; without code, only if it cites a line.
 */
export function placesInWords(notes: Notes, code: CodeReader | undefined): readonly CitedPlace[] {
  const known = placesByCode(notes)
  const before = known.get(code)
  if (before !== undefined) return before
  const { document, records } = notes
  const hidden = [...codeAndComments(document.pieces)].map(({ span }) => span)
  const seen = new Set<number>()
  const places: CitedPlace[] = []
  for (const record of records)
    for (const line of linesWithDots(document.text, record)) {
      if (seen.has(line.start) || isHidden(hidden, line)) continue
      seen.add(line.start)
      const own = pathsInLine(document.text, line, code)
      if (own.length === 0) continue
      const cited = citedSpans(document.text, record)
      for (const place of own)
        if (!cited.some(span => overlap(span, place.span))) places.push({ part: 'words', record, ...place })
    }
  known.set(code, places)
  return places
}

/** All places that rules about paths and lines must check. */
export const namedPlaces = (notes: Notes, code: CodeReader | undefined): readonly CitedPlace[] => [
  ...unsettledPlaces(notes),
  ...placesInWords(notes, code),
]

/** Compares only the next span, since a file may have thousands of fences. */
function isHidden(hidden: readonly Span[], line: Span): boolean {
  const next = hidden[countBefore(hidden, ({ end }) => end <= line.start)]
  return next !== undefined && overlap(next, line)
}

const overlap = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end

/** The spans of a decision's evidence, or of the place that another record points to. */
function citedSpans(text: string, record: NotesRecord): readonly Span[] {
  if (isDecision(record)) return record.evidence.map(({ span }) => span)
  return placesOf(text, record).map(({ span }) => span)
}

/**
 * The lines of a record that may name a file. Leaves out the evidence of plain decisions, which makes up nearly all
 * such lines.
 */
function* linesWithDots(text: string, record: NotesRecord): Generator<Span> {
  const { start, end } = record.span
  const citedFrom = 'citedFrom' in record ? record.citedFrom : undefined
  let passed = start
  for (const { index } of text.slice(start, end).matchAll(/\.[a-z]|\$\{PROJECT_ROOT\}/gi)) {
    const at = start + index
    if (at < passed) continue
    const line = {
      start: Math.max(start, lineStartBefore(text, at)),
      end: Math.min(end, lineEndAfter(text, at)),
    }
    passed = line.end
    const isEvidence = citedFrom !== undefined && at >= citedFrom && text.startsWith('- ', line.start)
    if (!isEvidence) yield line
  }
}

const SEGMENT = String.raw`(?:[\w@.+~-]|\[[\w.-]+\]|\([\w.-]+\)(?=[\\/]))+`
const EXTENSION = String.raw`\.[A-Za-z][A-Za-z0-9]{0,7}`
const LINES = String.raw`(?:[:#]L?\d+(?:C\d+)?(?:[-–—]L?\d+(?:C\d+)?)?(?:,L?\d+(?:[-–—]L?\d+)?)*(?::\d+)?)`

/** Letters beyond ASCII, as ranges: V8 takes 0.3 ms to build `\p{L}`. */
const LETTERS = String.raw`\u00aa\u00b5\u00ba\u00c0-\u1fff\u2c00-\u2dff\u3041-\udfff\uf900-\ufdff\uff10-\uffdc`

/**
 * A file name with an extension, as a word of its own. With a `*` before a separator or a dot, it is a pattern instead.
 */
const PATH = new RegExp(
  String.raw`(?<![\w${LETTERS}.\\/@~$&=%#?:+\]})-]|\*(?=[.\\/]))` +
    String.raw`(?:\$\{PROJECT_ROOT\}[\\/]+|[A-Za-z]:[\\/]+|[\\/])?` +
    String.raw`(?:${SEGMENT}[\\/]+)*${SEGMENT}(?<=${EXTENSION})(?![\w@+~-])${LINES}?` +
    String.raw`(?![\w\\/@({<$+~-]|\*+[\w.\\/]|\.\w|[:#]\w|:\/)`,
  'g',
)

/** Programs whose arguments may be paths. These must stay as they are: a prefix would break the command. */
const COMMAND =
  /(?:^|[\s(`"'])(?:\$|npx|npm|pnpm|yarn|bun|deno|node|tsx|tsc|vitest|jest|pytest|python3?|git|cargo|bash|sh|cd|cat|grep|sed|ls|rm|cp|mv|curl|docker|make)\s(?:(?![.;:]\s)[^|`])*$/

const MAX_COMMAND = 200

/** The paths named in a line of prose, except those in commands, quoted code and links. */
export function pathsInLine(text: string, line: Span, code: CodeReader | undefined) {
  const source = text.slice(line.start, line.end)
  const quoted = codeSpans(source)
  return [...source.matchAll(PATH)].flatMap(({ index, 0: word }) => {
    const inside = quoted.find(span => span.start <= index && index < span.end)
    // A code span with more than the path in it is a quote or a command.
    if (inside !== undefined && inside.code !== word) return []
    const before = source.slice(Math.max(0, index - MAX_COMMAND), index)
    // The target of a link is relative to the folder of the notes.
    if (before.endsWith('](') || source.startsWith('](', index + word.length)) return []
    if (inside === undefined && COMMAND.test(before)) return []
    const locator = parseLocator(word)
    if (locator === undefined || !('path' in locator) || !isPath(locator, code)) return []
    const start = line.start + index
    const cut = start + word.length - linesOf(word).length
    const span = { start, end: start + word.length }
    return [
      {
        locator,
        span,
        path: { start, end: cut },
        ...(cut < span.end ? { lines: { start: cut, end: span.end } } : {}),
      },
    ]
  })
}

const linesOf = (word: string): string => new RegExp(`${LINES}$`).exec(word)?.[0] ?? ''

/** Host names, which would otherwise be taken for files: `db.internal:5432`. */
const HOST =
  /^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|app|ai|local|internal|svc|lan|host|cloud|example|test)$/i

function isPath(locator: FileLocator, code: CodeReader | undefined): boolean {
  const { kind, path, lines } = locator
  if (climbsOut(path)) return false
  if (kind === 'project') return true
  const cited = citedFile(locator, code)
  const isThere = cited !== undefined && (!('problem' in cited.file) || cited.file.problem === 'too-large')
  if (isThere) return lines.length > 0 || /[\\/]/.test(path)
  // Paths elsewhere on the machine do not concern the project.
  if (kind !== 'relative' || lines.length === 0) return false
  const [first = '', ...rest] = path.split(/[\\/]+/)
  if (HOST.test(first) || /^path[\\/]to[\\/]/.test(path)) return false
  // A name without a folder, such as `Node.js:20`, is a path only if there is such a file.
  return rest.length > 0 || code === undefined || filesEndingWith(path, code).length > 0
}

function codeSpans(source: string): readonly (Span & { readonly code: string })[] {
  return [...source.matchAll(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g)].map(
    ({ index, 0: whole, 2: code = '' }) => ({
      start: index,
      end: index + whole.length,
      code: code.trim(),
    }),
  )
}

/** Is the record about the past? A file that it names may be gone by now. */
export function isPast(record: NotesRecord): boolean {
  if (record.kind === 'log' || record.kind === 'archive') return true
  if (record.kind === 'decision') return record.status === 'superseded'
  return 'done' in record && record.done
}
