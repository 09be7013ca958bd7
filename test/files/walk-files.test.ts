import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { walkFiles } from '../../src/files/read/read-code.ts'
import { folderWith } from '../config/folder.ts'

test('walkFiles lists project files, nearest first, and skips installed and built files', () => {
  const folder = folderWith({
    'b.ts': '',
    'src/a b/[x].ts': '',
    'src/a.ts': '',
    'node_modules/x/a.ts': '',
    'src/dist/a.js': '',
    '.git/config': '',
    'empty/': '',
  })
  expect(walkFiles(folder).toSorted()).toEqual(['b.ts', 'src/a b/[x].ts', 'src/a.ts'])
  expect(walkFiles(folder)[0]).toBe('b.ts')
  expect(walkFiles(folder, 2)).toEqual(['b.ts', 'src/a.ts'])
  expect(walkFiles(join(folder, 'none'))).toEqual([])
})

test('walkFiles does not follow links in a cycle', () => {
  const folder = folderWith({ 'a.ts': '' })
  mkdirSync(join(folder, 'sub'))
  symlinkSync(folder, join(folder, 'sub/up'))
  expect(walkFiles(folder).toSorted()).toEqual(['a.ts', 'sub/up'])
})
