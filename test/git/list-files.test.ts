import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from '../../src/git/git.ts'
import { folderWith } from '../config/folder.ts'

const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd })

test('listFiles lists tracked and new files below the given folder, but no ignored ones', () => {
  const folder = folderWith({ 'a.ts': '', 'sub/ü "x".ts': '', 'no/b.ts': '', '.gitignore': 'no/\n' })
  git(folder, 'init', '-q')
  git(folder, 'add', '-A')
  writeFileSync(join(folder, 'new.ts'), '')
  expect(listFiles(folder)?.toSorted()).toEqual(['.gitignore', 'a.ts', 'new.ts', 'sub/ü "x".ts'])
  expect(listFiles(join(folder, 'sub'))).toEqual(['ü "x".ts'])
})

test('listFiles returns undefined without a repository or without the folder', () => {
  const folder = folderWith({ 'a.ts': '' })
  expect(listFiles(folder)).toBeUndefined()
  expect(listFiles(join(folder, 'none'))).toBeUndefined()
})

test('listFiles does not run a program that the repository names', () => {
  const folder = folderWith({ 'a.ts': '' })
  git(folder, 'init', '-q')
  git(folder, 'config', 'core.fsmonitor', 'touch ran #')
  expect(listFiles(folder)).toEqual(['a.ts'])
})
