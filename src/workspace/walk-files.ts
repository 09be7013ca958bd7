import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What tools install, build and keep: nobody cites it, and there is a lot of it. */
const SKIPPED = new Set([
  ...['node_modules', 'bower_components', 'vendor', 'dist', 'build', 'out', 'target', 'coverage'],
  ...['__pycache__', 'venv', '.venv', '.git', '.hg', '.svn', '.cache', '.next', '.notes', '.tox'],
])

const MOST_FILES = 50_000

/** The files below a folder, nearest first, as far as the limit goes. Links to folders are not followed. */
export function walkFiles(folder: string, most = MOST_FILES): readonly string[] {
  const found: string[] = []
  let level: readonly string[] = ['']
  while (level.length > 0 && found.length < most) {
    const next: string[] = []
    for (const inside of level)
      for (const entry of entriesOf(join(folder, inside))) {
        const path = inside === '' ? entry.name : `${inside}/${entry.name}`
        if (entry.isDirectory() && !SKIPPED.has(entry.name)) next.push(path)
        else if (!entry.isDirectory() && found.length < most) found.push(path)
      }
    level = next
  }
  return found
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
