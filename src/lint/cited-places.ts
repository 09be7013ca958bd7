import type { Span } from '../document/block.ts'
import { type FileLocator, type Locator, parseLocator } from '../protocol/locator.ts'
import type { Notes, NotesRecord } from '../protocol/notes.ts'

/** A place in a file that the notes name, and where they name it. */
export interface CitedPlace {
  readonly part: 'reference' | 'evidence' | 'debt'
  readonly record: NotesRecord
  readonly locator: FileLocator
  /** Where it is written. */
  readonly span: Span
  /** The path in it, with `${PROJECT_ROOT}/`; missing where the source has it in another spelling (`\|`, `&#…;`). */
  readonly path?: Span
  /** The line part in it, with its colon or number sign. */
  readonly lines?: Span
}

/** Several rules ask for the places of the same notes. */
const known = new WeakMap<Notes, readonly CitedPlace[]>()

/** Every file that references, evidence and the file column of debts name, in file order. */
export function citedPlaces(notes: Notes): readonly CitedPlace[] {
  const before = known.get(notes)
  if (before !== undefined) return before
  const { text } = notes.document
  const places = notes.records.flatMap(record => placesOf(text, record))
  known.set(notes, places)
  return places
}

const unsettled = new WeakMap<Notes, readonly CitedPlace[]>()

/**
 * The places that rules about paths and lines have to look at: of plain evidence it is known that it names one line of
 * a path from the project root that climbs nowhere. Making a place of each takes 30 ms for 10,000 decisions.
 */
export function unsettledPlaces(notes: Notes): readonly CitedPlace[] {
  const before = unsettled.get(notes)
  if (before !== undefined) return before
  const { text } = notes.document
  const places = notes.records.filter(mayBeUnsettled).flatMap(record => placesOf(text, record))
  unsettled.set(notes, places)
  return places
}

function mayBeUnsettled(record: NotesRecord): boolean {
  if (record.kind === 'decision' || record.kind === 'archive') return record.citedFrom === undefined
  return record.kind === 'reference' || record.kind === 'debt'
}

/** The places that one record names. */
export function placesOf(text: string, record: NotesRecord): readonly CitedPlace[] {
  if (record.kind === 'reference') return placeIn(text, 'reference', record, record.locator, record.span)
  if (record.kind === 'debt') {
    const file = record.file ?? ''
    const joined = /^\d[\d,–-]*$/.test(record.line ?? '') ? parseLocator(`${file}:${record.line}`) : undefined
    const locator = joined ?? parseLocator(file)
    return placeIn(text, 'debt', record, locator, record.span)
  }
  if (record.kind !== 'decision' && record.kind !== 'archive') return []
  let from = 0
  return record.evidence.flatMap(({ locator, span }) => {
    const found = placeIn(text, 'evidence', record, locator, {
      start: Math.max(from, span.start),
      end: span.end,
    })
    from = found[0]?.path === undefined ? from : found[0].span.end
    return found
  })
}

function placeIn(
  text: string,
  part: CitedPlace['part'],
  record: NotesRecord,
  locator: Locator | undefined,
  within: Span,
): CitedPlace[] {
  if (locator === undefined || !('path' in locator)) return []
  const head = locator.kind === 'project' ? `\${PROJECT_ROOT}/${locator.path}` : locator.path
  const source = text.slice(within.start, within.end)
  const [written, at] = [locator.text, head]
    .map(wanted => [wanted, find(source, wanted)] as const)
    .find(([, offset]) => offset >= 0) ?? ['', -1]
  if (at < 0)
    return [{ part, record, locator, span: record.span.start > within.start ? record.span : within }]
  const start = within.start + at
  const span = { start, end: start + written.length }
  const path = { start, end: Math.min(span.end, start + head.length) }
  const lines = { start: path.end, end: span.end }
  return [{ part, record, locator, span, path, ...(lines.start < lines.end ? { lines } : {}) }]
}

/** In brackets or backticks first: the quote of a piece of evidence may name the same file. */
function find(source: string, wanted: string): number {
  for (const mark of ['[', '`']) {
    const at = source.indexOf(mark + wanted)
    if (at >= 0) return at + 1
  }
  return source.indexOf(wanted)
}

/** Whether a path climbs above the root that it starts from. */
export function climbsOut(path: string): boolean {
  let depth = 0
  for (const name of path.split(/[/\\]/)) {
    if (name === '..') depth--
    else if (name !== '' && name !== '.') depth++
    if (depth < 0) return true
  }
  return false
}
