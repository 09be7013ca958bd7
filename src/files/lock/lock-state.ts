import { lockOf } from '../own-names.ts'
import { readLock } from './lock-file.ts'
import { hasEnded, isOfThisHost } from './lock-holder.ts'

/** Is the lock of a file held? `ended`: yes, but by a process of this machine that is no longer running. */
export function endedHolder(file: string): 'none' | 'held' | 'ended' {
  const found = readLock(lockOf(file))
  if (found === undefined) return 'none'
  const { holder } = found
  return holder !== undefined && isOfThisHost(holder) && hasEnded(holder) ? 'ended' : 'held'
}
