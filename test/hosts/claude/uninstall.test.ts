import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { notes } from '../../notes-cli.ts'
import { bytesOf, installedProject } from './project.ts'

const SETTINGS = '.claude/settings.json'
const init = (cwd: string, ...args: string[]) => notes(['init', '--claude', '--agents', ...args], { cwd })
const uninstall = (cwd: string, ...args: string[]) => notes(['init', '--uninstall', ...args], { cwd })
const read = (cwd: string, name: string): string => readFileSync(join(cwd, name), 'utf8')

const theirs = `{
\t"permissions": { "allow": ["Bash(npm test)"] },
\t"hooks": {
\t\t"SessionStart": [{ "matcher": "", "hooks": [{ "type": "command", "command": "bd prime --hook-json" }] }],
\t\t"PreToolUse": [],
\t\t"Stop": [ ]
\t}
}
`
const server = '{"mcpServers":{"probe":{"command":"probe"}}}'

test.each<readonly [string, Record<string, string>]>([
  ['in an empty project', {}],
  ['with hooks of others', { [SETTINGS]: theirs, '.mcp.json': server }],
  ['with CRLF', { [SETTINGS]: theirs.replaceAll('\n', '\r\n'), 'CLAUDE.md': '# Mine\r\n\r\nText\r\n' }],
  ['with empty objects', { [SETTINGS]: '{}', '.mcp.json': '{\n}\n', 'CLAUDE.md': '' }],
  ['with empty hooks', { [SETTINGS]: '{\n  "hooks": {\n  }\n}', '.mcp.json': '{ "mcpServers": { } }' }],
  ['on one line', { [SETTINGS]: '{"hooks":{"Stop":[]},"model":"opus"}', 'AGENTS.md': 'no line end' }],
  ['with a byte order mark', { [SETTINGS]: `\uFEFF${theirs}`, '.claude/CLAUDE.md': '# Mine\n\n\n' }],
  [
    'with pages of the user',
    { '.claude/protocols/session-continuity.md': 'mine\n', 'NOTES.md': '# Notes\n' },
  ],
])('init --uninstall restores every byte %s', (_, files) => {
  const cwd = installedProject(files)
  const before = bytesOf(cwd)
  expect(init(cwd)).toMatchObject({ code: 0, stderr: '' })
  const installed = bytesOf(cwd)
  expect(installed[SETTINGS]).toContain('SubagentStart')
  expect(init(cwd).stdout).toContain('Nothing to do')
  expect(bytesOf(cwd)).toEqual(installed)
  expect(uninstall(cwd)).toMatchObject({ code: 0, stderr: '' })
  expect(bytesOf(cwd)).toEqual(before)
  expect(uninstall(cwd).stdout).toBe('Nothing to remove.\n')
})

test('init --uninstall keeps text that the user added to files that init wrote', () => {
  const cwd = installedProject()
  init(cwd)
  const settings = JSON.parse(read(cwd, SETTINGS))
  settings.hooks.Stop[0].hooks.push({ type: 'command', command: 'say done' })
  settings.hooks.SessionEnd.push({ hooks: [{ type: 'command', command: 'npx notes hook SessionEnd; sync' }] })
  settings.model = 'opus'
  writeFileSync(join(cwd, SETTINGS), JSON.stringify(settings))
  const page = '.claude/protocols/decision-log.md'
  writeFileSync(join(cwd, page), `${read(cwd, page)}Ours: in German\n`)
  writeFileSync(join(cwd, 'CLAUDE.md'), `${read(cwd, 'CLAUDE.md')}\nUse tabs.\n`)
  notes(['question', 'add', 'Which port?'], { cwd })
  expect(uninstall(cwd).code).toBe(0)
  expect(JSON.parse(read(cwd, SETTINGS))).toEqual({
    hooks: {
      Stop: [{ hooks: [{ type: 'command', command: 'say done' }] }],
      SessionEnd: [{ hooks: [{ type: 'command', command: 'npx notes hook SessionEnd; sync' }] }],
    },
    model: 'opus',
  })
  expect(read(cwd, page)).toContain('Ours: in German')
  expect(read(cwd, 'CLAUDE.md')).toBe('\nUse tabs.\n')
  expect(read(cwd, 'grimoires/loa/NOTES.md')).toContain('Which port?')
  expect(existsSync(join(cwd, '.mcp.json'))).toBe(false)
})

test('init --uninstall --dry-run shows a diff and removes nothing', () => {
  const cwd = installedProject({ [SETTINGS]: theirs })
  init(cwd)
  const before = bytesOf(cwd)
  const { stdout } = uninstall(cwd, '--dry-run')
  expect(stdout).toContain('would change')
  expect(stdout).toContain('would remove')
  expect(stdout).toMatch(/^ {2}-.*notes.cjs/m)
  expect(bytesOf(cwd)).toEqual(before)
})

test('init --uninstall cannot be combined with --claude', () => {
  expect(init(installedProject(), '--uninstall')).toMatchObject({ code: 2 })
})
