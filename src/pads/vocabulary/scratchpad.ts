import { NotesError } from '../../error.ts'
import { nameOf, textGiven, textsGiven } from '../given.ts'
import { CHARACTERS_PER_TOKEN, clip, countTokens, isOver, type Limits, limitOfNotes } from '../limits.ts'
import { type Change, capRefs, type Pad, type Planned, type Space } from '../pad.ts'
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

/** The result of a scratchpad call, or its refusal. */
export interface ScratchpadAnswer {
  readonly message: string
  readonly refused: boolean
}

type Plan = Planned<ScratchpadAnswer>

/**
 * Plans one call. Never throws: errors go into the answer, which a model reads. A call that it does not understand
 * changes nothing; only an explicitly empty value clears a space.
 */
export function planScratchpad(pad: Pad, call: ScratchpadCall, limits: Limits): Plan {
  const { action, content } = call
  const takes = parameterOf(action)
  if (takes === undefined || (action === undefined && content === undefined)) return unknownAction(action)
  const wrong = misunderstood(call, takes)
  if (wrong !== undefined) return refuse(wrong)
  switch (action) {
    case 'set_notes':
    case 'set_plan':
    case 'append_notes':
      if (typeof content !== 'string')
        return refuse(`${action}: content must be a string${got(content)}. Nothing changed; "" clears.`)
      if (action === 'append_notes') return appendNotes(pad, content, limits)
      return action === 'set_notes'
        ? setText('notes', content, limits.notes)
        : setText('plan', content, limits.plan)
    case 'refs.add':
      return addRef(pad, textOf(call.ref), limits)
    case 'refs.remove':
      return removeRef(pad, textOf(call.ref), limits.refs)
    case 'refs.set':
      return setRefs(call.items, limits)
    default:
      if (typeof content !== 'string')
        return refuse(`content must be a string${got(content)}. Scratchpad unchanged; "" clears it.`)
      return saveText(pad, content, call.mode === 'append', limits)
  }
}

function unknownAction(action: unknown): Plan {
  const name = typeof action === 'string' ? action : action === undefined ? '' : nameOf(action)
  return refuse(`Unknown action "${name}". Valid actions: ${scratchpadActions.join(', ')}.`)
}

/** Returns the parameter of an action, or of a call without an action. Undefined for an unknown action. */
function parameterOf(action: unknown): 'content' | 'ref' | 'items' | undefined {
  const known = scratchpadActions.find(name => name === action)
  if (known === 'refs.set') return 'items'
  if (known === 'refs.add' || known === 'refs.remove') return 'ref'
  return known !== undefined || action === undefined ? 'content' : undefined
}

const parameters = ['action', 'content', 'ref', 'items', 'mode']
const modes: readonly unknown[] = ['replace', 'append']

/**
 * Describes a parameter that would be ignored, although the model meant something by it. Undefined if there is none.
 */
function misunderstood(call: ScratchpadCall, takes: string): string | undefined {
  const { action, mode } = call
  const unknown = Object.keys(call).find(name => !parameters.includes(name))
  if (unknown !== undefined)
    return `Unknown parameter ${nameOf(unknown)}. Nothing changed; valid parameters: ${parameters.join(', ')}.`
  if (action === undefined && mode !== undefined && !modes.includes(mode))
    return `Unknown mode ${nameOf(mode)}. Scratchpad unchanged; valid modes: replace, append.`
  if ((action === 'set_notes' || action === 'set_plan') && mode === 'append')
    return `${action} replaces and takes no mode "append". Nothing changed; ${
      action === 'set_plan' ? 'pass the whole plan' : 'use append_notes'
    }.`
  const other = ['content', 'ref', 'items'].find(
    name => name !== takes && !isNothing(Reflect.get(call, name)),
  )
  return other === undefined
    ? undefined
    : `${action ?? 'A call without an action'} takes ${takes}, not ${other}. Nothing changed.`
}

/** Models fill in parameters that they do not use. */
const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const got = (value: unknown): string => (value === undefined ? '' : ` (got ${nameOf(value)})`)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const say = (message: string, changes: Plan['changes'] = []): Plan => ({
  changes,
  answer: { message, refused: false },
})
const refuse = (message: string): Plan => ({ changes: [], answer: { message, refused: true } })
const quota = (used: number, limit: number) => (limit === 0 ? `${used}` : `${used}/${limit}`)

function setText(space: 'notes' | 'plan', content: string, limit: number): Plan {
  const text = clip(content, limit)
  const warning =
    text.length < content.length ? ` (truncated from ${content.length} to ${text.length} chars)` : ''
  return say(`${space} set: ${quota(text.length, limit)} chars used.${warning}`, [
    ...cut(space, content, text),
    { key: space, text },
  ])
}

/** Logs the part that did not fit; `notes pad history` shows it. */
const cut = (space: Space, whole: string, kept: string): Change[] =>
  kept.length < whole.length ? [{ key: 'cut', space, text: whole.slice(kept.length) }] : []

const withLine = (text: string, more: string): string =>
  text === '' || more === '' ? text + more : `${text}\n${more}`

function appendNotes({ notes }: Pad, content: string, limits: Limits): Plan {
  const limit = limitOfNotes(notes.length, limits.notes, limits)
  if (content === '') return say(`notes appended: ${quota(notes.length, limit)} chars used.`)
  const text = withLine(notes, content)
  if (isOver(text.length, limit))
    return refuse(
      `append_notes rejected: combined would be ${text.length} chars (budget: ${limit}). ` +
        'Use set_notes to overwrite with a summary.',
    )
  return say(`notes appended: ${quota(text.length, limit)} chars used.`, [{ key: 'notes', text }])
}

function addRef(pad: Pad, ref: string, limits: Limits): Plan {
  if (ref === '') return refuse('refs.add: ref must be a non-empty string.')
  if (isOver(ref.length, limits.refLength))
    return refuse(`refs.add rejected: ${tooLong('ref', ref, limits)}. Refs unchanged.`)
  const refs = capRefs([...pad.refs, ref], limits.refs)
  return say(`refs.add: added "${ref}". ${quota(refs.length, limits.refs)} refs used.`, [
    { key: 'refs', refs },
  ])
}

const tooLong = (what: string, ref: string, { refLength }: Limits): string =>
  `${what} would be ${ref.length} chars (limit: ${refLength}); a ref is a path, a URL or an identifier`

function removeRef(pad: Pad, ref: string, limit: number): Plan {
  const present = capRefs(pad.refs, limit)
  const at = present.indexOf(ref)
  if (ref === '' || at < 0) return refuse(`refs.remove: "${clip(ref, 200)}" not found.`)
  const refs = present.toSpliced(at, 1)
  return say(`refs.remove: removed "${ref}". ${quota(refs.length, limit)} refs used.`, [
    { key: 'refs', refs },
  ])
}

function setRefs(items: unknown, limits: Limits): Plan {
  if (!Array.isArray(items))
    return refuse(`refs.set: items must be a list of strings${got(items)}. Refs unchanged; [] clears them.`)
  const texts = items.filter((item): item is string => typeof item === 'string')
  if (texts.length === 0 && items.length > 0)
    return refuse('refs.set: none of the items is a string. Refs unchanged; [] clears them.')
  const long = texts.findIndex(text => isOver(text.length, limits.refLength))
  if (long >= 0)
    return refuse(
      `refs.set rejected: ${tooLong(`item ${long + 1}`, texts[long] ?? '', limits)}. Refs unchanged.`,
    )
  const refs = limits.refs === 0 ? texts : texts.slice(0, limits.refs)
  const warning = refs.length < texts.length ? ` (truncated from ${texts.length} to ${refs.length} refs)` : ''
  return say(`refs.set: ${quota(refs.length, limits.refs)} refs stored.${warning}`, [
    ...(refs.length < texts.length
      ? [{ key: 'cut' as const, space: 'refs' as const, text: texts.slice(refs.length).join('\n') }]
      : []),
    { key: 'refs', refs },
  ])
}

/** Plans a write to the single-text scratchpad, which has a budget in tokens. */
function saveText({ notes }: Pad, content: string, appends: boolean, limits: Limits): Plan {
  const whole = appends ? withLine(notes, content) : content
  const budget = appends
    ? Math.ceil(
        limitOfNotes(notes.length, limits.tokens * CHARACTERS_PER_TOKEN, limits) / CHARACTERS_PER_TOKEN,
      )
    : limits.tokens
  const tokens = countTokens(whole)
  const isTooLong = isOver(tokens, budget)
  if (appends && isTooLong)
    return refuse(
      `Scratchpad append rejected: combined content would be ${tokens} tokens (budget: ${budget}). ` +
        "Scratchpad unchanged. Use mode 'replace' to rewrite, or reduce content.",
    )
  const text = isTooLong ? clip(whole, budget * CHARACTERS_PER_TOKEN) : whole
  const used = countTokens(text)
  const warning = isTooLong ? ` (truncated from ${tokens} to ${used} tokens) Consider summarizing.` : ''
  return say(
    `Scratchpad saved (${appends ? 'append' : 'replace'}): ${used} tokens used${budget === 0 ? '' : ` of ${budget} budget`}.${warning}`,
    text === notes && appends ? [] : [...cut('notes', whole, text), { key: 'notes', text }],
  )
}

/** The plan of a session. */
export interface PlanApi {
  read(): Promise<string>
  /** Rejects a plan over the limit, so that no step of it is lost. */
  write(content: string): Promise<void>
}

/** The references of a session. Each change returns a message about what it did, and rejects if it failed. */
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
      const { changes, answer } = planScratchpad(pad, wanted, limits)
      if (changes.length > 0) return { changes, answer: answer.message }
      throw new NotesError(
        wanted.action === 'refs.remove' ? 'not-found' : 'usage',
        answer.message,
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
