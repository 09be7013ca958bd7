import { slice } from '../../markdown/document.ts'
import { groupBy, tally } from '../../markdown/group-by.ts'
import { hash } from '../../markdown/hash.ts'
import { splitLead } from '../../notes/decision/lead.ts'
import { kindOf, type NotesRecord } from '../../notes/kinds.ts'
import type { Notes } from '../../notes/notes.ts'
import { profiles } from '../../notes/profile.ts'
import { present } from '../../notes/record.ts'
import { unitsOf } from '../../notes/units.ts'
import { holdsWords } from '../holds-words.ts'
import {
  COMMENTS,
  isBareNone,
  isDelimiter,
  isEmptyBullet,
  isEmptyField,
  isEmptyRow,
  isHeader,
  isRule,
} from './furniture.ts'
import { contextWords, withoutMarks } from './print.ts'

/** A record's content, independent of its place and form. */
export function contentOf(record: NotesRecord, notes: Pick<Notes, 'document'>): string {
  const content = contents.get(record) ?? readContent(record, notes)
  contents.set(record, content)
  return content
}

const contents = new WeakMap<NotesRecord, string>()

function readContent(record: NotesRecord, notes: Pick<Notes, 'document'>): string {
  const { kind, id = '', at } = record
  const fields = kindOf(record).json(record, notes.document)
  if ('shape' in record) {
    const { evidence, scenarios, title, decision = title } = record
    // A row or a bullet has the same words for title and decision; the title may be just the start of them.
    const own = decision.startsWith(title) ? '' : title
    const cited = evidence.map(({ quote = '', locator }) => [quote, locator?.text ?? ''])
    const all = { ...fields, others: undefined, precision: at?.precision, decision, evidence: cited }
    return JSON.stringify([kind, id, at?.text ?? '', own, scenarios.map(({ text }) => text), present(all)])
  }
  const time = 'checkpoint' in record ? (record.checkpoint ?? at) : at
  const { checkpoint: _, ...said } = { checkpoint: undefined, ...fields }
  return JSON.stringify([kind, id, time?.text ?? '', record.title ?? '', present(said)])
}

export type ByContent = ReadonlyMap<string, readonly NotesRecord[]>

/** The records by content. Records with the same content share a key. */
export const byContent = (notes: Notes): ByContent =>
  groupBy(notes.records, record => contentOf(record, notes))

/** One hash for all records, whatever their order. */
export const hashOf = (contents: readonly string[]): string => hash([...contents].sort())

/** The records that the other text lacks. */
export function without(all: ByContent, others: ByContent): readonly NotesRecord[] {
  return [...all].flatMap(([content, records]) => records.slice(others.get(content)?.length ?? 0))
}

/** A line of the old text that the new one lacks. */
export interface LostLine {
  /** The offset of the unit that contains it. */
  readonly start: number
  readonly line: number
  readonly text: string
}

/**
 * Returns old lines that the new text lacks, except headings and table headers of the protocol. Lines of a record may
 * have become its fields: then the new record holds all of their words.
 */
export function lostLines(before: Notes, after: Notes, records: ByContent): readonly LostLine[] {
  const left = tally(after.document.text.split('\n').map(key))
  const take = (line: string): boolean => {
    const count = left.get(key(line)) ?? 0
    if (count > 0) left.set(key(line), count - 1)
    return count > 0
  }
  const now = new Map([...records].map(([content, same]) => [content, [...same]]))
  const { isHeading, isFurniture } = furnitureOf(before, after.document.text)
  const lost: LostLine[] = []
  for (const { start, text, record } of unitsOf(before).units) {
    if (record === undefined && isFurniture(start, text)) continue
    // If the unit is a section whose heading was found in the new text, compare only the lines below the heading.
    const said = isHeading(start) ? text.slice(text.split('\n', 1)[0]?.length) : text
    const missing = said.split('\n').filter(line => line.trim() !== '' && !isRule(line) && !take(line))
    if (missing.length === 0) continue
    const found = record === undefined ? undefined : now.get(contentOf(record, before))?.shift()
    const written = found === undefined ? '' : slice(after.document, found.span)
    if (record !== undefined && (holdsWords(said, written) || holdsWords(wordsOf(said, record), written)))
      continue
    const { line } = before.document.lines.place(start)
    lost.push({ start, line: line + text.split('\n').indexOf(missing[0] ?? ''), text: missing[0] ?? text })
  }
  return lost
}

/** A line without heading marks, so that the depth of a heading does not matter. */
const key = (line: string): string =>
  line
    .trim()
    .replace(/^#{1,6}[ \t]+/, '')
    .replace(/[ \t]+#+$/, '')

const wordsOf = (text: string, record: NotesRecord): string =>
  record.kind === 'context' ? contextWords(text) : withoutMarks(text, record)

/** Recognizes old lines that the new text replaces with its own: headings, table headers, comments, separators. */
function furnitureOf({ sections }: Notes, after: string) {
  const { outline } = profiles.sam
  const headings = new Set<number>()
  const groups = new Map<number, string>()
  for (const { kind, heading, title, rest, entries } of sections) {
    if (!outline.some(shape => shape.kind === kind)) continue
    if (heading !== undefined && (after.includes(rest) || after.includes(title)))
      headings.add(heading.span.start)
    for (const entry of entries) groups.set(entry.span.start, splitLead(entry.title).rest)
  }
  const isGroup = (start: number): boolean => {
    const name = groups.get(start)
    return name !== undefined && after.includes(name)
  }
  const isPlain = (line: string): boolean =>
    [isDelimiter, isEmptyRow, isBareNone, isEmptyBullet, isEmptyField, isRule].some(isOne => isOne(line))
  return {
    isHeading: (start: number): boolean => headings.has(start),
    isFurniture: (start: number, line: string): boolean =>
      headings.has(start) ||
      COMMENTS.has(line.trim()) ||
      isPlain(line) ||
      isHeader(line, after) ||
      isGroup(start),
  }
}
