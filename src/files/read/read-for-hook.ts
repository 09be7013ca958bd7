import { closeSync, fstatSync, lstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs'

// Readers that must not fail: for hooks, which have little time, and for files that come with a clone.

/** The last `bytes` of a file as text, without a partial first line; empty when it cannot be read. */
export function readTail(path: string, bytes: number): { readonly text: string; readonly whole: boolean } {
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, 'r')
    const stat = fstatSync(descriptor)
    if (!stat.isFile()) return { text: '', whole: true }
    const start = Math.max(0, stat.size - bytes)
    const buffer = Buffer.allocUnsafe(stat.size - start)
    const length = readSync(descriptor, buffer, 0, buffer.length, start)
    const text = buffer.toString('utf8', 0, length)
    return { text: start === 0 ? text : text.slice(text.indexOf('\n') + 1), whole: start === 0 }
  } catch {
    return { text: '', whole: true }
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/** Searching a larger file could exceed the time limit of the hook that waits for it. */
const MAX_BYTES = 8 * 1024 * 1024

/** The text of a regular file; undefined when it is larger than `maxBytes`, or cannot be read. */
export function readSmall(path: string, maxBytes: number = MAX_BYTES): string | undefined {
  try {
    const stat = statSync(path)
    return stat.isFile() && stat.size <= maxBytes ? readFileSync(path, 'utf8') : undefined
  } catch {
    return undefined
  }
}

/**
 * Reads a regular file in regular folders. Returns `missing`, or `other` when a link, a folder or a device is in
 * the way or the text is not UTF-8. For hooks: `readLog` and `resolveInside` handle every case but cost a
 * millisecond more, mostly for functions that Node compiles on first use. `readPlainFile` uses only functions that Node
 * already ran to load the program.
 */
export function readPlainFile(
  root: string,
  names: readonly string[],
): { text: string } | 'missing' | 'other' {
  let path = root
  for (const [index, name] of names.entries()) {
    path += `/${name}`
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return 'missing'
    if (!(index === names.length - 1 ? stat.isFile() : stat.isDirectory())) return 'other'
  }
  const text = readFileSync(path, 'utf8')
  return text.includes('\uFFFD') ? 'other' : { text }
}
