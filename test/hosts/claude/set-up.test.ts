import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hookEvents } from '../../../src/hosts/claude/set-up/events.ts'
import { guide } from '../../../src/hosts/claude/set-up/install.ts'
import { tryInstalled } from '../../../src/hosts/claude/set-up/try-hooks.ts'
import { estimateTokens } from '../../../src/markdown/tokens.ts'
import { folderWith } from '../../config/folder.ts'
import { environment, notes } from '../../notes-cli.ts'
import { installedProject } from './project.ts'

const SETTINGS = '.claude/settings.json'
const read = (cwd: string, name: string): string => readFileSync(join(cwd, name), 'utf8')
const settingsOf = (cwd: string) => JSON.parse(read(cwd, SETTINGS))
const init = (cwd: string, ...args: string[]) => notes(['init', '--claude', ...args], { cwd })

test('init --claude installs a hook for each event, with its matcher and timeout', () => {
  const cwd = installedProject()
  init(cwd)
  const { hooks } = settingsOf(cwd)
  expect(Object.keys(hooks)).toEqual(hookEvents.map(({ name }) => name))
  expect(hooks.PreToolUse[0]).toMatchObject({
    matcher: expect.stringContaining('Edit|Write|MultiEdit|NotebookEdit'),
    hooks: [{ timeout: 5 }],
  })
  expect(hooks.SessionEnd[0]).toMatchObject({ hooks: [{ timeout: 2 }] })
  expect(hooks.SessionEnd[0]).not.toHaveProperty('matcher')
})

test('init --claude adds the missing events next to a hook that was written by hand', () => {
  const hook = {
    type: 'command',
    timeout: 10,
    command: 'cd "$CLAUDE_PROJECT_DIR" && notes hook SessionStart',
  }
  const cwd = installedProject({
    [SETTINGS]: JSON.stringify({ hooks: { SessionStart: [{ hooks: [hook] }] } }),
  })
  init(cwd)
  const { hooks } = settingsOf(cwd)
  expect(Object.keys(hooks)).toHaveLength(hookEvents.length)
  expect(hooks.SessionStart).toEqual([{ hooks: [hook] }])
})

test('init --claude adds the MCP server, but keeps another server of the same name', () => {
  const cwd = installedProject()
  init(cwd)
  expect(JSON.parse(read(cwd, '.mcp.json'))).toEqual({
    mcpServers: { notes: { command: 'node', args: ['node_modules/notesmd/dist/notes.cjs', 'mcp'] } },
  })
})

test.each([
  ['a command', '{"command":"uvx","args":["other-notes"]}', 'uvx other-notes'],
  ['an address', '{"type":"http","url":"https://notes.example/mcp"}', 'https://notes.example/mcp'],
])('init --claude and doctor say that a server of the same name is not ours: %s', (_, entry, shown) => {
  const other = `{"mcpServers":{"notes":${entry}}}`
  const taken = installedProject({ '.mcp.json': other })
  const said = `the server "notes" in .mcp.json is not ours, it runs ${shown}: rename it, then run \`notes init --claude\``
  expect(notes(['init', '--claude'], { cwd: taken }).stdout).toContain(`\nnote: ${said}\n`)
  expect(read(taken, '.mcp.json')).toBe(other)
  expect(notes(['doctor'], { cwd: taken }).stdout).toContain(`advice  MCP server        ${said}\n`)
})

test.each([
  '{"command":"npx","args":["-y","notesmd@1","mcp","--tools","project"]}',
  '{"command":"/usr/local/bin/notes","args":["mcp"]}',
])('init --claude takes a server that runs notes mcp in another way for ours: %s', entry => {
  const cwd = installedProject({ '.mcp.json': `{"mcpServers":{"notes":${entry}}}` })
  expect(notes(['init', '--claude'], { cwd }).stdout).not.toContain('not ours')
})

test('init --claude installs the protocol that the notes file points to', () => {
  const cwd = installedProject()
  init(cwd)
  const [, page = ''] = /<!-- See: (\S+) -->/.exec(read(cwd, 'grimoires/loa/NOTES.md')) ?? []
  expect(read(cwd, page)).toContain('# Session continuity')
  // Links lead to pages that are installed as well.
  for (const name of ['structure.md', 'decision-log.md', 'pads.md'])
    for (const [, link = ''] of read(cwd, `.claude/protocols/${name}`).matchAll(/\]\(([^):]+)\)/g))
      expect(existsSync(join(cwd, '.claude/protocols', link)), `${name} -> ${link}`).toBe(true)
})

test('init --claude updates a protocol page of an older version, and keeps one that the user changed', () => {
  const cwd = installedProject()
  const page = '.claude/protocols/decision-log.md'
  init(cwd)
  const text = read(cwd, page)
  writeFileSync(join(cwd, page), text.replaceAll('\n', '\r\n'))
  expect(init(cwd).stdout).toMatch(/changed +.*decision-log.md/)
  expect(read(cwd, page)).toBe(text)
  writeFileSync(join(cwd, page), text.replace('Log what', 'Log only what'))
  expect(init(cwd).stdout).toContain('Nothing to do')
  expect(read(cwd, page)).toContain('Log only what')
})

test('the block in CLAUDE.md takes at most 100 tokens', () => {
  expect(estimateTokens(guide({ command: 'npx notes', file: 'grimoires/loa/NOTES.md' }))).toBeLessThanOrEqual(
    100,
  )
})

test('init --claude writes its block to CLAUDE.md once, and updates it between the marks', () => {
  const cwd = installedProject({ 'CLAUDE.md': '# Mine\n' })
  init(cwd)
  const text = read(cwd, 'CLAUDE.md')
  expect(text).toMatch(
    /^# Mine\n\n<!-- notes:start -->\n[\s\S]*npx notes decision add[\s\S]*<!-- notes:end -->\n$/,
  )
  writeFileSync(join(cwd, 'CLAUDE.md'), text.replace('npx notes decision add', 'notes old').concat('More\n'))
  init(cwd)
  expect(read(cwd, 'CLAUDE.md')).toBe(`${text}More\n`)
})

test('init --claude writes to AGENTS.md, which a new CLAUDE.md would hide from the client', () => {
  const cwd = installedProject({ 'AGENTS.md': '# Ours\n' })
  init(cwd)
  expect(existsSync(join(cwd, 'CLAUDE.md'))).toBe(false)
  expect(read(cwd, 'AGENTS.md')).toContain('<!-- notes:start -->')
})

test('init --agents writes AGENTS.md and the protocol, and no Claude Code settings', () => {
  const cwd = installedProject()
  expect(notes(['init', '--agents'], { cwd }).code).toBe(0)
  expect(read(cwd, 'AGENTS.md')).toContain('npx notes decision add')
  expect(existsSync(join(cwd, SETTINGS))).toBe(false)
  expect(existsSync(join(cwd, 'CLAUDE.md'))).toBe(false)
})

test.each([
  ['writes a configuration', {}, 'notes.config.json', { file: 'docs/NOTES.md' }],
  [
    'adds to a configuration',
    { 'notes.config.json': '{\n  "profile": "auto"\n}\n' },
    'notes.config.json',
    {
      profile: 'auto',
      file: 'docs/NOTES.md',
    },
  ],
  [
    'changes a configuration',
    { 'notes.config.json': '{ "file": "A.md" }' },
    'notes.config.json',
    {
      file: 'docs/NOTES.md',
    },
  ],
  [
    'adds to package.json',
    { 'package.json': '{ "notes": { "profile": "auto" } }' },
    'package.json',
    {
      notes: { profile: 'auto', file: 'docs/NOTES.md' },
    },
  ],
] as const)('init --file remembers the file: %s', (_, files, name, expected) => {
  const cwd = folderWith({ '.git/HEAD': '', ...files })
  notes(['init', '--file', 'docs/NOTES.md'], { cwd })
  expect(JSON.parse(read(cwd, name))).toMatchObject(expected)
  expect(notes(['config', 'file'], { cwd }).stdout).toContain('docs/NOTES.md')
  const before = read(cwd, name)
  notes(['init', '--file', 'docs/NOTES.md'], { cwd })
  expect(read(cwd, name)).toBe(before)
})

test('init --file writes no configuration for a file that is found without it', () => {
  const cwd = folderWith({ '.git/HEAD': '', 'NOTES.md': '# Notes\n' })
  notes(['init', '--file', 'NOTES.md'], { cwd })
  expect(existsSync(join(cwd, 'notes.config.json'))).toBe(false)
})

test('init --claude runs each hook from a bare shell, and prints the command', () => {
  const cwd = installedProject()
  const { code, stdout } = init(cwd)
  expect(stdout).toContain(`runs  ${hookEvents.length} hooks`)
  expect(code).toBe(0)
  const [line = ''] = stdout.split('\n').filter(text => text.includes("echo '"))
  const { stdout: answer, status } = spawnSync('/bin/sh', ['-c', line], {
    cwd,
    env: environment,
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  expect(JSON.parse(answer).hookSpecificOutput.additionalContext).toContain('<notes level=1')
})

test('init --claude exits with 1 when the hooks would print nothing, and says how to install notes', () => {
  const { code, stdout } = init(folderWith({ '.git/HEAD': '' }))
  expect(code).toBe(1)
  expect(stdout).toContain('does not run')
  expect(stdout).toContain('npm install --save-dev notesmd')
})

test.skipIf(process.platform === 'win32')(
  'init --claude reports that a bare shell does not find node, with a fix',
  () => {
    const cwd = installedProject()
    init(cwd)
    const bin = folderWith({})
    symlinkSync(process.execPath, join(bin, 'node'))
    const found = tryInstalled(cwd, { PATH: bin }, { PATH: '/nowhere' })
    expect(found).toMatchObject({ runs: true, answered: hookEvents.length })
    expect(found?.problem?.what).toContain(`\`node\` is not on the PATH of a bare shell`)
    expect(found?.problem?.what).toContain(`(it is ${join(bin, 'node')})`)
    expect(found?.problem?.fix).toContain(`"env": {"PATH": "${bin}:/usr/local/bin:/usr/bin:/bin"}`)
    expect(tryInstalled(cwd, { PATH: '/nowhere' }, { PATH: '/nowhere' })).toMatchObject({ runs: false })
  },
)

test.skipIf(process.platform === 'win32').each(['', '/etc/ssl/none.pem'])(
  'an installed hook is silent for a colleague who has not installed the package (NODE_EXTRA_CA_CERTS=%s)',
  certificates => {
    const cwd = installedProject()
    notes(['init', '--claude'], { cwd, env: { NODE_EXTRA_CA_CERTS: certificates } })
    rmSync(join(cwd, 'node_modules'), { recursive: true })
    for (const [event, [group]] of Object.entries<{ hooks: { command: string; args?: string[] }[] }[]>(
      settingsOf(cwd).hooks,
    )) {
      const { command = '', args } = group?.hooks[0] ?? {}
      const words = args?.map(word => word.replace('${CLAUDE_PROJECT_DIR}', cwd))
      const { status, stdout, stderr } = spawnSync(
        words === undefined ? '/bin/sh' : command,
        words ?? ['-c', command],
        { cwd, env: { ...environment, CLAUDE_PROJECT_DIR: cwd }, input: '{}', encoding: 'utf8' },
      )
      expect({ event, status, stdout, stderr }).toEqual({ event, status: 0, stdout: '', stderr: '' })
    }
  },
)
