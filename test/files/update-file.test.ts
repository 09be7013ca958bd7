import {
  chmodSync,
  closeSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFile } from '../../src/files/swap/write.ts'
import { exchangeText, refuseReadOnly, updateFile } from '../../src/files/update-file.ts'
import { tempFolder } from './build-worker.ts'

let folder = ''
let file = ''

beforeEach(() => {
  folder = tempFolder()
  file = join(folder, 'NOTES.md')
  writeFileSync(file, '\uFEFFone\r\n')
  // A whole second, so that a test can set exactly this time again.
  utimesSync(file, 1_700_000_000, 1_700_000_000)
})

const text = () => readFileSync(file, 'utf8')
const litter = () => readdirSync(folder).filter(name => name !== 'NOTES.md')
const add = (row: string) => (before: string) => `${before}${row}\n`
const later = (ms: number, act: () => void) => setTimeout(act, ms)

const hasSwap = process.platform !== 'win32'

/** Adds a row, and saves right before one of the system calls that swap the old version for the new one. */
async function updateDuring(call: number, save: () => void) {
  const fs: Record<'linkSync' | 'renameSync' | 'statSync' | 'unlinkSync', (...args: unknown[]) => unknown> =
    createRequire(import.meta.url)('node:fs')
  const { linkSync, renameSync, statSync, unlinkSync } = fs
  const real = { linkSync, renameSync, statSync, unlinkSync }
  let at = Number.NEGATIVE_INFINITY
  const done = { saves: 0, last: '' }
  const restore = () => {
    Object.assign(fs, real)
    syncBuiltinESMExports()
  }
  for (const name of ['linkSync', 'renameSync', 'statSync', 'unlinkSync'] as const)
    fs[name] = (...args) => {
      if (at === call) {
        // The save itself is made with these calls.
        at = Number.POSITIVE_INFINITY
        save()
        done.saves += 1
      }
      at += 1
      if (name === 'linkSync' && args[1] === file) done.last = name
      return real[name](...args)
    }
  syncBuiltinESMExports()
  try {
    await exchangeText(
      file,
      before => add('ours')(before),
      () => {
        if (done.saves === 0) at = 0
        return true
      },
    )
  } finally {
    restore()
  }
  return done
}

/** Does something once, at the first call. */
function once(act: () => void): () => void {
  let done = false
  return () => {
    if (!done) act()
    done = true
  }
}

describe('a file is changed', () => {
  it('and nothing else about it', async () => {
    // With rights that the usual umask takes away.
    chmodSync(file, 0o662)
    const result = await updateFile(file, add('two'))
    expect(result).toEqual({ changed: true, before: '\uFEFFone\r\n', after: '\uFEFFone\r\ntwo\n' })
    expect(text()).toBe(result.after)
    expect(statSync(file).mode & 0o777).toBe(0o662)
    expect(litter()).toEqual([])
  })

  it.each([
    ['undefined', () => undefined],
    ['the same text', (before: string) => before],
  ])('not at all when the plan is %s', async (_, plan) => {
    const { ino, mtimeMs } = statSync(file)
    expect(await updateFile(file, plan)).toMatchObject({ changed: false })
    expect(statSync(file)).toMatchObject({ ino, mtimeMs })
  })

  it('not at all when the plan fails', async () => {
    const plan = () => {
      throw new Error('no plan')
    }
    await expect(updateFile(file, plan)).rejects.toThrow('no plan')
    expect(text()).toBe('\uFEFFone\r\n')
    expect(litter()).toEqual([])
  })

  it('not at all when it is not text', async () => {
    writeFileSync(file, Buffer.from([0x61, 0xff]))
    await expect(updateFile(file, add('two'))).rejects.toMatchObject({ code: 'not-text' })
    expect(litter()).toEqual([])
  })

  it('through a symbolic link, which stays one', async () => {
    mkdirSync(join(folder, 'docs'))
    renameSync(file, join(folder, 'docs/real.md'))
    symlinkSync('docs/real.md', file)
    await updateFile(file, add('two'), { root: folder })
    expect(lstatSync(file).isSymbolicLink()).toBe(true)
    expect(text()).toBe('\uFEFFone\r\ntwo\n')
  })

  it('never outside the root', async () => {
    mkdirSync(join(folder, 'root'))
    symlinkSync('../NOTES.md', join(folder, 'root/NOTES.md'))
    const update = updateFile(join(folder, 'root/NOTES.md'), add('two'), { root: join(folder, 'root') })
    await expect(update).rejects.toMatchObject({ code: 'outside' })
    expect(text()).toBe('\uFEFFone\r\n')
  })

  it('not at all when it has a hard link, which would keep the old text; a name that we left does not count', async () => {
    linkSync(file, join(folder, '.NOTES.md.00000000-1-a_b_c_d.tmp'))
    await updateFile(file, add('two'))
    linkSync(file, join(folder, 'other.md'))
    const error = await updateFile(file, add('three')).catch(reason => reason)
    expect(error).toMatchObject({ code: 'not-written', message: expect.stringContaining('another name') })
    expect(error.hint).toContain(`cp -p ${file} ${file}.copy && mv`)
    expect(readFileSync(join(folder, 'other.md'), 'utf8')).toBe('\uFEFFone\r\ntwo\n')
    expect(text()).toBe('\uFEFFone\r\ntwo\n')
  })

  it('only when it exists', async () => {
    await expect(updateFile(join(folder, 'none.md'), add('x'))).rejects.toMatchObject({ code: 'not-found' })
    await expect(updateFile(join(folder, 'no/ne.md'), add('x'))).rejects.toMatchObject({ code: 'not-found' })
    expect(litter()).toEqual([])
  })
})

describe('an editor, which takes no lock, saves', () => {
  const inPlace = () => writeFileSync(file, 'edited\n')
  const byRename = () => {
    writeFileSync(join(folder, 'swap'), 'edited\n')
    renameSync(join(folder, 'swap'), file)
  }
  const sameSizeSameTime = () => {
    writeFileSync(file, '\uFEFFEND\r\n')
    utimesSync(file, 1_700_000_000, 1_700_000_000)
  }
  it.each([
    ['in place', inPlace, 'edited\nours\n'],
    ['by renaming', byRename, 'edited\nours\n'],
    ['a text of the same size at the same time', sameSizeSameTime, '\uFEFFEND\r\nours\n'],
  ])('%s, after we read: both texts are kept', async (_, save, both) => {
    const saveOnce = once(save)
    const result = await updateFile(file, before => {
      saveOnce()
      return add('ours')(before)
    })
    expect(text()).toBe(both)
    expect(result).toMatchObject({ changed: true, after: both })
    expect(litter()).toEqual([])
  })

  it.each([
    ['in place', inPlace, 'edited\nours\n'],
    ['a text of the same size at the same time', sameSizeSameTime, '\uFEFFEND\r\nours\n'],
  ])('%s, between our last look and the rename: both texts are kept', async (_, save, both) => {
    // The question whether the lock is still ours is the last thing asked before the rename.
    const saveOnce = once(save)
    await exchangeText(file, add('ours'), () => {
      saveOnce()
      return true
    })
    expect(text()).toBe(both)
    expect(litter()).toEqual([])
  })

  // A look at the path and one at the new version, then: aside, a look at what that got hold of, the name.
  it.runIf(hasSwap).each([0, 1, 2, 3, 4])(
    'by renaming, right before system call %i of the swap: both texts are kept',
    async call => {
      const done = await updateDuring(call, byRename)
      expect(done).toEqual({ saves: 1, last: 'linkSync' })
      expect(text()).toBe('edited\nours\n')
      expect(litter()).toEqual([])
    },
  )

  it.runIf(hasSwap).each([0, 1, 2, 3, 4, 5])(
    'into the file as it opened it, right before system call %i of the swap: both texts are kept',
    async call => {
      const fd = openSync(file, 'r+')
      const done = await updateDuring(call, () => {
        ftruncateSync(fd)
        writeSync(fd, 'edited\n')
      })
      closeSync(fd)
      expect(done.saves).toBe(1)
      expect(text()).toBe('edited\nours\n')
      expect(litter()).toEqual([])
    },
  )

  it('by renaming, while we ask whether the file may be written: it is not taken for read-only', () => {
    unlinkSync(file)
    expect(() => refuseReadOnly(file, { mode: 0o644 })).not.toThrow()
  })

  it('in place and is half done when we come: what it writes is kept', async () => {
    writeFileSync(file, '')
    later(40, inPlace)
    await updateFile(file, add('ours'))
    expect(text()).toBe('edited\nours\n')
  })

  // Tried again: a machine that stops this process for 25 ms makes a piece look like the last one.
  it('in pieces: we wait for the last one', { retry: 5 }, async () => {
    await new Promise(resolve => later(80, () => resolve(undefined)))
    writeFileSync(file, 'first\n')
    later(8, () => writeFileSync(file, 'second\n', { flag: 'a' }))
    later(16, () => writeFileSync(file, 'third\n', { flag: 'a' }))
    let plans = 0
    await updateFile(file, before => {
      plans += 1
      return add('ours')(before)
    })
    expect(text()).toBe('first\nsecond\nthird\nours\n')
    expect(plans).toBe(1)
  })

  // Tried again: a machine that stops this process for 200 ms makes the file look deleted.
  it('by moving the old file away first: we wait for the new one', { retry: 5 }, async () => {
    renameSync(file, join(folder, 'backup'))
    later(50, inPlace)
    await updateFile(file, add('ours'))
    expect(text()).toBe('edited\nours\n')
  })

  it('each of the first 40 times we are about to write, as on a busy machine: both texts are kept', async () => {
    let saves = 0
    await updateFile(file, before => {
      saves += 1
      if (saves <= 40) byRename()
      return add('ours')(before)
    })
    expect(text()).toBe('edited\nours\n')
    expect(litter()).toEqual([])
  }, 20_000)

  it('each time we are about to write: we give up, and its text stays', async () => {
    let saves = 0
    const update = updateFile(file, before => {
      saves += 1
      byRename()
      return add('ours')(before)
    })
    await expect(update).rejects.toMatchObject({ code: 'locked' })
    expect(saves).toBeGreaterThan(5)
    expect(text()).toBe('edited\n')
    expect(litter()).toEqual([])
  }, 20_000)

  it('is not overwritten when the lock was lost meanwhile', async () => {
    await expect(exchangeText(file, add('ours'), () => false)).rejects.toMatchObject({ code: 'locked' })
    expect(text()).toBe('\uFEFFone\r\n')
    expect(litter()).toEqual([])
  })
})

describe('a file is created', () => {
  it('with the folders above it, once', () => {
    const path = join(folder, 'grimoires/loa/NOTES.md')
    expect(createFile(path, 'first')).toBe(true)
    expect(createFile(path, 'second')).toBe(false)
    expect(readFileSync(path, 'utf8')).toBe('first')
    expect(readdirSync(join(folder, 'grimoires/loa'))).toEqual(['NOTES.md'])
  })

  it('never through a dangling link', () => {
    unlinkSync(file)
    symlinkSync('elsewhere.md', file)
    expect(createFile(file, 'x')).toBe(false)
    expect(litter()).toEqual([])
  })
})
