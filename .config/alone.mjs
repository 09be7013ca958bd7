import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const pause = milliseconds => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

/** Has the process that made the lock folder died? A folder without a pid in it is abandoned after two seconds. */
function abandoned(lock) {
  try {
    const pid = Number(readFileSync(`${lock}/pid`, 'utf8'))
    process.kill(pid, 0)
    return false
  } catch (error) {
    if (error.code === 'EPERM') return false
    if (error.code === 'ESRCH') return true
    return Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 2000
  }
}

/** Runs `work` in one process at a time. Making a folder is atomic on every system, so a folder is the lock. */
export async function alone(lock, work) {
  mkdirSync(dirname(lock), { recursive: true })
  for (;;) {
    try {
      mkdirSync(lock)
      break
    } catch (error) {
      if (error.code !== 'EEXIST' && error.code !== 'EPERM') throw error
      if (abandoned(lock)) rmSync(lock, { recursive: true, force: true })
      else pause(50)
    }
  }
  try {
    writeFileSync(`${lock}/pid`, String(process.pid))
    return await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}
