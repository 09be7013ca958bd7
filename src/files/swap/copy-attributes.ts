import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { sep } from 'node:path'
import process from 'node:process'
import { onPath } from '../programs/programs.ts'
import { realPath } from '../real-path.ts'
import { nameFor, readOwnFile, userFolder, writeOwnFile } from '../user/user-folder.ts'

/**
 * Copies the extended attributes and ACL of `from` to `to`, which Node can neither read nor write. Returns false
 * when there are none. Linux only; without `ls` and `cp` it copies nothing.
 */
export async function copyAttributes(from: string, to: string): Promise<boolean> {
  const before = ctimeOf(to)
  const [listed] = await Promise.all([run('ls', ['-ld', '--', from]), copy('xattr', from, to)])
  // `drwxr-xr-x+`: the plus marks an ACL, which cp copies with the mode.
  if (listed.charAt(10) === '+') await copy('mode', from, to)
  return ctimeOf(to) !== before
}

const ctimeOf = (path: string): bigint => statSync(path, { bigint: true }).ctimeNs

const copy = (what: 'xattr' | 'mode', from: string, to: string): Promise<string> =>
  run('cp', ['--attributes-only', `--preserve=${what}`, '--', from, to])

/**
 * Is the file known to have no extended attributes? `ls` and `cp` take 5 ms, so the answer is cached together with
 * the ctime, which changes when an attribute is set.
 */
export function isKnownWithoutAttributes(path: string): boolean {
  if (process.platform !== 'linux') return true
  const mark = markOf(path, false)
  return mark !== undefined && readOwnFile(mark) === stampOf(path)
}

/** Caches that a file has no extended attributes, once it has its final name. */
export function rememberWithoutAttributes(path: string, inode: bigint): void {
  if (process.platform !== 'linux') return
  const mark = markOf(path, true)
  const now = stampOf(path)
  try {
    if (mark !== undefined && now?.startsWith(`${inode} `)) writeOwnFile(mark, now)
  } catch {
    // Disk full: the next write checks again.
  }
}

/** Runs a program and returns its output; empty when it is missing or fails. */
function run(name: string, args: readonly string[]): Promise<string> {
  const program = onPath(name, { PATH: `${process.env.PATH ?? ''}:/usr/bin:/bin` })
  if (program === undefined) return Promise.resolve('')
  return new Promise(resolve => {
    execFile(program, args, { encoding: 'latin1' }, (_, stdout) => resolve(stdout))
  })
}

function markOf(path: string, create: boolean): string | undefined {
  const folder = userFolder('state', process.env, create)
  return folder === undefined ? undefined : `${folder}${sep}left-${nameFor(realPath(path))}`
}

function stampOf(path: string): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat === undefined ? undefined : `${stat.ino} ${stat.ctimeNs}`
}
