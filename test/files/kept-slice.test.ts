import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepSlice, type Seen, startSeeing } from '../../src/files/user/keep-slice.ts'
import { keptSlice, type StartingPoint } from '../../src/files/user/kept-slice.ts'
import { folderWith } from '../config/folder.ts'

const key = 'build usual'
const slice = { name: 'NOTES.md', factor: 1, budget: 100, text: 'as it was' }
const files = { '.git/HEAD': '', 'NOTES.md': '# Notes\n', 'src/a.ts': 'const a = 1\n' }

/** Older than what may still change unseen. */
const rest = () => new Promise(resolve => setTimeout(resolve, 80))

async function made(look: (seen: Seen, root: string) => void = () => {}, below = '') {
  const root = folderWith(files)
  const cache = folderWith()
  const start: StartingPoint = { cwd: join(root, below), env: { XDG_CACHE_HOME: cache } }
  mkdirSync(start.cwd, { recursive: true })
  await rest()
  const seen = startSeeing(start)
  seen.note(join(root, 'NOTES.md'))
  look(seen, root)
  keepSlice(start, key, slice, seen)
  const folder = join(cache, 'notesmd')
  return { root, start, folder, file: join(folder, String(readdirSync(folder)[0])) }
}

test('a slice is kept while nothing changes, for the same program and budget', async () => {
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
  ['a repository of its own', 'deep/er/.git/HEAD'],
  ['a configuration further down', 'deep/notes.config.json'],
  ['another notes file', 'grimoires/loa/NOTES.md'],
])('%s that appears later makes the slice anew', async (_, path) => {
  const { root, start } = await made(undefined, 'deep/er')
  expect(keptSlice(start, key)).toBeDefined()
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), '{}')
  expect(keptSlice(start, key)).toBeUndefined()
})

test('code that changes while it is compared makes the next start look again', async () => {
  const { start } = await made((seen, root) => {
    seen.code(root, 'src/a.ts')
    writeFileSync(join(root, 'src/a.ts'), 'const b = 1\n')
    // A second quote from the same file is looked up after it has changed.
    seen.code(root, 'src/a.ts')
  })
  await rest()
  expect(keptSlice(start, key)).toBeUndefined()
})

test('code that appears after it was missed makes the next start look again', async () => {
  const { start } = await made((seen, root) => {
    seen.code(root, 'src/b.ts')
    writeFileSync(join(root, 'src/b.ts'), 'const b = 1\n')
  })
  await rest()
  expect(keptSlice(start, key)).toBeUndefined()
})

test('a folder moved away and linked to is noticed, though its files kept their stamps', async () => {
  const { root, start } = await made((seen, root) => seen.code(root, 'src/a.ts'))
  const elsewhere = folderWith()
  renameSync(join(root, 'src'), join(elsewhere, 'src'))
  symlinkSync(join(elsewhere, 'src'), join(root, 'src'))
  expect(keptSlice(start, key)).toBeUndefined()
})

test.each(['~/p/src/a.ts', '/p/src/a.ts', 'C:\\p\\a.ts'])(
  'nothing is kept when code is cited as %s, which may lead elsewhere tomorrow',
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
  ['no list of what was seen', kept => delete kept.seen],
  ['an empty list', kept => Object.assign(kept, { seen: [] })],
  ['a place without a stamp', kept => Object.assign(kept, { seen: [['/x', null]] })],
  ['a stamp that is too short', kept => Object.assign(kept, { seen: [['/x', null, []]] })],
  ['no time', kept => delete kept.at],
  ['a text that is a list', kept => Object.assign(kept, { text: ['x'] })],
  ['a budget without end', kept => Object.assign(kept, { budget: '1e999' })],
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

test('without a folder of the user nothing is kept, and nothing fails', () => {
  const root = folderWith(files)
  for (const env of [{}, { HOME: 'relative' }, { XDG_CACHE_HOME: '/dev/null' }]) {
    const start = { cwd: root, env }
    keepSlice(start, key, slice, startSeeing(start))
    expect(keptSlice(start, key)).toBeUndefined()
  }
})

test('slices of folders that came and went do not pile up', async () => {
  const { start, folder } = await made()
  for (let at = 0; at < 450; at++) {
    const seen = startSeeing(start)
    keepSlice(start, `build ${100 + at}`, slice, seen)
  }
  expect(readdirSync(folder).length).toBeLessThanOrEqual(200)
  expect(keptSlice(start, 'build 549')).toMatchObject(slice)
})
