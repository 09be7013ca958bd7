import { NotesError } from '../../error.ts'

/** The options that set fields of a printed record, where the two names differ. */
const OPTIONS: Readonly<Record<string, string>> = { scenarios: 'scenario', identifier: 'place' }

/** Fields derived from a record or its place, computed anew on each write. */
const DERIVED: ReadonlySet<string> = new Set([
  ...['handle', 'kind', 'id', 'lines', 'dated', 'precision', 'path', 'verified', 'done', 'status', 'type'],
  ...['bead', 'archivedIn', 'calledDone'],
])

/**
 * Converts a record as `--json` prints it to the fields that `--from -` takes, so that a list can be piped from one
 * notes file into another. A record is recognized by its handle; other objects are returned as they are.
 */
export function readBack(item: unknown, index: number, names: readonly string[]): unknown {
  if (typeof item !== 'object' || item === null || !('handle' in item)) return item
  const record: Readonly<Record<string, unknown>> = { ...item }
  if (record.done === true || record.status === 'superseded')
    throw new NotesError(
      'usage',
      `Entry ${index + 1} is closed: "${record.title}"`,
      'Pipe in open records, as `list` prints them without --all',
    )
  const isDated = names.includes('at') && record.dated === undefined
  // The words of a blocker are the value of its type: --waiting "…".
  const type = typeof record.type === 'string' && names.includes(record.type) ? record.type : undefined
  const option = (name: string): string => (name === 'title' && type ? type : (OPTIONS[name] ?? name))
  const fields = Object.entries(record).filter(([name]) => !DERIVED.has(name) && (name !== 'at' || isDated))
  return Object.fromEntries(
    fields.map(([name, value]) => [option(name), name === 'evidence' ? evidenceIn(value) : value]),
  )
}

/** Prints each piece as `path:12="the quote"`, which is then compared with the code. */
const evidenceIn = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((piece: { readonly quote?: unknown; readonly place?: unknown }) =>
        typeof piece.quote === 'string' ? `${piece.place}="${piece.quote}"` : piece.place,
      )
    : value
