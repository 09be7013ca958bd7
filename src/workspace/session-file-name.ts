import { isSessionId, type SessionId } from './session-id.ts'

const ENDING = '.jsonl'

/**
 * The file of a session. `A` and `a` are two sessions, and one file on the disks of macOS and Windows: a name with
 * capital letters is written in small ones, with a number that says which are capital (`Ab` is `ab+1`). No name of a
 * session has a plus.
 */
export function fileNameOf(id: SessionId): string {
  const small = id.toLowerCase()
  return `${small}${small === id ? '' : `+${capitalsOf(id)}`}${ENDING}`
}

/** The session of a file, also of one that was written before capital letters were; undefined for any other file. */
export function sessionOfFile(name: string): SessionId | undefined {
  if (!name.endsWith(ENDING)) return undefined
  const [stem = '', capitals, ...more] = name.slice(0, -ENDING.length).split('+')
  const id = capitals === undefined ? stem : withCapitals(stem, capitals)
  if (more.length > 0 || !isSessionId(id)) return undefined
  return capitals === undefined || fileNameOf(id) === name ? id : undefined
}

/** The name that the file of a session had before; undefined when it is the one that it has now. */
export const formerNameOf = (id: SessionId): string | undefined =>
  id === id.toLowerCase() ? undefined : `${id}${ENDING}`

/** Four letters are one hexadecimal digit, the first letter its lowest bit. */
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
