import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openSession } from '../../src/project/session/open-session.ts'
import { folderWith } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'

const fileOf = (root: string, id = 's') => join(root, '.notes/sessions', `${id}.jsonl`)

async function projectWith(...texts: readonly string[]) {
  const root = folderWith({ '.git/': '' })
  const session = await openSession({ id: 's', root })
  for (const text of texts) await session.notepad.append(text)
  return { root, session, file: fileOf(root) }
}

const reopened = (root: string) => openSession({ id: 's', root })

describe('a torn last line of a session log', () => {
  test('is reported and skipped wherever it was cut, and the next write starts a new line', async () => {
    const { root, file } = await projectWith('one', 'two', 'three')
    const whole = readFileSync(file)
    const last = whole.subarray(0, -1).lastIndexOf(10) + 1
    const copy = fileOf(root, 'cut')
    for (let length = last; length <= whole.length; length += 1) {
      copyFileSync(file, copy)
      truncateSync(copy, length)
      const session = await openSession({ id: 'cut', root })
      const isWhole = length >= whole.length - 1
      expect(session.pad.notes).toBe(isWhole ? 'one\ntwo\nthree' : 'one\ntwo')
      const isTorn = !isWhole && length > last
      expect(session.problems).toEqual(isTorn ? [{ line: 3, what: 'is torn', path: copy }] : [])
      await session.notepad.append('four')
      const after = await openSession({ id: 'cut', root })
      expect(after.pad.notes).toBe(isWhole ? 'one\ntwo\nthree\nfour' : 'one\ntwo\nfour')
      expect(after.problems).toEqual(isTorn ? [{ line: 3, what: 'is not a JSON object', path: copy }] : [])
      // A session that has written still knows the number of each line.
      appendFileSync(copy, 'garbage\n')
      await session.notepad.append('five')
      const number = readFileSync(copy, 'utf8').split('\n').indexOf('garbage') + 1
      expect(session.problems.at(-1)).toMatchObject({ line: number })
      expect((await session.resume()).pad.notes).toMatch(/four\nfive$/)
    }
  })

  test('is reported by the command line too, without an error exit code', async () => {
    const { root, file } = await projectWith('one')
    appendFileSync(file, '{"type":"custom","customT')
    const env = { NOTES_SESSION: 's' }
    for (const args of [['pad'], ['pad', 'block'], ['pad', 'append', 'two'], ['pad']])
      expect(notes(args, { cwd: root, env })).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(
          /^warning: line 2 of \.notes\/sessions\/s\.jsonl is (torn|not a JSON object)\n$/,
        ),
      })
    expect(notes(['pad', 'block'], { cwd: root, env }).stdout).toContain('one\ntwo\n[End')
  })
})

describe('a damaged line in a session log', () => {
  test.each([
    ['not JSON', 'garbage'],
    ['a number', '42'],
    ['a list', '[]'],
    ['null', 'null'],
    ['NUL bytes', '\0\0\0\0'],
    ['half an entry', '{"type":"custom","customType":"openclaw:scratchpad:notes","data":"x'],
    ['brackets nested too deep', '['.repeat(200_000)],
  ])('is reported, and the other entries are still read: %s', async (_name, garbage) => {
    const { root, file } = await projectWith('one', 'two')
    appendFileSync(file, `${garbage}\n`)
    await (await reopened(root)).notepad.append('three')
    const session = await reopened(root)
    expect(session.pad.notes).toBe('one\ntwo\nthree')
    expect(session.problems).toEqual([{ line: 3, what: 'is not a JSON object', path: file }])
  })

  test('does not hide the entries before it when it breaks the chain', async () => {
    const { root, file } = await projectWith('one', 'two', 'three')
    const lines = readFileSync(file, 'utf8').split('\n')
    lines[1] = '#'.repeat(20)
    lines[2] = lines[2]?.replace(/"openclaw:scratchpad:notes"/, '"openclaw:scratchpad:plan"') ?? ''
    writeFileSync(file, lines.join('\n'))
    expect((await reopened(root)).pad).toMatchObject({ notes: 'one', plan: 'one\ntwo\nthree' })
  })

  test('is reported when it is not UTF-8, and nothing is read from it', async () => {
    const { root, file } = await projectWith('one')
    const line = Buffer.from(
      '{"type":"custom","customType":"openclaw:scratchpad:notes","data":"\u00e9"}\n',
      'latin1',
    )
    appendFileSync(file, line)
    const session = await reopened(root)
    expect(session.pad.notes).toBe('one')
    expect(session.problems).toMatchObject([{ line: 2, what: 'has bytes that are not UTF-8' }])
  })

  test('is reported for an entry of a newer version, but not for an entry of another tool', async () => {
    const { root, file } = await projectWith('one')
    appendFileSync(file, '{"type":"custom","customType":"notes:later","data":1,"id":"a"}\n')
    appendFileSync(file, '{"type":"custom","customType":"other:notes","data":1,"id":"b","parentId":"a"}\n')
    expect((await reopened(root)).problems).toEqual([
      { line: 2, what: 'is a notes:later, which this version does not know: update notes to see it' },
    ])
  })

  test('is reported for one of our entries with unexpected data', async () => {
    const { root, file } = await projectWith('one')
    appendFileSync(file, '{"type":"custom","customType":"notes:card","data":{"id":7},"id":"a"}\n')
    expect((await reopened(root)).problems).toMatchObject([
      { line: 2, what: 'has an unexpected `data` for notes:card' },
    ])
  })
})

test('a session log that is replaced or truncated while it is open is read again from the start', async () => {
  const { root, session, file } = await projectWith('one', 'two')
  const lines = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, `${lines[0]}\n`)
  expect(await session.notepad.read()).toBe('one')
  await session.notepad.append('three')
  expect((await reopened(root)).pad.notes).toBe('one\nthree')
})

describe('pad writers from the built package', () => {
  // Imported late because it needs dist/, which notes-cli.ts builds.
  const load = () => import('./kill-writers.mjs')

  test('lose no acknowledged entry when they are killed in the middle of writes', async () => {
    const { killWriters } = await load()
    const result = await killWriters({ root: folderWith(), kills: 12, seed: 20_261_118 })
    expect(result).toMatchObject({ lost: [], twice: 0, errors: [], files: ['killed.jsonl'] })
    expect(result.acknowledged).toBeGreaterThan(30)
  }, 300_000)

  test('store every card once when four processes share a session', async () => {
    const { startWriter } = await load()
    const root = folderWith()
    const writers = ['a', 'b', 'c', 'd'].map(name => startWriter(root, 's', name, 50))
    expect(await Promise.all(writers.map(({ ended }) => ended))).toEqual([0, 0, 0, 0])
    const session = await reopened(root)
    const stored = [...session.pad.cards.values()].map(({ content }) => content)
    expect(new Set(stored)).toEqual(new Set(writers.flatMap(({ said }) => said())))
    expect(stored.length).toBe(200)
    expect(session.problems).toEqual([])
  }, 300_000)
})

describe('a pad on a disk that cannot be written', () => {
  let mounted: string | undefined
  beforeEach(() => {
    mounted = undefined
  })
  afterEach(() => {
    if (mounted !== undefined) spawnSync('umount', [mounted])
  })
  const mount = (folder: string): boolean => {
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', folder]).status !== 0) return false
    mounted = folder
    return true
  }

  test('reports a full disk, changes nothing and keeps the stored notes', async context => {
    const root = folderWith()
    if (!mount(root)) return context.skip('needs the right to mount a small tmpfs')
    const session = await openSession({ id: 's', root, config: { session: { notes: { maxChars: 0 } } } })
    await session.notepad.write('kept')
    const before = readFileSync(fileOf(root))
    const huge = 'x'.repeat(400_000)
    await expect(session.notepad.write(huge)).rejects.toMatchObject({
      code: 'not-written',
      message: expect.stringContaining('nothing changed'),
      hint: expect.stringContaining('space'),
    })
    expect(await session.scratchpad.call({ action: 'set_notes', content: huge })).toMatch(
      /^Scratchpad NOT saved: .*ENOSPC.*nothing changed/,
    )
    expect(readFileSync(fileOf(root))).toEqual(before)
    expect(await session.notepad.read()).toBe('kept')
    await session.notepad.append('and on')
    expect((await reopened(root)).pad.notes).toBe('kept\nand on')
  })

  test('reports a read-only mount and can still be read', async context => {
    const root = folderWith()
    if (!mount(root)) return context.skip('needs the right to mount a small tmpfs')
    await (await reopened(root)).notepad.write('kept')
    execFileSync('mount', ['-o', 'remount,ro', root])
    const session = await reopened(root)
    await expect(session.notepad.append('x')).rejects.toMatchObject({ code: 'not-written' })
    expect(await session.notepad.read()).toBe('kept')
  })
})

test('a pad in a folder without write permission refuses a write with a hint, and can still be read', async context => {
  if (process.platform === 'win32') return context.skip('Windows ignores the mode of a folder')
  const isRoot = process.getuid?.() === 0
  if (isRoot && spawnSync('setpriv', ['--reuid=65534', '--clear-groups', 'true']).status !== 0)
    return context.skip('root ignores modes, and setpriv is missing to switch to another user')
  const { root, file } = await projectWith('kept')
  const folder = join(root, '.notes/sessions')
  for (const path of [root, join(root, '.notes'), folder]) chmodSync(path, 0o755)
  chmodSync(file, 0o644)
  chmodSync(folder, 0o555)
  onTestFinished(() => chmodSync(folder, 0o755))
  const bin = join(import.meta.dirname, '../../dist/notes.cjs')
  const as = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : []
  const run = (...args: readonly string[]) => {
    const [command = '', ...rest] = [...as, process.execPath, bin, ...args, '--session', 's']
    return spawnSync(command, rest, { cwd: root, encoding: 'utf8' })
  }
  const refused = run('pad', 'append', 'more')
  expect(refused).toMatchObject({ status: 2, stdout: '' })
  expect(refused.stderr).toMatch(
    /was not written \(EACCES\); nothing changed\n.*\n {2}fix: Check that this user can write to the folder/,
  )
  expect(run('pad', 'block').stdout).toContain('kept')
  expect(readFileSync(file, 'utf8').split('\n').length).toBe(2)
  // Now this user may not even read the pad, which belongs to another user.
  chmodSync(file, 0o600)
  if (isRoot) expect(run('pad').stderr).toContain('cannot be read (EACCES)')
})

test('a file in place of .notes/sessions reads as an empty pad and refuses writes', async () => {
  for (const path of ['.notes', '.notes/sessions']) {
    const root = folderWith(path === '.notes' ? { '.notes': 'x' } : { '.notes/sessions': 'x' })
    const session = await reopened(root)
    expect(await session.notepad.read()).toBe('')
    await expect(session.notepad.write('x')).rejects.toMatchObject({ code: 'not-written' })
  }
})

test('a folder in place of a session log is reported as unreadable', async () => {
  const root = folderWith()
  mkdirSync(fileOf(root), { recursive: true })
  await expect(reopened(root)).rejects.toMatchObject({ code: 'unreadable', path: fileOf(root) })
})
