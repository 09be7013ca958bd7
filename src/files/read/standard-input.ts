import { isUtf8 } from 'node:buffer'
import { fstatSync, readSync } from 'node:fs'
import { codeOf, NotesError } from '../../error.ts'
import { pause } from '../lock/this-process.ts'

/** Milliseconds between two reads of a pipe that has no data yet. */
const PAUSE = 2

/**
 * The next bytes; empty when none are available yet, undefined at the end. Windows reports EOF at the end of a
 * pipe.
 */
function nextChunk(bytes = 65536): Buffer | undefined {
  const chunk = Buffer.allocUnsafe(bytes)
  try {
    const length = readSync(0, chunk)
    return length === 0 ? undefined : chunk.subarray(0, length)
  } catch (error) {
    if (codeOf(error) === 'EOF') return undefined
    if (codeOf(error) !== 'EAGAIN') throw error
    pause(PAUSE)
    return chunk.subarray(0, 0)
  }
}

const MEGABYTE = 1024 * 1024
const MAX_INPUT = 64 * MEGABYTE

/** Reads all of standard input as text. Throws on invalid UTF-8 and on endless input (`yes | notes lint -`). */
export function readInput(): string {
  const chunks: Buffer[] = []
  let size = 0
  for (let chunk = nextChunk(); chunk !== undefined; chunk = nextChunk()) {
    chunks.push(chunk)
    size += chunk.length
    if (size > MAX_INPUT)
      throw new NotesError(
        'unreadable',
        'Standard input is larger than 64 MB; nothing changed',
        'Check what writes to it; pass a large file by name, or add the entries in several runs',
      )
  }
  const bytes = Buffer.concat(chunks)
  if (!isUtf8(bytes))
    throw new NotesError(
      'not-text',
      'Standard input is not UTF-8; nothing changed',
      'Convert it first, for example with `iconv -t UTF-8`',
    )
  return bytes.toString('utf8')
}

/** No client sends this much. */
const MAX_PAYLOAD = 16 * MEGABYTE
/** The maximum wait for the next byte, and in total: the session does not start before its hooks have answered. */
const MAX_IDLE = 1_000
const MAX_WAIT = 5_000

/**
 * Reads the JSON object that a client sends to a hook, or as much of it as arrives in time; reads nothing from a
 * terminal. Stops at the end of the object, since a client may keep the pipe open. `unblock` makes reads of a pipe or
 * socket return EAGAIN at once where the system supports it; elsewhere they wait for the client.
 */
export function readPayload(unblock: () => void): string {
  const stat = fstatSync(0)
  if (stat.isCharacterDevice()) return ''
  if (!stat.isFile()) unblock()
  const chunks: Buffer[] = []
  const started = Date.now()
  let [size, parsed, lastByte] = [0, 0, started]
  // Most payloads are small, and memory that a process touches for the first time costs 5 us per 4 KB.
  for (let chunk = nextChunk(4096); chunk !== undefined && size < MAX_PAYLOAD; chunk = nextChunk()) {
    const now = Date.now()
    if (now - started > MAX_WAIT || (chunk.length === 0 && now - lastByte > MAX_IDLE)) break
    if (chunk.length === 0) continue
    chunks.push(chunk)
    size += chunk.length
    lastByte = now
    // Parse again only after the input has doubled, so that the total cost stays linear.
    if (size < 2 * parsed || !chunk.toString('latin1').trimEnd().endsWith('}')) continue
    const text = textOf(chunks)
    if (isJson(text)) return text
    parsed = size
  }
  return textOf(chunks)
}

function textOf(chunks: readonly Buffer[]): string {
  const [first] = chunks
  return (first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks)).toString('utf8')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
