import { lstatSync } from 'node:fs'
import { NotesError } from '../../error.ts'
import { DEVICE_NAME } from '../safe-path.ts'

const ENDING = '.jsonl'

/**
 * The file name of a session. `A` and `a` are two sessions but the same file on macOS and Windows, so capitals are
 * written in lower case, followed by a number that encodes which letters are capitals (`Ab` is `ab+1`). Session names
 * cannot contain a plus.
 */
export function fileNameOf(id: SessionId): string {
  const small = id.toLowerCase()
  return `${small}${small === id ? '' : `+${capitalsOf(id)}`}${ENDING}`
}

export function sessionOfFile(name: string): SessionId | undefined {
  if (!name.endsWith(ENDING)) return undefined
  const [stem = '', capitals = ''] = name.slice(0, -ENDING.length).split('+')
  const id = withCapitals(stem, capitals)
  return isSessionId(id) && fileNameOf(id) === name ? id : undefined
}

/** Each hexadecimal digit encodes which of four characters are capitals, with the first in the lowest bit. */
function capitalsOf(id: string): string {
  let digits = ''
  for (let at = 0; at < id.length; at += 4) {
    const four = [...id.slice(at, at + 4)]
    digits += four.reduce((sum, letter, bit) => sum + (isCapital(letter) ? 2 ** bit : 0), 0).toString(16)
  }
  return digits.replace(/0+$/, '')
}

const isCapital = (letter: string) => letter >= 'A' && letter <= 'Z'

const withCapitals = (small: string, digits: string): string =>
  [...small]
    .map((letter, at) => {
      const digit = Number.parseInt(digits[at >> 2] ?? '0', 16)
      return (digit >> (at & 3)) & 1 ? letter.toUpperCase() : letter
    })
    .join('')

declare const checked: unique symbol

/** The name of a session, checked to be a safe file name on every platform. */
export type SessionId = string & { readonly [checked]: true }

/** Hosts use UUIDs and short words. Excludes paths and hidden files. */
const SHAPE = /^[A-Za-z0-9][A-Za-z0-9._-]*$/
const MAX_LENGTH = 128

export const isSessionId = (text: string): text is SessionId =>
  text.length <= MAX_LENGTH && SHAPE.test(text) && !text.endsWith('.') && !DEVICE_NAME.test(text)

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

/**
 * Returns a string that changes whenever a session's log does. Empty when there is no log, or when the log belongs to
 * another user: hooks show a pad unasked, and must not show someone else's.
 */
export function padStamp(root: string, session: SessionId): string {
  const stat = lstatSync(`${root}/.notes/sessions/${fileNameOf(session)}`, { throwIfNoEntry: false })
  if (stat === undefined || !stat.isFile()) return ''
  if (process.getuid !== undefined && stat.uid !== process.getuid()) return ''
  return `${stat.size} ${stat.mtimeMs}`
}
