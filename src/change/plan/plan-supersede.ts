import { NotesError } from '../../error.ts'
import type { Span } from '../../markdown/block.ts'
import type { Edit } from '../../markdown/edit.ts'
import { lineEndAfter } from '../../markdown/scan/leaf.ts'
import type { DecisionRecord } from '../../notes/kinds/decision.ts'
import type { Notes } from '../../notes/notes.ts'
import { readFields } from '../../notes/text/fields.ts'
import { encodeCell, encodeText } from '../../notes/text/inline.ts'
import { parseLocator } from '../../notes/text/locator.ts'
import { isDecision } from '../archive/conserve.ts'
import { recordNamed } from '../select.ts'
import { bulletEnd, cellOf, insert, replace, wordsEnd } from './plan-change.ts'

/** Sets a status field under the heading, or adds a remark if there is no heading. */
export function planSupersede(notes: Notes, decision: DecisionRecord, by: string): Edit[] {
  const { text } = notes.document
  if (decision.shape === 'block' || decision.shape === 'section') {
    const own = decision.section.entries.find(({ span }) => span.start === decision.span.start)
    const heading = lineEndAfter(
      text,
      (own?.heading ?? decision.section.heading)?.span.end ?? decision.span.start,
    )
    const status = statusOf(notes, decision, heading)
    if (status !== undefined) {
      const was = text.slice(status.start, status.end).replaceAll(/\s+/g, ' ')
      return [replace(status, `Superseded by ${encodeText(by)}; was ${was}`)]
    }
    return [insert(heading, `\n**Status**: Superseded by ${encodeText(by)}`)]
  }
  // In a row or bullet, the fields follow the text on the same line.
  const draft = /\*\*Status\*\*: Draft(?=\s|<br>|$)/.exec(text.slice(decision.span.start, decision.span.end))
  if (draft !== null && decision.status === 'draft') {
    const end = decision.span.start + draft.index + draft[0].length
    const written = encodeText(encodeText(by)).replaceAll('|', '\\|')
    return [replace({ start: end - 'Draft'.length, end }, `Superseded by ${written}`)]
  }
  const cell = cellOf(notes, decision, 'decision')
  if (cell !== undefined) return [insert(cell.end, ` (superseded by ${encodeCell(by)})`)]
  // If a bold title has a line of its own, the remark goes there, above the rest of the text.
  const line = bulletEnd(notes, decision.span)
  const end = text.endsWith('**', line) || decision.shape !== 'paragraph' ? line : wordsEnd(notes, decision)
  return [insert(end, ` (superseded by ${encodeText(by)})`)]
}

/** The value of the decision's Status field, so that it is replaced rather than added twice. */
function statusOf(notes: Notes, { span }: DecisionRecord, from: number): Span | undefined {
  const fields = readFields(notes.document.text, { start: from, end: span.end }, name => name === 'status')
  const value = fields.find(({ name }) => name === 'status')?.value
  return value === undefined || value.start === value.end ? undefined : value
}

/** The decision that supersedes another one, under a name that survives moving lines. */
export interface Successor {
  readonly name: string
  /** A remark for the user. */
  readonly remark?: string
}

/** Resolves the name of a successor: a decision in the file, an issue, or a decision yet to be written. */
export function successorOf(notes: Notes, old: DecisionRecord, by: string, force = false): Successor {
  const found = recordNamed(notes, 'decision', by) ?? recordNamed(notes, 'archive', by)
  // After the first time, `(superseded by #5)` is among the words of the decision itself.
  if (found === old && old.status !== 'superseded')
    throw new NotesError(
      'usage',
      `"${old.title}" cannot supersede itself`,
      'Name the decision that does: --by ID, or words from its title',
      { span: old.span },
    )
  if (found?.status === 'superseded' && found !== old && old.status !== 'superseded')
    throw new NotesError(
      'usage',
      `"${found.title}" is itself superseded${found.supersededBy === undefined ? '' : ` by ${found.supersededBy}`}`,
      'Name a decision in force, or `notes reopen` this one first',
      { span: found.span },
    )
  if (found !== undefined && found !== old) return { name: nameOf(notes, found) }
  const locator = parseLocator(by)
  if (locator !== undefined && !('path' in locator)) return { name: by }
  if (!force)
    throw new NotesError(
      'not-found',
      `There is no decision "${by}" to supersede "${old.title}"`,
      'Add it first, or pass --force to name one that does not exist yet',
      { span: old.span },
    )
  return { name: by, remark: `No decision "${by}" exists yet: add it, or run \`notes undo\`` }
}

/** Does the decision already name this successor? */
export const isSucceededBy = ({ supersededBy }: DecisionRecord, by: string, { name }: Successor): boolean =>
  [by, name].some(said => asRead(said) === supersededBy)

/** The name as it reads back: cut where a sentence, cell or parenthesis would end. */
const asRead = (name: string): string => (name.split(/[|)\].;\r\n]/)[0] ?? '').replaceAll(/[`*]/g, '').trim()

/** A unique name: the id, else the title if it reads back in full, else the time. */
function nameOf({ records }: Notes, found: DecisionRecord): string {
  const namesOf = ({ id, title, at }: DecisionRecord) => [
    id,
    asRead(title) === title ? title : undefined,
    at?.text,
  ]
  const all = records.filter(isDecision).map(namesOf)
  const alone = namesOf(found).find(
    (name, way) => name !== undefined && all.filter(names => names[way] === name).length === 1,
  )
  return alone ?? found.title
}
