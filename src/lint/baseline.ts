import { messageOf, NotesError } from '../error.ts'
import type { Span } from '../markdown/block.ts'
import { slice } from '../markdown/document.ts'
import { hash } from '../markdown/hash.ts'
import { countBefore } from '../markdown/sorted.ts'
import type { Notes } from '../notes/notes.ts'
import type { Entry, Section } from '../notes/section.ts'
import type { Finding, Rule } from './rule.ts'

/** Accepted findings, by file and fingerprint. Figures of budget rules may fall but not rise. */
export interface Baseline {
  readonly version: 1
  readonly files: Readonly<Record<string, Readonly<Record<string, Accepted>>>>
}

export interface Accepted {
  readonly rule: string
  readonly most?: Readonly<Record<string, number>>
}

/** No baseline can accept these, since a pull request can change the baseline along with the notes. */
const NEVER_ACCEPTED: ReadonlySet<string> = new Set(['secret', 'conflict-marker', 'path-escape'])

export const NO_BASELINE: Baseline = { version: 1, files: {} }

export function parseBaseline(text: string, path: string): Baseline {
  const wrong = (why: string): NotesError =>
    new NotesError(
      'config',
      `The baseline cannot be read: ${why}`,
      'Regenerate it with `notes lint --write-baseline`',
      { path },
    )
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw wrong(messageOf(error))
  }
  const isBaseline =
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    value.version === 1 &&
    'files' in value &&
    typeof value.files === 'object' &&
    value.files !== null
  if (!isBaseline) throw wrong('it is not a version 1 baseline')
  return value as unknown as Baseline
}

/** Findings that the baseline does not accept, or that have grown since. */
export function withoutAccepted(
  path: string,
  notes: Notes,
  findings: readonly Finding[],
  { files }: Baseline,
): readonly Finding[] {
  const accepted = Object.hasOwn(files, path) ? files[path] : undefined
  if (accepted === undefined) return findings
  const marks = fingerprints(notes, findings)
  return findings.filter((finding, index) => {
    const known = accepted[marks[index] ?? '']
    return known?.rule !== finding.rule || NEVER_ACCEPTED.has(finding.rule) || hasGrown(finding, known)
  })
}

function hasGrown({ data }: Finding, { most = {} }: Accepted): boolean {
  return Object.entries(most).some(([name, figure]) => typeof data[name] === 'number' && data[name] > figure)
}

/** Baseline entries for the findings of one file, and the findings that a baseline cannot accept. */
export function accept(
  notes: Notes,
  all: readonly Finding[],
  rules: readonly Rule[],
): { readonly accepted: Readonly<Record<string, Accepted>>; readonly refused: readonly Finding[] } {
  const refused = all.filter(({ rule }) => NEVER_ACCEPTED.has(rule))
  const findings = all.filter(({ rule }) => !NEVER_ACCEPTED.has(rule))
  const budget = new Set(rules.filter(({ group }) => group === 'budget').map(({ name }) => name))
  const marks = fingerprints(notes, findings)
  const entries = findings.map(({ rule, data }, index): [string, Accepted] => {
    const figures = Object.entries(data).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    )
    const most = budget.has(rule) && figures.length > 0 ? { most: Object.fromEntries(figures) } : {}
    return [marks[index] ?? '', { rule, ...most }]
  })
  return { accepted: Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))), refused }
}

/** A longer span (a file over its budget) is identified by its beginning. */
const MAX_PLACE = 400

/**
 * Identifies each finding, in order, by what stays the same while the file changes elsewhere: the rule, the text in
 * its span and the headings above. Leaves out line numbers and figures; equal findings are numbered.
 */
export function fingerprints(notes: Notes, findings: readonly Finding[]): readonly string[] {
  const headingsOf = headingsAround(notes)
  const seen = new Map<string, number>()
  return findings.map(finding => {
    const { rule, id, span } = finding
    const same = hash([rule, id, ...headingsOf(span.start), contentAt(notes, span), ...wordsOf(finding)])
    const ordinal = seen.get(same) ?? 0
    seen.set(same, ordinal + 1)
    return ordinal === 0 ? same : hash([same, String(ordinal)])
  })
}

/** Ignores line endings and the padding of tables. */
const flat = (text: string): string => text.replaceAll(/[\s\uFEFF]+/g, ' ').trim()

function contentAt(notes: Notes, { start, end }: Span): string {
  return flat(slice(notes.document, { start, end: Math.min(end, start + MAX_PLACE) }))
}

/**
 * The words of a finding's data, which distinguish two sections missing at the same place. Leaves out figures (sizes,
 * days, line numbers), which change on their own.
 */
const wordsOf = ({ data }: Finding): string[] =>
  Object.keys(data)
    .toSorted()
    .flatMap(name => {
      const value = data[name]
      return typeof value === 'string'
        ? [`${name}=${flat(value.slice(0, MAX_PLACE)).replaceAll(/\d+/g, '#')}`]
        : []
    })

/** Titles of the sections and of the entry around an offset. */
function headingsAround({ sections }: Notes): (at: number) => readonly string[] {
  const inOrder = sections.toSorted((a, b) => a.span.start - b.span.start)
  return at => {
    const section = lastBefore(inOrder, at)
    if (section === undefined) return []
    // An entry may follow a section that is nested in the entry's own section.
    for (let own: Section | undefined = section; own !== undefined; own = own.parent) {
      const entry = lastBefore(own.entries, at)
      if (entry !== undefined && entry.span.start >= section.span.start) return titlesOf(own, entry)
    }
    return titlesOf(section, undefined)
  }
}

/** The last place that starts at or before an offset. */
export function lastBefore<Place extends { readonly span: Span }>(
  places: readonly Place[],
  at: number,
): Place | undefined {
  return places[countBefore(places, ({ span }) => span.start <= at) - 1]
}

/** Called only for entries with findings: a log may have thousands of entries. */
function titlesOf(section: Section, entry: Entry | undefined): readonly string[] {
  const titles = entry === undefined ? [] : [flat(entry.title)]
  for (let own: Section | undefined = section; own !== undefined; own = own.parent)
    titles.unshift(flat(own.title))
  return titles
}
