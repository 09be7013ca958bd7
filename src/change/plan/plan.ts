import { NotesError } from '../../error.ts'
import type { Edit } from '../../markdown/edit.ts'
import { groupBy } from '../../markdown/group-by.ts'
import { handleOf } from '../../notes/handle.ts'
import { agree } from '../../notes/kind.ts'
import type { DecisionDraft, DecisionRecord } from '../../notes/kinds/decision.ts'
import { type Draft, kindOf, type NotesRecord, sectionOf, titleOf, writingOf } from '../../notes/kinds.ts'
import { type Notes, recordsOfKind } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'
import type { Caution } from '../../notes/text/inline.ts'
import type { Fields, Intent } from '../intent.ts'
import { holds, identityKey, isThere, sameIdentity } from '../intent.ts'
import { refused } from '../verify.ts'
import { chooseSection } from './choose-section.ts'
import { type Earlier, idGiver, withPrecision } from './ids.ts'
import { cautious, notWritten } from './not-written.ts'
import { planAdd } from './plan-add.ts'
import { edited, planEdit, saysInstead } from './plan-edit.ts'
import { planOne } from './plan-one.ts'

/** The effect of an intent on a given text. */
export interface Planned {
  readonly intent: Intent
  readonly status: 'added' | 'changed' | 'removed' | 'unchanged'
  /** The record that changes, or that already says the same. */
  readonly target: NotesRecord | undefined
  /** Is this the record that the intent should produce? */
  readonly expected: (record: NotesRecord) => boolean
  /** The draft of an added record, used to find the record. */
  readonly draft?: Draft
  /** Further records that change along with it, each with its expected result. */
  readonly also?: readonly Changing[]
  /** Reports input that was not written because something else is already there. */
  readonly remark?: string | undefined
  /** An earlier intent of the same run that adds the same record. */
  readonly twin?: Intent | undefined
}

export interface Changing {
  readonly target: NotesRecord
  readonly expected: (record: NotesRecord) => boolean
}

export interface Plan {
  readonly edits: readonly Edit[]
  readonly planned: readonly Planned[]
}

/** Plans all intents on one text. Additions to the same section share an edit. */
export function planAll(
  notes: Notes,
  intents: readonly Intent[],
  cautions: readonly Caution[],
  earlier?: Earlier,
): Plan {
  const edits: Edit[] = []
  const adding = new Map<Section, Group>()
  const known: Run['known'] = new Map()
  const numbered = idGiver(notes, earlier)
  const planned = intents.map((intent, index) => {
    const caution = cautions[index] ?? 0
    return intent.do === 'add'
      ? planDraft(notes, intent, caution, { numbered, adding, known, edits })
      : planOne(notes, intent, caution, edits)
  })
  for (const [section, { drafts }] of adding)
    edits.push(
      ...planAdd(
        notes,
        section,
        drafts.map(({ draft, caution }) => cautious(draft, caution)),
      ),
    )
  return { edits, planned }
}

interface Adding {
  readonly intent: Intent
  readonly draft: Draft
  readonly caution: Caution
}

/** The drafts that go into one section. */
interface Group {
  readonly drafts: Adding[]
  readonly byKey: Map<string, readonly Adding[]>
}

interface Run {
  readonly numbered: <D extends Draft>(draft: D, section: Section) => D
  readonly adding: Map<Section, Group>
  readonly edits: Edit[]
  /** Existing records of each kind, by their identity key. */
  readonly known: Map<Draft['kind'], ReadonlyMap<string, readonly NotesRecord[]>>
}

/** Collects new drafts by section in `adding`. A draft whose record already exists is not added. */
function planDraft(
  notes: Notes,
  intent: Extract<Intent, { do: 'add' }>,
  caution: Caution,
  { numbered, adding, known, edits }: Run,
): Planned {
  const { draft } = intent
  const same = (target: NotesRecord | undefined, other: Draft | NotesRecord, twin?: Intent): Planned => ({
    intent,
    twin,
    status: 'unchanged',
    target,
    expected: () => true,
    remark: notWritten(draft, other, target === undefined ? undefined : handleOf(notes, target)),
  })
  const records = known.get(draft.kind) ?? groupBy(recordsOfKind(notes, draft.kind), identityKey)
  known.set(draft.kind, records)
  const key = identityKey(draft)
  const like = records.get(key) ?? []
  const there = like.find(record => isThere(draft, record) && sameDay(draft, record))
  if (there !== undefined) return same(there, there)
  const draftOfIt = like.find(record => isDraftOf(record, draft))
  if (draftOfIt !== undefined) {
    const whole = edited(draftOfIt, given(draft))
    const made = planEdit(notes, draftOfIt, cautious(whole, caution))
    edits.push(...made)
    const status = made.length === 0 ? 'unchanged' : 'changed'
    return { intent, status, target: draftOfIt, expected: saysInstead(draftOfIt, whole) }
  }
  refuseRivals(notes, draft)
  const section = chooseSection(notes, sectionOf(kindOf(draft)))?.section
  if (section === undefined) throw refused('there is no section for it')
  const group: Group = adding.get(section) ?? { drafts: [], byKey: new Map() }
  adding.set(section, group)
  const twins = group.byKey.get(key) ?? []
  const twin = twins.find(other => sameIdentity(other.draft, draft))
  if (twin !== undefined) return same(undefined, twin.draft, twin.intent)
  const full = numbered(withPrecision(notes, section, draft), section)
  const added = { intent, draft: full, caution }
  group.drafts.push(added)
  group.byKey.set(key, [...twins, added])
  return { intent, status: 'added', target: undefined, expected: record => holds(full, record), draft: full }
}

/**
 * Is the record a draft of the decision to write, with the same title and no part that contradicts it? Such a draft is
 * completed in place, since a second copy would drift apart from the first.
 */
function isDraftOf(record: NotesRecord, draft: Draft): record is DecisionRecord & { kind: 'decision' } {
  if (record.kind !== 'decision' || draft.kind !== 'decision' || record.status !== 'draft') return false
  const fits = (given: string | undefined, there: string | undefined): boolean =>
    given === undefined || there === undefined || agree(given, there)
  // In a row or bullet, a decision with only a title has the same text for title and decision.
  const decided = record.decision === record.title ? undefined : record.decision
  return (
    agree(draft.title, record.title) &&
    fits(draft.decision, decided) &&
    fits(draft.rationale, record.rationale) &&
    fits(draft.decidedBy, record.decidedBy)
  )
}

/** The parts of a draft that have a value. */
const given = (draft: Draft): Fields =>
  Object.fromEntries(
    Object.entries(draft as DecisionDraft).filter(
      ([name, value]) =>
        GIVEN.has(name) && value !== undefined && (!Array.isArray(value) || value.length > 0),
    ),
  )

const GIVEN: ReadonlySet<string> = new Set(['decision', 'rationale', 'evidence', 'scenarios', 'decidedBy'])

const MAX_NAMED = 5

/** Refuses a second decision in force on the same subject: the next session would have to guess which one counts. */
function refuseRivals(notes: Notes, draft: Draft): void {
  const { rivals } = writingOf(draft.kind)
  if (rivals === undefined) return
  const found = recordsOfKind(notes, draft.kind).filter(record => rivals(draft, record))
  const [first] = found
  if (first === undefined) return
  const named = found.slice(0, MAX_NAMED).map(record => `${handleOf(notes, record)} "${titleOf(record)}"`)
  const more = found.length > MAX_NAMED ? `, and ${found.length - MAX_NAMED} more` : ''
  throw new NotesError(
    'conflict',
    `${found.length === 1 ? 'A decision in force is' : 'Decisions in force are'} about the same thing: ${named.join(', ')}${more}`,
    `Pass --supersedes ${handleOf(notes, first)} if this replaces it, or --beside if both hold`,
    { span: first.span },
  )
}

/** Are both from the same day? Always true, except for kinds such as the log, which may repeat an entry another day. */
function sameDay(draft: Draft, record: NotesRecord): boolean {
  if (writingOf(draft.kind).daily !== true || !('at' in draft) || !('at' in record)) return true
  return record.at?.text.slice(0, 10) === draft.at.slice(0, 10)
}
