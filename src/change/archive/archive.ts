import { applyEdits } from '../../markdown/edit.ts'
import { printFile } from '../../markdown/remark.ts'
import { estimateTokens } from '../../markdown/tokens.ts'
import type { DecisionRecord } from '../../notes/kinds/decision.ts'
import { type Notes, type ReadOptions, readNotes } from '../../notes/notes.ts'
import { descent } from '../../notes/state/newest.ts'
import { byTime } from '../../notes/text/timestamp.ts'
import { takeOut } from '../take-out.ts'
import { refuseDamage, refuseHarm } from '../verify.ts'
import { type Chosen, chooseNamed, chooseOld } from './archive-choose.ts'
import { type Moving, printArchived, printArchivedSection, targetIn } from './archive-print.ts'
import { archiveIn, headOf, putIn, tablesByRow, withArchive } from './archive-section.ts'
import { conserve, countRecords, decisionKey, isDecision, withoutThose } from './conserve.ts'

export interface ArchiveOptions extends ReadOptions {
  /** Number of newest decisions to keep in the Decision Log. */
  readonly keep: number
  /** Number of newest archived decisions to keep in the notes file. Keeps all when left out. */
  readonly keepArchived?: number | undefined
  /** Moves only these from the log into the archive: handles, ids, times or words. */
  readonly ids?: readonly string[] | undefined
  /** Path of the archive file, for errors about it. */
  readonly archivePath?: string | undefined
}

export interface ArchivePlan {
  readonly text: string
  /** Undefined if there is no archive file and none is needed. Write and sync it before `text`. */
  readonly archiveText: string | undefined
  readonly moved: { readonly toSection: number; readonly toFile: number }
  readonly remarks: readonly string[]
}

/**
 * Moves old decisions from the log into the Decision Archive, and old ones from there into the archive file. Verifies
 * before returning that no decision is lost, changed or duplicated, and that nothing else is touched.
 */
export function planArchive(
  text: string,
  archiveText: string | undefined,
  options: ArchiveOptions,
): ArchivePlan {
  const { keepArchived = Number.POSITIVE_INFINITY, ids } = options
  const first = moveToSection(text, options)
  const old =
    ids === undefined ? chooseOld(first.from, 'archive', keepArchived) : { records: [], remarks: [] }
  const done = { text: first.from.document.text, archiveText, remarks: first.remarks }
  if (old.records.length === 0) return { ...done, moved: { toSection: first.count, toFile: 0 } }
  const file = readNotes(hasText(archiveText) ? archiveText : skeleton(text, INTRO), options)
  refuseDamage(file, 'The archive file: line', options.archivePath)
  const second = move(first.from, file, old, options)
  return {
    text: second.from.document.text,
    archiveText: second.count === 0 ? archiveText : second.to.document.text,
    moved: { toSection: first.count, toFile: second.count },
    remarks: [...first.remarks, ...second.remarks],
  }
}

/** A separate function, so that the records of the old text can be freed before those of the archive file are read. */
function moveToSection(text: string, options: ArchiveOptions): Moved {
  const { keep, ids } = options
  const notes = readNotes(text, options)
  refuseDamage(notes)
  const chosen = ids === undefined ? chooseOld(notes, 'decision', keep) : chooseNamed(notes, ids)
  const moved = move(notes, notes, chosen, options)
  return { ...moved, remarks: [...chosen.remarks, ...moved.remarks] }
}

/** Returns how much the text grew; negative if it shrank. */
export function growth(before: string, after: string): { readonly bytes: number; readonly tokens: number } {
  return {
    bytes: Buffer.byteLength(after) - Buffer.byteLength(before),
    // Counting the tokens of 20 MB takes half a second, and few callers need the number.
    get tokens() {
      return estimateTokens(after) - estimateTokens(before)
    },
  }
}

export const hasText = (text: string | undefined): text is string => text !== undefined && text.trim() !== ''

const INTRO = 'Old decisions, moved here from the Decision Archive of NOTES.md by'

/** An archive file without records. `intro` describes what `notes archive` moves there. */
export function skeleton(text: string, intro: string): string {
  const printed = printFile([
    { type: 'heading', depth: 1, children: [{ type: 'text', value: 'NOTES.md: archive' }] },
    {
      type: 'blockquote',
      children: [
        {
          type: 'paragraph',
          children: [
            { type: 'text', value: `${intro} ` },
            { type: 'inlineCode', value: 'notes archive' },
            { type: 'text', value: ', word for word.' },
          ],
        },
      ],
    },
  ])
  return /\r\n/.test(text) ? printed.replaceAll('\n', '\r\n') : printed
}

interface Moved {
  readonly from: Notes
  readonly to: Notes
  readonly count: number
  readonly remarks: readonly string[]
}

function move(from: Notes, to: Notes, { records }: Chosen, options: ReadOptions): Moved {
  if (records.length === 0) return { from, to, count: 0, remarks: [] }
  const newest = descent(to.records.filter(({ kind }) => kind === 'archive')) > 0 || descent(records) > 0
  const { moving, left } = planMoves(from, to, records, newest, options)
  const remarks = left.map(record => stays(from, record))
  if (moving.length === 0) return { from, to, count: 0, remarks }
  const read = (text: string, { profile }: Notes): Notes => readNotes(text, { ...options, profile })
  const { fresh, twice } =
    from === to
      ? { fresh: moving, twice: [] }
      : withoutThose(moving, ({ records }) => records.map(decisionKey), countRecords([to]))
  const { text } = from.document
  const rest = read(applyEdits(text, takeOut(text, moving)), from)
  const into = from === to ? rest : to
  const needsSection = fresh.some(({ written }) => written.as !== 'section')
  const ready = needsSection ? withArchive(into, options) : into
  const after = read(putIn(ready, fresh, newest), into)
  if (from === to && ready !== into) remarks.push('Created section "Decision Archive"')
  const moved = new Set(moving.flatMap(one => one.records))
  if (from === to) {
    refuseHarm(from, after, moved)
    conserve([from], [after], [])
  } else {
    refuseHarm(from, rest, moved)
    refuseHarm(to, after, new Set())
    conserve([from, to], [rest, after], twice)
  }
  return { from: from === to ? after : rest, to: after, count: moved.size, remarks }
}

function planMoves(
  from: Notes,
  to: Notes,
  records: readonly DecisionRecord[],
  newest: boolean,
  options: ReadOptions,
): { moving: Moving[]; left: DecisionRecord[] } {
  const moving = wholeSections(from, records)
  const inSections = new Set(moving.flatMap(one => one.records))
  const single = records.filter(record => !inSections.has(record))
  if (single.length === 0) return { moving, left: [] }
  const tables = tablesByRow(from, single)
  const archived = withArchive(to, options)
  const section = archiveIn(archived)
  if (section === undefined) return { moving, left: single }
  const example = single.map(({ span }) => tables.get(span.start)).find(table => table !== undefined)
  const wish = example === undefined ? undefined : headOf(from, example)
  const target = targetIn(archived, section, newest, wish)
  const left: DecisionRecord[] = []
  const printed = printArchived(from, single, tables, target, from !== to)
  for (const record of inOrder(single, newest)) {
    const written = printed.get(record)
    if (written === undefined) left.push(record)
    else moving.push({ records: [record], span: record.span, written })
  }
  return { moving, left }
}

/** Sorts by time, in the order of the archive. Decisions of the same day keep their order. */
function inOrder(records: readonly DecisionRecord[], newest: boolean): DecisionRecord[] {
  const oldestFirst = descent(records) > 0 ? records.toReversed() : records
  const sorted = oldestFirst.toSorted((a, b) => byTime(a.at, b.at))
  return newest ? sorted.reverse() : sorted
}

/** Dated sections that move as a whole. */
function wholeSections(notes: Notes, records: readonly DecisionRecord[]): Moving[] {
  const chosen = new Set<unknown>(records)
  const sections = new Set(
    records.map(({ section }) => section).filter(({ at, depth }) => at !== undefined && depth <= 2),
  )
  return [...sections].flatMap((section): Moving[] => {
    const inside = notes.records.filter(record => record.section === section)
    const hasSections = notes.sections.some(({ parent }) => parent === section)
    if (hasSections || !inside.every(record => chosen.has(record))) return []
    const decisions = inside.filter(isDecision)
    const written = printArchivedSection(notes, section, decisions)
    return written === undefined ? [] : [{ records: decisions, span: section.span, written }]
  })
}

function stays({ document }: Notes, { span, title }: DecisionRecord): string {
  const line = document.lines.lineAt(span.start)
  return `"${title.slice(0, 60)}" at line ${line} stays: it says more than a line of the archive can hold`
}
