import { applyEdits, type Edit } from '../../markdown/edit.ts'
import { type FoldedKind, type Notes, type ReadOptions, readNotes, writingOf } from '../../notes/notes.ts'
import type { Sprint } from '../../notes/sprint/sprint.ts'
import { below } from '../plan/print-entry.ts'
import { refused } from '../verify.ts'
import { planRest } from './archive-move.ts'
import {
  type FoldedRecord,
  foldedAs,
  homeOf,
  PARTS,
  recordsOfSprint,
  sectionOf,
  sprintHeading,
  sprintNoun,
  sprintSummary,
  subsectionOf,
} from './sprint-heading.ts'

/** Adds records of a sprint to the archive file, and updates its summary line. */
export function putInSprint(
  file: Notes,
  sprint: Sprint,
  folded: readonly FoldedRecord[],
  options: ReadOptions,
): Notes {
  const { key } = sprint
  const parts = PARTS.filter(part => folded.some(({ record }) => foldedAs(record) === part))
  const edits = planSkeleton(file, sprint, folded, parts)
  const ready = readNotes(applyEdits(file.document.text, edits), { ...options, profile: file.profile })
  const section = sectionOf(ready, key)
  const filled = parts.flatMap(part => {
    const into = ready.sections.find(({ parent, kind }) => parent === section && kind === homeOf(part))
    if (into === undefined)
      throw refused(`there is no place for ${sprintNoun({ kind: part })}s of ${sprint.name}`)
    const written = folded.filter(({ record }) => foldedAs(record) === part).map(one => one.written)
    return planRest(ready, into, written, false, writingOf(part).columns)
  })
  return readNotes(applyEdits(ready.document.text, filled), { ...options, profile: file.profile })
}

/** Plans the summary and the missing headings. A summary edited by hand stays below the new one. */
function planSkeleton(
  file: Notes,
  { key, name }: Sprint,
  folded: readonly FoldedRecord[],
  parts: readonly FoldedKind[],
): Edit[] {
  const { text } = file.document
  const section = sectionOf(file, key)
  const before = recordsOfSprint(file, key)
  const summary = sprintSummary(name, [...before, ...folded.map(({ record }) => record)])
  const missing = parts.filter(
    part => !file.sections.some(({ parent, kind }) => parent === section && kind === homeOf(part)),
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
