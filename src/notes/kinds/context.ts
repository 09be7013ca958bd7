import { partWeight } from '../../markdown/tokens.ts'
import type { Kind, RecoveryLine } from '../kind.ts'
import { type Bead, type ContextRecord, readContext } from '../state/read-context.ts'
import { nextStepIn } from '../text/next-step.ts'

/** Token limits for the state and the next step, before other kinds get a turn. */
const MAX_STATE = 45
const MAX_NEXT = 60
const MAX_BOTH = 58
const MIN_STATE = 15

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
      'status',
      'next',
      'next action',
      'next up',
      'up next',
      'next session',
      'for the next session',
      'now',
      'tl;dr',
      'tldr',
      'state of play',
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
function recoveryLines({
  bead,
  checkpoint,
  state,
  next,
  blockedBy,
  others,
  at,
}: ContextRecord): readonly RecoveryLine[] {
  const said = state ?? others.map(({ name, value }) => `${name}: ${value}`).join('; ')
  const step = { label: 'Next: ', text: next ?? '', most: MAX_NEXT, tail: nextStepIn(next ?? '') }
  const stop = { label: 'Blocked by: ', text: blockedBy ?? '', most: 24 }
  const where: RecoveryLine = {
    label: 'State: ',
    ...{ date: checkpoint ?? at, isDated: true, isStory: true, text: said, tail: nextStepIn(said) },
    // If the next step has a line of its own, the state is only the story.
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
    ...(state === undefined
      ? []
      : others.map(({ name, value }) => ({ label: `${name}: `, text: value, isLater: true as const }))),
  ]
}

/** The id identifies the task, so only the title may be clipped. */
function beadLine({ id = '', title = '' }: Bead): RecoveryLine {
  // The label is never clipped, so a long id goes into the text.
  if (id.length > MAX_ID) return { label: 'Bead: ', text: `${id} ${title}` }
  if (id === '' || title === '')
    return { label: `Bead: ${id}`, text: title, ...(id === '' ? { isLater: true } : {}) }
  return { label: 'Bead: ', place: id, text: `(${title})`, most: 12 }
}

const MAX_ID = 40
