import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'

const project = () =>
  folderWith({
    '.git/': '',
    'notes.config.json': '{ "extends": "./team.json", "decisions": { "keep": 7 } }',
    'team.json': '{ "profile": "sam" }',
    'src/deep/': '',
  })

test('config prints every value with the file it comes from', () => {
  const { code, stdout, stderr } = notes(['config'], { cwd: project() })
  expect(stderr).toBe('')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^profile +sam +team\.json < notes\.config\.json$/m)
  expect(stdout).toMatch(/^decisions\.keep +7 +notes\.config\.json$/m)
  expect(stdout).toMatch(/^recovery\.level1 +100 +default$/m)
  expect(stdout).toMatch(/^root +- +default: the git top level/m)
})

test('config prints file names relative to the current folder', () => {
  const { stdout } = notes(['config'], { cwd: join(project(), 'src/deep') })
  expect(stdout).toContain(join('..', '..', 'notes.config.json'))
})

test('a configured path that leads out of the project is refused with the configuration that sets it', () => {
  const refused = (config: object) => {
    const cwd = folderWith({
      '.git/': '',
      'NOTES.md': '# Notes\n',
      'notes.config.json': JSON.stringify(config),
    })
    const { code, stderr } = notes(['lint'], { cwd })
    expect([code, stderr]).toEqual([2, expect.stringContaining('   at: notes.config.json')])
    return stderr.split('  fix: ')[1]
  }
  expect(refused({ lint: { baseline: '../x.json' } })).toMatch(/^Name a file below /)
  expect(refused({ file: '../outside.md' })).toMatch(/^Name a file below .*, or pass --file\n/)
})

test.skipIf(process.platform === 'win32')(
  'a notes file that is a link out of the project is refused as a link',
  () => {
    const cwd = folderWith({ '.git/': '' })
    const target = join(folderWith({ 'other.md': '# Notes\n' }), 'other.md')
    symlinkSync(target, join(cwd, 'NOTES.md'))
    expect(notes(['status'], { cwd }).stderr).toContain('other.md, which is outside the project root')
  },
)

test('config KEY prints only the value', () => {
  expect(notes(['config', 'decisions.keep'], { cwd: project() }).stdout).toBe('7\n')
  expect(notes(['config', 'beads.prefixes'], { cwd: project() }).stdout).toBe('["bd","br","beads"]\n')
})

test('config GROUP prints the keys of that group', () => {
  const { stdout } = notes(['config', 'recovery'], { cwd: project() })
  expect(stdout.trim().split('\n')).toHaveLength(3)
})

test('config --json prints one document with values and origins', () => {
  const cwd = project()
  const { path, values } = JSON.parse(notes(['config', '--json'], { cwd }).stdout)
  expect(path).toBe('notes.config.json')
  expect(values.profile).toEqual({
    value: 'sam',
    origin: { path: 'team.json', via: ['notes.config.json'] },
  })
  expect(values.root).toEqual({ value: null, origin: 'default' })
  expect(JSON.parse(notes(['--json', 'config', 'profile'], { cwd }).stdout)).toMatchObject({
    key: 'profile',
    value: 'sam',
  })
})

test('config --schema prints a JSON schema', () => {
  const schema = JSON.parse(notes(['config', '--schema'], { cwd: folderWith() }).stdout)
  expect(schema.properties.recovery.properties.level1.default).toBe(100)
})

test('config exits with 1 for an unknown key and suggests the nearest one', () => {
  const { code, stdout, stderr } = notes(['config', 'decision.keep'], { cwd: project() })
  expect(code).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).toContain('Did you mean decisions.keep?')
})

test('config reports an unknown key in notes.config.json with its line and a fix', () => {
  const cwd = folderWith({
    '.git/': '',
    'notes.config.json': '{\r\n  "file": "N.md",\r\n  "profil": "sam"\r\n}\r\n',
    'src/': '',
  })
  const { code, stdout, stderr } = notes(['config'], { cwd: join(cwd, 'src') })
  expect(code).toBe(2)
  expect(stdout).toBe('')
  const file = join('..', 'notes.config.json')
  expect(stderr).toBe(`error: Unexpected key \`profil\`\n   at: ${file}:3:3\n  fix: Write \`profile\`.\n`)
})

test('config removes line breaks and control characters from a key that it quotes in an error', () => {
  const key = 'a\n  fix: run this\u001b[2J\u202eb'
  const cwd = folderWith({ 'notes.config.json': JSON.stringify({ [key]: 1 }) })
  const { code, stderr } = notes(['config'], { cwd })
  expect(code).toBe(2)
  expect(stderr.match(/^ *fix: /gm)).toHaveLength(1)
  for (const hidden of ['\u001b', '\u202e']) expect(stderr).not.toContain(hidden)
  expect(stderr).toContain('Unexpected key `a fix: run this')
})

test('config --json prints a configuration error as a document on standard output', () => {
  const cwd = folderWith({ '.git/': '', 'notes.config.json': '\uFEFF{ /* no */ }' })
  const { code, stdout, stderr } = notes(['config', '--json'], { cwd })
  expect(code).toBe(2)
  expect(stderr).toContain('notes.config.json:1:3')
  expect(JSON.parse(stdout)).toEqual({
    error: {
      code: 'config',
      message: 'Unexpected comment, expected plain JSON',
      hint: 'Remove the comment: JSON has no comments.',
      path: 'notes.config.json',
      line: 1,
      column: 3,
    },
  })
})

test('config reads the project named by --root, --file or CLAUDE_PROJECT_DIR', () => {
  const cwd = folderWith()
  const there = project()
  const keep = (...args: string[]) => notes(['config', 'decisions.keep', ...args], { cwd }).stdout
  expect(keep()).toBe('20\n')
  expect(keep('--root', there)).toBe('7\n')
  expect(keep('--file', join(there, 'src/deep/NOTES.md'))).toBe('7\n')
  const { stdout } = notes(['config', 'decisions.keep'], { cwd, env: { CLAUDE_PROJECT_DIR: there } })
  expect(stdout).toBe('7\n')
})
