import type { Edit } from '../document/edit.ts'
import type { Notes, NotesRecord } from '../protocol/notes.ts'
import type { Section } from '../protocol/section.ts'
import { chooseSection } from './choose-section.ts'
import { type Draft, plain, saysTheSame, sectionOf, wanted } from './draft.ts'
import { idGiver } from './ids.ts'
import type { Intent } from './intent.ts'
import { planAdd } from './plan-add.ts'
import { planAnnotation, planFinish, planRemove, planStamp, planSupersede } from './plan-change.ts'
import { planContext } from './plan-context.ts'
import { withPrecision } from './precision.ts'
import { selectRecord } from './select.ts'
import { refused } from './verify.ts'

/** What an intent comes to on a given text. */
export interface Planned {
  readonly intent: Intent
  readonly status: 'added' | 'changed' | 'removed' | 'unchanged'
  /** The record that changes, or that says the same already. */
  readonly target: NotesRecord | undefined
  /** Whether a record is what this intent was to leave. */
  readonly expected: (record: NotesRecord) => boolean
}

export interface Plan {
  readonly edits: readonly Edit[]
  readonly planned: readonly Planned[]
}

/** All intents on one text: those that add to one section share an edit. */
export function planAll(notes: Notes, intents: readonly Intent[]): Plan {
  const edits: Edit[] = []
  const adding = new Map<Section, Draft[]>()
  const numbered = idGiver(notes)
  const planned = intents.map(intent =>
    intent.do === 'add' ? planDraft(notes, intent, numbered, adding) : planOne(notes, intent, edits),
  )
  for (const [section, group] of adding) edits.push(planAdd(notes, section, group))
  return { edits, planned }
}

/** The section's drafts collect in `adding`; one that says what is there already does not join them. */
function planDraft(
  notes: Notes,
  intent: Extract<Intent, { do: 'add' }>,
  numbered: <D extends Draft>(draft: D) => D,
  adding: Map<Section, Draft[]>,
): Planned {
  const { draft } = intent
  const same = (target: NotesRecord | undefined): Planned => ({
    intent,
    status: 'unchanged',
    target,
    expected: () => true,
  })
  const there = notes.records.find(record => saysTheSame(draft, record) && sameDay(draft, record))
  if (there !== undefined) return same(there)
  const section = chooseSection(notes, sectionOf[draft.kind])?.section
  if (section === undefined) throw refused('there is no section for it')
  const group = adding.get(section) ?? []
  adding.set(section, group)
  if (group.some(other => JSON.stringify(wanted(other)) === JSON.stringify(wanted(draft))))
    return same(undefined)
  const full = numbered(withPrecision(notes, section, draft))
  group.push(full)
  return { intent, status: 'added', target: undefined, expected: record => holds(full, record) }
}

/** A log may say the same again another day. */
function sameDay(draft: Draft, record: NotesRecord): boolean {
  return (
    draft.kind !== 'log' || record.kind !== 'log' || record.at?.text.slice(0, 10) === draft.at.slice(0, 10)
  )
}

/** Whether a record holds everything that a draft was to say. */
function holds(draft: Draft, record: NotesRecord): boolean {
  if (!saysTheSame(draft, record)) return false
  if (draft.kind !== 'decision' && draft.kind !== 'archive') return true
  if (record.kind !== draft.kind) return false
  const scenarios = draft.scenarios.every((text, index) => plain(text) === record.scenarios[index]?.text)
  const evidence = draft.evidence.every(({ quote, place }, index) => {
    const found = record.evidence[index]
    return (quote ?? '') === (found?.quote ?? '') && (place ?? '') === (found?.locator?.text ?? '')
  })
  return scenarios && evidence && draft.scenarios.length === record.scenarios.length
}

function planOne(notes: Notes, intent: Exclude<Intent, { do: 'add' }>, edits: Edit[]): Planned {
  const plan = (
    target: NotesRecord | undefined,
    made: readonly Edit[],
    expected: Planned['expected'],
  ): Planned => {
    edits.push(...made)
    const status = made.length === 0 ? 'unchanged' : intent.do === 'remove' ? 'removed' : 'changed'
    return { intent, status, target, expected }
  }
  switch (intent.do) {
    case 'finish': {
      const record = selectRecord(notes, intent.kind, intent.which)
      const made = record.done ? [] : planFinish(notes, record, intent.how)
      return plan(record, made, found => found.kind === intent.kind && found.done)
    }
    case 'annotate': {
      const goal = selectRecord(notes, 'goal', intent.which)
      const now = intent.label === 'blocking' ? goal.blocking : goal.dependsOn
      const made = now === plain(intent.text) ? [] : planAnnotation(notes, goal, intent.label, intent.text)
      return plan(goal, made, found => found.kind === 'goal' && found.title === goal.title)
    }
    case 'supersede': {
      const decision = selectRecord(notes, 'decision', intent.which)
      const made = decision.status === 'superseded' ? [] : planSupersede(notes, decision, intent.by)
      return plan(decision, made, found => found.kind === 'decision' && found.status === 'superseded')
    }
    case 'stamp': {
      const reference = selectRecord(notes, 'reference', intent.which)
      const made = reference.verified?.text === intent.at ? [] : planStamp(notes, reference, intent.at)
      return plan(reference, made, found => found.kind === 'reference' && found.verified?.text === intent.at)
    }
    case 'remove': {
      const reference = selectRecord(notes, 'reference', intent.which)
      return plan(reference, planRemove(notes, reference), () => false)
    }
    case 'set-context':
      return planContextChange(notes, intent, plan)
  }
}

type Make = (target: NotesRecord | undefined, made: readonly Edit[], expected: Planned['expected']) => Planned

function planContextChange(
  notes: Notes,
  intent: Extract<Intent, { do: 'set-context' }>,
  plan: Make,
): Planned {
  const section = chooseSection(notes, 'active-context')?.section
  if (section === undefined) throw refused('there is no active context')
  const record = notes.records.find(found => found.kind === 'context' && found.section === section)
  const now = record?.kind === 'context' ? record : undefined
  const bead = [now?.bead?.id, now?.bead?.title].filter(part => part !== undefined).join(' ')
  const current = { bead, checkpoint: now?.checkpoint?.text, state: now?.state }
  const { fields } = intent
  const changed = (['bead', 'checkpoint', 'state'] as const).filter(
    name =>
      fields[name] !== undefined && plain(fields[name] ?? '').replace(/\((.*)\)$/s, '$1') !== current[name],
  )
  const wish = Object.fromEntries(changed.map(name => [name, fields[name]]))
  const made = changed.length === 0 ? [] : planContext(notes, section, wish)
  return plan(
    now,
    made,
    found => found.kind === 'context' && (fields.state === undefined || found.state === plain(fields.state)),
  )
}
