import { type Dirent, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'

export const isGlob = (pattern: string): boolean => /[*?[{]/.test(pattern)

/** Where nobody keeps notes of their own. */
const SKIPPED = new Set(['node_modules', '.git'])

/** Files below a folder that a pattern matches (`**`, `*`, `?`, `{a,b}`), sorted. Links to folders are not followed. */
export function globFiles(folder: string, pattern: string): readonly string[] {
  const matches = globMatcher(pattern)
  const found: string[] = []
  const walk = (inside: string): void => {
    for (const entry of entriesOf(join(folder, inside))) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`
      if (entry.isDirectory() && !isSkipped(entry.name)) walk(path)
      else if (entry.isFile() && matches(path)) found.push(join(folder, path.split('/').join(sep)))
    }
  }
  walk('')
  return found.toSorted()
}

/** Whether a path, with `/`, from the folder of the pattern, is one that it means. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const patterns = alternatives(pattern.replaceAll('\\', '/').replace(/^\.\//, '')).map(part =>
    part.split('/'),
  )
  return path => patterns.some(parts => matchesPath(parts, path.split('/')))
}

export const isSkipped = (folder: string): boolean => SKIPPED.has(folder)

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/** More than anybody writes; what goes beyond it matches nothing. */
const MOST_ALTERNATIVES = 200

/** `{a,b}` written out. */
function alternatives(pattern: string): readonly string[] {
  let found: readonly string[] = [pattern]
  while (found.length < MOST_ALTERNATIVES && found.some(text => BRACE.test(text)))
    found = found.flatMap(text => {
      const brace = BRACE.exec(text)
      const parts = brace?.[1]?.split(',') ?? []
      return brace === null ? [text] : parts.map(part => text.replace(BRACE, () => part))
    })
  return found.slice(0, MOST_ALTERNATIVES)
}

const BRACE = /\{([^{}]*)\}/

/** Segment by segment; `**` stands for any number of them. */
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

/** The usual two pointers: on a mismatch only the last star gives way, so no pattern takes more than a product of lengths. */
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
