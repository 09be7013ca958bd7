import { openSync } from 'node:fs'
import { codeOf } from '../../error.ts'
import { isWindows, pause } from './this-process.ts'

/** Virus scanners, indexers and backups let a file go well within this time; whatever holds it longer is reported. */
export const HELD_PATIENCE = 2_000

/** Does another program hold the file? Windows answers EBUSY to opening it, and EPERM or EACCES to replacing it. */
export function isHeld(error: unknown): boolean {
  return isWindows && ['EBUSY', 'EPERM', 'EACCES'].includes(codeOf(error) ?? '')
}

/** openSync(), once a program that shares the file with nobody has let it go. */
export function openWhenFree(path: string, flags: number, mode?: number): number {
  for (const begun = performance.now(); ; pause(20)) {
    try {
      return openSync(path, flags, mode)
    } catch (error) {
      // EPERM and EACCES would be a matter of permissions here, or a folder.
      const isBusy = isWindows && codeOf(error) === 'EBUSY'
      if (!isBusy || performance.now() - begun > HELD_PATIENCE) throw error
    }
  }
}
