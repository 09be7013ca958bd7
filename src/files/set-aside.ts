import { createFile } from './swap/write.ts'

/** Writes what a file held before it was replaced to a new file beside it, for this user only. Returns its path. */
export function setAside(path: string, bytes: Uint8Array): string {
  for (let number = 1; ; number++) {
    const copy = `${path}.damaged${number === 1 ? '' : `-${number}`}`
    if (createFile(copy, bytes, { mode: 0o600 })) return copy
  }
}
