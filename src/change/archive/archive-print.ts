import type { Span } from '../../markdown/block.ts'
import { slice } from '../../markdown/document.ts'
import { groupBy } from '../../markdown/group-by.ts'
import { lineEndAfter, nextLineStart } from '../../markdown/scan/leaf.ts'
import type { DecisionDraft, DecisionRecord } from '../../notes/kinds/decision.ts'
import { type Notes, readNotes } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'
import type { NamedTable } from '../../notes/text/rows.ts'
import { holdsWords } from '../holds-words.ts'
import { bulletText, cellValues, draftOfDecision, statusSaid } from '../intent.ts'
import { printEntry, printNewRow, type TableHead } from '../plan/write-lines.ts'
import { headOf, sameNames, standardHead, tablesIn } from './archive-section.ts'
import { decisionKey, isDecision } from './conserve.ts'

/** Records to move, and their text in the new place. */
export interface Moving {
  readonly records: readonly DecisionRecord[]
  /** The text to remove. */
  readonly span: Span
  readonly written: Written
}

export type Written =
  | { readonly as: 'row'; readonly text: string; readonly table: TableHead }
  | { readonly as: 'bullet' | 'entry' | 'section'; readonly text: string }

/** The target for decisions: an archive section, and the header of the table that new rows join or start. */
export interface Target {
  readonly section: Section
  readonly table: TableHead
  readonly prefers: 'row' | 'bullet' | 'entry'
  readonly hasTable: (names: readonly string[]) => boolean
}

export function targetIn(
  notes: Notes,
  section: Section,
  newest: boolean,
  wish: TableHead | undefined,
): Target {
  const tables = tablesIn(notes, section)
  const table = tables.at(newest ? 0 : -1)
  const inLists = section.blocks.some(({ type }) => type === 'list')
  return {
    section,
    table: (table === undefined ? wish : headOf(notes, table)) ?? standardHead,
    prefers:
      table !== undefined || (section.entries.length === 0 && !inLists)
        ? 'row'
        : inLists
          ? 'bullet'
          : 'entry',
    hasTable: names => tables.some(other => sameNames(other.names, names)),
  }
}

/**
 * Prints each decision in the first form that loses nothing: the decision reads back the same, and the form contains
 * every word of the source, including words outside any field. Leaves out decisions without such a form. `tables` maps
 * the start offset of each row to its table.
 */
export function printArchived(
  notes: Notes,
  records: readonly DecisionRecord[],
  tables: ReadonlyMap<number, NamedTable<string>>,
  target: Target,
  verbatimFirst: boolean,
): ReadonlyMap<DecisionRecord, Written> {
  const found = new Map<DecisionRecord, Written>()
  for (let at = 0; at < records.length; at += BATCH) {
    const forms = records.slice(at, at + BATCH).flatMap((record): Forms[] => {
      if (isCutShort(notes, record)) return []
      const table = tables.get(record.span.start)
      const ways = waysToWrite(notes, record, table, target, verbatimFirst)
      // A row that was read from an archive reads the same below the same header.
      const isRead = record.kind === 'archive' && table?.block !== undefined
      return [{ record, source: slice(notes.document, record.span), ways, isRead }]
    })
    for (const { record, way } of chooseForms(forms, target.section)) found.set(record, way)
  }
  return found
}

/** Larger batches are no faster, and keep more text and records in memory. */
const BATCH = 200

interface Forms {
  readonly record: DecisionRecord
  readonly source: string
  /** In order of preference. */
  readonly ways: readonly Written[]
  /** Was the source a row of an archive table? Such a row reads the same below the same header. */
  readonly isRead: boolean
}

/** A form to try for a decision. It passes if the decision reads back the same. */
type Trial = Pick<Forms, 'record'> & { readonly way: Written }

/** Returns the first form that passes, for each decision. Those that fail are tried together in their next form. */
function chooseForms(all: readonly Forms[], section: Section): Trial[] {
  const passed: Trial[] = []
  const trials: Trial[] = []
  for (const { record, source, ways, isRead } of all) {
    const [way] = ways
    if (way === undefined) continue
    if (isRead && way.as === 'row' && way.text === source) passed.push({ record, way })
    else if (way.text === source || holdsWords(source, way.text)) trials.push({ record, way })
  }
  for (const group of groupBy(trials, ({ way }) => `${way.as} ${startOf(way)}`).values())
    passed.push(...readTogether(group, section))
  const done = new Set(passed.map(({ record }) => record))
  const left = all
    .filter(({ record, ways }) => !done.has(record) && ways.length > 1)
    .map(forms => ({ ...forms, ways: forms.ways.slice(1) }))
  return left.length === 0 ? passed : [...passed, ...chooseForms(left, section)]
}

function waysToWrite(
  notes: Notes,
  record: DecisionRecord,
  table: NamedTable<string> | undefined,
  target: Target,
  verbatimFirst: boolean,
): Written[] {
  const asItIs = verbatim(notes, record, table)
  const drafts = draftsOf(record)
  const { names } = target.table
  const printRow = (draft: DecisionDraft): string => printNewRow(names, cellValues(draft, names))
  const ways: Record<Target['prefers'], () => Written[]> = {
    row: () => drafts.map(draft => ({ as: 'row', text: printRow(draft), table: target.table })),
    bullet: () => drafts.map(draft => ({ as: 'bullet', text: `- ${bulletText(draft)}` })),
    entry: () =>
      drafts.map(draft => ({ as: 'entry', text: printEntry(target.section, draft, false).trimEnd() })),
  }
  const fits =
    asItIs?.as === target.prefers &&
    (asItIs.as !== 'row' ||
      target.hasTable(asItIs.table.names) ||
      sameNames(asItIs.table.names, target.table.names))
  const own = asItIs === undefined ? [] : [asItIs]
  const printed = isLaidOut(notes, record) ? [] : ways[target.prefers]()
  if (verbatimFirst || fits) return [...own, ...printed]
  // In one table cell, a decision with evidence and scenarios becomes an unreadable line of 400 characters.
  const isReadable = ({ as, text }: Written): boolean => as !== 'row' || !text.includes('<br>')
  return [...printed.filter(isReadable), ...own, ...printed.filter(way => !isReadable(way))]
}

/** Does an entry contain code, nested lists or headings, whose layout one line cannot preserve? */
function isLaidOut({ document }: Notes, { shape, span }: DecisionRecord): boolean {
  return shape === 'block' && LAID_OUT.test(slice(document, span))
}

const LAID_OUT = /[\r\n](?:[ \t]+\S|(?:[-*+][ \t]+)?(?:```|~~~)|#{1,6}[ \t])/

/** Returns a row, bullet or entry unchanged, and a paragraph as a bullet. */
function verbatim(
  notes: Notes,
  record: DecisionRecord,
  table: NamedTable<string> | undefined,
): Written | undefined {
  const text = slice(notes.document, record.span)
  const head = table === undefined ? undefined : headOf(notes, table)
  if (record.shape === 'row') return head === undefined ? undefined : { as: 'row', text, table: head }
  if (record.shape === 'bullet') return { as: 'bullet', text }
  if (record.shape === 'paragraph')
    return { as: 'bullet', text: `- ${text.replaceAll(/(\r\n|\n|\r)(?=.)/g, '$1  ')}` }
  return record.shape === 'block' ? { as: 'entry', text } : undefined
}

/**
 * The drafts to try, in order: without a status field, since the title may already contain the status, then with one.
 */
function draftsOf(record: DecisionRecord): DecisionDraft[] {
  const { at, decision } = record
  const own = draftOfDecision(record)
  const draft: DecisionDraft = { ...own, kind: 'archive', at: at?.text ?? '', decision, status: undefined }
  return record.status === 'in-force' ? [draft] : [draft, { ...draft, status: statusSaid(record) }]
}

/** Would moving the record leave behind lines right below it, such as a code block, because they are not part of it? */
function isCutShort({ document }: Notes, { shape, span }: DecisionRecord): boolean {
  if (shape !== 'bullet' && shape !== 'paragraph') return false
  const introduces = document.text[span.end - 1] === ':'
  if (introduces && /^\s*(?:```|~~~|>|\||<[a-z])/.test(document.text.slice(span.end, span.end + 200)))
    return true
  const next = nextLineStart(document.text, lineEndAfter(document.text, span.end))
  return /^[ \t]*(?![-*+#|\s]|<!--|\d{1,9}[.)]\s)./.test(document.text.slice(next, next + 200))
}

const startOf = (way: Written): string => (way.as === 'row' ? `${way.table.head}\n` : '')

/**
 * Returns the forms that read back the same. Reads a batch as one text and halves it on failure, so a form fails only
 * if it fails alone. Reading one form on its own takes 0.2 ms, most of it fixed overhead.
 */
function readTogether(trials: readonly Trial[], section: Section): readonly Trial[] {
  if (readBack(trials, section)) return trials
  if (trials.length <= 1) return []
  const half = trials.length >> 1
  return [trials.slice(0, half), trials.slice(half)].flatMap(part => readTogether(part, section))
}

/** Do forms of one shape, written below each other, read back as exactly these decisions, each from its own lines? */
function readBack(trials: readonly Trial[], { depth }: Section): boolean {
  const [first] = trials
  let text = `${'#'.repeat(depth)} Decision Archive\n\n${first === undefined ? '' : startOf(first.way)}`
  const starts: number[] = []
  for (const { way } of trials) {
    starts.push(text.length)
    text += `${way.text}\n`
  }
  const { records } = readNotes(text)
  if (records.length !== trials.length) return false
  return trials.every(({ record }, index) => {
    const read = records[index]
    const isInPlace = trials.length === 1 || read?.span.start === starts[index]
    return isInPlace && read?.kind === 'archive' && decisionKey(read) === decisionKey(record)
  })
}

export const readsAs = (record: DecisionRecord, way: Written, section: Section): boolean =>
  readBack([{ record, way }], section)

/** Renames a dated section of decisions to an archive section. Undefined if its decisions would read differently. */
export function printArchivedSection(
  notes: Notes,
  section: Section,
  records: readonly DecisionRecord[],
): Written | undefined {
  const source = slice(notes.document, section.span)
  const { title } = section
  const name = title.slice(0, title.search(/\s*[—–(:|-]|\s+\d{4}-/))
  const text = section.kind === 'decision-archive' ? source : source.replace(name, () => 'Decision Archive')
  const keys = (all: readonly DecisionRecord[]): string => JSON.stringify(all.map(decisionKey).sort())
  const found = readNotes(text).records.filter(isDecision)
  const same = found.every(({ kind }) => kind === 'archive') && keys(found) === keys(records)
  return same && name !== '' ? { as: 'section', text } : undefined
}
