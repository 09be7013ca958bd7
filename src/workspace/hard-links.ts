import { lstatSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { NotesError } from '../error.ts'
import { readOwnName } from './own-names.ts'
import { shellWord } from './shell-word.ts'
import type { Source } from './still.ts'

/** A new version takes over one name. Any other hard link would keep the old text, and no one would be told. */
export function refuseHardLinks(path: string, { links, stamp }: Source): void {
  // A writer that was killed may have left a name of ours.
  const isOurs = (name: string) =>
    readOwnName(path, name) !== undefined &&
    lstatSync(join(dirname(path), name), { bigint: true, throwIfNoEntry: false })?.ino === stamp.ino
  if (links <= 1) return
  const others = links - 1 - readdirSync(dirname(path)).filter(isOurs).length
  if (others <= 0) return
  const [file, copy] = [shellWord(path), shellWord(`${path}.copy`)]
  throw new NotesError(
    'not-written',
    `${path} is hard-linked ${others === 1 ? 'under another name' : `under ${others} other names`}, which would keep the old text; nothing changed`,
    `Make it a file of its own: cp -p ${file} ${copy} && mv ${copy} ${file}; for a second name use a symbolic link`,
    { path },
  )
}
