import { readFileSync, statSync } from 'node:fs'

/** Searching more takes longer than the call that waits for it may. */
const MAX_BYTES = 8 * 1024 * 1024

/** Does a file contain this word? True when it is too large to tell, or cannot be read. */
export function mentions(path: string, word: string): boolean {
  try {
    return statSync(path).size > MAX_BYTES || readFileSync(path).includes(word)
  } catch {
    return true
  }
}
