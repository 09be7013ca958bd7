import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import process from 'node:process'
import { codeOf } from '../../error.ts'

/** The only file of `files/lock/` that reads the process and the machine it runs on. */
export const pid = process.pid
export const isWindows = process.platform === 'win32'

let host: string | undefined

/**
 * Identifies the processes that can check each other's pids: the same machine and, on Linux, the same pid
 * namespace. Two containers on one volume may share pids; two machines on one network share may both be called
 * `localhost`.
 */
export function hostIdentity(): string {
  host ??= [hostname(), read('/etc/machine-id').trim(), link('/proc/self/ns/pid')].filter(Boolean).join(' ')
  return host
}

/**
 * The start time of a process, as a text that a later process with the same pid does not share. Only Linux provides
 * it without a child process (proc(5): field 22 of stat, in ticks since boot); undefined elsewhere.
 */
export function startOf(id: number): string | undefined {
  const fields = statFields(id)
  return fields === undefined ? undefined : `${read('/proc/sys/kernel/random/boot_id').trim()}:${fields[19]}`
}

/** Is a pid taken on this host, even by a zombie? */
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

/** The fields of proc(5) stat from the third on. The second, the command, may contain spaces and parentheses. */
function statFields(id: number): readonly string[] | undefined {
  const stat = read(`/proc/${id}/stat`)
  return stat === '' ? undefined : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

function link(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

/** Uses the global timer: loading `node:timers/promises` costs every command that writes a millisecond. */
export const wait = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds))

/** Blocks this thread: readers are synchronous. */
export function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
