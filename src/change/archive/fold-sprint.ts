import { slice } from '../../markdown/document.ts'
import { writingOf } from '../../notes/kinds.ts'
import { type Notes, type ReadOptions, readNotes } from '../../notes/notes.ts'
import { listSprints, readSprint, type Sprint, type SprintCount } from '../../notes/sprint/sprint.ts'
import { sprintKey } from '../../notes/sprint/sprint-name.ts'
import type { SprintRecord } from '../../notes/sprint/sprint-place.ts'
import { refuseDamage } from '../change-notes.ts'
import { changedRecords } from '../verify.ts'
import { hasText, skeleton } from './archive.ts'
import { takeOut } from './archive-move.ts'
import { printArchived, readsAs, type Target, type Written } from './archive-print.ts'
import { headOf, standardHead, standardHeadOf, tablesByRow } from './archive-target.ts'
import { conserve, decisionKey, isDecision, ofSprint } from './conserve.ts'
import {
  countSprint,
  type FoldedRecord,
  nameInArchive,
  putInSprint,
  recordsOfSprint,
  type SprintCounts,
  sprintSummary,
  subsectionOf,
} from './sprint-heading.ts'
import { describeStaying, type Staying } from './sprint-staying.ts'

export interface FoldOptions extends ReadOptions {
  /** In any spelling: `S03`, `Sprint 3`. */
  readonly sprint: string
  /** The remarks then give lines of the file as it is; otherwise of the file as it becomes. */
  readonly dryRun?: boolean
  /** The archive file, for errors about it. */
  readonly archivePath?: string | undefined
}

export interface FoldPlan {
  readonly text: string
  /** Undefined when there is none and none is needed. To be written and synced before `text` is. */
  readonly archiveText: string | undefined
  /** `unknown`: neither file has anything of this sprint. */
  readonly state: 'folded' | 'nothing-more' | 'unknown'
  readonly folded: SprintCounts
  /** The line that stands for what this run folds. */
  readonly summary: string | undefined
  /** What stays, and why. */
  readonly remarks: readonly string[]
  readonly sprints: readonly SprintCount[]
}

/**
 * Folds the closed records of a sprint into the archive file, word for word below a line that counts them. Checked
 * before it is returned: none is lost, changed or doubled, and nothing else is touched.
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
    return { ...idle, state: 'nothing-more', remarks: describeStaying(notes, staying), sprints: [] }
  const { fresh, twice } = withoutThose(notes, file, key, moving)
  const rest = readNotes(takeOut(text, moving), { ...options, profile: notes.profile })
  const after = fresh.length === 0 ? file : putInSprint(file, sprint, fresh, options)
  const moved = moving.map(({ record }) => record)
  changedRecords(notes, rest, new Set(moved))
  changedRecords(file, after, new Set())
  conserve([notes, file], [rest, after], twice, ofSprint)
  return {
    text: rest.document.text,
    archiveText: fresh.length === 0 ? archiveText : after.document.text,
    state: 'folded',
    folded: countSprint(moved),
    summary: sprintSummary(sprint.name, moved),
    remarks: describeStaying(notes, staying, options.dryRun === true ? undefined : { rest, moved }),
    sprints: [],
  }
}

const INTRO = 'Moved here from NOTES.md by'

function printAll(
  notes: Notes,
  { closed }: Sprint,
  options: ReadOptions,
): { moving: FoldedRecord[]; left: Staying[] } {
  const tables = {
    debt: tablesByRow(
      notes,
      closed.filter(({ kind }) => kind === 'debt'),
      writingOf('debt').columns,
    ),
    log: tablesByRow(
      notes,
      closed.filter(({ kind }) => kind === 'log'),
      writingOf('log').columns,
    ),
    decision: tablesByRow(notes, closed.filter(isDecision)),
  }
  const target = decisionTarget()
  const moving: FoldedRecord[] = []
  const left: Staying[] = []
  for (const record of closed) {
    const table = tables[isDecision(record) ? 'decision' : record.kind].get(record.span.start)
    const written = isDecision(record)
      ? (printDeeper(notes, record, target) ?? printArchived(notes, record, table, target, true))
      : printLine(notes, record, table, options)
    if (written === undefined) left.push({ record, why: 'it would not read the same in the archive' })
    else moving.push({ record, span: record.span, written })
  }
  return { moving, left }
}

/** Where decisions go: a section two levels below the title, in which all that fits stays as it is. */
function decisionTarget(): Target {
  const [section] = readNotes(`### ${subsectionOf('decision').title}\n`).sections
  if (section === undefined) throw new Error('The archive has no section for decisions')
  return { section, table: standardHead, prefers: 'entry', hasTable: () => true }
}

/** An entry whose heading would end the section that it goes to: only its level changes. */
function printDeeper(notes: Notes, record: SprintRecord, target: Target): Written | undefined {
  if (!isDecision(record) || record.shape !== 'block') return undefined
  const source = slice(notes.document, record.span)
  const text = source.replace(/^#{1,3}(?=[ \t])/, '####')
  const way: Written = { as: 'entry', text }
  return text !== source && readsAs(decisionKey(record), way, target.section) ? way : undefined
}

/** A debt or a log row as it stands, when it reads the same below a heading and a table head of its own. */
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
  if (ofSprint(only, read) !== ofSprint(record, notes)) return undefined
  return head === undefined ? { as: 'bullet', text } : { as: 'row', text, table: head }
}

/** All fields, but for where the record stands. */
function saysTheSame(record: object, other: object): boolean {
  const said = (one: object): string =>
    JSON.stringify(Object.entries(one).filter(([name]) => name !== 'span' && name !== 'section'))
  return said(record) === said(other)
}

/** A run that was killed between its two writes has put them into the archive already. */
function withoutThose(
  notes: Notes,
  file: Notes,
  key: string,
  moving: readonly FoldedRecord[],
): { fresh: FoldedRecord[]; twice: string[] } {
  const there = recordsOfSprint(file, key).map(record => ofSprint(record, file))
  const twice: string[] = []
  const fresh = moving.filter(({ record }) => {
    const said = ofSprint(record, notes)
    const at = there.indexOf(said)
    if (said === undefined || at < 0) return true
    there.splice(at, 1)
    twice.push(said)
    return false
  })
  return { fresh, twice }
}
