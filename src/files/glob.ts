import { join, sep } from 'node:path'
import { entriesIn } from './read/look.ts'

export const isGlob = (pattern: string): boolean => /[*?[{]/.test(pattern)

/** Folders that hold none of the project's own notes. */
const SKIPPED = new Set(['node_modules', '.git'])

/**
 * Lists the files below a folder that match a pattern (`**`, `*`, `?`, `{a,b}`), sorted. Does not follow links to
 * folders.
 */
export function globFiles(folder: string, pattern: string): readonly string[] {
  const matches = globMatcher(pattern)
  const found: string[] = []
  const walk = (inside: string): void => {
    for (const entry of entriesIn(join(folder, inside))) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`
      if (entry.isDirectory() && !isSkipped(entry.name)) walk(path)
      else if (entry.isFile() && matches(path)) found.push(join(folder, path.split('/').join(sep)))
    }
  }
  walk('')
  return found.toSorted()
}

/** Returns a test for POSIX paths relative to the pattern's folder. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const patterns = alternatives(pattern.replaceAll('\\', '/').replace(/^\.\//, '')).map(part =>
    part.split('/'),
  )
  return path => patterns.some(parts => matchesPath(parts, path.split('/')))
}

export const isSkipped = (folder: string): boolean => SKIPPED.has(folder)

/** Far more than any real pattern has; further alternatives match nothing. */
const MAX_ALTERNATIVES = 200

/** Expands `{a,b}`. */
function alternatives(pattern: string): readonly string[] {
  let found: readonly string[] = [pattern]
  while (found.length < MAX_ALTERNATIVES && found.some(text => BRACE.test(text)))
    found = found.flatMap(text => {
      const brace = BRACE.exec(text)
      const parts = brace?.[1]?.split(',') ?? []
      return brace === null ? [text] : parts.map(part => text.replace(BRACE, () => part))
    })
  return found.slice(0, MAX_ALTERNATIVES)
}

const BRACE = /\{([^{}]*)\}/

/** Matches segment by segment; `**` matches any number of them. */
function matchesPath(pattern: readonly string[], path: readonly string[]): boolean {
  return matchesList(pattern, path, part => part === '**', matchesName)
}

function matchesName(pattern: string, name: string): boolean {
  return matchesList(
    [...pattern],
    [...name],
    part => part === '*',
    (part, unit) => part === '?' || part === unit,
  )
}

/**
 * The usual two-pointer match: a mismatch only backtracks to the last star, so the cost is at most the product of
 * both lengths.
 */
function matchesList(
  pattern: readonly string[],
  items: readonly string[],
  isStar: (part: string) => boolean,
  fits: (part: string, item: string) => boolean,
): boolean {
  let [at, from, star, taken] = [0, 0, -1, 0]
  while (from < items.length) {
    const part = pattern[at]
    if (part !== undefined && isStar(part)) {
      star = at++
      taken = from
    } else if (part !== undefined && fits(part, items[from] ?? '')) {
      at++
      from++
    } else if (star >= 0) {
      at = star + 1
      from = ++taken
    } else return false
  }
  return pattern.slice(at).every(isStar)
}
