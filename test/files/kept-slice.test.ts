import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepSlice, type Seen, startSeeing } from '../../src/files/user/keep-slice.ts'
import {
  keptProject,
  keptSlice,
  placeOf,
  type StartingPoint,
  samePlace,
} from '../../src/files/user/kept-slice.ts'
import { folderWith } from '../config/folder.ts'

const key = 'build usual'
const slice = {
  name: 'NOTES.md',
  factor: 1,
  budget: 100,
  text: 'as it was',
  command: 'notes',
  root: '/project',
  file: '/project/NOTES.md',
  settings: [],
} as const
const files = { '.git/HEAD': '', 'NOTES.md': '# Notes\n', 'src/a.ts': 'const a = 1\n' }

/** Waits until the stamps of files are old enough to be trusted. */
const settle = () => new Promise(resolve => setTimeout(resolve, 80))

async function made(look: (seen: Seen, root: string) => void = () => {}, below = '') {
  const root = folderWith(files)
  const cache = folderWith()
  const start: StartingPoint = { cwd: join(root, below), env: { XDG_CACHE_HOME: cache } }
  mkdirSync(start.cwd, { recursive: true })
  await settle()
  const seen = startSeeing(start)
  look(seen, root)
  seen.note(join(root, 'NOTES.md'))
  keepSlice(start, key, slice, seen)
  const folder = join(cache, 'notesmd')
  return { root, start, folder, file: join(folder, String(readdirSync(folder)[0])) }
}

test.each(['notes.config.json', 'NOTES.md'])(
  'a slice is not kept for %s saved between the search for the project and its reading',
  async name => {
    const { start } = await made((seen, root) => {
      writeFileSync(join(root, name), '{"profile": "loose"}')
      seen.note(join(root, name))
    })
    expect(keptSlice(start, key)).toBeUndefined()
  },
)

test('a kept slice is used while nothing changes, for the same program and budget', async () => {
  const { root, start } = await made((seen, root) => seen.code(root, 'src/a.ts'))
  expect(keptSlice(start, key)).toMatchObject(slice)
  expect(keptSlice(start, 'build 200')).toBeUndefined()
  expect(keptSlice(start, 'other usual')).toBeUndefined()
  expect(keptSlice({ ...start, env: { ...start.env, NOTES_FILE: 'b.md' } }, key)).toBeUndefined()
  writeFileSync(join(root, 'src/a.ts'), 'const b = 1\n')
  expect(keptSlice(start, key)).toBeUndefined()
})

test.each([
  ['a configuration', 'notes.config.json'],
  ['a package.json', 'package.json'],
  ['a nested repository', 'deep/er/.git/HEAD'],
  ['a nested configuration', 'deep/notes.config.json'],
  ['another notes file', 'grimoires/loa/NOTES.md'],
])('a kept slice is dropped when %s appears', async (_, path) => {
  const { root, start } = await made(undefined, 'deep/er')
  expect(keptSlice(start, key)).toBeDefined()
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), '{}')
  expect(keptSlice(start, key)).toBeUndefined()
})

test('a kept slice is dropped when cited code changes while its quotes are checked', async () => {
  const { start } = await made((seen, root) => {
    seen.code(root, 'src/a.ts')
    writeFileSync(join(root, 'src/a.ts'), 'const b = 1\n')
    // The second quote from the file is looked up after the change.
    seen.code(root, 'src/a.ts')
  })
  await settle()
  expect(keptSlice(start, key)).toBeUndefined()
})

test('a kept slice is dropped when missing code appears while its quotes are checked', async () => {
  const { start } = await made((seen, root) => {
    seen.code(root, 'src/b.ts')
    writeFileSync(join(root, 'src/b.ts'), 'const b = 1\n')
  })
  await settle()
  expect(keptSlice(start, key)).toBeUndefined()
})

test('a kept slice is dropped when a folder is replaced by a link to it, even though its files keep their stamps', async () => {
  const { root, start } = await made((seen, root) => seen.code(root, 'src/a.ts'))
  const elsewhere = folderWith()
  renameSync(join(root, 'src'), join(elsewhere, 'src'))
  symlinkSync(join(elsewhere, 'src'), join(root, 'src'))
  expect(keptSlice(start, key)).toBeUndefined()
})

test.each(['~/p/src/a.ts', '/p/src/a.ts', 'C:\\p\\a.ts'])(
  'no slice is kept when code is cited as %s, which may lead elsewhere later',
  async path => {
    const root = folderWith(files)
    const start = { cwd: root, env: { XDG_CACHE_HOME: folderWith() } }
    const seen = startSeeing(start)
    seen.code(root, path)
    keepSlice(start, key, slice, seen)
    expect(keptSlice(start, key)).toBeUndefined()
  },
)

test.each<[string, (kept: Record<string, unknown>) => void]>([
  ['no list of seen paths', kept => delete kept.seen],
  ['an empty list of seen paths', kept => Object.assign(kept, { seen: [] })],
  ['a path without a stamp', kept => Object.assign(kept, { seen: [['/x', null]] })],
  ['a stamp that is too short', kept => Object.assign(kept, { seen: [['/x', null, []]] })],
  ['no time', kept => delete kept.at],
  ['a text that is a list', kept => Object.assign(kept, { text: ['x'] })],
  ['an infinite budget', kept => Object.assign(kept, { budget: '1e999' })],
])('a kept slice with %s is not used', async (_, spoil) => {
  const { start, file } = await made()
  const kept = JSON.parse(readFileSync(file, 'utf8'))
  spoil(kept)
  writeFileSync(file, JSON.stringify(kept))
  expect(keptSlice(start, key)).toBeUndefined()
})

test.skipIf(process.platform === 'win32').each<[string, (file: string, folder: string) => void]>([
  ['a file that others may read', file => chmodSync(file, 0o644)],
  ['a folder that others may write', (_, folder) => chmodSync(folder, 0o777)],
  [
    'a link to a file',
    file => {
      const other = join(folderWith({ x: readFileSync(file, 'utf8') }), 'x')
      chmodSync(other, 0o600)
      rmSync(file)
      symlinkSync(other, file)
    },
  ],
])('a kept slice in %s is not used', async (_, spoil) => {
  const { start, file, folder } = await made()
  spoil(file, folder)
  expect(keptSlice(start, key)).toBeUndefined()
})

test('no slice is kept without a user cache folder, and nothing fails', () => {
  const root = folderWith(files)
  for (const env of [{}, { HOME: 'relative' }, { XDG_CACHE_HOME: '/dev/null' }]) {
    const start = { cwd: root, env }
    keepSlice(start, key, slice, startSeeing(start))
    expect(keptSlice(start, key)).toBeUndefined()
  }
})

test('at most 200 kept slices stay in the cache folder', async () => {
  const { start, folder } = await made()
  for (let at = 0; at < 450; at++) {
    const seen = startSeeing(start)
    keepSlice(start, `build ${100 + at}`, slice, seen)
  }
  expect(readdirSync(folder).length).toBeLessThanOrEqual(200)
  expect(keptSlice(start, 'build 549')).toMatchObject(slice)
})

test('a new version of a just-written file is recognized by its content', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'notes-place-')), 'NOTES.md')
  writeFileSync(path, '# Notes')
  const [name, real, stamp, sum = 0] = placeOf(path, 'read', Date.now())
  expect(samePlace([name, real, stamp, sum], Date.now())).toBe(true)
  // Another version with the same size and times.
  expect(samePlace([name, real, stamp, sum + 1], Date.now())).toBe(false)
  expect(samePlace([name, real, stamp], Date.now())).toBe(false)
})

test('a file written just before a recovery keeps its checksum however long the recovery takes', () => {
  const path = join(folderWith({ 'NOTES.md': 'one' }), 'NOTES.md')
  const at = Date.now()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  expect(samePlace(placeOf(path, 'read', at), at)).toBe(true)
})

test('a kept slice drops the checksum of a just-written file once the stamp alone can tell versions apart', async () => {
  const root = folderWith(files)
  const start: StartingPoint = { cwd: root, env: { XDG_CACHE_HOME: folderWith() } }
  const notesFile = join(root, 'NOTES.md')
  writeFileSync(notesFile, '# Notes!\n')
  const seen = startSeeing(start)
  seen.note(notesFile)
  keepSlice(start, key, slice, seen)
  const [name = ''] = readdirSync(join(start.env.XDG_CACHE_HOME ?? '', 'notesmd'))
  const sums = () =>
    JSON.parse(readFileSync(join(start.env.XDG_CACHE_HOME ?? '', 'notesmd', name), 'utf8')).seen.filter(
      (place: unknown[]) => place.length > 3,
    ).length
  expect(keptSlice(start, key)).toBeDefined()
  expect(sums()).toBeGreaterThan(0)
  await settle()
  expect(keptSlice(start, key)).toBeDefined()
  expect(sums()).toBe(0)
  expect(keptSlice(start, key)).toBeDefined()
  writeFileSync(notesFile, '# Other!\n')
  expect(keptSlice(start, key)).toBeUndefined()
})

test('the project of a kept slice stays known when the notes change, but not when a configuration appears', async () => {
  const { root, start } = await made((seen, root) => seen.code(root, 'src/a.ts'))
  writeFileSync(join(root, 'NOTES.md'), '# Changed\n')
  writeFileSync(join(root, 'src/a.ts'), 'const b = 1\n')
  expect(keptSlice(start, key)).toBeUndefined()
  expect(keptProject(start, key)).toMatchObject({ root: slice.root, file: slice.file })
  writeFileSync(join(root, 'notes.config.json'), '{}')
  expect(keptProject(start, key)).toBeUndefined()
})
