import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import process from 'node:process'
import { codeOf } from '../../error.ts'
import { read, statFields } from './process-start.ts'

/** The facts about this process. No other file of `files/lock/` uses `process`. */
export const pid = process.pid
export const nodeVersion = process.version
export const isWindows = process.platform === 'win32'

let host: string | undefined

/**
 * Identifies the processes that can check each other's pids: those on the same machine and, on Linux, in the same pid
 * namespace. Two containers on one volume may share pids; two machines on one network share may both be called
 * `localhost`.
 */
export function hostIdentity(): string {
  host ??= [hostname(), read('/etc/machine-id').trim(), link('/proc/self/ns/pid')].filter(Boolean).join(' ')
  return host
}

/** Is a pid in use on this host, even by a zombie? */
function isTaken(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return codeOf(error) !== 'ESRCH'
  }
}

/** Is a process of this host running? A zombie is not: it was killed, but its parent has not collected it yet. */
export function isRunning(id: number): boolean {
  if (!isTaken(id)) return false
  const state = statFields(id)?.[0]
  return state !== 'Z' && state !== 'X'
}

function link(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

/** Uses the global timer: loading `node:timers/promises` would add a millisecond to every command that writes. */
export const wait = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds))

/** Blocks this thread, because readers are synchronous. */
export function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
