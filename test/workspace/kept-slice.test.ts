import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type SeenCode, seenCode } from '../../src/hosts/recovery/seen-code.ts'
import { findHotProject, type HotProject } from '../../src/workspace/hot-project.ts'
import { keepSlice, keptSlice } from '../../src/workspace/kept-slice.ts'
import { folderWith } from '../config/folder.ts'

const slot = { form: 'text', key: 'build 100' }
const files = {
  '.git/HEAD': '',
  '.notes/.gitignore': '*\n',
  'NOTES.md': '# Notes\n',
  'src/a.ts': 'const a = 1\n',
}

/** Older than what may still change unseen. */
const rest = () => new Promise(resolve => setTimeout(resolve, 80))

function projectIn(root: string): HotProject {
  const project = findHotProject(root, {})
  if (project === undefined) throw new Error('no project')
  return project
}

async function made(look: (code: SeenCode, root: string) => void) {
  const root = folderWith(files)
  await rest()
  const project = projectIn(root)
  const code = seenCode(project.root)
  look(code, root)
  keepSlice(project, slot, { text: 'as it was', code: code.places() })
  return { root, file: join(root, '.notes/level1.text.json') }
}

test('what was made is kept while nothing changes', async () => {
  const { root } = await made(code => code.note('src/a.ts'))
  expect(keptSlice(projectIn(root), slot)).toBe('as it was')
  expect(keptSlice(projectIn(root), { ...slot, key: 'build 200' })).toBeUndefined()
})

test('code that changes while it is compared makes the next one look again', async () => {
  const { root } = await made((code, root) => {
    code.note('src/a.ts')
    writeFileSync(join(root, 'src/a.ts'), 'const b = 1\n')
    // A second quote from the same file is looked up when it has changed already.
    code.note('src/a.ts')
  })
  await rest()
  expect(keptSlice(projectIn(root), slot)).toBeUndefined()
})

test('code that was not there when it was looked for', async () => {
  const { root } = await made((code, root) => {
    code.note('src/b.ts')
    writeFileSync(join(root, 'src/b.ts'), 'const b = 1\n')
  })
  await rest()
  expect(keptSlice(projectIn(root), slot)).toBeUndefined()
})

test('a slice that somebody has edited is not shown: it was cleaned before', async () => {
  const { root, file } = await made(code => code.note('src/a.ts'))
  const { mtimeMs } = statSync(file)
  writeFileSync(file, readFileSync(file, 'utf8').replace('as it was', 'as I like'))
  utimesSync(file, mtimeMs / 1000 + 10, mtimeMs / 1000 + 10)
  expect(keptSlice(projectIn(root), slot)).toBeUndefined()
})

test.each(['~/p/src/a.ts', '/p/src/a.ts', 'C:\\p\\a.ts'])('%s may lead elsewhere tomorrow', async path => {
  const { file } = await made(code => {
    code.note('src/a.ts')
    code.note(path)
  })
  expect(existsSync(file)).toBe(false)
})
