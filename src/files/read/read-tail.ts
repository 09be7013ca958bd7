import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** The last `bytes` of a file as text, without the line that was cut; empty when it cannot be read. */
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
