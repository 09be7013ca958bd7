import type { Span } from '../../markdown/block.ts'
import { slice } from '../../markdown/document.ts'
import { lineEndAfter, nextLineStart } from '../../markdown/scan/leaf.ts'
import type { DecisionDraft, DecisionRecord } from '../../notes/kinds/decision.ts'
import { type Notes, readNotes } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'
import { decodeCell } from '../../notes/text/inline.ts'
import type { NamedTable } from '../../notes/text/rows.ts'
import { bulletText, cellValues } from '../intent.ts'
import { printEntry, printTableRow } from '../plan/print-entry.ts'
import { headOf, sameNames, standardHead, type TableHead, tablesIn } from './archive-target.ts'
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

/** Where decisions go: an archive section, and the table in it that new rows join or create. */
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
 * The first form of a decision for the archive that loses nothing: it reads back the same, and contains every word of
 * the source, including words outside any field. Undefined if there is none.
 */
export function printArchived(
  notes: Notes,
  record: DecisionRecord,
  table: NamedTable<string> | undefined,
  target: Target,
  verbatimFirst: boolean,
): Written | undefined {
  if (isCutShort(notes, record)) return undefined
  const source = slice(notes.document, record.span)
  const key = decisionKey(record)
  return waysToWrite(notes, record, table, target, verbatimFirst).find(
    way => readsAs(key, way, target.section) && (way.text === source || holdsWords(source, way.text)),
  )
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
  const ways: Record<Target['prefers'], () => Written[]> = {
    row: () => drafts.map(draft => ({ as: 'row', text: printRow(draft, target.table), table: target.table })),
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
  return verbatimFirst || fits ? [...own, ...printed] : [...printed, ...own]
}

/** Does an entry contain code, nested lists or headings, whose layout one line cannot preserve? */
function isLaidOut({ document }: Notes, { shape, span }: DecisionRecord): boolean {
  return shape === 'block' && LAID_OUT.test(slice(document, span))
}

const LAID_OUT = /[\r\n](?:[ \t]+\S|(?:[-*+][ \t]+)?(?:```|~~~)|#{1,6}[ \t])/

/** A row, bullet or entry, unchanged. */
function verbatim(
  notes: Notes,
  record: DecisionRecord,
  table: NamedTable<string> | undefined,
): Written | undefined {
  const text = slice(notes.document, record.span)
  const head = table === undefined ? undefined : headOf(notes, table)
  if (record.shape === 'row') return head === undefined ? undefined : { as: 'row', text, table: head }
  if (record.shape === 'bullet') return { as: 'bullet', text }
  return record.shape === 'block' ? { as: 'entry', text } : undefined
}

/** Drafts to try: without a status field, for titles that already state the status, then with one. */
function draftsOf(record: DecisionRecord): DecisionDraft[] {
  const { title, id, decision, rationale, decidedBy, status, supersededBy } = record
  const draft: DecisionDraft = {
    kind: 'archive',
    at: record.at?.text ?? '',
    title,
    id,
    decision,
    rationale,
    decidedBy,
    evidence: record.evidence.map(({ quote, locator }) => ({ quote, place: locator?.text })),
    scenarios: record.scenarios.map(({ text }) => text),
  }
  if (status === 'in-force') return [draft]
  const by = supersededBy === undefined ? '' : ` by ${supersededBy}`
  return [draft, { ...draft, status: status === 'draft' ? 'Draft' : `Superseded${by}` }]
}

function printRow(draft: DecisionDraft, { names }: TableHead): string {
  const table = { names, rows: [], span: { start: 0, end: 1 } }
  return printTableRow('|', table, cellValues(draft, names))
}

/** Would moving it leave behind lines right below that are not part of the record, such as a code block? */
function isCutShort({ document }: Notes, { shape, span }: DecisionRecord): boolean {
  if (shape !== 'bullet' && shape !== 'paragraph') return false
  const next = nextLineStart(document.text, lineEndAfter(document.text, span.end))
  return /^[ \t]*(?![-*+#|\s]|<!--|\d{1,9}[.)]\s)./.test(document.text.slice(next, next + 200))
}

export function readsAs(key: string, way: Written, { depth }: Section): boolean {
  const heading = `${'#'.repeat(depth)} Decision Archive\n\n`
  const { records } = readNotes(`${heading}${way.as === 'row' ? `${way.table.head}\n` : ''}${way.text}\n`)
  const [only, ...others] = records
  return only?.kind === 'archive' && others.length === 0 && decisionKey(only) === key
}

/** Does the written text contain every word as often? Ignores field names, which are columns in a table. */
function holdsWords(source: string, written: string): boolean {
  const words = wordsOf(written)
  for (const [word, count] of wordsOf(source.replaceAll(LABEL, '')))
    if ((words.get(word) ?? 0) < count) return false
  return true
}

const LABEL = /^[ \t]*(?:[-*+][ \t]+)?\*\*[^*\n]{1,60}(?:\*\*[ \t]*:|:\*\*)/gm
/** Matches words, and symbols without a meaning in Markdown. */
const WORD = /[\p{L}\p{N}_]+|\p{Extended_Pictographic}|[!?%&@:;/()=<>+$]|(?![|`~^])\p{S}/gu

function wordsOf(text: string): Map<string, number> {
  // The text after a cell's own is encoded once more.
  const plain = decodeCell(decodeCell(decodeCell(text)))
  const counts = new Map<string, number>()
  for (const [word] of plain.matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** Turns a dated section of decisions into one of the archive by changing its name. Undefined if more would change. */
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
