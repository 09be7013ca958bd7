import type { Edit } from '../../markdown/edit.ts'
import { handleOf } from '../../notes/handle.ts'
import { plain } from '../../notes/kind.ts'
import { type Draft, kindOf, type NotesRecord, sectionOf, writingOf } from '../../notes/kinds.ts'
import { type Notes, recordsOfKind } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'
import type { Caution } from '../../notes/text/inline.ts'
import type { Intent } from '../intent.ts'
import { holds, type IdentityIndex, identityIndex, isThere, sameIdentity } from '../intent.ts'
import { selectAny, selectRecord } from '../select.ts'
import { refused } from '../verify.ts'
import { chooseSection } from './choose-section.ts'
import { given, isDraftOf } from './complete-draft.ts'
import { type Earlier, idGiver, withPrecision } from './ids.ts'
import { cautious, doneBefore, notWritten, supersededBefore } from './not-written.ts'
import { planAdd } from './plan-add.ts'
import {
  planAnnotation,
  planFinish,
  planRemove,
  planSeverity,
  planStamp,
  planSupersede,
} from './plan-change.ts'
import { planContext, saysInContext } from './plan-context.ts'
import {
  changeable,
  edited,
  open,
  planEdit,
  planRewrite,
  saysInstead,
  selectChangeable,
} from './plan-edit.ts'
import { planLinks } from './plan-links.ts'
import { isReopened, mayReopen, planReopen } from './plan-reopen.ts'
import { isRequoted, planRequote } from './plan-requote.ts'
import { isSucceededBy, successorOf } from './successor.ts'

/** The effect of an intent on a given text. */
export interface Planned {
  readonly intent: Intent
  readonly status: 'added' | 'changed' | 'removed' | 'unchanged'
  /** The record that changes, or that already says the same. */
  readonly target: NotesRecord | undefined
  /** Is this the record that the intent should produce? */
  readonly expected: (record: NotesRecord) => boolean
  /** The draft of an added record, to find the record by. */
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
  cautions: readonly Caution[] = [],
  earlier?: Earlier,
): Plan {
  const edits: Edit[] = []
  const adding = new Map<Section, Group>()
  const known = new Map<Draft['kind'], IdentityIndex<NotesRecord>>()
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
  readonly index: IdentityIndex<Adding>
}

interface Run {
  readonly numbered: <D extends Draft>(draft: D) => D
  readonly adding: Map<Section, Group>
  readonly edits: Edit[]
  readonly known: Map<Draft['kind'], IdentityIndex<NotesRecord>>
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
  const records = known.get(draft.kind) ?? identityIndex(record => record, recordsOfKind(notes, draft.kind))
  known.set(draft.kind, records)
  const there = records.like(draft).find(record => isThere(draft, record) && sameDay(draft, record))
  if (there !== undefined) return same(there, there)
  const draftOfIt = records.like(draft).find(record => isDraftOf(record, draft))
  if (draftOfIt !== undefined) {
    const whole = edited(draftOfIt, given(draft))
    const made = planEdit(notes, draftOfIt, cautious(whole, caution))
    edits.push(...made)
    const status = made.length === 0 ? 'unchanged' : 'changed'
    return { intent, status, target: draftOfIt, expected: saysInstead(draftOfIt, whole) }
  }
  const section = chooseSection(notes, sectionOf(kindOf(draft)))?.section
  if (section === undefined) throw refused('there is no section for it')
  const group = adding.get(section) ?? { drafts: [], index: identityIndex<Adding>(({ draft }) => draft, []) }
  adding.set(section, group)
  const twin = group.index.like(draft).find(other => sameIdentity(other.draft, draft))
  if (twin !== undefined) return same(undefined, twin.draft, twin.intent)
  const full = numbered(withPrecision(notes, section, draft))
  const added = { intent, draft: full, caution }
  group.drafts.push(added)
  group.index.add(added)
  return { intent, status: 'added', target: undefined, expected: record => holds(full, record), draft: full }
}

/** A log may repeat an entry on another day. */
function sameDay(draft: Draft, record: NotesRecord): boolean {
  if (writingOf(draft.kind).daily !== true || !('at' in draft) || !('at' in record)) return true
  return record.at?.text.slice(0, 10) === draft.at.slice(0, 10)
}

function planOne(
  notes: Notes,
  intent: Exclude<Intent, { do: 'add' }>,
  caution: Caution,
  edits: Edit[],
): Planned {
  const plan: Make = (target, made, expected, remark) => {
    edits.push(...made)
    const status = made.length === 0 ? 'unchanged' : intent.do === 'remove' ? 'removed' : 'changed'
    return { intent, status, target, expected, remark }
  }
  switch (intent.do) {
    case 'finish': {
      const record = selectRecord(notes, intent.kind, intent.which)
      const made = record.done ? [] : planFinish(notes, record, cautious(intent, caution).how)
      const remark =
        record.done && intent.how !== undefined ? doneBefore(record.title, intent.how) : undefined
      return plan(
        record,
        made,
        found => found.kind === intent.kind && found.done && found.title.startsWith(record.title),
        remark,
      )
    }
    case 'annotate': {
      const goal = selectRecord(notes, 'goal', intent.which)
      const field = intent.label === 'blocking' ? 'blocking' : 'dependsOn'
      const wish = plain(intent.text)
      const written = cautious(intent, caution).text
      const made = goal[field] === wish ? [] : planAnnotation(notes, goal, intent.label, written)
      return plan(
        goal,
        made,
        found => found.kind === 'goal' && found.title === goal.title && found[field] === wish,
      )
    }
    case 'supersede': {
      const decision = selectRecord(notes, 'decision', intent.which)
      const before = decision.status === 'superseded'
      const by = successorOf(notes, decision, intent.by, before || intent.force)
      const written = cautious({ ...intent, by: by.name }, caution).by
      const made = before ? [] : planSupersede(notes, decision, written)
      const unsaid = isSucceededBy(decision, intent.by, by)
        ? undefined
        : supersededBefore(decision, intent.by)
      return plan(
        decision,
        made,
        found =>
          found.kind === 'decision' &&
          found.status === 'superseded' &&
          found.title.startsWith(decision.title),
        before ? unsaid : by.remark,
      )
    }
    case 'stamp': {
      const reference = selectRecord(notes, 'reference', intent.which)
      const made = reference.verified?.text === intent.at ? [] : planStamp(notes, reference, intent.at)
      return plan(reference, made, found => found.kind === 'reference' && found.verified?.text === intent.at)
    }
    case 'remove': {
      const record =
        intent.kind === undefined
          ? selectChangeable(notes, intent.which)
          : changeable(selectRecord(notes, intent.kind, intent.which))
      return plan(record, planRemove(notes, record), () => false)
    }
    case 'reopen': {
      const record = selectAny(notes, intent.which, mayReopen)
      return plan(record, planReopen(notes, record), isReopened(record))
    }
    case 'edit': {
      const record = open(selectChangeable(notes, intent.which))
      const draft = edited(record, intent.fields)
      return plan(record, planEdit(notes, record, cautious(draft, caution)), saysInstead(record, draft))
    }
    case 'rewrite': {
      const record = selectChangeable(notes, intent.which)
      return plan(record, planRewrite(notes, record, intent), ({ kind }) => kind === record.kind)
    }
    case 'requote': {
      const decision = selectRecord(notes, 'decision', intent.which)
      return plan(decision, planRequote(notes, decision, intent.quotes), isRequoted(decision, intent.quotes))
    }
    case 'set-severity': {
      const debt = selectRecord(notes, 'debt', intent.which)
      const made = debt.severity === intent.severity ? [] : planSeverity(notes, debt, intent.severity)
      return plan(
        debt,
        made,
        found => found.kind === 'debt' && found.title === debt.title && found.severity === intent.severity,
      )
    }
    case 'link': {
      const { edits: made, changing } = planLinks(notes, intent)
      const [first, ...also] = changing
      if (first === undefined) return plan(undefined, [], () => true)
      return { ...plan(first.target, made, first.expected), also }
    }
    case 'set-context':
      return planContextChange(notes, intent, caution, plan)
  }
}

type Make = (
  target: NotesRecord | undefined,
  made: readonly Edit[],
  expected: Planned['expected'],
  remark?: string,
) => Planned

function planContextChange(
  notes: Notes,
  intent: Extract<Intent, { do: 'set-context' }>,
  caution: Caution,
  plan: Make,
): Planned {
  const section = chooseSection(notes, 'active-context')?.section
  if (section === undefined) throw refused('there is no active context')
  const record = notes.recordsOf(section).find(found => found.kind === 'context')
  const now = record?.kind === 'context' ? record : undefined
  const { fields } = intent
  const changed = (['bead', 'checkpoint', 'state'] as const).filter(name => {
    const wish = fields[name]
    return wish !== undefined && !saysInContext(now, name, plain(wish))
  })
  // A new checkpoint time alone is no change, unless it is all that was given.
  const onlyTime = changed.every(name => name === 'checkpoint')
  const hasMore = fields.bead !== undefined || fields.state !== undefined
  const written = cautious(intent, caution).fields
  const wish = Object.fromEntries(changed.map(name => [name, written[name]]))
  const made = onlyTime && (hasMore || changed.length === 0) ? [] : planContext(notes, section, wish)
  return plan(
    now,
    made,
    found =>
      found.kind === 'context' &&
      (fields.state === undefined || found.state === plain(fields.state)) &&
      (fields.bead === undefined || found.bead !== undefined),
  )
}
