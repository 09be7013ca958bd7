import { type BigIntStats, linkSync, lstatSync, renameSync, statSync } from 'node:fs'
import { ownName } from './own-names.ts'
import type { Stamp } from './stamp.ts'
import { removeQuietly } from './temp-file.ts'
import { isWindows } from './this-process.ts'

/**
 * Gives the version that is about to be replaced a second name. An editor that saves in place may write into it after
 * it was replaced; who is killed before putting that back leaves it to the next writer, which finds it by this name.
 * Undefined where files have one name only.
 */
export function keepAside(path: string, was: Stamp, by: string): string | undefined {
  if (isWindows) return undefined
  try {
    const kept = ownName(path, `${aboutOf(was, statSync(by, { bigint: true }))}.kept`)
    linkSync(path, kept)
    return kept
  } catch {
    return undefined
  }
}

/** How large and how old the version was that was read, and which file replaces it. */
const aboutOf = (was: Stamp, by: BigIntStats): string => [was.size, was.mtimeNs, by.ino, by.mtimeNs].join('_')

/**
 * What a killed writer kept aside: put back when somebody saved into it and nobody saved over what replaced it, for
 * that is newer. Only while holding the lock of `file`.
 */
export function settleKept(file: string, kept: string, about: string): void {
  const [size, age, ino, ageOfOther] = about.split('_').map(BigInt)
  const [aside, now] = [look(kept), look(file)]
  const isSavedInto = aside !== undefined && aside.size > 0n && (aside.size !== size || aside.mtimeNs !== age)
  const isAsReplaced = now !== undefined && now.ino === ino && now.mtimeNs === ageOfOther
  if (isSavedInto && isAsReplaced) renameSync(kept, file)
  else removeQuietly(kept)
}

function look(path: string): BigIntStats | undefined {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  return stat?.isFile() ? stat : undefined
}
