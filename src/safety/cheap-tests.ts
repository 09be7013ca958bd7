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

/** Everything that `plainView` decodes starts with one of these. */
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

/**
 * Can the text contain hidden characters (`hidden.ts`)? Hardly any text does, and a pattern without groups takes half
 * the time. Half of a tag character counts as a hidden character.
 */
export const mayHide = (text: string): boolean => !PRINTABLE.test(text) && ANY.test(text)

/** Checked first: this cuts the time for megabytes of text by a third. */
const PRINTABLE = /^[\t\n\r -~]*$/

const ANY =
  // biome-ignore lint/suspicious/noControlCharactersInRegex lint/suspicious/noMisleadingCharacterClass: these are the characters to find
  /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c]|[\u115f\u1160\u17b4\u17b5\u180b-\u180f]|[\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164]|[\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc]|[\ud82f\ud834\udb40-\udb43]/
