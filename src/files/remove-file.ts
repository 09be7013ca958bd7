import { rmdirSync, unlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from '../error.ts'
import { withLock } from './lock/lock.ts'
import { readText } from './read/read-text.ts'
import { syncFolder } from './swap/temp-file.ts'
import { notWritten } from './swap/write.ts'

/**
 * Removes a file if its text is still the expected one, then the folders below `root` that this leaves empty (none by
 * default). Returns whether the file was removed.
 */
export async function removeFile(path: string, expected: string, root = dirname(path)): Promise<boolean> {
  const removed = await withLock(path, () => {
    if (readText(path).text !== expected) return false
    try {
      unlinkSync(path)
      return true
    } catch (error) {
      throw notWritten(path, error)
    }
  })
  if (removed) syncFolder(dirname(path))
  if (removed) removeEmptyFolders(dirname(path), root)
  return removed
}

function removeEmptyFolders(from: string, root: string): void {
  for (let folder = from; folder !== root && folder !== dirname(folder); folder = dirname(folder))
    try {
      rmdirSync(folder)
    } catch (error) {
      if (codeOf(error) === 'ENOENT') continue
      return
    }
}
