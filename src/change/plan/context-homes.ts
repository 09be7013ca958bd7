import { NotesError } from '../../error.ts'
import type { Edit } from '../../markdown/edit.ts'
import { handleOf } from '../../notes/handle.ts'
import type { NotesRecord, RecordOf } from '../../notes/kinds.ts'
import type { Notes } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'
import { fieldContext, presentContexts } from '../../notes/state/standing.ts'
import type { Caution } from '../../notes/text/inline.ts'
import { oneLine } from '../../safety/one-line.ts'
import type { ContextFields, Intent } from '../intent.ts'
import { refused } from '../verify.ts'
import { chooseSection } from './choose-section.ts'
import { cautious } from './not-written.ts'
import type { Planned } from './plan.ts'
import { differentFields, planContext, replaceable } from './plan-context.ts'
import { isOnlyProse } from './plan-edit.ts'

/**
 * Pairs each section to write to with the fields that go there. A state or next step goes to the field that holds it
 * now or, if there is none, to the section whose only paragraph or list states it. All other fields go to the current
 * context that has fields or, without one, to the section of the state or next step; that main section comes first.
 * Empty if there is no such section, so that an Active Context is needed.
 */
export function homesOf(
  notes: Notes,
  fields: ContextFields,
): readonly (readonly [section: Section, fields: ContextFields])[] {
  const present = presentContexts(notes)
  const context = fieldContext(notes)
  const homeOf = (name: 'state' | 'next'): Section | undefined =>
    context?.[name] !== undefined && context.prose?.name !== name
      ? context.section
      : present.find(record => replaceable(record)?.name === name && record.section.date === undefined)
          ?.section
  const state = homeOf('state')
  const next = fields.next === undefined ? undefined : homeOf('next')
  const main = context?.section ?? state ?? next
  if (main === undefined) return []
  const homes = { state: state ?? main, next: next ?? main }
  const given = Object.entries(fields) as [keyof ContextFields, string | undefined][]
  const fieldsOf = (section: Section): ContextFields =>
    Object.fromEntries(
      given.filter(([name]) => (name === 'state' || name === 'next' ? homes[name] : main) === section),
    )
  return [...new Set([main, homes.state, homes.next])]
    .map(section => [section, fieldsOf(section)] as const)
    .filter(([section, own]) => section === main || Object.keys(own).length > 0)
}

/** Plans to set fields of the active context, each in the place where the notes state it now. */
export function planContextChange(
  notes: Notes,
  intent: Extract<Intent, { do: 'set-context' }>,
  caution: Caution,
): Pick<Planned, 'target' | 'expected' | 'remark'> & {
  readonly made: readonly Edit[]
  readonly also: NonNullable<Planned['also']>
} {
  const own = chooseSection(notes, 'active-context')?.section
  const homes = homesOf(notes, intent.fields)
  const [home = own && ([own, intent.fields] as const), ...others] = homes
  if (home === undefined) throw refused('there is no active context')
  // A new checkpoint time alone counts as a change only if nothing else was given.
  const hasMore = Object.entries(intent.fields).some(
    ([name, value]) => name !== 'checkpoint' && value !== undefined,
  )
  const planned = [home, ...others].map(([section, fields]) => {
    const record = notes.recordsOf(section).find(found => found.kind === 'context')
    const now = record?.kind === 'context' ? record : undefined
    if (now?.isProse === true && fields.checkpoint === undefined) refuseEmptying(notes, now, fields)
    return { section, fields, now, changed: differentFields(now, fields) }
  })
  const changed = planned.flatMap(one => one.changed)
  const isSaid = changed.every(name => name === 'checkpoint') && (hasMore || changed.length === 0)
  const written = cautious(intent, caution).fields
  const edits = planned.flatMap(({ section, changed }) =>
    planContext(notes, section, Object.fromEntries(changed.map(name => [name, written[name]]))),
  )
  const expectedIn =
    (fields: ContextFields) =>
    (found: NotesRecord): boolean =>
      found.kind === 'context' &&
      differentFields(found, { state: fields.state, next: fields.next }).length === 0 &&
      (fields.bead === undefined || (fields.bead === '') === (found.bead === undefined))
  const [main = planned[0], ...also] = planned.filter(({ changed }) => changed.length > 0)
  return {
    target: main?.now,
    made: isSaid ? [] : edits,
    expected: expectedIn(main?.fields ?? {}),
    remark:
      nextInState(
        intent.fields,
        planned.find(({ now }) => now?.state !== undefined),
      ) ??
      alsoSaid(
        notes,
        planned.map(({ section }) => section),
        changed,
      ),
    also: also.flatMap(({ now, fields }) =>
      now === undefined ? [] : [{ target: now, expected: expectedIn(fields) }],
    ),
  }
}

/** Warns about a next step in the words of a state that is not replaced: recovery would show both. */
function nextInState(
  { next, state }: ContextFields,
  { now }: { readonly now?: RecordOf<'context'> | undefined } = {},
): string | undefined {
  const said = /\bnext(?: action| step)?s?:\s*\S.*/i.exec(now?.state ?? '')?.[0]
  if (next === undefined || state !== undefined || said === undefined) return undefined
  return `The state still says "${oneLine(said, 60)}", and recovery shows it: reword it with \`notes context set --state "…"\``
}

/** Refuses to clear a state or a next step in prose if that would leave nothing below its heading. */
function refuseEmptying(notes: Notes, context: RecordOf<'context'>, fields: ContextFields): void {
  if (Object.values(fields).some(value => value !== '')) return
  throw new NotesError(
    'conflict',
    `The section "${context.section.title}" holds nothing else`,
    `Remove its text: \`notes remove ${handleOf(notes, context)}\``,
    { span: context.span },
  )
}

/**
 * Warns about prose below `## Next` or `## Status` that is not replaced, because recovery would show it beside the new
 * value. Prose below a dated heading is fine: the new value is more recent.
 */
function alsoSaid(
  notes: Notes,
  homes: readonly Section[],
  changed: ReturnType<typeof differentFields>,
): string | undefined {
  const others = presentContexts(notes).filter(
    record =>
      record.isProse === true &&
      (record.checkpoint ?? record.section.date) === undefined &&
      !homes.includes(record.section) &&
      changed.some(name => (name === 'next' || name === 'state') && record[name] !== undefined),
  )
  const remarks = others.map(record => {
    const remove = isOnlyProse(record) ? `, or \`notes remove ${handleOf(notes, record)}\`` : ''
    return `The section "${record.section.title}" says something else, and recovery shows both: edit it${remove}`
  })
  return remarks.length === 0 ? undefined : remarks.join('. ')
}
