import { fstatSync, readSync } from 'node:fs'
import { NotesError } from '../error.ts'
import { codeOf } from './error-code.ts'

/** Holds everything up: there is nothing else to do until the other end of a pipe moves. */
export function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

/** All of standard input. A terminal or a slow writer answers EAGAIN; Windows says EOF at the end of a pipe. */
function readBytes(isEnough: (chunks: readonly Buffer[]) => boolean = () => false): Buffer {
  const chunks: Buffer[] = []
  while (!isEnough(chunks)) {
    const chunk = Buffer.allocUnsafe(65536)
    try {
      const length = readSync(0, chunk)
      if (length === 0) break
      chunks.push(chunk.subarray(0, length))
    } catch (error) {
      if (codeOf(error) === 'EAGAIN') pause(2)
      else if (codeOf(error) === 'EOF') break
      else throw error
    }
  }
  return Buffer.concat(chunks)
}

/** All of standard input as text; what is no text is refused before it is stored as something else. */
export function readInput(): string {
  const bytes = readBytes()
  const text = bytes.toString('utf8')
  if (text.includes('\uFFFD') && !isUtf8(bytes))
    throw new NotesError(
      'not-text',
      'Standard input is no UTF-8; nothing changed',
      'Convert it first, for example with `iconv -t UTF-8`',
    )
  return text
}

/** As node:buffer has it, which is a core module more. */
function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** What the client says to a hook: one JSON object. Typed in a terminal, a hook waits for nobody. */
export const readPayload = (): string =>
  fstatSync(0).isCharacterDevice() ? '' : readBytes(isWholePayload).toString('utf8')

/** In bytes; more than any client says. */
const LONGEST_PAYLOAD = 8 * 1024 * 1024

/** A client may leave the pipe open behind its object, and what is no client may never end. */
function isWholePayload(chunks: readonly Buffer[]): boolean {
  const last = chunks.at(-1)
  if (last === undefined) return false
  if (chunks.reduce((bytes, { length }) => bytes + length, 0) > LONGEST_PAYLOAD) return true
  if (!last.toString('latin1').trimEnd().endsWith('}')) return false
  try {
    JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return true
  } catch {
    return false
  }
}
