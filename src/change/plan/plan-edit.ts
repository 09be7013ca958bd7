import { NotesError } from '../../error.ts'
import type { Item } from '../../markdown/block.ts'
import { slice } from '../../markdown/document.ts'
import type { Edit } from '../../markdown/edit.ts'
import { handleOf } from '../../notes/handle.ts'
import type { DecisionDraft, DecisionRecord } from '../../notes/kinds/decision.ts'
import { type Draft, kindOf, type NotesRecord, writingOf } from '../../notes/kinds.ts'
import type { Notes } from '../../notes/notes.ts'
import { encodeCell, encodeText } from '../../notes/text/inline.ts'
import { BOX, fieldBelow } from '../../notes/text/items.ts'
import { written } from '../../notes/text/timestamp.ts'
import { bulletText, cellValues, draftOf, type Fields, sameIdentity } from '../intent.ts'
import { selectAny } from '../select.ts'
import { boxAt, itemOf, rowOf, setCells, wordsEnd } from './plan-change.ts'
import { planEntryEdit } from './plan-entry-edit.ts'

/** Selects a record to edit or remove. Prefers records that may be changed, and throws if only others match. */
export function selectChangeable(notes: Notes, which: string): NotesRecord {
  return changeable(selectAny(notes, which, record => whyNot(record) === undefined))
}

/** Selects a record to remove: one that may be changed, or a state in prose. */
export function selectRemovable(notes: Notes, which: string): NotesRecord {
  const record = selectAny(notes, which, record => isOnlyProse(record) || whyNot(record) === undefined)
  return isOnlyProse(record) ? record : changeable(record)
}

/** Is this a state in prose whose section has no code or tables? Those would be removed with it. */
export const isOnlyProse = (record: NotesRecord): boolean =>
  record.kind === 'context' &&
  record.isProse === true &&
  record.section.blocks.every(({ type }) => ['paragraph', 'list', 'comment', 'rule'].includes(type))

export function changeable(record: NotesRecord): NotesRecord {
  const why = whyNot(record)
  if (why === undefined) return record
  throw new NotesError('conflict', why.message, why.hint, { span: record.span })
}

function whyNot(record: NotesRecord): { readonly message: string; readonly hint: string } | undefined {
  const { write, command, words } = kindOf(record)
  if (record.kind === 'context')
    return {
      message: 'The active context cannot be edited or removed as a record',
      hint: 'Change it with `notes context set`',
    }
  if (write?.appendOnly === true || command === undefined)
    return {
      message: `No command changes this ${words.one}: it stays as it was written`,
      hint: 'Edit the file by hand',
    }
  if ('shape' in record && record.shape === 'section')
    return {
      message: `"${record.title}" is a section of its own, which may contain more`,
      hint: 'Edit the file by hand',
    }
  return undefined
}

/** Returns the record, or throws if it is closed or superseded: an edit would change how it ended. */
export function open(notes: Notes, record: NotesRecord): NotesRecord {
  const closed = ('done' in record && record.done) || ('status' in record && record.status === 'superseded')
  if (!closed) return record
  throw new NotesError(
    'conflict',
    `"${record.title ?? ''}" is closed`,
    `Open it again with \`notes reopen ${handleOf(notes, record)}\`, then edit it`,
    { span: record.span },
  )
}

/** The draft that would write a record, with the given fields replaced. */
export function edited(record: NotesRecord, fields: Fields): Draft {
  const draft = { ...draftOf(record), ...withTitle(record, fields) } as Draft
  if (draft.kind !== 'decision') return draft
  const { decision, rationale, evidence, scenarios } = draft
  const isWhole =
    decision !== undefined && rationale !== undefined && evidence.length > 0 && scenarios.length >= 3
  return isWhole ? { ...draft, status: undefined } : draft
}

/** A decision on a line of its own says only what was decided: its title is the same text. */
const withTitle = (record: NotesRecord, fields: Fields): Fields =>
  record.kind === 'decision' &&
  record.shape !== 'block' &&
  record.title === record.decision &&
  'decision' in fields &&
  !('title' in fields)
    ? { ...fields, title: fields.decision }
    : fields

/**
 * Writes the fields in which the draft differs from the record. Leaves every other character of the record alone.
 * Throws if the shape of the record has no place for a field.
 */
export function planEdit(notes: Notes, record: NotesRecord, to: Draft): Edit[] {
  const from = draftOf(record)
  if (JSON.stringify(from) === JSON.stringify(to)) return []
  const isEntry = record.kind === 'decision' && (record.shape === 'block' || hasBoldTitle(notes, record))
  if (isEntry) return planEntryEdit(notes, record, from as DecisionDraft, to as DecisionDraft)
  return editedRow(notes, record, from, to) ?? editedBullet(notes, record, from, to)
}

/** Is this a decision such as `**Decision: X**`, with its text and fields in the lines below it? */
const hasBoldTitle = ({ document: { text } }: Notes, { shape, span }: DecisionRecord): boolean =>
  shape === 'paragraph' && /^\*\*[^\n]*\n/.test(text.slice(span.start, span.end))

function editedRow(notes: Notes, record: NotesRecord, from: Draft, to: Draft): Edit[] | undefined {
  const { text } = notes.document
  const found = rowOf(notes, record)
  if (found === undefined) return undefined
  const { table, row } = found
  const cells = (draft: Draft) => {
    const values = cellValues(draft, table.names)
    return table.names.map(name => values[name] ?? '')
  }
  refusePlaceless(record, from, to, draft => cells(draft).join('|'))
  const [old, now] = [cells(from), cells(to)]
  const set = table.names.flatMap((name, index) => {
    const place = row.places[name] ?? { start: 0, end: 0 }
    const [before, after] = [encodeCell(old[index] ?? ''), encodeCell(now[index] ?? '')]
    return before === after
      ? []
      : [[name, swapped(text.slice(place.start, place.end), before, after)] as const]
  })
  return setCells(notes, found, Object.fromEntries(set))
}

function editedBullet(notes: Notes, record: NotesRecord, from: Draft, to: Draft): Edit[] {
  const { text } = notes.document
  const item = itemOf(record)
  const below = item === undefined ? [] : editsBelow(text, item, from, to)
  const kept = Object.fromEntries(below.map(({ key }) => [key, fieldIn(from, key)]))
  const own = { ...to, ...kept } as Draft
  const edits = below.map(({ edit }) => edit)
  refusePlaceless(record, from, own, bulletText)
  if (bulletText(from) === bulletText(own)) return edits
  const mark = boxAt(notes, record)
  const box = BOX.exec(text.slice(mark, mark + 20))?.[0].length ?? 0
  const start = mark + box + (box === 0 ? 0 : text.slice(mark + box).search(/[^ \t]|$/))
  const end = wordsEnd(notes, record)
  const said = swapped(text.slice(start, end), bulletText(from), bulletText(own))
  return [{ span: { start, end }, text: said }, ...edits]
}

const fieldIn = (draft: Draft, key: string): unknown => (draft as unknown as Record<string, unknown>)[key]

/** The names of the draft's fields that change. */
const changedIn = (from: Draft, to: Draft): readonly string[] =>
  Object.keys(to).filter(key => JSON.stringify(fieldIn(from, key)) !== JSON.stringify(fieldIn(to, key)))

/** Edits fields below a bullet in place, such as `- Severity: high`. */
function editsBelow(
  text: string,
  item: Item,
  from: Draft,
  to: Draft,
): readonly { readonly key: string; readonly edit: Edit }[] {
  const { columns } = writingOf(to.kind)
  return changedIn(from, to).flatMap(key => {
    const value = fieldIn(to, key)
    const span = typeof value === 'string' ? fieldBelow(text, item, columns[key] ?? []) : undefined
    return span === undefined ? [] : [{ key, edit: { span, text: encodeText(String(value)) } }]
  })
}

/** Refuses a field that would not be written, because the table lacks its column or a bullet cannot express it. */
function refusePlaceless(record: NotesRecord, from: Draft, to: Draft, print: (draft: Draft) => string): void {
  const lost = changedIn(from, to).filter(key => print({ ...from, [key]: fieldIn(to, key) }) === print(from))
  if (lost.length === 0) return
  const names = lost.map(key => key.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)).join(' and ')
  throw new NotesError(
    'not-written',
    `There is no place for ${names} in this ${kindOf(record).words.one}`,
    'Add a column for it, or write it into the text with --title',
    { span: record.span },
  )
}

/**
 * Replaces the words `before` with `after` in the source. If words were only added at the end, appends them. Otherwise
 * replaces all the words that a command wrote or, in text written by hand, only the differing ones. Returns `after`
 * when the old words do not occur exactly once.
 */
function swapped(source: string, before: string, after: string): string {
  const added =
    after.startsWith(before) && before.endsWith(source) && source !== '' ? after.slice(before.length) : ''
  if (added !== '') return source + added
  return replaceOnce(source, before, after) ?? replaceOnce(source, ...differing(before, after)) ?? after
}

function replaceOnce(source: string, before: string, after: string): string | undefined {
  const at = before === '' ? -1 : source.indexOf(before)
  if (at < 0 || source.includes(before, at + 1)) return undefined
  const lead = source.slice(0, at)
  return `${after === '' ? lead.trimEnd() : lead}${after}${source.slice(at + before.length)}`
}

/** Strips the words that two texts share at the start and at the end. */
function differing(before: string, after: string): readonly [string, string] {
  const [one, other] = [before.split(' '), after.split(' ')]
  const shortest = Math.min(one.length, other.length)
  let start = 0
  while (start < shortest && one[start] === other[start]) start++
  let end = 0
  while (end < shortest - start && one.at(-1 - end) === other.at(-1 - end)) end++
  return [one.slice(start, one.length - end).join(' '), other.slice(start, other.length - end).join(' ')]
}

/** Does a found record say what the draft says, and keep the id, time, state and bead of the record before? */
export function saysInstead(before: NotesRecord, draft: Draft): (found: NotesRecord) => boolean {
  const kept = (record: NotesRecord): string =>
    JSON.stringify([
      record.id ?? '',
      written(record.at)?.text ?? '',
      'done' in record && record.done,
      'bead' in record ? record.bead : '',
    ])
  return found =>
    found.kind === before.kind &&
    kept(found) === kept(before) &&
    sameIdentity(draft, found) &&
    writingOf(draft.kind).says?.(draft, found) !== false
}

/** Replaces the source of a record. Throws if the record changed since it was read. */
export function planRewrite(
  notes: Notes,
  record: NotesRecord,
  { from, to }: { readonly from: string; readonly to: string },
): Edit[] {
  const source = slice(notes.document, record.span)
  if (source !== from)
    throw new NotesError('conflict', 'The record was changed meanwhile', 'Edit it again', {
      span: record.span,
    })
  return source === to ? [] : [{ span: record.span, text: to }]
}
