import type { Edit } from '../../markdown/edit.ts'
import { handleOf } from '../../notes/handle.ts'
import { plain } from '../../notes/kind.ts'
import { type NotesRecord, RANKED } from '../../notes/kinds.ts'
import type { Notes } from '../../notes/notes.ts'
import type { Caution } from '../../notes/text/inline.ts'
import type { Intent } from '../intent.ts'
import { selectAny, selectRecord } from '../select.ts'
import { planContextChange } from './context-homes.ts'
import { cautious, doneBefore, supersededBefore } from './not-written.ts'
import type { Planned } from './plan.ts'
import {
  isRequoted,
  planAnnotation,
  planRemove,
  planRequote,
  planSeverity,
  planStamp,
  takesNumberOf,
} from './plan-change.ts'
import {
  changeable,
  edited,
  open,
  planEdit,
  planRewrite,
  saysInstead,
  selectChangeable,
  selectRemovable,
} from './plan-edit.ts'
import { isReopened, mayReopen, planFinish, planReopen } from './plan-finish.ts'
import { planLinks } from './plan-links.ts'
import { isSucceededBy, planSupersede, type Successor, successorOf } from './plan-supersede.ts'

/** Plans a change to a record that exists, and adds its edits to `edits`. */
export function planOne(
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
        record.done && intent.how !== undefined
          ? doneBefore(record.title, intent.how, handleOf(notes, record))
          : undefined
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
      const by: Successor =
        intent.isAdded === true
          ? { name: intent.by }
          : successorOf(notes, decision, intent.by, before || intent.force)
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
      const isStamped = reference.verified?.text === intent.at && intent.place === undefined
      return plan(
        reference,
        isStamped ? [] : planStamp(notes, reference, intent),
        found =>
          found.kind === 'reference' &&
          (reference.verified === undefined || found.verified?.text === intent.at) &&
          (intent.place === undefined || found.locator?.text === intent.place),
      )
    }
    case 'remove': {
      const record =
        intent.kind === undefined
          ? selectRemovable(notes, intent.which)
          : changeable(selectRecord(notes, intent.kind, intent.which))
      const next = takesNumberOf(notes, record)
      const also = next && {
        target: next.record,
        expected: (found: NotesRecord) => said(found) === said(next.record),
      }
      return { ...plan(record, planRemove(notes, record, next), () => false), ...(also && { also: [also] }) }
    }
    case 'reopen': {
      const record = selectAny(notes, intent.which, mayReopen)
      return plan(record, planReopen(notes, record), isReopened(record))
    }
    case 'edit': {
      const record = open(notes, selectChangeable(notes, intent.which))
      const draft = edited(record, intent.fields)
      const made = planEdit(notes, record, cautious(draft, caution))
      const { severity } = intent.fields
      // `Low!` reads as LOW already, but is not how the protocol writes it.
      const spelled =
        made.length > 0 || typeof severity !== 'string' ? made : planSeverity(notes, record, severity)
      return plan(record, spelled, saysInstead(record, draft))
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
      const record = selectRecord(notes, RANKED, intent.which)
      const made = record.severity === intent.severity ? [] : planSeverity(notes, record, intent.severity)
      return plan(
        record,
        made,
        found => found.kind === RANKED && found.title === record.title && found.severity === intent.severity,
      )
    }
    case 'link': {
      const { edits: made, changing } = planLinks(notes, intent)
      const [first, ...also] = changing
      if (first === undefined) return plan(undefined, [], () => true)
      return { ...plan(first.target, made, first.expected), also }
    }
    case 'set-context': {
      const { target, made, expected, remark, also } = planContextChange(notes, intent, caution)
      return { ...plan(target, made, expected, remark), also }
    }
  }
}

type Make = (
  target: NotesRecord | undefined,
  made: readonly Edit[],
  expected: Planned['expected'],
  remark?: string,
) => Planned

/** The content of a record as a string for comparison, without its place and date. */
const said = (record: NotesRecord): string =>
  JSON.stringify({ ...record, span: undefined, section: undefined, at: undefined })
