import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { notesElsewhere } from '../../src/files/notes-elsewhere.ts'
import { findProject } from '../../src/files/project.ts'
import { folderWith } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'

const text = '# Notes\n\n## Decision Log\n- 2026-01-02 Ship weekly\n'

const projectWith = (...paths: readonly string[]): string =>
  folderWith({ '.git/HEAD': '', ...Object.fromEntries(paths.map(path => [path, text])) })

const found = (cwd: string) => {
  const { file, exists, fileFrom, rivals } = findProject({ cwd, env: {} })
  const short = (path: string) => path.slice(cwd.length + 1)
  return { file: short(file), exists, fileFrom, ...(rivals && { rivals: rivals.map(short) }) }
}

test.each([
  'loa-grimoire/NOTES.md',
  'grimoires/sigil/NOTES.md',
  'gtm-grimoire/context/NOTES.md',
  '.claude/NOTES.md',
  '.agent/NOTES.md',
])('the only notes file of a project is found at %s', path => {
  expect(found(projectWith(path))).toEqual({ file: path, exists: true, fileFrom: 'search' })
})

test('a notes file in a default place is used without a search for others', () => {
  const cwd = projectWith('NOTES.md', 'loa-grimoire/NOTES.md')
  expect(found(cwd)).toEqual({ file: 'NOTES.md', exists: true, fileFrom: 'found' })
})

test('the search for notes files leaves out archives, dependencies and hidden folders, and is bounded', () => {
  const cwd = projectWith(
    'loa-grimoire/archive/NOTES.md',
    'loa-grimoire/node_modules/x/NOTES.md',
    'loa-grimoire/.old/NOTES.md',
    'loa-grimoire/a/b/c/d/NOTES.md',
    'node_modules/grimoire/NOTES.md',
    'docs/NOTES.md',
  )
  expect(notesElsewhere(cwd)).toEqual([])
  const wide = projectWith(...Array.from({ length: 210 }, (_, at) => `grimoires/g${at}/readme.md`))
  writeFileSync(join(wide, 'grimoires/g0/NOTES.md'), text)
  expect(notesElsewhere(wide).length).toBeLessThanOrEqual(1)
})

test('several notes files outside the default places are listed, and no new one is created', () => {
  const cwd = projectWith('grimoires/sigil/NOTES.md', 'gtm-grimoire/NOTES.md')
  for (const args of [['init'], ['recover'], ['status'], ['question', 'add', 'Why?']]) {
    const { code, stderr } = notes(args, { cwd })
    expect(code, args[0]).toBeGreaterThan(0)
    expect(stderr).toContain('2 notes files')
    expect(stderr).toContain(join('grimoires', 'sigil', 'NOTES.md'))
    expect(stderr).toContain(join('gtm-grimoire', 'NOTES.md'))
  }
  expect(existsSync(join(cwd, 'grimoires/loa/NOTES.md'))).toBe(false)
  expect(notes(['question', 'add', 'Why?', '--file', 'gtm-grimoire/NOTES.md'], { cwd }).code).toBe(0)
})

test('init and add use the notes file that a project keeps elsewhere', () => {
  const cwd = projectWith('loa-grimoire/NOTES.md')
  expect(notes(['init'], { cwd }).stdout).toContain(`already there  ${join('loa-grimoire', 'NOTES.md')}`)
  expect(notes(['question', 'add', 'Why?'], { cwd }).code).toBe(0)
  expect(notes(['recover'], { cwd }).stdout).toContain('loa-grimoire/NOTES.md')
  expect(existsSync(join(cwd, 'grimoires/loa/NOTES.md'))).toBe(false)
})

test('recover looks for the notes file again when others appear or disappear', () => {
  const cwd = projectWith('loa-grimoire/NOTES.md')
  const said = () => {
    const { stdout, stderr } = notes(['recover'], { cwd })
    return stdout + stderr
  }
  expect(said()).toContain('loa-grimoire/NOTES.md')
  const second = join(cwd, 'gtm-grimoire/NOTES.md')
  mkdirSync(dirname(second))
  writeFileSync(second, text)
  expect(said()).toContain('2 notes files')
  rmSync(join(cwd, 'loa-grimoire/NOTES.md'))
  expect(said()).toContain('gtm-grimoire/NOTES.md')
  writeFileSync(join(cwd, 'NOTES.md'), text.replace('weekly', 'daily'))
  expect(said()).toContain('Ship daily')
})
