import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hostIdentity } from '../../src/files/lock/this-process.ts'
import { hookEvents } from '../../src/hosts/claude/set-up/events.ts'
import { checkNode } from '../../src/hosts/doctor/doctor.ts'
import { folderWith } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'
import { bytesOf, installedProject } from './claude/project.ts'

const SETTINGS = '.claude/settings.json'

function setUp(): string {
  const cwd = installedProject()
  notes(['init', '--claude'], { cwd })
  return cwd
}

function doctor(cwd: string, ...args: string[]) {
  const { code, stdout } = notes(['doctor', '--json', ...args], { cwd })
  const { checks, hooks, repaired } = JSON.parse(stdout)
  const named = (name: string) => checks.find((check: { name: string }) => check.name === name)
  return { code, checks, hooks, repaired, named }
}

test('doctor replays each installed hook and shows what the model would get', () => {
  const cwd = setUp()
  const before = bytesOf(cwd)
  const { code, hooks, named } = doctor(cwd)
  expect(hooks.map(({ event }: { event: string }) => event)).toEqual(hookEvents.map(({ name }) => name))
  const [start] = hooks
  expect(start).toMatchObject({ state: 'ok', context: expect.stringContaining('notes level=1') })
  expect(start.tokens).toBeGreaterThan(20)
  expect(start.units).toBeGreaterThan(start.context.length)
  expect(named('MCP server').what).toMatch(/^\d+ tools$/)
  expect(code).toBe(0)
  // Nothing in the project changes, and no session begins.
  expect(bytesOf(cwd)).toEqual(before)
})

test('doctor prints the first lines of what the model gets, and all of it with -v', () => {
  const cwd = setUp()
  notes(['context', 'set', '--state', 'Halfway there'], { cwd })
  for (const word of ['one', 'two', 'three', 'four']) notes(['question', 'add', `Which ${word}?`], { cwd })
  const short = notes(['doctor'], { cwd }).stdout
  expect(short).toMatch(/ok +SessionStart +\d+ characters, ~\d+ tokens, \d+ ms/)
  expect(short).toMatch(/… \d+ more lines, with -v/)
  const whole = notes(['doctor', '-v'], { cwd }).stdout
  expect(whole).toContain('Halfway there')
  expect(whole).not.toContain('more lines')
})

test('doctor exits with 0 in a project without Claude Code, and says how to set it up', () => {
  const cwd = folderWith({ '.git/HEAD': '' })
  notes(['init'], { cwd })
  const { code, named } = doctor(cwd, '--fix')
  expect(code).toBe(0)
  expect(named('hooks')).toMatchObject({ state: 'advice', fix: 'notes init --claude' })
  expect(existsSync(join(cwd, SETTINGS))).toBe(false)
})

test('doctor finds hooks that are missing, and --fix installs them', () => {
  const cwd = setUp()
  const settings = JSON.parse(readFileSync(join(cwd, SETTINGS), 'utf8'))
  delete settings.hooks.PreCompact
  writeFileSync(join(cwd, SETTINGS), JSON.stringify(settings))
  const { code, named } = doctor(cwd)
  expect(code).toBe(1)
  expect(named('hooks')).toMatchObject({
    state: 'broken',
    what: expect.stringContaining('missing: PreCompact'),
  })
  expect(doctor(cwd, '--fix')).toMatchObject({ code: 0, repaired: ['hooks'] })
  expect(readFileSync(join(cwd, SETTINGS), 'utf8')).toContain('PreCompact')
})

test('doctor names the place of broken settings', () => {
  const cwd = setUp()
  writeFileSync(join(cwd, SETTINGS), '{ "hooks": ')
  expect(doctor(cwd)).toMatchObject({ code: 1, hooks: [] })
  expect(doctor(cwd).named('hooks').what).toContain('Unexpected end of the file')
})

test('doctor reports the hooks and the MCP server as broken when node_modules is missing', () => {
  const cwd = setUp()
  rmSync(join(cwd, 'node_modules'), { recursive: true })
  const { code, hooks, named } = doctor(cwd)
  expect(code).toBe(1)
  expect(hooks[0]).toMatchObject({ state: 'broken', fix: 'npm install' })
  expect(named('MCP server').state).toBe('broken')
})

test('doctor --fix removes a lock that a killed process left behind', () => {
  const cwd = setUp()
  const lock = join(cwd, 'grimoires/loa/.NOTES.md.lock')
  const holder = { pid: 4_194_303, started: '1', since: '2026-01-01T00:00:00.000Z', nonce: '1_2_3_4' }
  writeFileSync(lock, JSON.stringify({ ...holder, host: hostIdentity() }))
  const { code, named } = doctor(cwd)
  expect(named('lock')).toMatchObject({ state: 'broken', fix: expect.stringContaining('rm ') })
  expect(code).toBe(1)
  expect(doctor(cwd, '--fix')).toMatchObject({ code: 0, repaired: ['lock'] })
  expect(existsSync(lock)).toBe(false)
})

test('doctor --fix moves torn lines out of a pad and keeps the others', () => {
  const cwd = setUp()
  notes(['pad', 'write', 'Root cause', '--session', 'one'], { cwd })
  const log = join(cwd, '.notes/sessions/one.jsonl')
  const sound = readFileSync(log, 'utf8')
  writeFileSync(log, `${sound}{"type":"cust\n`)
  notes(['pad', 'append', 'Then more', '--session', 'one'], { cwd })
  const { code, named } = doctor(cwd)
  expect(code).toBe(1)
  expect(named('pads').what).toContain(`one.jsonl:${sound.split('\n').length}`)
  expect(doctor(cwd, '--fix')).toMatchObject({ code: 0, repaired: ['pads'] })
  expect(readFileSync(`${log}.torn`, 'utf8')).toBe('{"type":"cust\n')
  expect(notes(['pad', 'show', '--session', 'one'], { cwd }).stdout).toMatch(/Root cause[\s\S]*Then more/)
})

test.skipIf(process.platform === 'win32')('doctor reports a state folder that cannot be used', () => {
  const cwd = setUp()
  const state = folderWith({})
  const elsewhere = folderWith({})
  symlinkSync(join(elsewhere, 'away'), join(state, 'notesmd'))
  const { stdout, code } = notes(['doctor', '--json'], { cwd, env: { XDG_STATE_HOME: state } })
  const check = JSON.parse(stdout).checks.find(({ name }: { name: string }) => name === 'state folder')
  expect(check).toMatchObject({ state: 'broken', fix: expect.stringContaining('chmod 700') })
  expect(code).toBe(1)
})

test('doctor gives advice when the page that the notes file points to is missing', () => {
  const cwd = setUp()
  rmSync(join(cwd, '.claude/protocols/session-continuity.md'))
  const { code, named } = doctor(cwd)
  expect(named('protocol')).toMatchObject({ state: 'advice', fix: 'notes init --claude' })
  expect(code).toBe(0)
})

test('doctor reports an invalid configuration instead of failing', () => {
  const cwd = setUp()
  writeFileSync(join(cwd, 'notes.config.json'), '{ "fil": 1 }')
  const { code, named } = doctor(cwd)
  expect(code).toBe(1)
  expect(named('project')).toMatchObject({ state: 'broken', what: expect.stringContaining('fil') })
})

test('doctor reports a beads workspace without a program to open it', () => {
  const cwd = setUp()
  mkdirSync(join(cwd, '.beads'))
  const bin = folderWith({})
  symlinkSync(process.execPath, join(bin, 'node'))
  const { stdout } = notes(['doctor', '--json'], { cwd, env: { PATH: bin } })
  const check = JSON.parse(stdout).checks.find(({ name }: { name: string }) => name === 'beads')
  expect(check).toMatchObject({ state: 'broken', fix: expect.any(String) })
})

test.each([
  ['v20.19.0', 'ok'],
  ['v24.1.0', 'ok'],
  ['v20.18.9', 'broken'],
  ['v18.20.4', 'broken'],
])('doctor judges Node %s: %s', (version, state) => {
  expect(checkNode(version).state).toBe(state)
})

test('doctor and init never run programs that a clone put in place of the commands of notesmd', () => {
  const script = 'node_modules/notesmd/dist/notes.cjs'
  const planted = `require('fs').writeFileSync(${JSON.stringify('PLANTED')}, '')`
  const hook = { type: 'command', command: 'touch PLANTED; notes hook SessionStart' }
  const settings = JSON.stringify({ hooks: { SessionStart: [{ hooks: [hook] }] } })
  const servers = JSON.stringify({ mcpServers: { notes: { command: 'sh', args: ['-c', 'touch PLANTED'] } } })
  const cwd = folderWith({ [SETTINGS]: settings, '.mcp.json': servers, [script]: planted })
  execFileSync('git', ['init', '-q'], { cwd })
  execFileSync('git', ['add', '-f', '.'], { cwd })
  expect(doctor(cwd).named('SessionStart')).toMatchObject({ state: 'advice' })
  expect(doctor(cwd).hooks).toEqual([])
  notes(['init', '--claude'], { cwd })
  expect(doctor(cwd).named('Stop').what).toContain('not tried')
  expect(existsSync(join(cwd, 'PLANTED'))).toBe(false)
})

test('doctor names the settings file that is not valid JSON', () => {
  const cwd = folderWith({ [SETTINGS]: '{b' })
  expect(doctor(cwd).named('hooks').what).toContain(`${SETTINGS}: Unexpected b`)
})

test('doctor reports the state of the merge driver, and --fix completes a partial installation', () => {
  const cwd = folderWith()
  execFileSync('git', ['init', '-q'], { cwd })
  notes(['init'], { cwd })
  expect(doctor(cwd).named('merge driver')).toMatchObject({ state: 'advice', fix: 'notes git install' })
  const program = join(folderWith({ notes: '' }), 'notes')
  notes(['git', 'install', '--program', program], { cwd })
  expect(doctor(cwd).named('merge driver')).toMatchObject({ state: 'ok', what: 'for 2 files' })
  rmSync(program)
  expect(doctor(cwd).named('merge driver')).toMatchObject({
    state: 'broken',
    fix: 'notes git install --program PATH',
  })
  writeFileSync(program, '')
  writeFileSync(join(cwd, '.gitattributes'), '')
  expect(doctor(cwd).named('merge driver')).toMatchObject({
    state: 'broken',
    what: 'not set up for grimoires/loa/NOTES.md, grimoires/loa/NOTES.archive.md',
  })
  expect(doctor(cwd, '--fix').repaired).toEqual(['merge driver'])
  expect(readFileSync(join(cwd, '.gitattributes'), 'utf8')).toContain('/grimoires/loa/NOTES.md merge=notes')
})
