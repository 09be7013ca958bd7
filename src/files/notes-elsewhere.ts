import { join } from 'node:path'
import { entriesIn, isFile } from './read/look.ts'

/** The limits of the search: every start in a project without a default notes file pays for it. */
const MAX_DEPTH = 4
const MAX_FOLDERS = 200
const MAX_FOUND = 20

/** Folders of third-party files, build output and archived notes. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', 'vendor', 'dist', 'build', 'target', 'archive'])

/** Folders of coding agents, which may hold a notes file of their own. */
const AGENTS = ['.claude', '.agent', '.agents']

/**
 * Finds the notes files that a project keeps outside the default places: `loa-grimoire/NOTES.md`,
 * `grimoires/sigil/NOTES.md`, `.claude/NOTES.md`. Looks only into the folders of agents, and below those folders of the
 * root that have `grimoire` in their names.
 */
export function notesElsewhere(root: string): readonly string[] {
  const found = AGENTS.map(name => join(root, name, 'NOTES.md')).filter(isFile)
  let folders = foldersIn(root)
    .filter(name => /grimoire/i.test(name))
    .map(name => join(root, name))
  let left = MAX_FOLDERS
  for (let depth = 0; depth < MAX_DEPTH && folders.length > 0; depth++) {
    const next: string[] = []
    for (const folder of folders.slice(0, Math.max(left, 0))) {
      left--
      for (const entry of entriesIn(folder)) {
        if (entry.isDirectory() && !isSkipped(entry.name)) next.push(join(folder, entry.name))
        else if (entry.name === 'NOTES.md' && entry.isFile()) found.push(join(folder, entry.name))
        if (found.length === MAX_FOUND) return found.sort()
      }
    }
    folders = next
  }
  return found.sort()
}

const foldersIn = (folder: string): string[] =>
  entriesIn(folder)
    .filter(entry => entry.isDirectory() && !isSkipped(entry.name))
    .map(({ name }) => name)

const isSkipped = (name: string): boolean => name.startsWith('.') || SKIPPED.has(name)
