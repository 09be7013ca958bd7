import { lstatSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { NotesError } from '../error.ts'
import { readOwnName } from './own-names.ts'
import { shellWord } from './shell-word.ts'
import { wait } from './wait.ts'

/** An editor that saves with link(2) and unlink(2) leaves two names for a moment. */
const PATIENCE_MS = 200

/** A new version replaces only one name. Any other hard link would silently keep the old text. */
export async function refuseHardLinks(path: string): Promise<void> {
  const begun = performance.now()
  for (;;) {
    const others = otherLinks(path)
    if (others === 0) return
    if (performance.now() - begun > PATIENCE_MS) throw hardLinked(path, others)
    await wait(10)
  }
}

/** Counts the hard links besides `path`, except those that a killed writer left behind. */
function otherLinks(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined || stat.nlink <= 1) return 0
  const inodeOf = (name: string) => lstatSync(join(dirname(path), name), { throwIfNoEntry: false })?.ino
  const own = readdirSync(dirname(path)).filter(name => readOwnName(path, name) && inodeOf(name) === stat.ino)
  return Math.max(0, stat.nlink - 1 - own.length)
}

function hardLinked(path: string, others: number): NotesError {
  const where = others === 1 ? 'under another name' : `under ${others} other names`
  const [file, copy] = [shellWord(path), shellWord(`${path}.copy`)]
  return new NotesError(
    'not-written',
    `${path} is hard-linked ${where}, which would keep the old text; nothing changed`,
    `Make it a file of its own: cp -p ${file} ${copy} && mv ${copy} ${file}; use a symbolic link for a second name`,
    { path },
  )
}
