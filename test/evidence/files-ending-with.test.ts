import { expect, it, test } from 'vitest'
import { filesEndingWith } from '../../src/lint/facts/cited-file.ts'
import { project } from './project.ts'

const code = project({
  'src/auth/jwt.ts': '',
  'test/auth/jwt.ts': '',
  'src/xjwt.ts': '',
  'src/a/one.ts': '',
  'top.ts': '',
})

it.each<[path: string, found: string[]]>([
  ['auth/jwt.ts', ['src/auth/jwt.ts', 'test/auth/jwt.ts']],
  ['src/auth/jwt.ts', ['src/auth/jwt.ts']],
  ['./a/one.ts', ['src/a/one.ts']],
  ['../../a/one.ts', ['src/a/one.ts']],
  ['a/./one.ts', ['src/a/one.ts']],
  ['a\\one.ts', ['src/a/one.ts']],
  ['one.ts', ['src/a/one.ts']],
  ['top.ts', ['top.ts']],
  ['ne.ts', []],
  ['uth/jwt.ts', []],
  ['src/a', []],
  ['', []],
  ['.', []],
  ['..', []],
])('filesEndingWith(%j) returns the files %j', (path, found) => {
  expect(filesEndingWith(path, code)).toEqual(found)
})

test('filesEndingWith finds nothing without a list of files', () => {
  expect(filesEndingWith('top.ts', { read: code.read })).toEqual([])
})

test('filesEndingWith searches the list of the given project, not of an earlier one', () => {
  expect(filesEndingWith('top.ts', project({ 'b/top.ts': '' }))).toEqual(['b/top.ts'])
})
