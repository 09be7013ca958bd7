import { type Document, slice } from '../../markdown/document.ts'
import { applyEdits, type Edit } from '../../markdown/edit.ts'
import { groupBy } from '../../markdown/group-by.ts'
import { type FoldedKind, type SprintCounts, type SprintRecord, writingOf } from '../../notes/kinds.ts'
import { type Notes, type ReadOptions, readNotes } from '../../notes/notes.ts'
import { listSprints, readSprint, type Sprint, type SprintCount } from '../../notes/sprint/sprint.ts'
import { sprintKey } from '../../notes/sprint/sprint-name.ts'
import { below, standardHeadOf } from '../plan/write-lines.ts'
import { takeOut } from '../take-out.ts'
import { movedLines, refuseDamage, refused, refuseHarm } from '../verify.ts'
import { hasText, skeleton } from './archive.ts'
import { printArchived, readsAs, type Target, type Written } from './archive-print.ts'
import { headOf, planRest, standardHead, tablesByRow } from './archive-section.ts'
import { conserve, countRecords, isDecision, keyOf, withoutThose } from './conserve.ts'
import {
  counted,
  countSprint,
  type FoldedRecord,
  foldedAs,
  homeOf,
  nameInArchive,
  PARTS,
  recordsOfSprint,
  sectionOf,
  sprintHeading,
  sprintNoun,
  sprintSummary,
  subsectionOf,
} from './sprint-heading.ts'

export interface FoldOptions extends ReadOptions {
  /** Any spelling: `S03`, `Sprint 3`. */
  readonly sprint: string
  /** Remarks use the line numbers of the current file, rather than those after the change. */
  readonly dryRun?: boolean
  /** Path of the archive file, for errors about it. */
  readonly archivePath?: string | undefined
}

export interface FoldPlan {
  readonly text: string
  /** Undefined if there is no archive file and none is needed. Write and sync it before `text`. */
  readonly archiveText: string | undefined
  /** `unknown`: neither file contains anything from this sprint. */
  readonly state: 'folded' | 'nothing-more' | 'unknown'
  readonly folded: SprintCounts
  /** The summary line of the records that this run folds. */
  readonly summary: string | undefined
  /** Records that stay, and the reasons. */
  readonly remarks: readonly string[]
  readonly sprints: readonly SprintCount[]
}

/**
 * Folds the closed records of a sprint into the archive file, verbatim, below a summary line with their counts.
 * Verifies before returning that none is lost, changed or duplicated, and that nothing else is touched.
 */
export function planFold(text: string, archiveText: string | undefined, options: FoldOptions): FoldPlan {
  const notes = readNotes(text, options)
  refuseDamage(notes)
  const file = readNotes(hasText(archiveText) ? archiveText : skeleton(text, INTRO), options)
  refuseDamage(file, 'The archive file: line', options.archivePath)
  const key = sprintKey(options.sprint)
  const found = key === undefined ? undefined : readSprint(notes, key, file)
  const idle = { text, archiveText, folded: countSprint([]), summary: undefined }
  if (key === undefined || found === undefined) {
    const before = key === undefined ? [] : recordsOfSprint(file, key)
    const state = before.length > 0 ? 'nothing-more' : 'unknown'
    return { ...idle, state, remarks: [], sprints: listSprints(notes) }
  }
  const sprint = { ...found, name: nameInArchive(file, key) ?? found.name }
  const { moving, left } = printAll(notes, sprint, options)
  const staying = [...sprint.staying, ...left]
  if (moving.length === 0)
    return { ...idle, state: 'nothing-more', remarks: describeStaying(notes.document, staying), sprints: [] }
  const folded = { document: file.document, records: recordsOfSprint(file, key) }
  const { fresh, twice } = withoutThose(
    moving,
    ({ record }) => [keyOf(record, notes) ?? ''],
    countRecords([folded]),
  )
  const edits = takeOut(text, moving)
  const rest = readNotes(applyEdits(text, edits), { ...options, profile: notes.profile })
  const after = fresh.length === 0 ? file : putInSprint(file, sprint, fresh, options)
  const moved = moving.map(({ record }) => record)
  refuseHarm(notes, rest, new Set(moved))
  refuseHarm(file, after, new Set())
  conserve([notes, file], [rest, after], twice)
  return {
    text: rest.document.text,
    archiveText: fresh.length === 0 ? archiveText : after.document.text,
    state: 'folded',
    folded: countSprint(moved),
    summary: sprintSummary(sprint.name, moved),
    remarks: describeStaying(
      options.dryRun === true ? notes.document : movedLines(notes.document, edits),
      staying,
    ),
    sprints: [],
  }
}

const INTRO = 'Moved here from NOTES.md by'

function printAll(
  notes: Notes,
  { closed }: Sprint,
  options: ReadOptions,
): { moving: FoldedRecord[]; left: Staying[] } {
  const tables = new Map(
    PARTS.flatMap(part => {
      const records = closed.filter(record => foldedAs(record) === part)
      return [...tablesByRow(notes, records, writingOf(part).columns)]
    }),
  )
  const target = decisionTarget()
  const printed = printArchived(notes, closed.filter(isDecision), tables, target, true)
  const moving: FoldedRecord[] = []
  const left: Staying[] = []
  for (const record of closed) {
    const written = isDecision(record)
      ? (printDeeper(notes, record, target) ?? printed.get(record))
      : printLine(notes, record, tables.get(record.span.start), options)
    if (written === undefined) left.push({ record, why: 'it would not read the same in the archive' })
    else moving.push({ record, span: record.span, written })
  }
  return { moving, left }
}

/** The section that decisions move to: two levels below the title, so that entries keep their heading levels. */
function decisionTarget(): Target {
  const [section] = readNotes(`### ${subsectionOf('archive').title}\n`).sections
  if (section === undefined) throw new Error('The archive has no section for decisions')
  return { section, table: standardHead, prefers: 'entry', hasTable: () => true }
}

/** Lowers the heading of an entry that would otherwise end its section. Changes nothing else. */
function printDeeper(notes: Notes, record: SprintRecord, target: Target): Written | undefined {
  if (!isDecision(record) || record.shape !== 'block') return undefined
  const source = slice(notes.document, record.span)
  const text = source.replace(/^#{1,3}(?=[ \t])/, '####')
  const way: Written = { as: 'entry', text }
  return text !== source && readsAs(record, way, target.section) ? way : undefined
}

/** Keeps the line of a record unchanged, if it reads the same below its new heading and table header. */
function printLine(
  notes: Notes,
  record: Exclude<SprintRecord, { kind: 'decision' | 'archive' }>,
  table: Parameters<typeof headOf>[1] | undefined,
  options: ReadOptions,
): Written | undefined {
  const text = slice(notes.document, record.span)
  const head = table === undefined ? undefined : headOf(notes, table, standardHeadOf(record.kind))
  if (table !== undefined && head === undefined) return undefined
  const alone = `### ${subsectionOf(record.kind).title}\n\n${head === undefined ? '' : `${head.head}\n`}${text}\n`
  const read = readNotes(alone, options)
  const [only, ...others] = read.records
  if (only === undefined || others.length > 0 || !saysTheSame(record, only)) return undefined
  if (keyOf(only, read) !== keyOf(record, notes)) return undefined
  return head === undefined ? { as: 'bullet', text } : { as: 'row', text, table: head }
}

/** Compares all fields except those about the place of the record. */
function saysTheSame(record: object, other: object): boolean {
  const said = (one: object): string =>
    JSON.stringify(Object.entries(one).filter(([name]) => name !== 'span' && name !== 'section'))
  return said(record) === said(other)
}

/** A record that is not folded, and the reason. */
type Staying = Sprint['staying'][number]

const MAX_LINES = 5

/** Prints one remark per reason: `Stay: 2 decisions (lines 12, 15): not superseded`. */
function describeStaying({ lines: { lineAt } }: Document, staying: readonly Staying[]): string[] {
  const groups = groupBy(staying, ({ record, why }) => `${sprintNoun(record)} ${why}`)
  return [...groups.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return []
    const lines = [first, ...more].map(({ record }) => lineAt(record.span.start))
    const shown = `${lines.slice(0, MAX_LINES).join(', ')}${lines.length > MAX_LINES ? ', …' : ''}`
    const verb = lines.length === 1 ? 'Stays' : 'Stay'
    const count = counted(lines.length, sprintNoun(first.record))
    return `${verb}: ${count} (line${lines.length === 1 ? '' : 's'} ${shown}): ${first.why}`
  })
}

/** Adds records of a sprint to the archive file, and updates its summary line. */
function putInSprint(
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
