import { NotesError } from '../error.ts'

declare const checked: unique symbol

/** The name of a session, checked to be a safe file name on every platform. */
export type SessionId = string & { readonly [checked]: true }

/** Hosts use UUIDs and short words. Excludes paths and hidden files. */
const SHAPE = /^[A-Za-z0-9][A-Za-z0-9._-]*$/
const MAX_LENGTH = 128

/** Windows treats these as devices whatever the extension. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

export const isSessionId = (text: string): text is SessionId =>
  text.length <= MAX_LENGTH &&
  SHAPE.test(text) &&
  !text.endsWith('.') &&
  !isDevice(text.split('.', 1)[0] ?? '')

const isDevice = (stem: string) => stem.length <= 4 && DEVICES.test(stem.toLowerCase())

/** Rejects any name that could refer to a file other than a session. */
export function checkSessionId(given: unknown, from?: string): SessionId {
  if (typeof given === 'string' && isSessionId(given)) return given
  const text = typeof given === 'string' ? given : typeof given
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text
  throw new NotesError(
    'usage',
    `${JSON.stringify(shown)} is not a session name${from === undefined ? '' : ` (from ${from})`}`,
    'Use 1 to 128 letters, digits, `-`, `_` and `.`, starting with a letter or a digit; device names such as nul are reserved',
  )
}
