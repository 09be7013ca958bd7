import { describe, expect, test } from 'vitest'
import { linker, shownOnTerminal } from '../../src/safety/door.ts'
import { paintedDiff } from '../../src/terminal/print/output.ts'
import type { Host } from '../../src/terminal/program/command.ts'
import { folderWith } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'
import { hasTerminal, onTerminal } from './on-terminal.ts'

const text = `# Notes

## Lightweight Identifiers

| Identifier | Purpose |
|------------|---------|
| src/a.ts:1 | start |

## Decision Log

### 2026-01-15T14:30:00Z - Loop
**Decision**: One loop
**Evidence**:
- \`const moved = 1\` [\${PROJECT_ROOT}/src/a.ts:1]
- \`no such words at all\` [\${PROJECT_ROOT}/src/gone.ts:1]
`
const project = () =>
  folderWith({ '.git/': '', 'NOTES.md': text, 'src/a.ts': 'let first = 0\n\nconst moved = 1\n' })
/** Writes the escape character as `\e`, so that a regular expression can match it. */
const visible = (text: string) => text.replaceAll('\u001b', '\\e')
const color = { FORCE_COLOR: '1' }
const lint = ['lint', '--profile', 'sam', '--rule', 'path-prefix=error']

test('verify shows a moved quote in yellow and a missing one in red', () => {
  const { stdout } = notes(['verify'], { cwd: project(), env: color })
  expect(stdout).toContain('\u001b[33mmoved')
  expect(stdout).toContain('\u001b[31mmissing')
})

test('an error has a red label and its fix a green one, only where colors are wanted', () => {
  const cwd = project()
  const { stderr } = notes(['nonsense'], { cwd, env: color })
  expect(visible(stderr)).toMatch(/^\\e\[31merror:\\e\[39m .*\n {2}\\e\[32mfix:\\e\[39m /)
  expect(notes(['nonsense'], { cwd }).stderr).toMatch(/^error: .*\n {2}fix: /)
})

test('a diff has green additions and red removals, and its text is the same without colors', () => {
  const cwd = project()
  for (const args of [
    ['lint', '--diff', '--profile', 'sam'],
    ['question', 'add', 'Why?', '--dry-run'],
  ]) {
    const colored = visible(notes(args, { cwd, env: color }).stdout)
    expect(colored).toMatch(/^\\e\[1m--- .*\n\\e\[1m\+\+\+ .*\n\\e\[36m@@/m)
    expect(colored).toMatch(/^\\e\[32m\+/m)
    expect(colored.replaceAll(/\\e\[\d+m/g, '')).toBe(notes(args, { cwd }).stdout)
  }
})

test('a colored diff masks a multi-line private key', () => {
  const body = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ'
  const key = ['-----BEGIN PRIVATE KEY-----', body, body, '-----END PRIVATE KEY-----']
  const diff = key.map(line => `+${line}\n`).join('')
  const painted = paintedDiff({ host: { color: true } as Host, reveal: false }, diff)
  expect(shownOnTerminal(painted, { color: true })).not.toContain(body)
})

describe('a place', () => {
  test('is a path from the working folder with line and column in lint findings', () => {
    const cwd = project()
    expect(notes(lint, { cwd }).stdout).toMatch(/^ {2}NOTES\.md:7:3 {2}error/m)
    const { stdout } = notes(lint, { cwd: `${cwd}/src` })
    expect(stdout).toMatch(/^ {2}\.\.\/NOTES\.md:7:3 {2}error/m)
    expect(stdout).toContain('do: notes lint --fix ../NOTES.md')
  })

  test('is a path from the working folder in the table of verify', () => {
    const { stdout } = notes(['verify'], { cwd: `${project()}/src` })
    expect(stdout).toMatch(/^moved +\.\.\/NOTES\.md:14:3 +a\.ts:1 +-> a\.ts:3 /m)
  })
})

describe.skipIf(!hasTerminal)('links (skipped where script(1) is not installed)', () => {
  const opens = '\u001b]8;;file:///'

  test('are printed by lint and verify on a terminal that is known to show them', () => {
    const cwd = project()
    const env = { TERM_PROGRAM: 'vscode' }
    const address = `${opens.slice(0, -1)}${cwd}/NOTES.md#7\u001b\\`
    expect(onTerminal(lint.join(' '), { cwd, env })).toContain(
      `${address}NOTES.md:7:3\u001b]8;;\u001b\\  error`,
    )
    expect(onTerminal('verify', { cwd, env })).toContain(`${cwd}/src/a.ts#1\u001b\\src/a.ts:1`)
  })

  test.each([
    ['on another terminal', {}],
    ['in CI', { TERM_PROGRAM: 'vscode', CI: 'true' }],
    ['on a dumb terminal', { WT_SESSION: '1', TERM: 'dumb' }],
    ['on an old VTE', { VTE_VERSION: '4600' }],
  ])('are not made %s', (_, env) => {
    expect(onTerminal('verify', { cwd: project(), env })).not.toContain('\u001b]8')
  })
})

test('links are never printed to a pipe, even with FORCE_COLOR', () => {
  const env = { ...color, TERM_PROGRAM: 'vscode', CI: '' }
  expect(notes(['verify'], { cwd: project(), env }).stdout).not.toContain('\u001b]8')
})

test('the door makes links only to files, and removes any that are already in the text', () => {
  const link = linker(true)
  const print = (marked: string) => shownOnTerminal(marked, { color: false })
  expect(print(link('a', 'file:///a%20b'))).toBe('\u001b]8;;file:///a%20b\u001b\\a\u001b]8;;\u001b\\')
  for (const address of ['https://example.com', 'file:///a\u001b\\b', 'file:///a b'])
    expect(print(link('a', address))).toBe('a')
  expect(print('\u001b]8;;file:///etc\u001b\\a')).not.toContain('\u001b')
})
