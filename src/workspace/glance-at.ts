import { readFileSync, realpathSync } from 'node:fs'
import { sep } from 'node:path'
import type { HotProject } from './hot-project.ts'
import { type Place, stampOf } from './place.ts'

/**
 * The text of a regular file when nothing about it is out of the ordinary: UTF-8 without NUL bytes. Undefined
 * otherwise; `readText` then says what is wrong. This is what a session start pays for, so it explains nothing.
 */
export function glanceAtText(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8')
    // A U+FFFD may be the file's own or stand for bytes that are not UTF-8: that takes a closer look.
    return text.includes('\0') || text.includes('\uFFFD') ? undefined : text
  } catch {
    return undefined
  }
}

const MOST_CODE_BYTES = 1024 * 1024

/** One line of code inside the project, and the file that it stands in; undefined when that is not certain, or not simple. */
export function glanceAtLine(
  { root, realRoot }: Pick<HotProject, 'root' | 'realRoot'>,
  path: string,
  line: number,
): { readonly line: string | undefined; readonly place: Place } | undefined {
  // Only plain names below the root, which then are looked up for where they really are.
  if (path.startsWith('/') || path.includes('..') || path.includes('\\') || path.includes(':'))
    return undefined
  try {
    const named = `${root}${sep}${path}`
    const real = realpathSync.native(named)
    const stamp = real.startsWith(`${realRoot}${sep}`) ? stampOf(real) : undefined
    if (stamp === undefined || stamp[0] > MOST_CODE_BYTES) return undefined
    const text = glanceAtText(real)
    if (text === undefined || text.startsWith('\uFEFF')) return undefined
    return { line: lineOf(text, line), place: [named, real, stamp] }
  } catch {
    return undefined
  }
}

function lineOf(text: string, line: number): string | undefined {
  let start = 0
  for (let at = 1; at < line; at++) {
    start = text.indexOf('\n', start) + 1
    if (start === 0) return undefined
  }
  // Lone carriage returns end lines as well, which would count them differently.
  if (text.includes('\r') && /\r(?!\n)/.test(text)) return undefined
  const end = text.indexOf('\n', start)
  return text.slice(start, end < 0 ? text.length : end)
}
