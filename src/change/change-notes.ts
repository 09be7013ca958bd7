import { NotesError } from '../error.ts'
import type { Document } from '../markdown/document.ts'
import { applyEdits } from '../markdown/edit.ts'
import { groupBy } from '../markdown/group-by.ts'
import { DEFAULT_CONVENTIONS } from '../notes/conventions.ts'
import { type Handle, handleOf } from '../notes/handle.ts'
import { kindOf, type NotesRecord, type SectionKind, sectionOf, writingOf } from '../notes/kinds.ts'
import { type Notes, type ReadOptions, readNotes } from '../notes/notes.ts'
import { isBeadText } from '../notes/state/read-context.ts'
import type { Caution } from '../notes/text/inline.ts'
import { isNothing } from '../notes/text/rows.ts'
import { type Intent, identityKey } from './intent.ts'
import { notesTemplate } from './notes-template.ts'
import { chooseSection, planSection } from './plan/choose-section.ts'
import { homesOf } from './plan/context-homes.ts'
import type { Earlier } from './plan/ids.ts'
import { type Planned, planAll } from './plan/plan.ts'
import { refuseSecrets } from './refuse-secrets.ts'
import { compareRecords, movedLines, refuseDamage, refused, refuseHarm } from './verify.ts'

/** The result of one intent. */
export interface Outcome {
  readonly intent: Intent
  readonly status: 'added' | 'changed' | 'removed' | 'unchanged'
  /** The record as it reads now. Undefined when it was removed. */
  readonly record: NotesRecord | undefined
  /** The handle of the record, even if it was removed. */
  readonly handle: Handle | undefined
  /** The record before its removal. Undefined unless it was removed. */
  readonly removed?: NotesRecord | undefined
  /** The document that the record's span refers to. Its line numbers are those of the file as it is now. */
  readonly document: Document
}

export interface Change {
  readonly text: string
  readonly outcomes: readonly Outcome[]
  /** Remarks for the user, such as which of two sections was used, or which one was created. */
  readonly notes: readonly string[]
  /** Input that was not written. Report it where the user cannot miss it. */
  readonly dropped: readonly string[]
}

export interface ChangeOptions extends ReadOptions {
  /** Allows secrets to be written, because the user gave a reason. */
  readonly allowSecrets?: boolean
  /** Earlier texts, which are read when a number is assigned, so that no number is reused. */
  readonly earlier?: Earlier
}

/**
 * Applies all intents or none. Everything else stays byte for byte, which is checked by reading the result. An intent
 * that would read back differently is written again, more cautiously.
 */
export function changeNotes(text: string, intents: readonly Intent[], options: ChangeOptions): Change {
  const before = readNotes(text, options)
  refuseDamage(before)
  if (options.allowSecrets !== true) refuseSecrets(text, intents)
  for (const intent of intents)
    if (intent.do === 'set-context') refuseBead(before, intent.fields.bead, options.conventions)
  const made = withSections(before, intents, options)
  const cautions = intents.map((): Caution => 0)
  for (;;) {
    const tried = attempt(before, made, intents, cautions, options)
    if ('text' in tried) return tried
    const stuck = tried.unlike.every(index => cautions[index] === 2)
    if (stuck) throw refused(tried.why)
    for (const index of tried.unlike) cautions[index] = cautions[index] === 0 ? 1 : 2
  }
}

/** Refuses a bead without an id in a `sam` file, since the rule `bead-format` forbids it there. */
function refuseBead(
  { profile }: Notes,
  bead: string | undefined,
  { beadPrefixes } = DEFAULT_CONVENTIONS,
): void {
  if (profile !== 'sam' || bead === undefined || isNothing(bead) || isBeadText(bead, beadPrefixes)) return
  throw new NotesError(
    'usage',
    `Unexpected bead "${bead.slice(0, 60)}", expected an id such as \`${beadPrefixes[0]}-x7y8 (task)\``,
    'Describe a task without an id in the state instead; if this is an id, add its prefix to `beads.prefixes` in notes.config.json',
  )
}

/** The indexes of intents that would read back differently, and the reason. */
interface Unlike {
  readonly unlike: readonly number[]
  readonly why: string
}

function attempt(
  before: Notes,
  { notes, remarks }: ReturnType<typeof withSections>,
  intents: readonly Intent[],
  cautions: readonly Caution[],
  options: ChangeOptions,
): Change | Unlike {
  const { text } = before.document
  const { edits, planned } = planAll(notes, intents, cautions, options.earlier)
  const remarked = planned.flatMap(({ remark }) => remark ?? [])
  if (edits.length === 0)
    return {
      text,
      outcomes: planned.map(plan => unchanged(plan, notes, before.document)),
      notes: [],
      dropped: remarked,
    }
  const result = applyEdits(notes.document.text, edits)
  const after = readNotes(result, options)
  const all = intents.map((_, index) => index)
  if (notes !== before) refuseHarm(before, notes, new Set())
  const touched = new Set(planned.flatMap(touchedBy))
  const { fresh, harm } = compareRecords(notes, after, touched)
  if (harm !== undefined) return { unlike: all, why: harm }
  const left = new Set(fresh)
  const byIdentity = groupBy(fresh, identityKey)
  const moved = movedLines(notes.document, edits)
  const unlike: number[] = []
  const outcomes = planned.map((plan, index): Outcome => {
    const { intent, status, target, draft, expected, also = [] } = plan
    if (status === 'unchanged') return unchanged(plan, notes, moved)
    const isGone = status === 'removed'
    const among = draft === undefined ? left : (byIdentity.get(identityKey(draft)) ?? [])
    const record = isGone ? undefined : take(left, expected, among)
    const hasOthers = also.every(other => take(left, other.expected, left) !== undefined)
    if (!hasOthers || (!isGone && record === undefined)) unlike.push(index)
    return isGone
      ? { ...unchanged(plan, notes, moved), status, record: undefined, removed: target }
      : { intent, status, record, handle: record && handleOf(after, record), document: after.document }
  })
  if (unlike.length > 0) return { unlike, why: 'it would read back differently' }
  if (left.size > 0)
    return {
      unlike: all,
      why: `it would also add ${left.size === 1 ? 'another record' : `${left.size} other records`}`,
    }
  return {
    text: result,
    outcomes: outcomes.map((outcome, index) => twinOf(planned[index]?.twin, outcomes) ?? outcome),
    notes: remarks,
    dropped: [...remarked, ...outcomes.flatMap(leftOut)],
  }
}

/** Reports a repeated draft with the record of the first one. */
function twinOf(twin: Intent | undefined, outcomes: readonly Outcome[]): Outcome | undefined {
  const first = twin === undefined ? undefined : outcomes.find(({ intent }) => intent === twin)
  return first === undefined ? undefined : { ...first, status: 'unchanged' }
}

/** Reports fields for which the section has no place, so that none is dropped silently. */
function leftOut({ intent, status, record }: Outcome): string[] {
  if (intent.do !== 'add' || status !== 'added' || record === undefined) return []
  const lost = writingOf(intent.draft.kind).lost?.(intent.draft, record) ?? []
  return lost.length === 0 ? [] : [`Left out, because the section has no place for it: ${lost.join(', ')}`]
}

const unchanged = ({ intent, target }: Planned, notes: Notes, document: Document): Outcome => ({
  intent,
  status: 'unchanged',
  record: target,
  handle: target === undefined ? undefined : handleOf(notes, target),
  document,
})
const touchedBy = ({ status, target, also = [] }: Planned): NotesRecord[] =>
  status === 'unchanged' || target === undefined ? [] : [target, ...also.map(other => other.target)]

/** Removes the first record of `among` that is as expected from `left`, and returns it. */
function take(
  left: Set<NotesRecord>,
  expected: (record: NotesRecord) => boolean,
  among: Iterable<NotesRecord>,
): NotesRecord | undefined {
  for (const record of among)
    if (left.has(record) && expected(record)) {
      left.delete(record)
      return record
    }
  return undefined
}

/** Adds the sections that the intents need, and returns remarks about the choice. */
function withSections(before: Notes, intents: readonly Intent[], options: ChangeOptions) {
  const remarks: string[] = []
  // An empty file counts as a new notes file.
  const blank = before.document.text.trim() === ''
  let notes = blank ? readNotes(notesTemplate, options) : before
  for (const kind of new Set(intents.flatMap(intent => neededSection(intent, notes)))) {
    const choice = chooseSection(notes, kind)
    if (choice?.note !== undefined) remarks.push(choice.note)
    if (choice !== undefined) continue
    notes = readNotes(applyEdits(notes.document.text, [planSection(notes, kind)]), {
      ...options,
      profile: notes.profile,
    })
    const made = chooseSection(notes, kind)?.section
    if (made === undefined) throw refused(`a section for ${kind} could not be created`)
    remarks.push(`Created section "${made.title}"`)
  }
  return { notes, remarks }
}

function neededSection(intent: Intent, notes: Notes): SectionKind[] {
  if (intent.do === 'add') return [sectionOf(kindOf(intent.draft))]
  return intent.do === 'set-context' && homesOf(notes, intent.fields).length === 0 ? ['active-context'] : []
}
