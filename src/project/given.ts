import { join, posix } from 'node:path'
import type { ContextFields, Intent } from '../change/intent.ts'
import { NotesError } from '../error.ts'
import { checkClaim } from '../evidence/check.ts'
import { codeLines } from '../evidence/code.ts'
import { findQuote } from '../evidence/find-quote.ts'
import { quoteFrom, readQuote as readQuoted } from '../evidence/quote.ts'
import { isThere } from '../files/read/look.ts'
import { codeReader } from '../files/read/read-code.ts'
import { fromProjectRoot, resolveInside, toProjectRoot } from '../files/safe-path.ts'
import type { AddCommand, Given } from '../notes/kind-commands.ts'
import type { Draft } from '../notes/kinds.ts'
import { type FileLocator, type Locator, parseLocator, printLocator } from '../notes/text/locator.ts'
import { parseTimestamp } from '../notes/text/timestamp.ts'
import type { OpenProject } from './open.ts'

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

type Open = Pick<OpenProject, 'cwd' | 'project'>

/** Converts a place in code, as typed in any form, to its stored form `${PROJECT_ROOT}/…`. */
export function placeOf(open: Open, typed: string): FileLocator {
  const locator = parseLocator(typed)
  if (locator === undefined || !('path' in locator))
    throw new NotesError(
      'usage',
      `Invalid place in code "${typed}"`,
      'Write path:line or path:from-to, such as src/a.ts:12-34',
    )
  const { kind, lines } = locator
  const [path] = pathsInProject(open, kind === 'project' ? printLocator(locator.path) : locator.path)
  return { kind: 'project', text: printLocator(path, lines), path, lines }
}

/**
 * Returns the paths, relative to the root, that a typed path can mean: it may start at the working folder or at the
 * root, since `notes` prints both. Returns only the first one that exists, or both if neither does.
 */
export function pathsInProject(
  { cwd, project: { root } }: Open,
  typed: string,
): readonly [string, ...string[]] {
  const rooted = fromProjectRoot(typed)
  const meant =
    rooted === undefined
      ? [cwd, root].map(folder => fromProjectRoot(toProjectRoot(root, typed, folder) ?? ''))
      : [posix.normalize(rooted)]
  const inside = meant.filter(path => path !== undefined && resolveInside(root, path).ok)
  const paths = [...new Set(inside.flatMap(path => (path === undefined ? [] : [path.replaceAll('\\', '/')])))]
  const there = paths.find(path => isThere(join(root, path)))
  if (there !== undefined) return [there]
  const [first, ...others] = paths
  if (first !== undefined) return [first, ...others]
  throw new NotesError('outside', `${typed} is outside the project ${root}`, 'Name a file inside it')
}

/** Returns the code at a place, verbatim. Throws if the file or the lines do not exist. */
export function codeAt({ project }: Open, place: FileLocator): string {
  const file = codeReader(project.root).read(place.path)
  if ('problem' in file)
    throw new NotesError(
      'not-found',
      `${place.path} is ${file.problem}`,
      'Name a text file in the project, relative to this folder',
    )
  if (place.lines.length === 0) return file.text
  const parts = place.lines.map(range => quoteFrom(file, range))
  if (parts.some(part => part === undefined))
    throw new NotesError('not-found', `${place.text} is beyond the end of the file`, 'Name lines that exist')
  return parts.join('\n')
}

/** Parses evidence: `path:line` reads the quote from the code, `path:line="quote"` checks it against the code. */
function evidenceOf(open: Open, typed: string): { quote?: string; place: string; copies?: number } {
  const split = /^(.*?[:#]L?\d[\d,\sL–-]*)=([\s\S]*)$/.exec(typed)
  const words = split?.[2]?.replace(/^"([\s\S]*)"$/, '$1')
  const said = split?.[1] ?? typed
  const locator = parseLocator(said)
  if (locator !== undefined && !('path' in locator)) return { place: locator.text }
  const place = placeOf(open, said)
  const quote = words === undefined ? readQuote(open, place) : checkedQuote(open, place, words)
  return { quote, place: place.text, copies: copiesOf(open, place, quote) }
}

/** Counts how often the file contains the quote. */
function copiesOf({ project }: Open, { path }: FileLocator, text: string): number {
  const [file, quote] = [codeReader(project.root).read(path), readQuoted(text)]
  if ('problem' in file || quote === undefined) return 1
  const lines = codeLines(file)
  return findQuote(lines, quote, { from: 1, to: lines.count }).length
}

function readQuote({ project }: Open, place: FileLocator): string {
  const file = codeReader(project.root).read(place.path)
  if ('problem' in file) throw unreadable(place, file.problem)
  const [range] = place.lines
  if (range === undefined)
    throw new NotesError('usage', `${place.text} has no line number`, `Add one: ${place.path}:12`)
  const quote = quoteFrom(file, range)
  if (quote === undefined || quote.trim() === '')
    throw new NotesError('not-found', `${place.text} has nothing to quote`, 'Name a line with code')
  return quote
}

function checkedQuote({ project }: Open, place: FileLocator, quote: string): string {
  const check = checkClaim({ quote, locator: place }, codeReader(project.root))
  if (check.state === 'ok') return quote
  if (check.state === 'missing' && check.what === 'file') throw unreadable(place, check.problem)
  const where =
    check.state === 'moved'
      ? `It is at ${printLocator(check.to.path, [check.to.lines])}`
      : check.state === 'changed'
        ? `The closest line is ${check.closest.lines.from}: ${check.closest.text.slice(0, 120)}`
        : `Omit the quote to read it from ${place.path}`
  throw new NotesError('not-found', `Quote not found at ${place.text}`, where)
}

function unreadable(place: Locator & { path?: string }, problem: string): NotesError {
  return new NotesError(
    'not-found',
    `${place.text} cannot be quoted: the file is ${problem}`,
    'Name a text file in the project',
  )
}
