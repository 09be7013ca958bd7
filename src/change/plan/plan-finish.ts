import { NotesError } from '../../error.ts'
import type { Edit } from '../../markdown/edit.ts'
import { lineEndAfter, lineStartBefore, nextLineStart } from '../../markdown/scan/leaf.ts'
import { partNamed } from '../../notes/decision/decision-parts.ts'
import type { Finishable, NotesRecord, RecordOf } from '../../notes/kinds.ts'
import type { Notes } from '../../notes/notes.ts'
import { saysItself } from '../../notes/state/standing.ts'
import { readFields } from '../../notes/text/fields.ts'
import { encodeCell, encodeText } from '../../notes/text/inline.ts'
import { BOX, DONE, ENDS_DONE, fieldBelow } from '../../notes/text/items.ts'
import { boxAt, bulletEnd, cellOf, fillCell, insert, itemOf, replace, wordsEnd } from './plan-change.ts'

/** Ticks a checkbox, strikes through a row, or marks a bullet without a checkbox as resolved. */
export function planFinish(notes: Notes, record: RecordOf<Finishable>, how: string | undefined): Edit[] {
  const { text } = notes.document
  const tail = how === undefined ? [] : [insert(wordsEnd(notes, record), ` — ${encodeText(how)}`)]
  const cell = cellOf(notes, record, 'title')
  if (cell !== undefined) {
    const status = cellOf(notes, record, 'status')
    if (status !== undefined)
      return [fillCell(notes, status, how === undefined ? 'done' : `done — ${encodeCell(how)}`)]
    const said = text.slice(cell.start, cell.end)
    // A `~~` in the reason would extend the strikethrough.
    const ended = how === undefined ? '' : ` — ${encodeCell(how).replaceAll('~~', '&#126;~')}`
    return [replace(cell, `~~${said}~~${ended}`)]
  }
  const item = itemOf(record)
  // A field below the bullet: `- Status: in progress`.
  const status = item && fieldBelow(text, item, ['status'])
  const over = status === undefined ? [] : [replace(status, 'done')]
  const box = boxAt(notes, record)
  const [open] = /^\[ ?\](?![([:])/.exec(text.slice(box, box + 4)) ?? []
  if (open !== undefined) return [replace({ start: box, end: box + open.length }, '[x]'), ...tail, ...over]
  return over.length > 0 ? [...tail, ...over] : [insert(box, '[RESOLVED] '), ...tail]
}

/** Can a record like this be closed? */
export const mayReopen = (record: NotesRecord): boolean => record.kind === 'decision' || 'done' in record

/**
 * Reopens a closed record, or reverts the superseding of a decision. The words about how it ended stay, unless they are
 * in a cell.
 */
export function planReopen(notes: Notes, record: NotesRecord): Edit[] {
  if (record.kind === 'decision')
    return record.status === 'superseded' ? inForceAgain(notes, record.span, record.shape) : []
  if (!('done' in record))
    throw new NotesError(
      'usage',
      `A ${record.kind} is never closed`,
      'Name a record of a kind that can be closed',
      {
        span: record.span,
      },
    )
  return record.done ? openAgain(notes, record) : []
}

function openAgain(notes: Notes, record: NotesRecord): Edit[] {
  const { text } = notes.document
  const cell = cellOf(notes, record, 'title')
  if (cell !== undefined) {
    const status = cellOf(notes, record, 'status')
    const said = text.slice(cell.start, cell.end)
    const open = /^~~(.*?)~~(?: — .*)?$/s.exec(said)?.[1] ?? said.replace(ENDS_DONE, '')
    const id = cellOf(notes, record, 'id')
    const struckId = id && /^~~(.*)~~$/.exec(text.slice(id.start, id.end))?.[1]
    return [
      ...(id === undefined || struckId === undefined ? [] : [{ span: id, text: struckId }]),
      ...(open === said ? [] : [{ span: cell, text: open }]),
      ...(status === undefined || status.start === status.end ? [] : [{ span: status, text: 'open' }]),
    ]
  }
  const start = boxAt(notes, record)
  const line = text.slice(start, bulletEnd(notes, record.span))
  const box = BOX.exec(line)?.[0] ?? ''
  const gap = /^[ \t]*/.exec(line.slice(box.length))?.[0] ?? ''
  const said = line.slice(box.length + gap.length)
  const open = said
    .replace(DONE, '')
    .replace(/^([^~]{0,20}:\**[ \t]*)?~~(.+)~~(\.?)/s, '$1$2$3')
    .replace(ENDS_DONE, '')
  if (box === '' && open === said)
    throw new NotesError(
      'conflict',
      `"${record.title ?? ''}" has no mark of its own: the text around it marks it as done`,
      'Move it out of the section of closed records, or change its status, by hand',
      { span: record.span },
    )
  // A remark such as ` — merged` would still call it done.
  const words = saysItself(record) ? open.replace(/ — [^—]*$/, '') : open
  return [{ span: { start, end: start + line.length }, text: `${box === '' ? '' : '[ ]'}${gap}${words}` }]
}

const SUCCEEDED = / \(superseded by [^()]*(?:\([^()]*\)[^()]*)*\)/i

/** Restores or removes the status field, or removes the remark in a row or bullet. */
function inForceAgain(notes: Notes, span: Edit['span'], shape: string): Edit[] {
  const { text } = notes.document
  if (shape === 'block' || shape === 'section') {
    const isStatus = (name: string): boolean => ['status', 'supersededBy'].includes(partNamed(name) ?? '')
    const status = readFields(text, span, isStatus)
      .filter(({ name }) => isStatus(name))
      .map(({ span, value }) => {
        const was = /^superseded by .*; was (.+)$/is.exec(text.slice(value.start, value.end))?.[1]
        if (was !== undefined) return { span: value, text: was }
        const start = lineStartBefore(text, span.start)
        return { span: { start, end: nextLineStart(text, lineEndAfter(text, span.end)) }, text: '' }
      })
    return [...unstruck(text, { start: span.start, end: lineEndAfter(text, span.start) }), ...status]
  }
  const found = SUCCEEDED.exec(text.slice(span.start, span.end))
  const start = span.start + (found?.index ?? 0)
  const remark = found === null ? [] : [{ span: { start, end: start + found[0].length }, text: '' }]
  return [...unstruck(text, span), ...remark]
}

/** Removes the strikethrough that a person put on a whole title or text, but not that on a word in it. */
const unstruck = (text: string, { start, end }: Edit['span']): Edit[] =>
  [...text.slice(start, end).matchAll(STRUCK)].map(({ index, 0: all, 1: said = '' }) => ({
    span: { start: start + index, end: start + index + all.length },
    text: said,
  }))

const STRUCK =
  /(?<=(?:^|[|#*]|[-+]|\d[.)]?|[-—–:])[ \t]*)~~([^~`\r\n]+)~~(?=[ \t]*(?:[|.*]|<br>|\(superseded|$))/gim

/** Is this the record, open again? */
export const isReopened =
  (before: NotesRecord) =>
  (found: NotesRecord): boolean =>
    found.kind === before.kind &&
    found.id === before.id &&
    !('done' in found && found.done) &&
    !('status' in found && found.status === 'superseded') &&
    // A date that was struck through with the title is read again.
    unmarked(before).includes(unmarked(found))

const unmarked = ({ title = '' }: NotesRecord): string => title.replaceAll('~~', '')
