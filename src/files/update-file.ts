import { closeSync, statSync, unlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { NotesError } from '../error.ts'
import { type LockOptions, withLock } from './lock/lock.ts'
import { isBelow, realPath } from './real-path.ts'
import { type Exchange, exchangeText, type Plan } from './swap/exchange.ts'
import { openPatiently } from './swap/still.ts'
import { syncFolder } from './swap/temp-file.ts'
import { notWritten } from './swap/write-error.ts'

export interface UpdateOptions extends LockOptions {
  /** The project root. The file, symbolic links resolved, must be inside it. */
  readonly root?: string | undefined
}

/**
 * Changes a file under its lock. `plan` may be called more than once, always with the newest text, so changes that
 * others make meanwhile are kept.
 * @example await updateFile(path, text => `${text}| a row |\n`, { root })
 */
export async function updateFile(path: string, plan: Plan, options: UpdateOptions = {}): Promise<Exchange> {
  for (;;) {
    const target = await existingTarget(path, options.root)
    const result = await withLock(
      target,
      isOurs => {
        if (realPath(path) !== target) return undefined
        return exchangeText(target, plan, isOurs)
      },
      options,
    )
    // Undefined: during the wait the symbolic link was pointed at another file.
    if (result !== undefined) return result
  }
}

/** The file that will be written. A symbolic link shares the lock of its target. */
async function existingTarget(path: string, root: string | undefined): Promise<string> {
  const { fd } = await openPatiently(path)
  closeSync(fd)
  const target = realPath(path)
  if (root === undefined || isBelow(realPath(root), target)) return target
  throw new NotesError(
    'outside',
    `${path} leads to ${target}, outside the project root ${root}`,
    'Point the link into the project, or name the file itself with --file',
    { path },
  )
}

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
