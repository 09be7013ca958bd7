// The other process in the tests of this folder; `build-worker.ts` makes a program of it.

import { readFileSync, writeFileSync, writeSync } from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { NotesError } from '../../src/error.ts'
import { withLock } from '../../src/workspace/lock.ts'
import { makeClaim, place } from '../../src/workspace/lock-file.ts'
import { updateFile } from '../../src/workspace/update-file.ts'

const [job = '', file = '', name = '', count = '1'] = process.argv.slice(2)
const say = (line: string) => writeSync(1, `${line}\n`)
const hang = () => new Promise<never>(() => setInterval(() => {}, 1000))

const jobs: Record<string, () => Promise<unknown>> = {
  /** Adds rows, one update each, and says so after each. */
  append: async () => {
    for (let row = 1; row <= Number(count); row += 1) {
      await updateFile(file, text => `${text}${name}-${row}\n`, { timeoutMs: 5_000 })
      say(`${name}-${row}`)
    }
  },
  /** Replaces the file and dies that very moment; an editor saves `name` into the file right before. */
  die: () => {
    const fs: typeof import('node:fs') = createRequire(import.meta.url)('node:fs')
    const { renameSync } = fs
    fs.renameSync = (from, to) => {
      if (to === file && name !== '') writeFileSync(file, name)
      renameSync(from, to)
      if (to === file) process.kill(process.pid, 'SIGKILL')
    }
    syncBuiltinESMExports()
    return updateFile(file, text => `${text}a row\n`)
  },
  /** Takes the lock and keeps it. */
  hold: () =>
    withLock(file, () => {
      say('held')
      return hang()
    }),
  /** Puts a lock file at exactly this place and keeps it. */
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
