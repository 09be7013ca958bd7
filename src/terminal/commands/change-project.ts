import type { Outcome } from '../../change/change-notes.ts'
import { nearestName } from '../../config/nearest-name.ts'
import { messageOf, reworded, usage } from '../../error.ts'
import { titleOf } from '../../notes/kinds.ts'
import {
  type ChangeRequest,
  changeProject as changeOpenProject,
  changeToJson,
  diffOf,
  type ProjectChange,
} from '../../project/change.ts'
import type { Entry, GivenBy } from '../../project/given.ts'
import { oneLine } from '../../safety/one-line.ts'
import { columns, diffText, remark, report } from '../print/output.ts'
import type { Context } from '../program/command.ts'

type Request = Omit<ChangeRequest, 'command' | 'allowSecret'>

/** Changes the notes file. Writes a secret only if the command line says why. */
export const changeProject = (context: Context, request: Request): Promise<ProjectChange> =>
  changeOpenProject(context, {
    ...request,
    command: context.command,
    allowSecret: context.allowSecret,
  })

/** Changes the notes and reports the outcome of each intent. A dry run prints the diff. */
export async function changeAndReport(context: Context, request: Request): Promise<0> {
  const change = await changeProject(context, request)
  report(context, {
    json: changeToJson(change, request),
    lines: request.dryRun
      ? [diffText(context, diffOf(change))]
      : [...change.notes, ...columns(change.outcomes.map(describe))],
  })
  sayDropped(context, change)
  return 0
}

/**
 * Prints dropped parts to standard error, so that a script that reads the results does not mistake them for written
 * ones.
 */
export function sayDropped(context: Context, { dropped }: ProjectChange): void {
  if (!context.json) remark(context, dropped)
}

const STATUS_TEXT = {
  added: 'added',
  changed: 'changed',
  removed: 'removed',
  unchanged: 'already there',
} as const

export function describe({ status, record: now, removed, handle = '' }: Outcome): readonly string[] {
  const record = now ?? removed
  if (record === undefined) return [STATUS_TEXT[status]]
  const lead = [record.id, titleOf(record)].filter(part => part !== undefined).join('  ')
  return [STATUS_TEXT[status], handle, record.kind, oneLine(lead)]
}

export type Typed = Readonly<Record<string, string | boolean | number | readonly string[] | undefined>>

export const textIn = (value: Typed[string]): Entry[string] =>
  typeof value === 'boolean' || typeof value === 'number' ? undefined : value

/** Flags come from the command line only; a missing field can be passed as an option or in the JSON. */
export const givenBy = (typed: Typed): GivenBy => ({
  flag: name => typed[name] === true,
  missing: (name, option = `--${name}`) =>
    usage(`${name} is missing`, `Pass ${option}, or "${name}" in the JSON`),
})

/** An option of every command that writes records. */
export const fromInput = {
  kind: 'text',
  value: '-',
  does: 'read the fields as JSON from standard input: an object, or a list of objects',
} as const

/**
 * Calls `make` for each entry to write: one from the arguments and options, or all those on standard input. Fields
 * given on the command line apply to every one of these.
 */
export function readEntries<Made>(
  context: Context,
  given: Entry,
  from: string | undefined,
  make: (entry: Entry) => Made,
): readonly Made[] {
  if (from === undefined) {
    for (const [name, value] of Object.entries(given)) refuseEmpty(`--${name}`, value)
    return [make(given)]
  }
  if (from !== '-')
    throw usage(`--from takes - (standard input), not "${from}"`, 'Write `--from -` and pipe the JSON in')
  const names = Object.keys(given)
  const own = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value.length > 0),
  )
  const list = parse(context.host.readInput())
  if (list.length === 0)
    throw usage('No entry on standard input', `Pipe in an object such as {"${names[0]}": "…"}`)
  return list.map((item, index) => {
    const where = `Entry ${index + 1}`
    const entry = { ...checked(readBack(item, where, names), where, given), ...own }
    try {
      return make(entry)
    } catch (error) {
      if (list.length === 1) throw error
      throw reworded(error, ({ message }) => ({ message: `${where}: ${message}` }))
    }
  })
}

/** Returns the records in the output of `list --json`. */
const recordsIn = (value: unknown): readonly unknown[] | undefined =>
  typeof value === 'object' && value !== null && 'records' in value && Array.isArray(value.records)
    ? value.records
    : undefined

/**
 * Refuses a list that contains an empty string: a mistake by whatever produced it, which would go unnoticed in the
 * file.
 */
function refuseEmpty(where: string, value: unknown): void {
  if (!Array.isArray(value)) return
  const empty = value.findIndex(part => typeof part === 'string' && part.trim() === '')
  if (empty >= 0) throw usage(`${where}: item ${empty + 1} is empty`, 'Fill it in, or leave it out')
}

function parse(text: string): readonly unknown[] {
  try {
    // Windows PowerShell adds a byte order mark to what it pipes.
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return Array.isArray(value) ? value : (recordsIn(value) ?? [value])
  } catch (error) {
    throw usage(
      `Invalid JSON on standard input: ${messageOf(error)}`,
      'Pipe in an object, or a list of objects',
    )
  }
}

function checked(item: unknown, where: string, given: Entry): Entry {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    throw usage(`${where} is not an object`, 'Write each entry as an object of fields')
  const names = Object.keys(given)
  const fields = Object.entries(item).map(([name, value]: [string, unknown]) => {
    if (!names.includes(name)) {
      const near = nearestName(name, names)
      throw usage(
        `${where} has an unknown field "${name}"`,
        near === undefined ? `Use ${names.join(', ')}` : `Did you mean "${near}"?`,
      )
    }
    const list = Array.isArray(given[name])
    refuseEmpty(`${where}: "${name}"`, value)
    if (list && Array.isArray(value) && value.every(part => typeof part === 'string')) return [name, value]
    if (typeof value === 'string') return [name, list ? [value] : value]
    throw usage(
      `${where}: "${name}" is not a ${list ? 'list of strings' : 'string'}`,
      'Put each string in double quotes',
    )
  })
  return Object.fromEntries(fields)
}

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
function readBack(item: unknown, where: string, names: readonly string[]): unknown {
  if (typeof item !== 'object' || item === null || !('handle' in item)) return item
  const record: Readonly<Record<string, unknown>> = { ...item }
  if (record.done === true || record.status === 'superseded')
    throw usage(
      `${where} is closed: "${record.title}"`,
      'Pipe in open records, as `list` prints them without --all',
    )
  const isDated = names.includes('at') && record.dated === undefined
  // The words of a blocker are the value of the option for its type: --waiting "…".
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
