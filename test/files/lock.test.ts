import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { isLeftBehind, removeLeftBehind, sweep } from '../../src/files/lock/left-behind.ts'
import { withLock } from '../../src/files/lock/lock.ts'
import { type Holder, makeClaim, place, readLock, thisHolder } from '../../src/files/lock/lock-file.ts'
import { nonce, ownName } from '../../src/files/own-names.ts'
import { buildWorker, killWorkers, startWorker, tempFolder, type Worker } from './build-worker.ts'

const program = buildWorker()
const isLinux = process.platform === 'linux'
let folder = ''
let file = ''
let lock = ''

beforeEach(() => {
  folder = tempFolder()
  file = join(folder, 'NOTES.md')
  lock = join(folder, '.NOTES.md.lock')
  writeFileSync(file, 'text\n')
})

afterEach(killWorkers)

const start = (...args: string[]) => startWorker(program, args)

async function kill(worker: Worker): Promise<void> {
  worker.child.kill('SIGKILL')
  await worker.ended
}

/** Leaves a lock file as another process would. */
function leave(holder: Partial<Holder>, path = lock): Holder {
  const left = { ...thisHolder(nonce()), ...holder }
  writeFileSync(path, JSON.stringify(left))
  return left
}

/**
 * Takes the lock and resolves with the total of the milliseconds that it passed to `sleep`. Unlike the elapsed time,
 * this total does not grow with the load on the machine.
 */
async function sleptForLock(timeoutMs = 30_000): Promise<number> {
  let slept = 0
  const sleep = (ms: number) => {
    slept += ms
    return new Promise(resolve => setTimeout(resolve, ms))
  }
  await withLock(file, () => undefined, { timeoutMs, sleep })
  return slept
}

const litter = () => readdirSync(folder).filter(name => name !== 'NOTES.md')

describe('a lock left behind', () => {
  it('by a killed process is replaced sooner than a torn lock would be', async () => {
    const holder = start('hold', file)
    expect(await holder.firstLine).toBe('held')
    const slept = sleptForLock()
    await kill(holder)
    expect(await slept).toBeLessThan(1000)
    expect(litter()).toEqual([])
  })

  it.runIf(isLinux)('by a process whose pid now belongs to another process is replaced', async () => {
    leave({ pid: process.ppid, started: 'boot:1' })
    expect(await sleptForLock()).toBeLessThan(1000)
  })

  it.runIf(isLinux)('by a zombie process is recognized', async () => {
    const holder = start('hold', file)
    await holder.firstLine
    const pid = holder.child.pid ?? 0
    process.kill(pid, 'SIGKILL')
    // Nothing is awaited, so libuv cannot collect the child before this loop ends.
    const isZombie = () => /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    for (let look = 0; look < 10_000 && !isZombie(); look++)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    expect(isZombie()).toBe(true)
    const found = readLock(lock)
    expect(found !== undefined && isLeftBehind(found, Date.now())).toBe(true)
  })

  it("is replaced even if its remover and the process that removed the remover's lock were killed", async () => {
    const holder = start('place', lock)
    const dead: Holder = JSON.parse(await holder.firstLine)
    const remover = start('place', `${lock}.${dead.nonce}`)
    const deadToo: Holder = JSON.parse(await remover.firstLine)
    const third = start('place', `${lock}.${dead.nonce}.${deadToo.nonce}`)
    await third.firstLine
    await Promise.all([kill(holder), kill(remover), kill(third)])
    expect(await sleptForLock()).toBeLessThan(1000)
    expect(existsSync(lock)).toBe(false)
  })

  it('is not removed while another live process is removing it', async () => {
    const holder = start('place', lock)
    const dead: Holder = JSON.parse(await holder.firstLine)
    const remover = start('place', `${lock}.${dead.nonce}`)
    await remover.firstLine
    await kill(holder)
    await expect(sleptForLock(100)).rejects.toMatchObject({ code: 'locked' })
    await kill(remover)
    expect(await sleptForLock()).toBeLessThan(1000)
  })

  it('is not removed once another lock has replaced it', () => {
    const first = leave({ pid: 2 ** 30 })
    const found = readLock(lock)
    const second = leave({})
    expect(first.nonce).not.toBe(second.nonce)
    if (found !== undefined) removeLeftBehind(lock, found)
    expect(readLock(lock)?.nonce).toBe(second.nonce)
  })

  it('is replaced when torn, but only after two seconds', async () => {
    writeFileSync(lock, '{"pid":')
    const { mtimeMs } = statSync(lock)
    await expect(sleptForLock(100)).rejects.toMatchObject({ code: 'locked' })
    await sleptForLock()
    expect(Date.now() - mtimeMs).toBeGreaterThan(1900)
  })

  it('is judged by its holder, or by how long it was watched, when the clock was set back', async () => {
    const ahead = new Date(Date.now() + 86_400_000)
    leave({ pid: 2 ** 30, since: ahead.toISOString() })
    utimesSync(lock, ahead, ahead)
    expect(await sleptForLock()).toBeLessThan(1000)
    writeFileSync(lock, '{"pid":')
    utimesSync(lock, ahead, ahead)
    const begun = performance.now()
    await sleptForLock()
    expect(performance.now() - begun).toBeGreaterThan(1900)
  })

  it('counts as a torn lock when its nonce is invalid, and the nonce never becomes a path', async () => {
    leave({ nonce: '../../x', pid: 2 ** 30 })
    await expect(sleptForLock(100)).rejects.toMatchObject({ code: 'locked' })
  })
})

describe('a held lock', () => {
  it('gives an error that names the live process', async () => {
    const holder = start('hold', file)
    await holder.firstLine
    const error = await withLock(file, () => 'ran', { timeoutMs: 100 }).catch(reason => reason)
    expect(error).toMatchObject({ code: 'locked', path: file })
    expect(error.message).toContain(`process ${holder.child.pid} on `)
    expect(error.message).toContain(lock)
    expect(error.hint).toContain(lock)
    expect(litter()).toEqual(['.NOTES.md.lock'])
  })

  it('of another host is not judged by its pid', async () => {
    leave({ host: 'elsewhere', pid: 2 ** 30 })
    await expect(sleptForLock(100)).rejects.toMatchObject({ code: 'locked' })
  })

  for (const [kind, remove, make, onWindows] of [
    ['a folder', 'rm -r', () => mkdirSync(lock), true],
    ['a symbolic link', 'rm', () => symlinkSync('NOTES.md', lock), false],
    ['not a regular file', 'rm', () => execFileSync('mkfifo', [lock]), false],
  ] as const)
    it.skipIf(process.platform === 'win32' && !onWindows)(
      `gives an error at once, with the command to remove it, when its path is ${kind}`,
      async () => {
        make()
        const sleep = () => Promise.reject(new Error('waited'))
        const error = await withLock(file, () => 'ran', { sleep }).catch(reason => reason)
        expect(error).toMatchObject({ code: 'locked', path: lock })
        expect(error.message).toContain(`${lock} is ${kind}`)
        expect(error.hint).toContain(`: ${remove} ${lock}`)
        expect(litter()).toEqual(['.NOTES.md.lock'])
      },
    )

  it('makes another caller in the same process wait', async () => {
    const order: string[] = []
    const hold = (name: string) =>
      withLock(file, async () => {
        order.push(`${name} in`)
        await new Promise(resolve => setTimeout(resolve, 30))
        order.push(`${name} out`)
      })
    await Promise.all([hold('a'), hold('b')])
    expect(order.map(entry => entry.slice(2))).toEqual(['in', 'out', 'in', 'out'])
  })

  it('keeps waiters past their timeout as long as its holder keeps changing', async () => {
    // The waiter reads this fake clock, so that a busy machine does not make one holder seem to stay too long.
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    let changes = 0
    leave({})
    const sleep = async () => {
      vi.advanceTimersByTime(20)
      changes += 1
      if (changes < 20) leave({})
      if (changes === 20) leave({ pid: 2 ** 30 })
    }
    await expect(withLock(file, () => 'ran', { timeoutMs: 60, sleep })).resolves.toBe('ran')
  })

  it('is released when the work fails', async () => {
    await expect(withLock(file, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(litter()).toEqual([])
  })

  it('is known to be lost, and not released, once another process has taken it', async () => {
    const other = await withLock(file, isOurs => {
      expect(isOurs()).toBe(true)
      const taken = leave({})
      expect(isOurs()).toBe(false)
      return taken
    })
    expect(readLock(lock)?.nonce).toBe(other.nonce)
  })
})

describe('lock files of killed processes', () => {
  const claimOf = (pid: number) => ownName(lock, 'claim').replace(`-${process.pid}-`, `-${pid}-`)
  const tempOf = (pid: number) => ownName(file, 'tmp').replace(`-${process.pid}-`, `-${pid}-`)

  it('are swept at the next write, while files of live processes and of other names stay', () => {
    const gone = [tempOf(2 ** 30), claimOf(2 ** 30), `${lock}.${nonce()}`, `${lock}.${nonce()}.${nonce()}`]
    const kept = [
      tempOf(process.pid),
      claimOf(process.ppid),
      tempOf(2 ** 30).replace(/\.[0-9a-f]{8}-/, '.00000000-'),
      join(folder, '.NOTES.md.lock.bak'),
      join(folder, '.NOTES.md.tmp'),
      join(folder, '.OTHER.md.swp'),
      lock,
    ]
    for (const path of [...gone, ...kept]) writeFileSync(path, '')
    sweep(file)
    expect(readdirSync(folder).sort()).toEqual(
      [...kept, file].map(path => path.slice(folder.length + 1)).sort(),
    )
  })

  it('are swept for other files in the folder too, since those may never be written again', async () => {
    const claim = join(folder, basename(claimOf(2 ** 30)).replace('NOTES.md', 'other.jsonl'))
    for (const path of [claim, claim.replace('.claim', '.kept')]) writeFileSync(path, '')
    await withLock(file, () => undefined)
    expect(litter()).toEqual([basename(claim).replace('.claim', '.kept')])
  })

  it('may be confused with a claim in use, which can still be placed as a lock after the sweep', () => {
    const claim = makeClaim(lock)
    unlinkSync(claim.path)
    expect(place(claim, lock)).toBe(true)
    expect(readLock(lock)?.nonce).toBe(claim.holder.nonce)
    expect(place(makeClaim(lock), lock)).toBe(false)
  })
})

it('the age of a lock counts from the time it was placed, even if its waiter queued for an hour', async () => {
  const claim = makeClaim(lock)
  const old = new Date(Date.now() - 3_600_000)
  utimesSync(claim.path, old, old)
  place(claim, lock)
  // A lock of another host is judged by its age after a minute.
  expect(Date.now() - (readLock(lock)?.placed ?? 0)).toBeLessThan(60_000)
})
