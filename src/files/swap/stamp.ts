import type { BigIntStats } from 'node:fs'

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
