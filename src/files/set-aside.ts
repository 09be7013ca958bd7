import { createFile } from './swap/write.ts'

/**
 * Saves the bytes of a file that is being replaced to a new file beside it, which only this user can read. Returns the
 * path of the new file.
 */
export function setAside(path: string, bytes: Uint8Array): string {
  for (let number = 1; ; number++) {
    const copy = `${path}.damaged${number === 1 ? '' : `-${number}`}`
    if (createFile(copy, bytes, { mode: 0o600 })) return copy
  }
}
