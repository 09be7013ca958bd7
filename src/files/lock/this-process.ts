import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { codeOf } from '../../error.ts'

// `process` is the global: importing it would load a module that bare node does not.

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

/**
 * The start time of a process, as a string that is different for a later process with the same pid. Only Linux provides
 * it without a child process (proc(5): field 22 of stat, in ticks since boot); undefined elsewhere.
 */
export function startOf(id: number): string | undefined {
  const fields = statFields(id)
  return fields === undefined ? undefined : `${read('/proc/sys/kernel/random/boot_id').trim()}:${fields[19]}`
}

/** The fields of proc(5) stat from the third on. The second, the command, may contain spaces and parentheses. */
export function statFields(id: number): readonly string[] | undefined {
  const stat = read(`/proc/${id}/stat`)
  return stat === '' ? undefined : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Reads a file as UTF-8; empty when unreadable. Node does this in one step, which saves a cold process 0.2 ms. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
