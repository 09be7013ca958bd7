import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { withLock } from '../../src/files/lock/lock.ts'
import { sessionFiles } from '../../src/files/sessions/session-files.ts'
import {
  checkSessionId,
  fileNameOf,
  isSessionId,
  sessionOfFile,
} from '../../src/files/sessions/session-id.ts'
import { folderWith } from '../config/folder.ts'
import fc from '../property.ts'

const entry = (text: string) => ({ type: 'custom', customType: 'openclaw:scratchpad:notes', data: text })
const line = (text: string) => `${JSON.stringify(entry(text))}\n`

const textsIn = async (store: ReturnType<typeof sessionFiles>, id: string) =>
  (await store.read(id)).lines.map(({ value }) => Object(value).data)

const foldersIn = (root: string) => {
  const folder = join(root, '.notes/sessions')
  return { folder, archive: join(folder, 'archive'), names: () => readdirSync(folder).sort() }
}

describe('a session file', () => {
  const ids = fc
    .string({ unit: fc.constantFrom(...'aAbBzZ019._-'), minLength: 1, maxLength: 128 })
    .filter(isSessionId)

  test.each([
    ['default', 'default.jsonl'],
    ['0b5f2c1e-8a77-4c7c', '0b5f2c1e-8a77-4c7c.jsonl'],
    ['A', 'a+1.jsonl'],
    ['Review-42', 'review-42+1.jsonl'],
    ['aBcDE', 'abcde+a1.jsonl'],
  ])('of the session %s is named %s', (id, name) => {
    expect(fileNameOf(checkSessionId(id))).toBe(name)
    expect(sessionOfFile(name)).toBe(id)
  })

  test('has a unique name of limited length, even on a file system that ignores case', () => {
    fc.assert(
      fc.property(ids, ids, (one, two) => {
        expect(sessionOfFile(fileNameOf(one))).toBe(one)
        expect(fileNameOf(one)).toBe(fileNameOf(one).toLowerCase())
        expect(fileNameOf(one) === fileNameOf(two)).toBe(one === two)
      }),
    )
    expect(fileNameOf(checkSessionId('Z'.repeat(128))).length).toBeLessThan(175)
  })

  test.each([
    'a+0.jsonl',
    'a+2.jsonl',
    'a+.jsonl',
    'a+1+1.jsonl',
    'A+1.jsonl',
    'a+x.jsonl',
    'a.json',
    '.a.jsonl',
  ])('is never named %s', name => {
    expect(sessionOfFile(name)).toBe(undefined)
  })

  test('differs for the sessions A and a', async () => {
    const root = folderWith()
    const store = sessionFiles(root)
    for (const id of ['A', 'a']) await store.append(id, undefined, () => [entry(id)])
    expect(foldersIn(root).names()).toEqual(['.gitignore', 'a+1.jsonl', 'a.jsonl'])
    expect((await store.list()).map(({ id }) => id).sort()).toEqual(['A', 'a'])
    expect([await textsIn(store, 'A'), await textsIn(store, 'a')]).toEqual([['A'], ['a']])
  })
})

describe('archiving a session', () => {
  test('lets a writer that waits for the lock continue the session', async () => {
    const root = folderWith()
    const store = sessionFiles(root)
    await store.append('s', undefined, () => [entry('kept')])
    const { cursor } = await store.read('s')
    const path = join(root, '.notes/sessions/s.jsonl')
    let writing: Promise<unknown> = Promise.resolve()
    await withLock(path, async () => {
      writing = store.append('s', cursor, fresh => [entry(`more, ${fresh.whole}`)])
      await new Promise(resolve => setTimeout(resolve, 60))
      // Moves the file as `gc` does, in another process, under this lock.
      mkdirSync(join(root, '.notes/sessions/archive'))
      execFileSync('mv', [path, join(root, '.notes/sessions/archive/s.jsonl')])
    })
    await writing
    expect(await textsIn(store, 's')).toEqual(['kept', 'more, false'])
    expect(await store.list()).toMatchObject([{ id: 's', archived: false }])
  })

  test('moves the session only if nothing was written to it since it was found to be old', async () => {
    const store = sessionFiles(folderWith())
    await store.append('s', undefined, () => [entry('x')])
    expect(await store.archive('s', Date.now() - 60_000)).toBe(false)
    expect(await store.archive('s', Date.now() + 60_000)).toBe(true)
  })

  test('fails and changes nothing when the archive already has a session of that name', async () => {
    const root = folderWith({
      '.notes/sessions/s.jsonl': line('new'),
      '.notes/sessions/archive/s.jsonl': line('old'),
    })
    const store = sessionFiles(root)
    await expect(store.archive('s')).rejects.toMatchObject({ code: 'conflict' })
    expect(await textsIn(store, 's')).toEqual(['new'])
    expect(readFileSync(join(foldersIn(root).archive, 's.jsonl'), 'utf8')).toBe(line('old'))
  })

  test('does nothing for an unknown session', async () => {
    const root = folderWith()
    expect(await sessionFiles(root).archive('s')).toBe(false)
    expect(existsSync(join(root, '.notes'))).toBe(false)
  })
})

test.skipIf(process.platform === 'win32')(
  'session files ignore symbolic links and refuse an archive folder outside the project',
  async () => {
    const outside = folderWith({ 'secret.jsonl': line('x') })
    const root = folderWith({ '.notes/sessions/a.jsonl': line('a') })
    const { folder, archive } = foldersIn(root)
    symlinkSync(join(outside, 'secret.jsonl'), join(folder, 'link.jsonl'))
    expect((await sessionFiles(root).list()).map(({ id }) => id)).toEqual(['a'])
    symlinkSync(outside, archive)
    await expect(sessionFiles(root).list()).rejects.toMatchObject({ code: 'outside' })
    await expect(sessionFiles(root).archive('a')).rejects.toMatchObject({ code: 'outside' })
    expect(readdirSync(outside)).toEqual(['secret.jsonl'])
  },
)

test('a session folder without read permission is reported', async context => {
  if (process.platform === 'win32' || process.getuid?.() === 0)
    return context.skip('this user may read everything')
  const root = folderWith({ '.notes/sessions/a.jsonl': line('a') })
  chmodSync(foldersIn(root).folder, 0o000)
  onTestFinished(() => chmodSync(foldersIn(root).folder, 0o700))
  await expect(sessionFiles(root).list()).rejects.toMatchObject({ code: 'unreadable' })
})

test('a disk without room for the first line leaves no session behind', async context => {
  const root = folderWith()
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', root]).status !== 0)
    return context.skip('needs the right to mount a small tmpfs')
  onTestFinished(() => void spawnSync('umount', [root]))
  const store = sessionFiles(root)
  await expect(store.append('s', undefined, () => [entry('x'.repeat(200_000))])).rejects.toMatchObject({
    code: 'not-written',
  })
  expect(await store.list()).toEqual([])
})

test.each([5, null, undefined, () => 5])('appending to a session refuses the invalid plan %j', async plan => {
  const root = folderWith()
  // @ts-expect-error: the types refuse it too
  await expect(sessionFiles(root).append('s', undefined, plan)).rejects.toMatchObject({ code: 'usage' })
})
