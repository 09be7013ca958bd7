import { slice } from '../markdown/document.ts'
import { lineEndAfter, lineStartBefore } from '../markdown/scan/leaf.ts'
import { standingOf } from '../notes/find.ts'
import { matchRecords } from '../notes/gone.ts'
import { plain } from '../notes/kind.ts'
import type { Notes, NotesRecord } from '../notes/notes.ts'
import { type Read, verbatim } from '../notes/untouched.ts'
import { fieldsOf } from './merge-record.ts'
import { isSame } from './pair.ts'

/** The change to a record in a later text. */
export interface RecordChange {
  readonly what: 'edited' | 'closed' | 'reopened' | 'superseded' | 'archived'
  /** The title of the record that supersedes it. */
  readonly by?: string
  /** The other changed fields, without those that `what` already expresses. */
  readonly fields: readonly FieldChange[]
}

/** `name` is the field's name in `--json`, with a dot between levels. A missing field has an empty value. */
export interface FieldChange {
  readonly name: string
  readonly before: string
  readonly after: string
}

/** Maps each later record to its earlier version: the one with the same text, or else one that was edited. */
export function pairsOf(before: Read, after: Read): ReadonlyMap<NotesRecord, NotesRecord> {
  const pairs = [...matchRecords(before, after)].filter(
    ([was, is]) => isSame(was, is) || verbatim(before, was) === verbatim(after, is),
  )
  return new Map(pairs.map(([was, is]) => [is, was]))
}

/** Returns how a record changed; undefined when both versions say the same thing, regardless of place and layout. */
export function changeOf(
  was: NotesRecord,
  before: Pick<Read, 'document'>,
  is: NotesRecord,
  after: Pick<Read, 'document'>,
): RecordChange | undefined {
  const texts = [slice(before.document, was.span), slice(after.document, is.span)] as const
  // Common case: the record is unchanged. Its status is not checked, since that would read the whole decision.
  if (texts[0] === texts[1] && was.kind === is.kind && was.section.title === is.section.title)
    return undefined
  const what = kindOfChange(was, is)
  if (what === 'archived') return { what, fields: [] }
  const [words, now] = [flat(texts[0]), flat(texts[1])]
  if (what === 'edited' && words === now) return undefined
  const changed = changedFields(fieldsOf(was, before.document), fieldsOf(is, after.document))
  const by = what === 'superseded' ? changed.find(({ name }) => name === 'supersededBy')?.after : undefined
  const fields = what === 'edited' ? changed : changed.filter(({ name }) => !STANDING.has(name))
  if (fields.length > 0 || by) return { what, ...(by ? { by } : {}), fields }
  // Some words are in no field, such as how a record was closed.
  const isMore = what === 'edited' || words.replaceAll(TICKS, '') !== now.replaceAll(TICKS, '')
  return { what, fields: isMore ? [{ name: 'text', before: words, after: now }] : [] }
}

/** Marks that show whether a record is done. */
const TICKS = /~~|\[[ xX]\]/g

/** Fields that open, close or supersede a record. */
const STANDING: ReadonlySet<string> = new Set(['done', 'status', 'supersededBy'])

function kindOfChange(was: NotesRecord, is: NotesRecord): RecordChange['what'] {
  if (is.kind === 'archive' && was.kind !== 'archive') return 'archived'
  const [before, after] = [standingOf(was), standingOf(is)]
  if (before === after) return 'edited'
  if (after === 'done') return 'closed'
  if (after === 'superseded') return 'superseded'
  return before === 'draft' ? 'edited' : 'reopened'
}

function changedFields(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly FieldChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap(name => {
    const [was, is] = [plain(before.get(name) ?? ''), plain(after.get(name) ?? '')]
    // The precision follows from the time, so it is not a change of its own.
    return was === is || name === 'precision' ? [] : [{ name, before: was, after: is }]
  })
}

/** Collapses spaces and the borders of tables, which change when a longer cell is added. */
const flat = (text: string): string => text.replaceAll(/[\s|]+/g, ' ').trim()

/** Returns the headings below which text outside of records changed by more than layout. */
export function changedProse(before: Notes, after: Notes): readonly string[] {
  const [was, is] = [proseOf(before), proseOf(after)]
  return [...new Set([...is.keys(), ...was.keys()])].filter(
    title => (was.get(title) ?? '') !== (is.get(title) ?? ''),
  )
}

/** Maps each heading to the text below it that is outside of records. Sections with equal headings are joined. */
function proseOf({ document: { text }, sections, records }: Notes): ReadonlyMap<string, string> {
  const taken = records
    .map(({ span }) => ({ start: lineStartBefore(text, span.start), end: lineEndAfter(text, span.end) }))
    .sort((one, other) => one.start - other.start)
  const found = new Map<string, string>()
  sections.forEach(({ title, span: { start }, span }, index) => {
    const end = sections[index + 1]?.span.start ?? text.length
    let [at, said] = [start, '']
    for (const own of taken) {
      if (own.end <= at || own.start >= end) continue
      said += text.slice(at, Math.max(at, own.start))
      at = own.end
    }
    said += text.slice(Math.min(at, end), end)
    const words = flat(said.replaceAll(/-{3,}/g, ' '))
    if (words !== '' || span.end > start) found.set(title, `${found.get(title) ?? ''}${words}`)
  })
  return found
}
