import { type BigIntStats, linkSync, lstatSync, readdirSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hostInNames, ownName, readOwnName } from './own-names.ts'
import { realPath } from './real-path.ts'
import type { Stamp } from './stamp.ts'
import { removeQuietly } from './temp-file.ts'
import { isRunning } from './this-process.ts'

/**
 * The name of a version while, and right after, it is replaced. An editor that saves in place may still write into
 * it; a writer that is killed leaves it to the next one. The name says how large and how old the version was when it
 * was read, and which file replaces it.
 */
export function keptName(path: string, was: Stamp, by: string): string {
  const { ino, mtimeNs } = statSync(by, { bigint: true })
  return ownName(path, `${[was.size, was.mtimeNs, ino, mtimeNs].join('_')}.kept`)
}

/** Gives a version its name back, unless the name has another one: that is newer. */
export function giveBack(kept: string, path: string): void {
  try {
    linkSync(kept, path)
  } catch {
    // Taken, or a file system without hard links.
    if (look(path) === undefined) {
      renameSync(kept, path)
      return
    }
  }
  removeQuietly(kept)
}

/**
 * Settles what a killed writer kept aside. It gets its name back when the file is missing, or when an editor saved
 * into it and nobody saved over what replaced it, for that would be newer. Only while holding the lock of `file`.
 */
export function settleKept(file: string, kept: string, about: string): void {
  const [size, age, ino, ageOfOther] = about.split('_').map(BigInt)
  const [aside, now] = [look(kept), look(file)]
  const isSavedInto = aside !== undefined && aside.size > 0n && (aside.size !== size || aside.mtimeNs !== age)
  const isAsReplaced = now !== undefined && now.ino === ino && now.mtimeNs === ageOfOther
  if (isSavedInto && isAsReplaced) renameSync(kept, file)
  else if (aside !== undefined) giveBack(kept, file)
  else removeQuietly(kept)
}

/** How long a writer that still runs may take between moving the old version aside and naming the new one. */
const PATIENCE = 100

/**
 * Is `path` there, if need be once a writer is done swapping it? One that was killed, or stopped, in that moment left
 * no file: then the version that it moved aside gets its name back, for which a reader needs no lock.
 */
export function bringBack(path: string): boolean {
  try {
    const file = realPath(path)
    for (let waited = 0; lstatSync(file, { throwIfNoEntry: false }) === undefined; waited += 2) {
      const newest = newestKept(file)
      if (newest === undefined) return lstatSync(file, { throwIfNoEntry: false }) !== undefined
      if (waited >= PATIENCE || !newest.isAwaited) giveBack(newest.path, file)
      else sleep(2)
    }
    return true
  } catch {
    return false
  }
}

function newestKept(file: string): { readonly path: string; readonly isAwaited: boolean } | undefined {
  let newest: { path: string; isAwaited: boolean; age: bigint } | undefined
  for (const name of readdirSync(dirname(file))) {
    const own = name.startsWith('.') ? readOwnName(file, name) : undefined
    if (own?.kind !== 'kept') continue
    const path = join(dirname(file), name)
    const age = look(path)?.ctimeNs
    const isAwaited = own.host !== hostInNames() || isRunning(own.pid)
    if (age !== undefined && (newest === undefined || age > newest.age)) newest = { path, isAwaited, age }
  }
  return newest
}

/** Readers are synchronous. */
function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

function look(path: string): BigIntStats | undefined {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  return stat?.isFile() ? stat : undefined
}
