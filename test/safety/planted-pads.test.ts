import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'

const evil = `${JSON.stringify({
  ...{ type: 'custom', customType: 'openclaw:scratchpad:notes', data: 'ATTACKER' },
  ...{ id: '1', parentId: null, timestamp: '2026-01-01T00:00:00Z' },
})}\n`
const log = (cwd: string, id: string): string => join(cwd, `.notes/sessions/${id}.jsonl`)

/** Clones a repository that contains pads, which a stranger can commit with `git add -f`. */
function clone(files: Record<string, string>): string {
  const origin = folderWith({ 'NOTES.md': '# Notes\n', ...files })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], {
      cwd: origin,
      stdio: 'ignore',
    })
  git('init', '-q')
  git('add', '-f', '-A')
  git('commit', '-qm', 'x')
  const cwd = join(folderWith(), 'clone')
  execFileSync('git', ['clone', '-q', origin, cwd], { stdio: 'ignore' })
  return cwd
}

test.each([
  ['the default pad', { '.notes/sessions/default.jsonl': evil }],
  ['the current pad', { '.notes/sessions/current': 'evil\n', '.notes/sessions/evil.jsonl': evil }],
])('%s that came with a clone is not loaded unless the user names it', (_, files) => {
  const cwd = clone(files)
  for (const env of [{}, { XDG_STATE_HOME: '/dev/null' }]) {
    const block = notes(['pad', 'block'], { cwd, env })
    expect(block).toMatchObject({ code: 0, stdout: '' })
    const shown = notes(['pad', 'show'], { cwd, env })
    expect(shown.stdout).not.toContain('ATTACKER')
  }
})

test('a pad that came with a clone accepts no entry until the user names it', () => {
  const cwd = clone({ '.notes/sessions/default.jsonl': evil })
  const { code, stderr } = notes(['pad', 'append', 'mine'], { cwd })
  expect(code).toBe(2)
  expect(stderr).toMatch(/may have come with the repository[\s\S]*notes pad use default/)
  expect(readFileSync(log(cwd, 'default'), 'utf8')).toBe(evil)
  expect(notes(['pad', 'show', '--session', 'default'], { cwd }).stdout).toContain('ATTACKER')
  expect(notes(['pad', 'use', 'default'], { cwd }).code).toBe(0)
  expect(notes(['pad', 'append', 'mine'], { cwd }).code).toBe(0)
  expect(notes(['pad', 'block'], { cwd }).stdout).toContain('mine')
})

test('a pad made here is used, and a pad put in its place later is not', () => {
  const cwd = clone({})
  expect(notes(['pad', 'write', 'mine'], { cwd }).code).toBe(0)
  for (const env of [{}, { XDG_STATE_HOME: '/dev/null' }])
    expect(notes(['pad', 'block'], { cwd, env }).stdout).toContain('mine')
  rmSync(log(cwd, 'default'))
  writeFileSync(log(cwd, 'default'), evil)
  expect(notes(['pad', 'block'], { cwd }).stdout).toBe('')
})

const isRoot = process.getuid?.() === 0

test.skipIf(!isRoot)('a pad that another user wrote is not loaded through NOTES_SESSION', () => {
  const cwd = clone({})
  expect(notes(['pad', 'write', 'mine', '--session', 's'], { cwd }).code).toBe(0)
  const env = { NOTES_SESSION: 's' }
  expect(notes(['pad', 'block'], { cwd, env }).stdout).toContain('mine')
  execFileSync('chown', ['12345', log(cwd, 's')])
  expect(notes(['pad', 'block'], { cwd, env }).stdout).toBe('')
})

test('the pad block stays within its limits, whatever the log holds', () => {
  const cwd = clone({})
  mkdirSync(join(cwd, '.notes/sessions'), { recursive: true })
  writeFileSync(log(cwd, 's'), evil.replace('ATTACKER', 'x'.repeat(200_000)))
  const { stdout } = notes(['pad', 'block', '--session', 's'], { cwd })
  expect(stdout.length).toBeGreaterThan(100)
  expect(stdout.length).toBeLessThan(10_000)
  expect(stdout).toContain('more characters: notes pad show')
})
