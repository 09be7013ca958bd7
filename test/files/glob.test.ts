import { relative, sep } from 'node:path'
import { expect, test } from 'vitest'
import { globFiles, globMatcher, isGlob } from '../../src/files/glob.ts'
import { folderWith } from '../config/folder.ts'
import { expectGrowth } from '../growth.ts'

const files = [
  'NOTES.md',
  'a/NOTES.md',
  'a/b/NOTES.md',
  'a/b/x.md',
  'a/[id]/y.md',
  'node_modules/z/NOTES.md',
  '.git/NOTES.md',
]

test.each([
  ['**/NOTES.md', ['NOTES.md', 'a/NOTES.md', 'a/b/NOTES.md']],
  ['./**/NOTES.md', ['NOTES.md', 'a/NOTES.md', 'a/b/NOTES.md']],
  ['*.md', ['NOTES.md']],
  ['a/*/?.md', ['a/[id]/y.md', 'a/b/x.md']],
  ['a/**', ['a/NOTES.md', 'a/[id]/y.md', 'a/b/NOTES.md', 'a/b/x.md']],
  ['a/b/{x,NOTES}.md', ['a/b/NOTES.md', 'a/b/x.md']],
  ['none/*', []],
])('the glob %s finds %j', (pattern, expected) => {
  const folder = folderWith(Object.fromEntries(files.map(name => [name, ''])))
  expect(globFiles(folder, pattern).map(path => relative(folder, path).split(sep).join('/'))).toEqual(
    expected,
  )
})

test('isGlob is false for a name without pattern characters', () => {
  expect([isGlob('a/NOTES.md'), isGlob('a/*.md')]).toEqual([false, true])
})

test('each additional star in a glob adds to the cost of a match instead of multiplying it', () => {
  const name = `${'a'.repeat(60)}.md`
  // Backtracking into each star would try "60 choose 3" places, some 34,000; with six stars 50 million.
  expectGrowth(
    stars => {
      const matches = globMatcher(`${'*a'.repeat(stars)}b`)
      return () => matches(name)
    },
    { from: 3 },
  )
  const folder = folderWith({ [name]: '' })
  expect(globFiles(folder, `${'*a'.repeat(12)}b`)).toEqual([])
  expect(globFiles(folder, `${'*a'.repeat(12)}.md`)).toHaveLength(1)
})
