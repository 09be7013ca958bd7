import { lstatSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { hostInNames, lockOf, type OwnName, readOwnName } from '../own-names.ts'
import { namesIn } from '../read/look.ts'
import { settleKept } from '../swap/keepsake.ts'
import { removeQuietly } from '../swap/temp-file.ts'
import { isRunning } from './this-process.ts'

const HOUR = 3_600_000

/**
 * Removes what killed processes left beside `file`. The caller must hold the lock of `file`: then the only valid lock
 * is ours, and every marker belongs to an old lock.
 */
export function sweep(file: string): void {
  const folder = dirname(file)
  const lock = lockOf(file)
  // The lock was just created: its ctime is now, by the clock of the file system.
  const now = changedAt(lock)
  if (now === undefined) return
  for (const name of namesIn(folder)) {
    const own = readOwnName(file, name)
    if (own === undefined || name === basename(lock)) continue
    const path = join(folder, name)
    if (!isLitter(own, path, now)) continue
    if (own.kind === 'kept') settleKept(file, path, own.about)
    else removeQuietly(path)
  }
}

function isLitter(own: OwnName, path: string, now: number): boolean {
  if (own.kind === 'marker') return true
  if (own.host === hostInNames() && !isRunning(own.pid)) return true
  const changed = changedAt(path)
  return changed !== undefined && now - changed > HOUR
}

function changedAt(path: string): number | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.ctimeMs
  } catch {
    return undefined
  }
}
