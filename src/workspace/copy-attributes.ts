import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { sep } from 'node:path'
import process from 'node:process'
import { onPath } from './on-path.ts'
import { realPath } from './real-path.ts'
import { nameFor, readOwnFile, userFolder, writeOwnFile } from './user-folder.ts'

/**
 * Gives `to` the extended attributes and the ACL of `from`, which Node can neither read nor write; false when there
 * are none. Linux only; without `ls` and `cp` nothing is copied.
 */
export async function copyAttributes(from: string, to: string): Promise<boolean> {
  const before = ctimeOf(to)
  const [listed] = await Promise.all([run('ls', ['-ld', '--', from]), copy('xattr', from, to)])
  // `drwxr-xr-x+`: the plus is for an ACL, which goes with the mode.
  if (listed.charAt(10) === '+') await copy('mode', from, to)
  return ctimeOf(to) !== before
}

const ctimeOf = (path: string): bigint => statSync(path, { bigint: true }).ctimeNs

const copy = (what: 'xattr' | 'mode', from: string, to: string): Promise<string> =>
  run('cp', ['--attributes-only', `--preserve=${what}`, '--', from, to])

/**
 * Is this a file without attributes? `ls` and `cp` take 5 ms to answer, so the answer is remembered: setting one would
 * have changed the ctime since.
 */
export function isKnownPlain(path: string): boolean {
  if (process.platform !== 'linux') return true
  const mark = markOf(path, false)
  return mark !== undefined && readOwnFile(mark) === stampOf(path)
}

/** Remembers that a file has no attributes, once it has its final name. */
export function rememberPlain(path: string, inode: bigint): void {
  if (process.platform !== 'linux') return
  const mark = markOf(path, true)
  const now = stampOf(path)
  try {
    if (mark !== undefined && now?.startsWith(`${inode} `)) writeOwnFile(mark, now)
  } catch {
    // A full disk: they are looked for again the next time.
  }
}

/** What a program prints; nothing when it is not there or fails. */
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
