import type { Span } from '../../markdown/block.ts'
import { applyEdits, type Edit } from '../../markdown/edit.ts'
import type { DecisionRecord } from '../../notes/kinds/decision.ts'
import { writingOf } from '../../notes/kinds.ts'
import { type Notes, type ReadOptions, readNotes } from '../../notes/notes.ts'
import { profiles, type SectionShape } from '../../notes/profile.ts'
import type { Section } from '../../notes/section.ts'
import type { Sprint } from '../../notes/sprint/sprint.ts'
import { sprintKey, sprintLabel } from '../../notes/sprint/sprint-name.ts'
import { isOfSprint, type SprintRecord } from '../../notes/sprint/sprint-place.ts'
import { below } from '../plan/print-entry.ts'
import { refused } from '../verify.ts'
import { planRest } from './archive-move.ts'
import type { Written } from './archive-print.ts'
import { isDecision } from './conserve.ts'

/** The heading of a sprint in the archive file: `Sprint S03`, not `Sprint sprint-03`. */
const sprintHeading = (name: string): string =>
  `## Sprint ${name.replace(/^sprint[\s_#-]*(?=[\p{L}\p{N}])/iu, '')}`

/** The key of a folded sprint, if its section has such a heading and starts with a summary paragraph. */
export function foldedSprint({ document }: Pick<Notes, 'document'>, section: Section): string | undefined {
  const name = /^Sprint (.+)$/.exec(section.title)?.[1]
  const [first] = section.blocks
  if (name === undefined || section.kind !== 'other' || first?.type !== 'paragraph') return undefined
  return SUMMARY.test(document.text.slice(first.span.start, first.span.end)) ? sprintKey(name) : undefined
}

const SUMMARY = /^[^:\n]{1,60}: \d+ (?:debt|decision|log row)s?\b/

export interface SprintCounts {
  readonly debts: number
  readonly decisions: number
  readonly logRows: number
}

export function countSprint(records: readonly SprintRecord[]): SprintCounts {
  const of = (...kinds: string[]) => records.filter(({ kind }) => kinds.includes(kind)).length
  return { debts: of('debt'), decisions: of('decision', 'archive'), logRows: of('log') }
}

/** Prints `S03: 4 debts resolved, 2 decisions superseded, 11 log rows (2026-01-05 – 2026-01-19)`. */
export function sprintSummary(name: string, records: readonly SprintRecord[]): string {
  const { debts, decisions, logRows } = countSprint(records)
  const parts = [
    ...(debts === 0 ? [] : [`${counted(debts, 'debt')} resolved`]),
    ...(decisions === 0 ? [] : [`${counted(decisions, 'decision')} superseded`]),
    ...(logRows === 0 ? [] : [counted(logRows, 'log row')]),
  ]
  return `${name}: ${parts.join(', ')}${datesOf(records)}`
}

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function datesOf(records: readonly SprintRecord[]): string {
  const dated = records
    .filter((record): record is Exclude<SprintRecord, { kind: 'debt' }> => record.kind !== 'debt')
    .filter(({ at }: { at?: DecisionRecord['at'] }) => at?.at !== undefined)
    .toSorted((a, b) => (a.at?.at ?? 0) - (b.at?.at ?? 0))
  const [first, last] = [dated[0]?.at?.text.slice(0, 10), dated.at(-1)?.at?.text.slice(0, 10)]
  if (first === undefined || last === undefined) return ''
  return first === last ? ` (${first})` : ` (${first} – ${last})`
}

/** A record of a sprint, and its text in the archive. */
export interface FoldedRecord {
  readonly record: SprintRecord
  readonly span: Span
  readonly written: Written
}

const PARTS = ['debt', 'decision', 'log'] as const
type Part = (typeof PARTS)[number]

const partOf = (record: SprintRecord): Part => (isDecision(record) ? 'decision' : record.kind)

const KINDS = { debt: 'debt', decision: 'decision-archive', log: 'session-log' } as const

/** The section for a kind of record below a sprint's heading, with the protocol's name. */
export function subsectionOf(part: Part): SectionShape {
  const found = profiles.sam.outline.find(({ kind }) => kind === KINDS[part])
  if (found === undefined) throw new Error(`No section for ${part}`)
  return found
}

const sectionOf = (file: Notes, key: string): Section | undefined =>
  file.sections.find(section => foldedSprint(file, section) === key)

/** The archive file's spelling of a sprint folded before. */
export function nameInArchive(file: Notes, key: string): string | undefined {
  const title = sectionOf(file, key)?.title
  return title === undefined ? undefined : sprintLabel(title.replace(/^Sprint /, ''))
}

/** The records of a sprint already in the archive file. */
export function recordsOfSprint(file: Notes, key: string): readonly SprintRecord[] {
  const section = sectionOf(file, key)
  if (section === undefined) return []
  return file.records.filter(isOfSprint).filter(record => record.section.parent === section)
}

/** Adds records of a sprint to the archive file, and updates its summary line. */
export function putInSprint(
  file: Notes,
  sprint: Sprint,
  folded: readonly FoldedRecord[],
  options: ReadOptions,
): Notes {
  const { key } = sprint
  const parts = PARTS.filter(part => folded.some(({ record }) => partOf(record) === part))
  const edits = planSkeleton(file, sprint, folded, parts)
  const ready = readNotes(applyEdits(file.document.text, edits), { ...options, profile: file.profile })
  const section = sectionOf(ready, key)
  const filled = parts.flatMap(part => {
    const into = ready.sections.find(({ parent, kind }) => parent === section && kind === KINDS[part])
    if (into === undefined) throw refused(`there is no place for ${part}s of ${sprint.name}`)
    const written = folded.filter(({ record }) => partOf(record) === part).map(one => one.written)
    return planRest(ready, into, written, false, writingOf(part).columns)
  })
  return readNotes(applyEdits(ready.document.text, filled), { ...options, profile: file.profile })
}

/** Plans the summary and the missing headings. A summary edited by hand stays below the new one. */
function planSkeleton(
  file: Notes,
  { key, name }: Sprint,
  folded: readonly FoldedRecord[],
  parts: readonly Part[],
): Edit[] {
  const { text } = file.document
  const section = sectionOf(file, key)
  const before = recordsOfSprint(file, key)
  const summary = sprintSummary(name, [...before, ...folded.map(({ record }) => record)])
  const missing = parts.filter(
    part => !file.sections.some(({ parent, kind }) => parent === section && kind === KINDS[part]),
  )
  const headings = missing.flatMap(part => ['', `### ${subsectionOf(part).title}`])
  if (section?.heading === undefined) {
    const end = text.trimEnd().length
    return [below(text, { start: end, end }, ['', sprintHeading(name), '', summary, ...headings])]
  }
  const old = section.blocks[0]?.span
  const isOurs =
    old !== undefined &&
    text.slice(old.start, old.end).replace(/^[^:]*/, name) === sprintSummary(name, before)
  const first = isOurs ? { span: old, text: summary } : below(text, section.heading.span, ['', summary])
  return [first, ...(headings.length === 0 ? [] : [below(text, section.span, headings)])]
}
