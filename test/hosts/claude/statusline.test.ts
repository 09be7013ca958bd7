import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { folderWith } from '../../config/folder.ts'
import { cacheFolder, notes } from '../../notes-cli.ts'

const NOTES = 'grimoires/loa/NOTES.md'
const tour = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../.config/tour/${name}`, import.meta.url)), 'utf8')
const project = () =>
  folderWith({ '.git/HEAD': '', [NOTES]: tour('NOTES.md'), 'src/auth/jwt.ts': tour('src/auth/jwt.ts') })
const line = (
  cwd: string,
  input: object | string = { session_id: 'one', workspace: { current_dir: cwd } },
) => {
  const { code, stdout, stderr } = notes(['statusline'], {
    cwd,
    input: typeof input === 'string' ? input : JSON.stringify(input),
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}
const keptLines = () => readdirSync(cacheFolder).filter(name => name.startsWith('line-'))

test('statusline prints the bead, the open records and the grounding', () => {
  expect(line(project())).toBe('bd-a1b2 · 1 blocker · 1 question · 1 debt · grounded 100 %\n')
})

test('statusline --json prints the line in one JSON document', () => {
  for (const [cwd, said] of [
    [project(), 'bd-a1b2 · 1 blocker · 1 question · 1 debt · grounded 100 %'],
    [folderWith({ '.git/HEAD': '' }), ''],
  ] as const)
    expect(JSON.parse(notes(['statusline', '--json'], { cwd }).stdout)).toEqual({ line: said })
})

test.each(['', 'no JSON', '[]', '{"workspace": 1}'])('statusline tolerates the input %j', input => {
  expect(line(project(), input)).toContain('bd-a1b2')
})

test('statusline prints nothing in a folder without notes', () => {
  expect(line(folderWith({ '.git/HEAD': '' }))).toBe('')
})

test('statusline finds the project that the client names, from any folder', () => {
  const cwd = project()
  const elsewhere = folderWith({})
  expect(line(elsewhere, { workspace: { current_dir: elsewhere, project_dir: cwd } })).toContain('bd-a1b2')
})

test('statusline shows changes to the notes, to cited code and to the pad', () => {
  const cwd = project()
  line(cwd)
  notes(['question', 'add', 'Which port?'], { cwd })
  expect(line(cwd)).toContain('2 questions')
  writeFileSync(join(cwd, 'src/auth/jwt.ts'), 'export {}\n')
  expect(line(cwd)).toContain('grounded 0 %')
  expect(line(cwd)).not.toContain('pad')
  notes(['pad', 'write', 'Root cause: timezone mismatch', '--session', 'one'], { cwd })
  expect(line(cwd)).toMatch(/pad ~\d+ tokens/)
  expect(line(cwd, { session_id: 'two', workspace: { current_dir: cwd } })).not.toContain('pad')
})

test('statusline prints the kept line while nothing has changed', () => {
  const cwd = project()
  for (const name of keptLines()) rmSync(join(cacheFolder, name))
  line(cwd)
  const [name = '', ...more] = keptLines()
  expect(more).toEqual([])
  const path = join(cacheFolder, name)
  writeFileSync(path, readFileSync(path, 'utf8').replace('bd-a1b2', 'bd-kept'), { mode: 0o600 })
  expect(line(cwd)).toContain('bd-kept')
  appendFileSync(join(cwd, NOTES), '\n')
  expect(line(cwd)).toContain('bd-a1b2')
})

test('statusline does not read a large notes file', () => {
  const cwd = project()
  appendFileSync(join(cwd, NOTES), `${'A long paragraph. '.repeat(40_000)}\n`)
  expect(line(cwd)).toMatch(/^notes 7\d\d KB\n$/)
})

test('statusline masks secrets and hides control characters', () => {
  const cwd = project()
  const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
  writeFileSync(join(cwd, NOTES), tour('NOTES.md').replace('bd-a1b2', `bd-\u001b[31m${token}`))
  expect(line(cwd)).not.toContain(token)
  expect(line(cwd)).not.toContain('\u001b')
})
