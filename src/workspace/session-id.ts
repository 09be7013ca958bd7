import { NotesError } from '../error.ts'

declare const checked: unique symbol

/** The name of a session, found to be a plain file name on every platform. */
export type SessionId = string & { readonly [checked]: true }

/** Hosts use UUIDs and short words. Nothing that is a path or hidden. */
const SHAPE = /^[A-Za-z0-9][A-Za-z0-9._-]*$/
const LONGEST = 128

/** Windows opens these whatever their ending. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

export const isSessionId = (text: string): text is SessionId =>
  text.length <= LONGEST && SHAPE.test(text) && !text.endsWith('.') && !isDevice(text.split('.', 1)[0] ?? '')

const isDevice = (stem: string) => stem.length <= 4 && DEVICES.test(stem.toLowerCase())

/** Refuses whatever could name another file than the one of a session. */
export function checkSessionId(given: unknown, from?: string): SessionId {
  if (typeof given === 'string' && isSessionId(given)) return given
  const text = typeof given === 'string' ? given : typeof given
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text
  throw new NotesError(
    'usage',
    `${JSON.stringify(shown)} is no name of a session${from === undefined ? '' : ` (it is in ${from})`}`,
    'Use 1 to 128 letters, digits, `-`, `_` and `.`, beginning with a letter or a digit, and no device such as nul',
  )
}
