import type { DecisionRecord } from '../protocol/kinds/decision.ts'
import type { Notes } from '../protocol/notes.ts'
import type { Section } from '../protocol/section.ts'
import { sprintKey } from '../protocol/sprint-name.ts'
import type { SprintRecord } from '../protocol/sprint-place.ts'

/** The heading of a sprint in the archive file: `Sprint S03`, and not `Sprint sprint-03`. */
export const sprintHeading = (name: string): string =>
  `## Sprint ${name.replace(/^sprint[\s_#-]*(?=[\p{L}\p{N}])/iu, '')}`

/** The section of a folded sprint: its heading names the sprint, and its first paragraph is a summary. */
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

/** `S03: 4 debts resolved, 2 decisions superseded, 11 log rows (2026-01-05 – 2026-01-19)`. */
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
