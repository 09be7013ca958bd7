import { statSync, unlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { withLock } from './lock.ts'
import { syncFolder } from './temp-file.ts'
import { notWritten } from './write-error.ts'

/** Removes an empty file of ours. A file that was filled meanwhile stays. */
export async function removeEmpty(path: string): Promise<void> {
  await withLock(path, () => {
    try {
      if (statSync(path).size > 0) return
      unlinkSync(path)
    } catch (error) {
      throw notWritten(path, error)
    }
    syncFolder(dirname(path))
  })
}
