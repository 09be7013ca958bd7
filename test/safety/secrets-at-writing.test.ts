import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { seedExample } from '../fixtures/markdown.ts'
import { FILE, project } from '../hosts/claude/start-session.ts'
import { notes } from '../notes-cli.ts'

const TOKEN = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
const withToken = () => project({ [FILE]: seedExample, 'src/a.ts': `const token = '${TOKEN}'\n` })
const file = (cwd: string): string => readFileSync(join(cwd, FILE), 'utf8')

test('decision add refuses a quote with a secret, naming its kind, its place and a way to quote around it', () => {
  const cwd = withToken()
  const args = ['decision', 'add', '--title', 'x', '--decision', 'y', '--rationale', 'z']
  const { code, stdout, stderr } = notes([...args, '--draft', '--evidence', 'src/a.ts:1'], { cwd })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(
    /The decision, evidence 1, \w+ holds a secret \(GitHub [\w ]*token, ghp_…\); nothing changed/,
  )
  expect(stderr).toContain('path:line="words"')
  expect(file(cwd)).toBe(seedExample)
})

test.each([
  ['question', ['question', 'add', `is ${TOKEN} right?`]],
  ['debt', ['debt', 'add', TOKEN, '--severity', 'HIGH']],
  ['blocker', ['blocker', 'add', '--waiting', TOKEN]],
  ['log row', ['log', 'add', '--agent', 'x', TOKEN]],
  ['context', ['context', 'set', '--state', TOKEN]],
  ['resolution', ['question', 'resolve', 'grace', '--how', TOKEN]],
  ['reason of a goal', ['goal', 'block', 'authentication', TOKEN]],
])('a %s with a secret is refused and not written', (_, args) => {
  const cwd = withToken()
  const { code, stderr } = notes(args, { cwd })
  expect(code).toBe(2)
  expect(stderr).toContain('holds a secret')
  expect(stderr).not.toContain(TOKEN)
  expect(file(cwd)).toBe(seedExample)
})

test.each([
  `${TOKEN.slice(0, 12)}\u200b${TOKEN.slice(12)}`,
  'staging password: x7Kq9vLm2PzR4t1B for staging',
  'DB_PASSWORD=correcthorsebattery',
])('question add refuses the secret in %j', text => {
  const cwd = withToken()
  expect(notes(['question', 'add', text], { cwd }).code).toBe(2)
  expect(file(cwd)).toBe(seedExample)
})

test('--allow-secret with a reason writes a secret and puts the reason into the undo journal', () => {
  const cwd = withToken()
  expect(notes(['question', 'add', TOKEN, '--allow-secret', ' '], { cwd }).code).toBe(2)
  expect(notes(['question', 'add', TOKEN, '--allow-secret', 'revoked'], { cwd }).code).toBe(0)
  expect(file(cwd)).toContain(TOKEN)
  expect(readFileSync(join(cwd, '.notes/undo.jsonl'), 'utf8')).toContain('--allow-secret \\"revoked\\"')
})

test('a record that already holds a secret can still be changed', () => {
  const cwd = project({ [FILE]: seedExample.replace('OAuth provider credentials', `OAuth ${TOKEN}`) })
  expect(notes(['blocker', 'resolve', 'OAuth', '--how', 'arrived'], { cwd })).toMatchObject({ code: 0 })
})

test('pad write stores a secret but prints a note about it, and pad show masks it', () => {
  const cwd = withToken()
  const { code, stderr } = notes(['pad', 'write', `key ${TOKEN}`], { cwd })
  expect(code).toBe(0)
  expect(stderr).toMatch(/^note: this contains a secret \(GitHub [\w ]*token, ghp_…\)/)
  expect(notes(['pad', 'show'], { cwd }).stdout).not.toContain(TOKEN)
})

test('lint --write-baseline does not accept a secret, and lint counts the accepted findings', () => {
  const cwd = project({ [FILE]: `${seedExample}\n## Learnings\n- ${TOKEN}\n- see ./src/gone.ts:1\n` })
  const written = notes(['lint', '--write-baseline'], { cwd })
  expect(written.code).toBe(1)
  expect(written.stdout).toMatch(/secret[\s\S]*1 error[^\n]*\(\d+ accepted in the baseline\)/)
  expect(notes(['lint'], { cwd }).stdout).toMatch(/1 error[^\n]*\(\d+ accepted in the baseline\)/)
})
