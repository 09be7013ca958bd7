import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Folders of installed, built and cached files: large, and never cited. */
const SKIPPED = new Set([
  ...['node_modules', 'bower_components', 'vendor', 'dist', 'build', 'out', 'target', 'coverage'],
  ...['__pycache__', 'venv', '.venv', '.git', '.hg', '.svn', '.cache', '.next', '.notes', '.tox'],
])

const MAX_FILES = 50_000

/** Lists the files below a folder, nearest first, up to a limit. Does not follow links to folders. */
export function walkFiles(folder: string, max = MAX_FILES): readonly string[] {
  const found: string[] = []
  let level: readonly string[] = ['']
  while (level.length > 0 && found.length < max) {
    const next: string[] = []
    for (const inside of level)
      for (const entry of entriesOf(join(folder, inside))) {
        const path = inside === '' ? entry.name : `${inside}/${entry.name}`
        if (entry.isDirectory() && !SKIPPED.has(entry.name)) next.push(path)
        else if (!entry.isDirectory() && found.length < max) found.push(path)
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
