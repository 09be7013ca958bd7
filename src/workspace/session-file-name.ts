import { isSessionId, type SessionId } from './session-id.ts'

const ENDING = '.jsonl'

/**
 * The file name of a session. `A` and `a` are two sessions but the same file on macOS and Windows, so capitals are
 * written in lower case, with a number that tells which letters are capitals (`Ab` is `ab+1`). Session names cannot
 * contain a plus.
 */
export function fileNameOf(id: SessionId): string {
  const small = id.toLowerCase()
  return `${small}${small === id ? '' : `+${capitalsOf(id)}`}${ENDING}`
}

/** The session of a file, including names from before capitals were encoded; undefined for any other file. */
export function sessionOfFile(name: string): SessionId | undefined {
  if (!name.endsWith(ENDING)) return undefined
  const [stem = '', capitals, ...more] = name.slice(0, -ENDING.length).split('+')
  const id = capitals === undefined ? stem : withCapitals(stem, capitals)
  if (more.length > 0 || !isSessionId(id)) return undefined
  return capitals === undefined || fileNameOf(id) === name ? id : undefined
}

/** The earlier file name of a session; undefined when it is the same as now. */
export const formerNameOf = (id: SessionId): string | undefined =>
  id === id.toLowerCase() ? undefined : `${id}${ENDING}`

/** Each hexadecimal digit encodes four letters, the first letter in its lowest bit. */
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
