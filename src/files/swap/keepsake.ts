import { type BigIntStats, linkSync, lstatSync, readdirSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isRunning, pause } from '../lock/this-process.ts'
import { hostInNames, ownName, readOwnName } from '../own-names.ts'
import { realPath } from '../real-path.ts'
import { removeQuietly } from './write.ts'

/** The state of a file when it was read. Equal stamps mean that it was not written in between. */
export interface Stamp {
  readonly size: bigint
  readonly mtimeNs: bigint
  readonly ctimeNs: bigint
  readonly ino: bigint
}

/** The fields of a stat that distinguish one version of a file from the next. */
export function stampOf(stat: BigIntStats): Stamp {
  return { size: stat.size, mtimeNs: stat.mtimeNs, ctimeNs: stat.ctimeNs, ino: stat.ino }
}

/** Were both stamps taken of the same, untouched file? */
export function sameStamp(a: Stamp, b: Stamp): boolean {
  return sameContent(a, b) && a.ctimeNs === b.ctimeNs && a.ino === b.ino
}

/** Like `sameStamp`, for an open file that lost its name: a rename over it changes its ctime, not its content. */
export function sameContent(a: Stamp, b: Stamp): boolean {
  return a.size === b.size && a.mtimeNs === b.mtimeNs
}

/** One version of a file, with the attributes that its replacement takes over. */
export interface Version {
  readonly stamp: Stamp
  readonly mode: number
  readonly owner: { readonly uid: number; readonly gid: number }
}

export function versionOf(stat: BigIntStats): Version {
  const owner = { uid: Number(stat.uid), gid: Number(stat.gid) }
  return { stamp: stampOf(stat), mode: Number(stat.mode) & 0o7777, owner }
}

/**
 * The name that a version has while it is being replaced and just after. An editor that saves in place may still write
 * to the file under that name. If the replacing process is killed, the next writer settles that file (`settleKept`).
 * The name encodes the size and mtime that the version had when it was read, and identifies the file that replaces it.
 */
export function keptName(path: string, was: Stamp, by: string): string {
  const { ino, mtimeNs } = statSync(by, { bigint: true })
  return ownName(path, `${[was.size, was.mtimeNs, ino, mtimeNs].join('_')}.kept`)
}

/** Moves a version back to its name, unless a newer file has taken that name. */
export function giveBack(kept: string, path: string): void {
  try {
    linkSync(kept, path)
  } catch {
    // The name is taken, or the file system has no hard links.
    if (statOfFile(path) === undefined) {
      renameSync(kept, path)
      return
    }
  }
  removeQuietly(kept)
}

/**
 * Settles a version that a killed writer set aside. Restores it when the file is missing, or when an editor saved
 * into it and nothing newer was saved over its replacement. The caller must hold the lock of `file`.
 */
export function settleKept(file: string, kept: string, about: string): void {
  const [size, age, ino, ageOfOther] = about.split('_').map(BigInt)
  const [aside, now] = [statOfFile(kept), statOfFile(file)]
  const isSavedInto = aside !== undefined && aside.size > 0n && (aside.size !== size || aside.mtimeNs !== age)
  const isAsReplaced = now !== undefined && now.ino === ino && now.mtimeNs === ageOfOther
  if (isSavedInto && isAsReplaced) renameSync(kept, file)
  else if (aside !== undefined) giveBack(kept, file)
  else removeQuietly(kept)
}

/** The maximum time that a running writer may take between moving the old version aside and naming the new one. */
const PATIENCE_MS = 100

/**
 * Does `path` exist, after waiting for a writer that is swapping it? A writer that was killed or stopped at that moment
 * left no file, so the version it set aside gets its name back. A reader needs no lock for this.
 */
export function bringBack(path: string): boolean {
  try {
    const file = realPath(path)
    for (let waited = 0; lstatSync(file, { throwIfNoEntry: false }) === undefined; waited += 2) {
      const newest = newestKept(file)
      if (newest === undefined) return lstatSync(file, { throwIfNoEntry: false }) !== undefined
      if (waited >= PATIENCE_MS || !newest.isAwaited) giveBack(newest.path, file)
      else pause(2)
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
    const age = statOfFile(path)?.ctimeNs
    const isAwaited = own.host !== hostInNames() || isRunning(own.pid)
    if (age !== undefined && (newest === undefined || age > newest.age)) newest = { path, isAwaited, age }
  }
  return newest
}

function statOfFile(path: string): BigIntStats | undefined {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  return stat?.isFile() ? stat : undefined
}
