import type { ContextFields, Intent } from '../change/intent.ts'
import { NotesError } from '../error.ts'
import type { AddCommand, Given } from '../notes/kind-commands.ts'
import type { Draft } from '../notes/kinds.ts'
import { parseTimestamp } from '../notes/text/timestamp.ts'
import type { OpenProject } from './open.ts'
import { codeAt, evidenceOf, placeOf } from './place.ts'

/** The fields of one record as given: on a command line, as JSON, or by a tool call. */
export type Entry = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * What depends on the caller, such as the command line or a tool call: which flags are set, and how a missing field is
 * reported.
 */
export interface GivenBy {
  /** The flags that are set. */
  flag(name: string): boolean
  /** The error for a missing required field; `option` says how to pass it. */
  missing(name: string, option: string | undefined): NotesError
}

/** Reads the fields of one record for a project. */
export const givenIn = (
  open: OpenProject,
  entry: Entry,
  { flag, missing }: GivenBy,
  remarks: string[] = [],
): Given => ({
  text: name => textOf(entry, name),
  needed(name, option) {
    const value = textOf(entry, name)
    if (value === undefined) throw missing(name, option)
    return value
  },
  list: name => listOf(entry, name),
  flag,
  moment: at => momentOf(open, at),
  place(said) {
    const found = placeOf(open, said)
    codeAt(open, found)
    // `notes lint` would report a place without a line (reference-line).
    if (found.lines.length === 0)
      throw new NotesError(
        'usage',
        `${found.path} has no line number`,
        `Add one: ${found.path}:1, or a range such as ${found.path}:1-20`,
      )
    return found.text
  },
  evidence(said) {
    const { copies = 1, ...evidence } = evidenceOf(open, said)
    if (copies > 1 && /:\d+$/.test(evidence.place))
      remarks.push(
        `The quote of ${evidence.place} occurs in ${copies} places; cite a range of lines to tell them apart`,
      )
    return evidence
  },
})

/** Returns the intents that add a record and supersede the one it replaces. */
export function addIntents({ draft, supersedes }: AddCommand<Draft>, given: Given): readonly Intent[] {
  const record = draft(given)
  const old = supersedes?.(given)
  const add = { do: 'add', draft: record } as const
  if (old === undefined || !('title' in record)) return [add]
  return [add, { do: 'supersede', which: old, by: record.title, isAdded: true }]
}

export function textOf(entry: Entry, name: string): string | undefined {
  const value = entry[name]
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

const CONTEXT_FIELDS = ['bead', 'state', 'next'] as const

/**
 * Returns the fields of the active context to set; those to clear get an empty value. `option` spells a field's name
 * the way the caller's interface does.
 */
export function contextFieldsOf(
  given: Readonly<Partial<Record<(typeof CONTEXT_FIELDS)[number], string | undefined>>>,
  clear: readonly string[],
  option: (name: string) => string,
): ContextFields {
  const names = CONTEXT_FIELDS.map(option).join(', ')
  const unknown = clear.find(name => !CONTEXT_FIELDS.some(field => field === name))
  if (unknown !== undefined)
    throw new NotesError(
      'usage',
      `Unknown field "${unknown}"`,
      `${option('clear')} takes ${CONTEXT_FIELDS.join(', ')}`,
    )
  const fields = CONTEXT_FIELDS.flatMap(name => {
    const value = given[name] ?? (clear.includes(name) ? '' : undefined)
    return value === undefined ? [] : [[name, value] as const]
  })
  if (fields.length === 0)
    throw new NotesError('usage', 'Nothing to set', `Pass ${names}, each with a text, or ${option('clear')}`)
  return Object.fromEntries(fields)
}

export function listOf(entry: Entry, name: string): readonly string[] {
  const value = entry[name]
  return typeof value === 'string' ? [value] : (value ?? [])
}

/** The given timestamp, or the current time to the second. */
export function momentOf({ now }: Pick<OpenProject, 'now'>, given: string | undefined): string {
  if (given === undefined) return `${now().toISOString().slice(0, 19)}Z`
  if (parseTimestamp(given)?.at === undefined)
    throw new NotesError(
      'usage',
      `Invalid timestamp "${given}"`,
      'Write it as 2026-01-31T14:30:00Z, 2026-01-31T14:30Z or 2026-01-31',
    )
  return given
}
