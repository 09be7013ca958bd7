import { someAssignment } from './assignments.ts'
import { tokensIn } from './tokens.ts'

/**
 * Can the text contain anything that `secrets.ts` finds? Runs only the first checks of the finders, so `false` is
 * always right, and only `true` makes the caller load the finders. Everything shown at session start is checked, and
 * loading takes longer than these checks. Hidden characters must be removed first.
 */
export const maySecret = (text: string): boolean =>
  ['-----BEGIN', ...ESCAPES, ...ALL_MARKS].some(mark => text.includes(mark)) ||
  tokensIn(text, true).length > 0 ||
  someAssignment(text, () => true)

/** Everything that `plain-view.ts` decodes starts with one of these. */
export const ESCAPES = ['\\', '&', '<br', '<BR']

/**
 * A cheap test for the patterns of `contexts.ts`: every match contains a string from the list of its pattern, so most
 * texts never need the pattern compiled.
 */
export const MARKS = {
  url: ['@'],
  bearer: ['Bear', 'bear'],
  basic: ['Basic ', 'basic '],
  user: ['-u'],
  word: ['assword'],
  words: ['assword', 'ASSWORD'],
  cookie: ['kie:'],
  webhook: ['k.com/', 'bhook'],
  azure: ['Q~'],
  terraform: ['.atl'],
  maxmind: ['_mmk'],
  sidekiq: ['BSYS'],
} as const

const ALL_MARKS: readonly string[] = Object.values(MARKS).flat()
