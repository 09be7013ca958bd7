import { messageOf, NotesError } from '../error.ts'
import type { Notes } from '../notes/notes.ts'
import { fingerprints } from './fingerprint.ts'
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
