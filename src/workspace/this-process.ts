import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import process from 'node:process'
import { codeOf } from './error-code.ts'

/** The only file of `workspace/` that looks at the process and the machine it runs on. */
export const pid = process.pid
export const isWindows = process.platform === 'win32'

let host: string | undefined

/**
 * Who may judge whether a pid is alive: the same machine and, on Linux, the same pid namespace. Two containers on
 * one volume may share pids; two machines on one network share may both be called `localhost`.
 */
export function hostIdentity(): string {
  host ??= [hostname(), read('/etc/machine-id').trim(), link('/proc/self/ns/pid')].filter(Boolean).join(' ')
  return host
}

/**
 * When a process started, as a text that a later process with the same pid does not have. Only Linux tells it
 * without a child process (proc(5): field 22 of stat, in ticks since boot); elsewhere undefined.
 */
export function startOf(id: number): string | undefined {
  const fields = statFields(id)
  return fields === undefined ? undefined : `${read('/proc/sys/kernel/random/boot_id').trim()}:${fields[19]}`
}

/** Whether a pid is taken on this host, if only by a zombie. */
function isTaken(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch (error) {
    // EPERM: it is there and belongs to somebody else.
    return codeOf(error) !== 'ESRCH'
  }
}

/** Whether a process of this host runs. A zombie does not: killed, but not yet collected by its parent. */
export function isRunning(id: number): boolean {
  if (!isTaken(id)) return false
  const state = statFields(id)?.[0]
  return state !== 'Z' && state !== 'X'
}

/** Fields of proc(5) stat from the third on; the second, the command, may hold spaces and parentheses. */
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
