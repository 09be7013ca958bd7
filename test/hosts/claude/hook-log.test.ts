import { existsSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith } from '../../config/folder.ts'
import { seedExample } from '../../fixtures/markdown.ts'
import { notes } from '../../notes-cli.ts'
import { contextOf, hook, log, payload } from './start-session.ts'

test('where there is no project, nothing is made and nothing is logged', () => {
  const cwd = folderWith({ 'here/x': '' })
  const all = () => readdirSync(cwd, { recursive: true }).sort()
  const before = all()
  const odd = ['gone/deep', 'here', 'here/../here/../gone', 'here/x']
  for (const folder of odd) {
    contextOf(hook(cwd, payload(`${cwd}/${folder}`, 'startup')))
    contextOf(
      notes(['hook', 'SessionStart'], { cwd, env: { CLAUDE_PROJECT_DIR: join(cwd, 'gone') }, input: '' }),
    )
    contextOf(
      notes(['hook', 'SessionStart'], { cwd, env: { NOTES_FILE: join(cwd, 'gone/NOTES.md') }, input: '' }),
    )
  }
  expect(all()).toEqual(before)
})

test.skipIf(process.platform === 'win32')('never at the top of the file system', () => {
  const before = existsSync('/.notes')
  const link = join(folderWith(), 'top')
  symlinkSync('/', link)
  for (const top of ['/', '/tmp/..', link]) {
    hook('/', payload(top, 'startup'))
    notes(['hook', 'SessionStart'], { cwd: '/', env: { CLAUDE_PROJECT_DIR: top }, input: 'no JSON' })
  }
  expect(existsSync('/.notes')).toBe(before)
})

test.each<readonly [string, Record<string, string>, Record<string, string>]>([
  ['git', { '.git/HEAD': '' }, {}],
  ['a notes file', { 'NOTES.md': seedExample }, {}],
  ['a notes file elsewhere', { 'docs/memory.md': seedExample }, { NOTES_FILE: 'docs/memory.md' }],
  ['a configuration', { 'notes.config.json': '{}' }, {}],
  ['a configuration in package.json', { 'package.json': '{"notes":{}}' }, {}],
  ['a broken configuration', { 'notes.config.json': '{' }, {}],
  ['a folder of ours', { '.notes/.gitignore': '*\n' }, {}],
  ['the word of the client', {}, { CLAUDE_PROJECT_DIR: '.' }],
])('a project is known by %s, and has its log', (_, files, env) => {
  const cwd = folderWith(files)
  notes(['hook', 'SessionStart'], { cwd, env, input: 'no JSON' })
  expect(log(cwd)).toContain(' SessionStart: ')
})
