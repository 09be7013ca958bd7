import { realpathSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { type FileStamp, stampOf } from './hot-project.ts'

/** Where code really is, links followed, and its stamp; null where there is no file. */
export type CodePlace = readonly [real: string, stamp: FileStamp | null]

/** Looked up before the code is read: what changes while it is compared then has another stamp. */
export function codePlace(root: string, path: string): CodePlace {
  const place = `${root}${sep}${path}`
  return [realPlace(place), stampOf(place) ?? null]
}

/** A folder that was moved away and linked to leaves the stamps of its files as they were. What is not there is where its folder is. */
function realPlace(path: string): string {
  for (let at = path; ; at = dirname(at)) {
    try {
      return realpathSync.native(at)
    } catch {
      if (at === dirname(at)) return at
    }
  }
}
