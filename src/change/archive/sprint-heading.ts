import type { Span } from '../../markdown/block.ts'
import {
  type FoldedKind,
  foldedKinds,
  isOfSprint,
  kindOf,
  ofSprint,
  type SprintCounts,
  type SprintRecord,
  sectionOf as sectionKindOf,
} from '../../notes/kinds.ts'
import type { Notes } from '../../notes/notes.ts'
import { profiles, type SectionShape } from '../../notes/profile.ts'
import type { Section } from '../../notes/section.ts'
import type { SectionKind } from '../../notes/section-kind.ts'
import { sprintKey, sprintLabel } from '../../notes/sprint/sprint-name.ts'
import type { Written } from './archive-print.ts'
import { isDecision } from './conserve.ts'

/** The heading of a sprint in the archive file: `Sprint S03`, not `Sprint sprint-03`. */
export const sprintHeading = (name: string): string =>
  `## Sprint ${name.replace(/^sprint[\s_#-]*(?=[\p{L}\p{N}])/iu, '')}`

/**
 * The key of a folded sprint. Undefined unless the section has the heading of a sprint and starts with a summary
 * paragraph.
 */
export function foldedSprint({ document }: Pick<Notes, 'document'>, section: Section): string | undefined {
  const name = /^Sprint (.+)$/.exec(section.title)?.[1]
  const [first] = section.blocks
  if (name === undefined || section.kind !== 'other' || first?.type !== 'paragraph') return undefined
  return SUMMARY.test(document.text.slice(first.span.start, first.span.end)) ? sprintKey(name) : undefined
}

/** The kind of a record once folded: decisions become archived ones. */
export const foldedAs = (record: SprintRecord): FoldedKind => (isDecision(record) ? 'archive' : record.kind)

/** The singular noun for a kind of record in counts. */
export const sprintNoun = (record: { readonly kind: SprintRecord['kind'] }): string =>
  ofSprint(record).noun ?? kindOf(record).words.one

export const PARTS = Object.values(foldedKinds)

const SUMMARY = new RegExp(
  `^[^:\\n]{1,60}: \\d+ (?:${PARTS.map(kind => sprintNoun({ kind })).join('|')})s?\\b`,
)

const countOf = (records: readonly SprintRecord[], kind: FoldedKind): number =>
  records.filter(record => foldedAs(record) === kind).length

export function countSprint(records: readonly SprintRecord[]): SprintCounts {
  const counts = Object.entries(foldedKinds).map(([name, kind]) => [name, countOf(records, kind)])
  return Object.fromEntries(counts) as SprintCounts
}

/** Prints `S03: 2 decisions superseded, 11 log rows (2026-01-05 – 2026-01-19)`. */
export function sprintSummary(name: string, records: readonly SprintRecord[]): string {
  const parts = PARTS.flatMap(kind => {
    const count = countOf(records, kind)
    const { ended } = ofSprint({ kind })
    return count === 0
      ? []
      : `${counted(count, sprintNoun({ kind }))}${ended === undefined ? '' : ` ${ended}`}`
  })
  return `${name}: ${parts.join(', ')}${datesOf(records)}`
}

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function datesOf(records: readonly SprintRecord[]): string {
  const dated = records
    .flatMap(record => ('at' in record && record.at?.at !== undefined ? [record.at] : []))
    .toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))
  const [first, last] = [dated[0]?.text.slice(0, 10), dated.at(-1)?.text.slice(0, 10)]
  if (first === undefined || last === undefined) return ''
  return first === last ? ` (${first})` : ` (${first} – ${last})`
}

/** A record of a sprint, and its text in the archive. */
export interface FoldedRecord {
  readonly record: SprintRecord
  readonly span: Span
  readonly written: Written
}

export const homeOf = (kind: FoldedKind): SectionKind => sectionKindOf(kindOf({ kind }))

/** The section for a kind of record below a sprint's heading, titled as in the protocol. */
export function subsectionOf(kind: FoldedKind): SectionShape {
  const found = profiles.sam.outline.find(shape => shape.kind === homeOf(kind))
  if (found === undefined) throw new Error(`No section for ${kind}`)
  return found
}

export const sectionOf = (file: Notes, key: string): Section | undefined =>
  file.sections.find(section => foldedSprint(file, section) === key)

/** The name of a sprint in the archive file, if some of it was folded before. */
export function nameInArchive(file: Notes, key: string): string | undefined {
  const title = sectionOf(file, key)?.title
  return title === undefined ? undefined : sprintLabel(title.replace(/^Sprint /, ''))
}

/** The records of a sprint that are already in the archive file. */
export function recordsOfSprint(file: Notes, key: string): readonly SprintRecord[] {
  const section = sectionOf(file, key)
  if (section === undefined) return []
  return file.records.filter(isOfSprint).filter(record => record.section.parent === section)
}
