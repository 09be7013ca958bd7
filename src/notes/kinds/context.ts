import { partWeight } from '../../markdown/tokens.ts'
import type { Kind, RecoveryLine } from '../kind.ts'
import { present } from '../record.ts'
import { type Bead, type ContextRecord, namesNextStep, readContext } from '../state/read-context.ts'
import { nextStepIn } from '../text/next-step.ts'

/** Token limits for the state and the next step, before other kinds get a turn. */
const MAX_STATE = 45
const MAX_NEXT = 60
const MAX_BOTH = 58
const MIN_STATE = 24

export const context: Kind<ContextRecord, never, 'active-context' | 'session-continuity'> = {
  sections: {
    'active-context': [
      'active context',
      'current focus',
      'current context',
      'current state',
      'focus',
      'resume here',
      'resume',
      'start here',
      'where we are',
      'where we left off',
      'current status',
      'current phase',
      'current position',
      'status',
      'state',
      'next',
      'next step',
      'immediate next step',
      'optional next step',
      'next action',
      'next up',
      'up next',
      'next session',
      'for the next session',
      'now',
      'tl;dr',
      'tldr',
      'state of play',
      'state of things',
      'state of affairs',
      'where things stand',
      'handover',
      'handoff',
    ],
    'session-continuity': ['session continuity', 'session state', 'session'],
  },
  words: { one: 'context', many: 'contexts', show: 'context' },
  read: readContext,
  title: ({ bead, state, next }) => joined(bead?.id, bead?.title) || (state ?? next ?? ''),
  json({ bead, checkpoint, state, next, blockedBy, others }) {
    const named = Object.fromEntries(others.map(({ name, value }) => [name, value]))
    const more = others.length === 0 ? {} : { others: named }
    return { bead, checkpoint: checkpoint?.text, state, next, blockedBy, ...more }
  },
  recover: {
    need: 1,
    first: 4,
    most: MAX_STATE,
    lines: recoveryLines,
    summary: ({ bead, state, next }) => joined(bead?.id, bead?.title, state, next && `Next: ${next}`),
  },
  merge: { key: ({ section }) => [section.title], later: ['checkpoint'] },
}

const joined = (...parts: readonly (string | undefined)[]): string =>
  parts.filter(part => part !== undefined).join(' ')

/**
 * The next step and the state come first, since the session continues from them. The state has a date, and the next
 * step in its text is clipped last.
 */
function recoveryLines(record: ContextRecord): readonly RecoveryLine[] {
  const { checkpoint, next, blockedBy, at } = record
  const { said, bead, others } = told(record)
  const step = { label: 'Next: ', text: next ?? '', most: MAX_NEXT, tail: nextStepIn(next ?? '') }
  const stop = { label: 'Blocked by: ', text: blockedBy ?? '', most: 24 }
  const where: RecoveryLine = {
    label: 'State: ',
    ...{ date: checkpoint ?? at, isDated: true, text: said, tail: nextStepIn(said) },
    ...(record.isListed === true ? {} : { isStory: true as const }),
    // If the next step has a line of its own, the state needs less room.
    ...(next === undefined ? {} : { most: Math.max(MIN_STATE, MAX_BOTH - partWeight(next)) }),
  }
  return [
    ...(next === undefined ? [] : [step]),
    ...(said === '' ? [] : [where]),
    ...(blockedBy === undefined ? [] : [stop]),
    ...(bead === undefined ? [] : [beadLine(bead)]),
    ...(checkpoint === undefined || said !== ''
      ? []
      : [{ label: `Checkpoint: ${checkpoint.text}`, text: '' }]),
    ...others.map(({ name, value }) => ({
      label: `${name}: `,
      text: value.replace(BAR, ''),
      isLater: true as const,
    })),
  ]
}

/** Matches a progress bar such as `[███░░] `. Each square costs a token, and the figure after the bar says the same. */
const BAR = /^\[[^\w\]]+\] (?=\w)/

type Told = Pick<ContextRecord, 'bead' | 'others'> & { readonly said: string }

/**
 * The words of the state, and the fields that they do not include. A brief state such as `In progress` says nothing
 * without its task or phase. If there is no state, the other fields take its place.
 */
function told({ state, next, bead, others, section }: ContextRecord): Told {
  if (state === undefined) {
    // Below `## Next: Slice 7`, a field such as `Goal` is about that step.
    const isState = bead === undefined && !(next !== undefined && namesNextStep(section.title))
    const said = isState
      ? others.map(({ name, value }) => `${name}: ${value.replace(/\.$/, '')}`).join('; ')
      : ''
    return { said, others: isState ? [] : others, ...present({ bead }) }
  }
  const isBrief = state.trim().split(/\s+/).length <= 3
  if (isBrief && bead?.id === undefined && bead?.title !== undefined)
    return { said: `${bead.title}: ${state}`, others }
  const part = isBrief ? others.find(({ name }) => PARTS.has(name)) : undefined
  if (part === undefined) return { said: state, others, ...present({ bead }) }
  const { name, value } = part
  const subject = value.toLowerCase().startsWith(name) ? value : `${name} ${value}`
  return {
    said: `${subject}: ${state}`,
    others: others.filter(other => other !== part),
    ...present({ bead }),
  }
}

/** The fields that say which part of the project the work is in. */
const PARTS: ReadonlySet<string> = new Set(['cycle', 'phase', 'sprint'])

/** The id identifies the task, so only the title may be clipped. */
function beadLine({ id = '', title = '' }: Bead): RecoveryLine {
  // The label is never clipped, so a long id goes into the text.
  if (id.length > MAX_ID) return { label: 'Bead: ', text: `${id} ${title}` }
  if (id === '') return { label: 'Task: ', text: title, isLater: true }
  if (title === '') return { label: `Bead: ${id}`, text: '' }
  return { label: 'Bead: ', place: id, text: `(${title})`, most: 12 }
}

const MAX_ID = 40
