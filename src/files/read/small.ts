import { readFileSync, statSync } from 'node:fs'

/** Searching a larger file could exceed the time limit of the hook that waits for it. */
const MAX_BYTES = 8 * 1024 * 1024

/** The text of a file; undefined when it is larger than 8 MB, or cannot be read. */
export function readSmall(path: string): string | undefined {
  try {
    return statSync(path).size > MAX_BYTES ? undefined : readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
