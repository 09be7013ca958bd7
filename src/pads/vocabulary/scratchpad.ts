import { NotesError } from '../../error.ts'
import { nameOf, textGiven, textsGiven } from '../given.ts'
import { clip, countTokens, isOver, type Limits } from '../limits.ts'
import type { Planned } from '../pad.ts'
import { type Change, capRefs, type Pad, type Space } from '../pad.ts'
import type { PadWriter } from '../writer.ts'

export const scratchpadActions = [
  'set_notes',
  'append_notes',
  'set_plan',
  'refs.add',
  'refs.remove',
  'refs.set',
] as const

/** The input of the scratchpad tool, unvalidated. */
export interface ScratchpadCall {
  readonly action?: unknown
  readonly content?: unknown
  readonly ref?: unknown
  readonly items?: unknown
  readonly mode?: unknown
}

/** Plans one call. Never throws: errors go into the answer, which a model reads. */
export function planScratchpad(pad: Pad, call: ScratchpadCall, limits: Limits): Planned<string> {
  const { action } = call
  const content = textOf(call.content)
  switch (action) {
    case 'set_notes':
      return setText('notes', content, limits.notes)
    case 'append_notes':
      return appendNotes(pad, content, limits.notes)
    case 'set_plan':
      return setText('plan', content, limits.plan)
    case 'refs.add':
      return addRef(pad, textOf(call.ref), limits.refs)
    case 'refs.remove':
      return removeRef(pad, textOf(call.ref), limits.refs)
    case 'refs.set':
      return setRefs(call.items, limits.refs)
    case undefined:
      if (call.content !== undefined) return saveText(pad, content, call.mode, limits.tokens)
  }
  const name = typeof action === 'string' ? action : action === undefined ? '' : nameOf(action)
  return say(`Unknown action "${name}". Valid actions: ${scratchpadActions.join(', ')}.`)
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const say = (answer: string): Planned<string> => ({ changes: [], answer })
const quota = (used: number, limit: number) => (limit === 0 ? `${used}` : `${used}/${limit}`)

function setText(space: 'notes' | 'plan', content: string, limit: number): Planned<string> {
  const text = clip(content, limit)
  const warning =
    text.length < content.length ? ` (truncated from ${content.length} to ${text.length} chars)` : ''
  return {
    changes: [...cut(space, content, text), { key: space, text }],
    answer: `${space} set: ${quota(text.length, limit)} chars used.${warning}`,
  }
}

/** Logs the part that did not fit; `notes pad history` shows it. */
const cut = (space: Space, whole: string, kept: string): Change[] =>
  kept.length < whole.length ? [{ key: 'cut', space, text: whole.slice(kept.length) }] : []

function appendNotes({ notes }: Pad, content: string, limit: number): Planned<string> {
  if (content === '') return say(`notes appended: ${quota(notes.length, limit)} chars used.`)
  const text = notes === '' ? content : `${notes}\n${content}`
  if (isOver(text.length, limit))
    return say(
      `append_notes rejected: combined would be ${text.length} chars (budget: ${limit}). ` +
        'Use set_notes to overwrite with a summary.',
    )
  return {
    changes: [{ key: 'notes', text }],
    answer: `notes appended: ${quota(text.length, limit)} chars used.`,
  }
}

function addRef(pad: Pad, ref: string, limit: number): Planned<string> {
  if (ref === '') return say('refs.add: ref must be a non-empty string.')
  const refs = capRefs([...pad.refs, ref], limit)
  return {
    changes: [{ key: 'refs', refs }],
    answer: `refs.add: added "${ref}". ${quota(refs.length, limit)} refs used.`,
  }
}

function removeRef(pad: Pad, ref: string, limit: number): Planned<string> {
  const present = capRefs(pad.refs, limit)
  const at = present.indexOf(ref)
  if (ref === '' || at < 0) return say(`refs.remove: "${ref}" not found.`)
  const refs = present.toSpliced(at, 1)
  return {
    changes: [{ key: 'refs', refs }],
    answer: `refs.remove: removed "${ref}". ${quota(refs.length, limit)} refs used.`,
  }
}

function setRefs(items: unknown, limit: number): Planned<string> {
  const texts = Array.isArray(items) ? items.filter((item): item is string => typeof item === 'string') : []
  const refs = limit === 0 ? texts : texts.slice(0, limit)
  return {
    changes: [
      ...(refs.length < texts.length
        ? [{ key: 'cut' as const, space: 'refs' as const, text: texts.slice(refs.length).join('\n') }]
        : []),
      { key: 'refs', refs },
    ],
    answer: `refs.set: ${quota(refs.length, limit)} refs stored.`,
  }
}

/** The single-text scratchpad, with a budget in tokens. */
function saveText({ notes }: Pad, content: string, mode: unknown, budget: number): Planned<string> {
  const appends = mode === 'append'
  const whole =
    appends && notes !== '' && content !== '' ? `${notes}\n${content}` : appends ? notes + content : content
  const tokens = countTokens(whole)
  const isTooLong = isOver(tokens, budget)
  if (appends && isTooLong)
    return say(
      `Scratchpad append rejected: combined content would be ${tokens} tokens (budget: ${budget}). ` +
        'Scratchpad unchanged.',
    )
  const text = isTooLong ? clip(whole, budget * 4) : whole
  const used = countTokens(text)
  const warning = isTooLong ? ` (truncated from ${tokens} to ${used} tokens)` : ''
  return {
    changes: text === notes && appends ? [] : [...cut('notes', whole, text), { key: 'notes', text }],
    answer: `Scratchpad saved (${appends ? 'append' : 'replace'}): ${used} tokens used${budget === 0 ? '' : ` of ${budget} budget`}.${warning}`,
  }
}

/** The plan of a session. */
export interface PlanApi {
  read(): Promise<string>
  /** Rejects a plan over the limit, so that no step of it is lost. */
  write(content: string): Promise<void>
}

/** The references of a session. Each call returns a message about what it did, and rejects when it cannot. */
export interface RefsApi {
  list(): Promise<readonly string[]>
  add(ref: string): Promise<string>
  remove(ref: string): Promise<string>
  set(refs: readonly string[]): Promise<string>
}

export function planApi(writer: PadWriter, { plan: limit }: Limits): PlanApi {
  return {
    read: async () => (await writer.refresh()).plan,
    async write(given) {
      const content = textGiven(given, 'plan.write')
      return writer.change(({ plan }) => {
        if (isOver(content.length, limit) && content.length > plan.length)
          throw new NotesError(
            'usage',
            `The plan would hold ${content.length} characters (limit: ${limit}); nothing changed`,
            'Write a shorter plan, or raise `session.plan.maxChars` (0 = no limit)',
          )
        return { changes: content === plan ? [] : [{ key: 'plan', text: content }], answer: undefined }
      })
    },
  }
}

export function refsApi(writer: PadWriter, limits: Limits): RefsApi {
  const call = (wanted: ScratchpadCall): Promise<string> =>
    writer.change(pad => {
      const planned = planScratchpad(pad, wanted, limits)
      if (planned.changes.length > 0) return planned
      throw new NotesError(
        wanted.action === 'refs.remove' ? 'not-found' : 'usage',
        planned.answer,
        'Give one reference, exactly as it is in the pad',
      )
    })
  return {
    // A copy, so that changing the list does not change the pad.
    list: async () => [...(await writer.refresh()).refs],
    add: async ref => call({ action: 'refs.add', ref: textGiven(ref, 'refs.add') }),
    remove: async ref => call({ action: 'refs.remove', ref: textGiven(ref, 'refs.remove') }),
    set: async items => call({ action: 'refs.set', items: textsGiven(items, 'refs.set') }),
  }
}
