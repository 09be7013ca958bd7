// The process that the tests of this folder start; `build-worker.ts` bundles it.

import { ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { NotesError } from '../../src/error.ts'
import { withLock } from '../../src/files/lock/lock.ts'
import { makeClaim, place } from '../../src/files/lock/lock-file.ts'
import { updateFile } from '../../src/files/update-file.ts'

const [job = '', file = '', name = '', count = '1'] = process.argv.slice(2)
const say = (line: string) => writeSync(1, `${line}\n`)
const hang = () => new Promise<never>(() => setInterval(() => {}, 1000))

type Move = (from: string, to: string) => void

/** Runs `act` in place of a system call that takes two paths. */
function atCall(name: 'linkSync' | 'renameSync', act: (call: Move, from: string, to: string) => void): void {
  const fs: Record<typeof name, Move> = createRequire(import.meta.url)('node:fs')
  const call = fs[name]
  fs[name] = (from, to) => act(call, from, to)
  syncBuiltinESMExports()
}

const jobs: Record<string, () => Promise<unknown>> = {
  /** Adds rows, one per update, and prints each row after its update. */
  append: async () => {
    for (let row = 1; row <= Number(count); row += 1) {
      await updateFile(file, text => `${text}${name}-${row}\n`, { timeoutMs: 60_000 })
      say(`${name}-${row}`)
    }
  },
  /** Replaces the file and is killed at once, just after an editor has saved `name` into the replaced file. */
  die: () => {
    const fd = openSync(file, 'r+')
    atCall('linkSync', (link, from, to) => {
      link(from, to)
      if (to !== file) return
      if (name !== '') {
        ftruncateSync(fd)
        writeSync(fd, name)
      }
      process.kill(process.pid, 'SIGKILL')
    })
    return updateFile(file, text => `${text}a row\n`)
  },
  /** Moves the file aside and is killed, or stopped, before the new version gets the name. */
  vanish: () => {
    atCall('renameSync', (rename, from, to) => {
      rename(from, to)
      if (from === file) process.kill(process.pid, name === 'stop' ? 'SIGSTOP' : 'SIGKILL')
    })
    return updateFile(file, text => `${text}a row\n`)
  },
  /** Takes the lock and keeps it. */
  hold: () =>
    withLock(file, () => {
      say('held')
      return hang()
    }),
  /** Puts a lock file at exactly this path and keeps it. */
  place: async () => {
    const placed = place(makeClaim(file), file)
    say(placed ? readFileSync(file, 'utf8').trim() : 'taken')
    return hang()
  },
}

try {
  await jobs[job]?.()
} catch (error) {
  say(error instanceof NotesError ? `error ${error.code}: ${error.message}` : `crash ${error}`)
  process.exitCode = 1
}
