import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withHooks } from '../../../src/hosts/claude/set-up/settings.ts'
import { folderWith } from '../../config/folder.ts'
import { notes } from '../../notes-cli.ts'

const SETTINGS = '.claude/settings.json'
const install = (cwd: string, env: Record<string, string> = {}, ...more: string[]) =>
  notes(['init', '--claude', ...more], { cwd, env })
const read = (cwd: string): string => readFileSync(join(cwd, SETTINGS), 'utf8')
const startsOf = (cwd: string) => JSON.parse(read(cwd)).hooks.SessionStart

test('init --claude writes new settings once', () => {
  const cwd = folderWith({ '.git/HEAD': '' })
  expect(install(cwd).stderr).toBe('')
  expect(startsOf(cwd)).toEqual([
    {
      hooks: [
        {
          type: 'command',
          timeout: 10,
          command: '! command -v notes >/dev/null || exec notes hook SessionStart',
        },
      ],
    },
  ])
  const before = read(cwd)
  const { stdout } = install(cwd)
  expect(stdout).toContain('already there  .claude')
  expect(read(cwd)).toBe(before)
})

test.skipIf(process.platform === 'win32')(
  'init --claude calls the installed package with a command that is silent when the package is missing',
  () => {
    const cwd = folderWith({
      '.git/HEAD': '',
      'node_modules/notesmd/dist/notes.cjs': 'console.log(process.argv.slice(2).join())',
    })
    install(cwd)
    const [{ command, args }] = startsOf(cwd)[0].hooks
    expect([command, args]).toEqual([
      '[ ! -f "$CLAUDE_PROJECT_DIR"/node_modules/notesmd/dist/notes.cjs ] || exec node "$CLAUDE_PROJECT_DIR"/node_modules/notesmd/dist/notes.cjs hook SessionStart',
      undefined,
    ])
    const run = () =>
      spawnSync('/bin/sh', ['-c', command], {
        env: { ...process.env, CLAUDE_PROJECT_DIR: cwd },
        encoding: 'utf8',
      })
    expect(run().stdout).toBe('hook,SessionStart\n')
    rmSync(join(cwd, 'node_modules'), { recursive: true })
    expect(run()).toMatchObject({ status: 0, stdout: '', stderr: '' })
  },
)

test.skipIf(process.platform === 'win32')(
  'init --claude replaces the slower hooks of an earlier version',
  () => {
    const cwd = folderWith({ '.git/HEAD': '', 'node_modules/notesmd/dist/notes.cjs': '' })
    install(cwd)
    const wanted = read(cwd)
    const settings = JSON.parse(wanted)
    for (const [event, [group]] of Object.entries<[{ hooks: object[] }]>(settings.hooks)) {
      const args = [
        '-e',
        'try{require(process.argv[1])}catch{}',
        '${CLAUDE_PROJECT_DIR}/node_modules/notesmd/dist/notes.cjs',
        'hook',
        event,
      ]
      Object.assign(group.hooks[0] ?? {}, { command: 'node', args })
    }
    writeFileSync(join(cwd, SETTINGS), JSON.stringify(settings, null, 2))
    install(cwd)
    expect(JSON.parse(read(cwd))).toEqual(JSON.parse(wanted))
  },
)

test('init --claude replaces its hooks once the package is installed in the project, and keeps the others', () => {
  const cwd = folderWith({ '.git/HEAD': '', [SETTINGS]: theirs })
  install(cwd)
  mkdirSync(join(cwd, 'node_modules/notesmd/dist'), { recursive: true })
  writeFileSync(join(cwd, 'node_modules/notesmd/dist/notes.cjs'), '')
  install(cwd)
  const calls = startsOf(cwd).flatMap(({ hooks }: { hooks: unknown[] }) => hooks)
  expect(calls).toEqual([
    { type: 'command', command: 'bd prime --hook-json' },
    expect.objectContaining({ command: expect.stringContaining('node_modules/notesmd/dist/notes.cjs') }),
  ])
  const servers = JSON.parse(readFileSync(join(cwd, '.mcp.json'), 'utf8')).mcpServers
  expect(servers).toEqual({
    notes: { command: 'node', args: ['node_modules/notesmd/dist/notes.cjs', 'mcp'] },
  })
})

test('init --claude keeps committed hooks in a clone where npm install has not run yet', () => {
  const cwd = folderWith({ '.git/HEAD': '', 'node_modules/notesmd/dist/notes.cjs': '' })
  install(cwd)
  const before = read(cwd)
  rmSync(join(cwd, 'node_modules'), { recursive: true })
  install(cwd)
  expect(read(cwd)).toBe(before)
})

test.skipIf(process.platform === 'win32')(
  'init --claude clears NODE_EXTRA_CA_CERTS in the hook command if the variable is set',
  () => {
    const cwd = folderWith({ '.git/HEAD': '' })
    install(cwd, { NODE_EXTRA_CA_CERTS: '/etc/ssl/none.pem' })
    expect(startsOf(cwd)[0].hooks[0].command).toBe(
      '! command -v notes >/dev/null || NODE_EXTRA_CA_CERTS= exec notes hook SessionStart',
    )
  },
)

const theirs = `{
    "permissions": { "allow": ["Bash(npm test)"] },
    "hooks": {
        "SessionStart": [
            { "matcher": "", "hooks": [{ "type": "command", "command": "bd prime --hook-json" }] }
        ],
        "Stop": []
    },
    "model": "opus"
}
`

test.each([
  ['with hooks of other tools', theirs],
  ['with CRLF', theirs.replaceAll('\n', '\r\n')],
  ['with a byte order mark', `\uFEFF${theirs}`],
  ['without hooks', '{\n  "model": "opus"\n}\n'],
  ['with another event', '{"hooks":{"Stop":[]}}'],
  ['with an empty event', '{"hooks": {"SessionStart": []}}'],
  ['an empty object', '{}'],
  ['an empty file', ''],
])('init --claude keeps every byte of existing settings: %s', (_, text) => {
  const cwd = folderWith({ '.git/HEAD': '', [SETTINGS]: text })
  expect(install(cwd).stderr).toBe('')
  const after = read(cwd)
  const parsed = JSON.parse(after.replace(/^\uFEFF/, ''))
  expect(JSON.stringify(parsed.hooks.SessionStart.at(-1))).toContain('hook SessionStart')
  const before = text.trim() === '' ? {} : JSON.parse(text.replace(/^\uFEFF/, ''))
  expect({ ...parsed, hooks: undefined }).toEqual({ ...before, hooks: undefined })
  expect(parsed.hooks.SessionStart.slice(0, -1)).toEqual(before.hooks?.SessionStart ?? [])
  // All old characters are still there, in the same order.
  let at = 0
  for (const character of after) if (character === text[at]) at++
  expect(at).toBe(text.length)
  if (text.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toContain('\n')
  install(cwd)
  expect(read(cwd)).toBe(after)
})

test.each([
  ['invalid JSON', '{ "hooks": '],
  ['comments', '{ // mine\n "hooks": {} }'],
  ['hooks of the wrong type', '{"hooks": []}'],
  ['an event of the wrong type', '{"hooks": {"SessionStart": {}}}'],
])('init --claude exits with 2 for settings with %s, names the place and writes nothing', (_, text) => {
  const cwd = folderWith({ '.git/HEAD': '', [SETTINGS]: text })
  const { code, stderr } = install(cwd)
  expect(code).toBe(2)
  expect(stderr).toMatch(/at: \.claude.settings\.json:1:\d+/)
  expect(read(cwd)).toBe(text)
})

const alreadyThere = (call: object): boolean => {
  const text = JSON.stringify({ hooks: { SessionStart: [{ hooks: [{ type: 'command', ...call }] }] } })
  const hook = { type: 'command', command: 'new', timeout: 1 } as const
  const after = withHooks(text, [{ name: 'SessionStart', command: hook }], SETTINGS)
  return after === text
}

const ours: readonly (readonly [command: string, args?: readonly string[]])[] = [
  ['notes hook'],
  ['notes hook SessionStart'],
  ['timeout 10 notes hook session-start'],
  ['nice -n 5 timeout -k 1 10s notes hook session-start'],
  ['if command -v notes; then notes hook SessionStart; fi'],
  ['{ notes hook SessionStart; }'],
  ['! notes hook SessionStart'],
  ['echo `notes hook SessionStart`'],
  ['mise exec -- notes hook SessionStart'],
  ['notes hook < /dev/null'],
  ['/usr/local/bin/notes hook session-start'],
  ['"/opt/my tools/notes" hook session_start 2>/dev/null || true'],
  ['C:\\tools\\notes.cmd hook SessionStart'],
  ['"C:\\Program Files\\nodejs\\node.exe" "C:\\x\\notes.cjs" hook SessionStart'],
  ['npx notes hook SessionStart'],
  ['npx --yes -p notesmd@latest notes hook SessionStart'],
  ['npx -y notesmd hook'],
  ['pnpm exec notes hook SessionStart'],
  ['NODE_EXTRA_CA_CERTS= notes hook SessionStart'],
  ['NODE_EXTRA_CA_CERTS= node "$CLAUDE_PROJECT_DIR"/node_modules/notesmd/dist/notes.cjs hook SessionStart'],
  ['env -u X A=1 node --no-warnings dist/notes.cjs hook SessionStart'],
  ['cd "$CLAUDE_PROJECT_DIR" && notes hook SessionStart'],
  ['bd prime; (notes hook SessionStart)'],
  ["bash -lc 'exec notes hook SessionStart'"],
  ['node', ['x/notes.cjs', 'hook', 'SessionStart']],
  ['node', ['-e', 'try{require(process.argv[1])}catch{}', 'x/notes.cjs', 'hook', 'SessionStart']],
  ['[ ! -f "$A"/notes.cjs ] || exec node "$A"/notes.cjs hook SessionStart'],
  ['[ ! -f "$A"/notes.cjs ] || NODE_EXTRA_CA_CERTS= exec node "$A"/notes.cjs hook SessionStart'],
  ['! command -v notes >/dev/null || exec notes hook SessionStart'],
  ['notes', ['hook']],
]

test.each(ours)('init --claude recognizes the notes hook in: %s %s', (command, args) => {
  expect(alreadyThere({ command, ...(args === undefined ? {} : { args }) })).toBe(true)
})

test.each<readonly [command: string, args?: readonly string[]]>([
  ['team-notes hook session-start'],
  ['timeout 10 team-notes hook session-start'],
  ['then-notes hook session-start'],
  ['echo old notes hook removed # SessionStart'],
  ['true # notes hook SessionStart'],
  ["echo 'cd x && notes hook SessionStart'"],
  ['notes-hook SessionStart'],
  ['notes show hook SessionStart'],
  ['notes hook PreCompact'],
  ['node scripts/start.js notes hook SessionStart'],
  ['grep -q "notes hook SessionStart" x'],
  ['echo', ['notes', 'hook', 'SessionStart']],
  ['notes hook SessionStart', []],
  ['/opt/notes/run hook SessionStart'],
  ['bash notes hook SessionStart'],
  [''],
])('init --claude does not mistake another command for the notes hook: %s %s', (command, args) => {
  expect(alreadyThere({ command, ...(args === undefined ? {} : { args }) })).toBe(false)
})

test('init --claude --dry-run prints the change and writes nothing', () => {
  const cwd = folderWith({ '.git/HEAD': '', [SETTINGS]: theirs })
  const { stdout } = install(cwd, {}, '--dry-run')
  expect(stdout).toMatch(/\+.*notes hook SessionStart/s)
  expect(read(cwd)).toBe(theirs)
  expect(existsSync(join(cwd, 'grimoires'))).toBe(false)
})

test.skipIf(process.platform === 'win32')(
  'init --claude names a path that cannot hold settings, and writes nothing',
  () => {
    const elsewhere = folderWith()
    const cases: readonly (readonly [(at: string) => void, string])[] = [
      [at => writeFileSync(at, ''), '.claude is a file, expected a folder'],
      [at => mkdirSync(join(at, 'settings.json'), { recursive: true }), 'is a folder, expected a file'],
      [at => symlinkSync(elsewhere, at), '.claude/settings.json leads outside the project'],
      [at => symlinkSync(elsewhere, at), 'Make .claude part of the project'],
      [
        at => {
          mkdirSync(at)
          symlinkSync(join(elsewhere, 'settings.json'), join(at, 'settings.json'))
        },
        'Make .claude/settings.json part of the project',
      ],
      [
        at => {
          mkdirSync(at)
          symlinkSync('nowhere', join(at, 'settings.json'))
        },
        '.claude/settings.json is a link that leads nowhere',
      ],
      [
        at => {
          mkdirSync(at)
          writeFileSync(join(at, 'settings.json'), '['.repeat(100_000))
        },
        'Unexpected level of nesting, expected at most 500',
      ],
    ]
    for (const [spoil, message] of cases) {
      const cwd = folderWith({ '.git/HEAD': '' })
      spoil(join(cwd, '.claude'))
      const { code, stderr } = install(cwd)
      expect(stderr).toContain(message)
      expect(code).toBe(2)
      expect(existsSync(join(cwd, 'grimoires'))).toBe(false)
    }
    expect(readdirSync(elsewhere)).toEqual([])
  },
)
