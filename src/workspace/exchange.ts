import { closeSync } from 'node:fs'
import { NotesError } from '../error.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { refuseHardLinks } from './hard-links.ts'
import { refuseReadOnly } from './read-only.ts'
import { isWrittenTo, openStill, type Source } from './still.ts'
import { replace, type Swapped, swap } from './swap.ts'
import { removeQuietly } from './temp-file.ts'
import { isWindows } from './this-process.ts'
import { wait } from './wait.ts'

/** A change as a function of the newest text; undefined, or the same text, when there is nothing to write. */
export type Plan = (text: string) => string | undefined

export interface Exchange {
  readonly changed: boolean
  readonly before: string
  readonly after: string
}

/** We give up after both. 1 of 320 writes beside two editors that saved without a pause lost 20 tries in a row. */
const MIN_TRIES = 20
const PATIENCE = 5000
const MAX_PAUSE = 20

/**
 * Compare and swap with editors, which take no lock. A save that comes before our version takes the path stays there
 * (`swap`), and we plan again on it. One that goes into the old file while we replace it, through a descriptor opened
 * before, is found there afterwards (`isWrittenTo`), put back, and planned on again.
 */
export async function exchangeText(path: string, plan: Plan, isOurs: () => boolean): Promise<Exchange> {
  const begun = performance.now()
  let tries = 0
  for (; tries < MIN_TRIES || performance.now() - begun < PATIENCE; tries += 1) {
    const source = await openStill(path)
    // Windows does not rename over a file that is open, even when only we have it open.
    if (isWindows) closeSync(source.fd)
    try {
      const before = decode(source.bytes, path)
      const after = plan(before)
      if (after === undefined || after === before) return { changed: false, before, after: before }
      refuseReadOnly(path, source)
      await refuseHardLinks(path)
      const swapped = await swap(path, encode(after, path), source, isOurs)
      if (swapped !== undefined && !(await tookLateSave(path, source, swapped)))
        return { changed: true, before, after }
    } finally {
      if (!isWindows) closeSync(source.fd)
    }
    await wait(Math.min(tries, MAX_PAUSE))
  }
  throw new NotesError(
    'locked',
    `${path} was changed by another program each of the ${tries} times it was about to be written`,
    'Stop the program that keeps saving it, then run the command again',
    { path },
  )
}

/** Puts the replaced version back when an editor has written into it meanwhile; either way its second name goes. */
async function tookLateSave(path: string, source: Source, { kept, by }: Swapped): Promise<boolean> {
  if (kept === undefined) return false
  try {
    if (!(await isWrittenTo(source))) return false
    const ours = replace(path, kept, by)
    // Saved once more, over our version: that is newer, and has what we wrote.
    if (ours === undefined) return false
    removeQuietly(ours)
    return true
  } finally {
    removeQuietly(kept)
  }
}
