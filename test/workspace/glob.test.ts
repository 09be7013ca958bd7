import { relative, sep } from 'node:path'
import { expect, test } from 'vitest'
import { globFiles, isGlob } from '../../src/workspace/glob.ts'
import { folderWith } from '../config/folder.ts'

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
])('%s', (pattern, expected) => {
  const folder = folderWith(Object.fromEntries(files.map(name => [name, ''])))
  expect(globFiles(folder, pattern).map(path => relative(folder, path).split(sep).join('/'))).toEqual(
    expected,
  )
})

test('a name without pattern characters is no pattern', () => {
  expect([isGlob('a/NOTES.md'), isGlob('a/*.md')]).toEqual([false, true])
})

test('a pattern made of many stars takes no time', () => {
  const folder = folderWith({ [`${'a'.repeat(120)}.md`]: '' })
  const started = performance.now()
  globFiles(folder, `${'*a'.repeat(12)}b`)
  expect(performance.now() - started).toBeLessThan(2000)
})
