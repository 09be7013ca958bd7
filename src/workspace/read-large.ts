import { isAscii } from 'node:buffer'
import { readFileSync } from 'node:fs'

/**
 * The text of a file that is nothing but ASCII, which most large notes files are: copied instead of decoded, 6 ms
 * instead of 16 for 7 MB. Undefined for all others, and when it cannot be read.
 */
export function readAscii(path: string): string | undefined {
  try {
    const bytes = readFileSync(path)
    return isAscii(bytes) && !bytes.includes(0) ? bytes.toString('latin1') : undefined
  } catch {
    return undefined
  }
}
