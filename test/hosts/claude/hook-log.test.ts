import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith } from '../../config/folder.ts'
import { notes, stateFolder } from '../../notes-cli.ts'
import { hook, log, payload, project } from './start-session.ts'

const path = join(stateFolder, 'hook.log')

test('hook SessionStart creates no file or folder where the session runs', () => {
  const cwd = folderWith({ 'here/x': '' })
  const all = () => readdirSync(cwd, { recursive: true }).sort()
  const before = all()
  for (const folder of ['gone/deep', 'here', 'here/../here/../gone', 'here/x', '.']) {
    expect(hook(cwd, payload(join(cwd, folder), 'startup')).code).toBe(0)
    for (const env of [{ CLAUDE_PROJECT_DIR: join(cwd, 'gone') }, { NOTES_FILE: join(cwd, 'gone/NOTES.md') }])
      expect(notes(['hook', 'SessionStart'], { cwd, env, input: '' }).code).toBe(0)
  }
  expect(all()).toEqual(before)
})

test.skipIf(process.platform === 'win32')(
  'the hook log is readable only by its owner and names the project',
  () => {
    const cwd = project({ 'notes.config.json': '{' })
    hook(cwd)
    expect(log(cwd)).toMatch(/^\d{4}-\S+Z \S+ SessionStart: /)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(stateFolder).mode & 0o777).toBe(0o700)
    expect(existsSync(join(cwd, '.notes'))).toBe(false)
  },
)

test('the hook log is rotated when it is large, and is not written through a link', () => {
  mkdirSync(stateFolder, { recursive: true, mode: 0o700 })
  writeFileSync(path, 'x'.repeat(300_000))
  const cwd = project({})
  hook(cwd)
  expect(readFileSync(path, 'utf8').length).toBeLessThan(1_000)
  expect(readFileSync(`${path}.1`, 'utf8').length).toBe(300_000)
  const target = join(folderWith({ target: 'mine' }), 'target')
  rmSync(path)
  symlinkSync(target, path)
  hook(cwd)
  expect(readFileSync(target, 'utf8')).toBe('mine')
  rmSync(path)
})

test('hook SessionStart gives the same answer without a usable state folder', () => {
  const cwd = project({})
  const usual = notes(['hook', 'SessionStart'], { cwd })
  expect(
    notes(['hook', 'SessionStart'], {
      cwd,
      env: { XDG_STATE_HOME: '/dev/null', XDG_CACHE_HOME: '/dev/null' },
    }),
  ).toEqual(usual)
})
