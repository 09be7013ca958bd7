import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'

const template = readFileSync(new URL('../../templates/NOTES.md', import.meta.url), 'utf8').replaceAll(
  '\r\n',
  '\n',
)
const read = (...path: string[]) => readFileSync(join(...path), 'utf8')
const everything = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()

test('init writes the template and a sessions folder that git ignores', () => {
  const cwd = folderWith()
  const { code, stdout } = notes(['init'], { cwd })
  expect(code).toBe(0)
  expect(stdout).toContain(join('grimoires', 'loa', 'NOTES.md'))
  expect(read(cwd, 'grimoires/loa/NOTES.md')).toBe(template)
  expect(read(cwd, '.notes/.gitignore')).toBe('*\n')
  expect(existsSync(join(cwd, 'notes.config.json'))).toBe(false)
})

test('init changes nothing on the second run, reports that and exits with 0', () => {
  const cwd = folderWith()
  notes(['init', '--config'], { cwd })
  const before = everything(cwd)
  const { code, stdout } = notes(['init', '--config'], { cwd })
  expect(code).toBe(0)
  expect(stdout.match(/already there/g)).toHaveLength(3)
  expect(everything(cwd)).toEqual(before)
})

test('init keeps every existing file unchanged', () => {
  const files = {
    'grimoires/loa/NOTES.md': '\uFEFF# Mine\r\n',
    '.notes/.gitignore': '',
    'notes.config.json': '{}',
  }
  const cwd = folderWith(files)
  const { code } = notes(['init', '--config'], { cwd })
  expect(code).toBe(0)
  for (const [name, text] of Object.entries(files)) expect(read(cwd, name), name).toBe(text)
})

test('init keeps an existing NOTES.md in the root as the notes file', () => {
  const cwd = folderWith({ '.git/': '', 'NOTES.md': '# Notes\n' })
  const { stdout } = notes(['init'], { cwd })
  expect(stdout).toContain('already there  NOTES.md')
  expect(existsSync(join(cwd, 'grimoires'))).toBe(false)
})

test('init writes to the git top level from a subfolder', () => {
  const top = folderWith({ '.git/': '', 'src/': '' })
  expect(notes(['init'], { cwd: join(top, 'src') }).code).toBe(0)
  expect(existsSync(join(top, 'grimoires/loa/NOTES.md'))).toBe(true)
  expect(everything(join(top, 'src'))).toEqual([])
})

test('init --dry-run prints what it would write and writes nothing', () => {
  const cwd = folderWith()
  const { code, stdout } = notes(['init', '--dry-run', '--config'], { cwd })
  expect(code).toBe(0)
  expect(stdout).toContain('  ## Session Continuity\n')
  expect(stdout).toContain('notes.config.json')
  expect(everything(cwd)).toEqual([])
})

test('init --config records the notes file given with --file', () => {
  const cwd = folderWith({ '.git/': '' })
  notes(['init', '--config', '--file', join('docs', 'NOTES.md')], { cwd })
  expect(JSON.parse(read(cwd, 'notes.config.json'))).toMatchObject({ file: 'docs/NOTES.md', profile: 'auto' })
  expect(notes(['init'], { cwd }).stdout).toContain(`already there  ${join('docs', 'NOTES.md')}`)
})

test('init --config writes no notes.config.json when package.json holds the configuration', () => {
  const cwd = folderWith({ 'package.json': '{ "notes": { "file": "N.md" } }' })
  const { stdout } = notes(['init', '--config'], { cwd })
  expect(stdout).toContain('already there  package.json')
  expect(everything(cwd)).toEqual(['.notes', join('.notes', '.gitignore'), 'N.md', 'package.json'])
})

test('init --json lists what it did with each file', () => {
  const cwd = folderWith({ '.notes/.gitignore': '*\n' })
  const { root, dryRun, files } = JSON.parse(notes(['init', '--json'], { cwd }).stdout)
  expect({ root, dryRun }).toEqual({ root: cwd, dryRun: false })
  expect(files).toEqual([
    { path: join('grimoires', 'loa', 'NOTES.md'), action: 'written', text: template },
    { path: join('.notes', '.gitignore'), action: 'kept' },
  ])
})

test('init reports a file in place of the .notes folder and keeps it', () => {
  const cwd = folderWith({ '.notes': 'mine\n' })
  const { code, stderr } = notes(['init'], { cwd })
  expect(code).toBe(2)
  expect(stderr).toMatch(/^error: .*\.gitignore was not written .*\n {3}at: .*\n {2}fix: /)
  expect(read(cwd, '.notes')).toBe('mine\n')
})

test('init refuses a notes file outside the root and writes nothing', () => {
  const outside = folderWith()
  const cwd = folderWith()
  const { code, stderr } = notes(['init', '--root', '.', '--file', join(outside, 'NOTES.md')], { cwd })
  expect(code).toBe(2)
  expect(stderr).toContain('outside the project root')
  expect([...everything(outside), ...everything(cwd)]).toEqual([])
})

test.skipIf(process.platform === 'win32')(
  'init refuses to write through a .notes link that leads out of the project',
  () => {
    const elsewhere = folderWith()
    const cwd = folderWith({ '.git/HEAD': '' })
    symlinkSync(elsewhere, join(cwd, '.notes'))
    const { code, stderr } = notes(['init'], { cwd })
    expect(code).toBe(2)
    expect(stderr).toContain('.notes/.gitignore leads outside the project')
    expect(readdirSync(elsewhere)).toEqual([])
  },
)
