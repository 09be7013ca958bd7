import type { Span } from '../document/block.ts'
import { applyEdits, type Edit } from '../document/edit.ts'
import { writingOf } from '../protocol/kinds.ts'
import { type Notes, type ReadOptions, readNotes } from '../protocol/notes.ts'
import { profiles, type SectionShape } from '../protocol/profile.ts'
import type { Section } from '../protocol/section.ts'
import type { Sprint } from '../protocol/sprint.ts'
import { sprintLabel } from '../protocol/sprint-name.ts'
import { isOfSprint, type SprintRecord } from '../protocol/sprint-place.ts'
import { planRest } from './archive-move.ts'
import type { Written } from './archive-print.ts'
import { isDecision } from './conserve.ts'
import { below } from './place.ts'
import { foldedSprint, sprintHeading, sprintSummary } from './sprint-heading.ts'
import { refused } from './verify.ts'

/** A record of a sprint, and how it reads in the archive. */
export interface FoldedRecord {
  readonly record: SprintRecord
  readonly span: Span
  readonly written: Written
}

const PARTS = ['debt', 'decision', 'log'] as const
type Part = (typeof PARTS)[number]

const partOf = (record: SprintRecord): Part => (isDecision(record) ? 'decision' : record.kind)

const KINDS = { debt: 'debt', decision: 'decision-archive', log: 'session-log' } as const

/** The section below a sprint's heading that a kind of record goes to, named as the protocol names it. */
export function subsectionOf(part: Part): SectionShape {
  const found = profiles.sam.outline.find(({ kind }) => kind === KINDS[part])
  if (found === undefined) throw new Error(`No section for ${part}`)
  return found
}

const sectionOf = (file: Notes, key: string): Section | undefined =>
  file.sections.find(section => foldedSprint(file, section) === key)

/** As the archive file spells a sprint that was folded before. */
export function nameInArchive(file: Notes, key: string): string | undefined {
  const title = sectionOf(file, key)?.title
  return title === undefined ? undefined : sprintLabel(title.replace(/^Sprint /, ''))
}

/** The records of a sprint that the archive file has already. */
export function recordsOfSprint(file: Notes, key: string): readonly SprintRecord[] {
  const section = sectionOf(file, key)
  if (section === undefined) return []
  return file.records.filter(isOfSprint).filter(record => record.section.parent === section)
}

/** The archive file with more of a sprint in it, and the line that counts all of it first. */
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

/** The summary, and the headings that are missing. A summary that was edited by hand stays below the new one. */
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
