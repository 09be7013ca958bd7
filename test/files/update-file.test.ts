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

/** Adds a row while an editor saves right before the given system call of the swap. */
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
        // The save itself makes these calls too.
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

/** Returns a function that runs `act` only the first time it is called. */
function once(act: () => void): () => void {
  let done = false
  return () => {
    if (!done) act()
    done = true
  }
}

describe('updateFile', () => {
  it('keeps byte order mark, CRLF and mode when it adds a row', async () => {
    // A mode that the usual umask would reduce.
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
  ])('leaves the file untouched when the plan returns %s', async (_, plan) => {
    const { ino, mtimeMs } = statSync(file)
    expect(await updateFile(file, plan)).toMatchObject({ changed: false })
    expect(statSync(file)).toMatchObject({ ino, mtimeMs })
  })

  it('leaves the file untouched when the plan fails', async () => {
    const plan = () => {
      throw new Error('no plan')
    }
    await expect(updateFile(file, plan)).rejects.toThrow('no plan')
    expect(text()).toBe('\uFEFFone\r\n')
    expect(litter()).toEqual([])
  })

  it('refuses a file that is not text', async () => {
    writeFileSync(file, Buffer.from([0x61, 0xff]))
    await expect(updateFile(file, add('two'))).rejects.toMatchObject({ code: 'not-text' })
    expect(litter()).toEqual([])
  })

  it('writes through a symbolic link and keeps the link', async () => {
    mkdirSync(join(folder, 'docs'))
    renameSync(file, join(folder, 'docs/real.md'))
    symlinkSync('docs/real.md', file)
    await updateFile(file, add('two'), { root: folder })
    expect(lstatSync(file).isSymbolicLink()).toBe(true)
    expect(text()).toBe('\uFEFFone\r\ntwo\n')
  })

  it('never writes outside the root', async () => {
    mkdirSync(join(folder, 'root'))
    symlinkSync('../NOTES.md', join(folder, 'root/NOTES.md'))
    const update = updateFile(join(folder, 'root/NOTES.md'), add('two'), { root: join(folder, 'root') })
    await expect(update).rejects.toMatchObject({ code: 'outside' })
    expect(text()).toBe('\uFEFFone\r\n')
  })

  it('refuses a file with a hard link, which would keep the old text, unless a writer left that link behind', async () => {
    linkSync(file, join(folder, '.NOTES.md.00000000-1-a_b_c_d.tmp'))
    await updateFile(file, add('two'))
    linkSync(file, join(folder, 'other.md'))
    const error = await updateFile(file, add('three')).catch(reason => reason)
    expect(error).toMatchObject({ code: 'not-written', message: expect.stringContaining('another name') })
    expect(error.hint).toContain(`cp -p ${file} ${file}.copy && mv`)
    expect(readFileSync(join(folder, 'other.md'), 'utf8')).toBe('\uFEFFone\r\ntwo\n')
    expect(text()).toBe('\uFEFFone\r\ntwo\n')
  })

  it('refuses a file that does not exist', async () => {
    await expect(updateFile(join(folder, 'none.md'), add('x'))).rejects.toMatchObject({ code: 'not-found' })
    await expect(updateFile(join(folder, 'no/ne.md'), add('x'))).rejects.toMatchObject({ code: 'not-found' })
    expect(litter()).toEqual([])
  })
})

describe('updateFile, while an editor saves without a lock,', () => {
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
    ['with the same size and time', sameSizeSameTime, '\uFEFFEND\r\nours\n'],
  ])('keeps both texts when the editor saves %s after our read', async (_, save, both) => {
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
    ['with the same size and time', sameSizeSameTime, '\uFEFFEND\r\nours\n'],
  ])(
    'keeps both texts when the editor saves %s between our last check and the rename',
    async (_, save, both) => {
      // The check of the lock is the last step before the rename, so the editor saves during that check.
      const saveOnce = once(save)
      await exchangeText(file, add('ours'), () => {
        saveOnce()
        return true
      })
      expect(text()).toBe(both)
      expect(litter()).toEqual([])
    },
  )

  // The calls: stat the path, stat the new version, move the old one aside, stat what was moved, link the new name.
  it.runIf(hasSwap).each([0, 1, 2, 3, 4])(
    'keeps both texts when the editor renames right before system call %i of the swap',
    async call => {
      const done = await updateDuring(call, byRename)
      expect(done).toEqual({ saves: 1, last: 'linkSync' })
      expect(text()).toBe('edited\nours\n')
      expect(litter()).toEqual([])
    },
  )

  it.runIf(hasSwap).each([0, 1, 2, 3, 4, 5])(
    'keeps both texts when the editor writes into its open file right before system call %i of the swap',
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

  it('does not report a file that the editor is renaming as read-only', () => {
    unlinkSync(file)
    expect(() => refuseReadOnly(file, { mode: 0o644 })).not.toThrow()
  })

  it('keeps both texts when a save in place is only half done', async () => {
    writeFileSync(file, '')
    later(40, inPlace)
    await updateFile(file, add('ours'))
    expect(text()).toBe('edited\nours\n')
  })

  // Retried: a machine that stops this process for 25 ms makes a piece look like the last one.
  it('waits for the last piece when the editor saves in pieces', { retry: 5 }, async () => {
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

  // Retried: a machine that stops this process for 200 ms makes the file look deleted.
  it('waits for the new file when the editor first moves the old one away', { retry: 5 }, async () => {
    renameSync(file, join(folder, 'backup'))
    later(50, inPlace)
    await updateFile(file, add('ours'))
    expect(text()).toBe('edited\nours\n')
  })

  it('keeps both texts when the editor saves 40 times in a row, as on a busy machine', async () => {
    let saves = 0
    await updateFile(file, before => {
      saves += 1
      if (saves <= 40) byRename()
      return add('ours')(before)
    })
    expect(text()).toBe('edited\nours\n')
    expect(litter()).toEqual([])
  }, 20_000)

  it("gives up when the editor saves every time, and keeps the editor's text", async () => {
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

  it('does not overwrite the file when the lock was lost meanwhile', async () => {
    await expect(exchangeText(file, add('ours'), () => false)).rejects.toMatchObject({ code: 'locked' })
    expect(text()).toBe('\uFEFFone\r\n')
    expect(litter()).toEqual([])
  })
})

describe('createFile', () => {
  it('creates a file and the folders above it, once', () => {
    const path = join(folder, 'grimoires/loa/NOTES.md')
    expect(createFile(path, 'first')).toBe(true)
    expect(createFile(path, 'second')).toBe(false)
    expect(readFileSync(path, 'utf8')).toBe('first')
    expect(readdirSync(join(folder, 'grimoires/loa'))).toEqual(['NOTES.md'])
  })

  it('never writes through a dangling link', () => {
    unlinkSync(file)
    symlinkSync('elsewhere.md', file)
    expect(createFile(file, 'x')).toBe(false)
    expect(litter()).toEqual([])
  })
})
