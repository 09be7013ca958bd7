import { appendFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { profileExample, profileExamples } from '../fixtures/profiles.ts'
import { notes } from '../notes-cli.ts'

const FILE = 'grimoires/loa/NOTES.md'

const projectWith = (text: string, more: Readonly<Record<string, string>> = {}): string => {
  const cwd = folderWith({ ...more, [FILE]: text })
  mkdirSync(join(cwd, '.git'), { recursive: true })
  return cwd
}

const read = (cwd: string, file = FILE): string => readFileSync(join(cwd, file), 'utf8')

describe('notes migrate', () => {
  test.each(profileExamples)(
    'rewrites a file in the profile $name, and undo restores it',
    ({ name, text }) => {
      const cwd = projectWith(text)
      const { code, stdout } = notes(['migrate', '--json'], { cwd })
      expect(code).toBe(0)
      const said = JSON.parse(stdout)
      expect(said).toMatchObject({ file: FILE, from: name, to: 'sam', changed: name !== 'sam' })
      const now = JSON.parse(notes(['migrate', '--json'], { cwd }).stdout)
      expect(now).toMatchObject({ from: 'sam', changed: false, records: said.records })
      expect(JSON.parse(notes(['status', '--json'], { cwd }).stdout).profile).toBe('sam')
      expect(notes(['heal', '--dry-run'], { cwd }).stdout).toContain('Nothing is missing')
      if (name === 'sam') return
      expect(notes(['undo'], { cwd }).code).toBe(0)
      expect(read(cwd)).toBe(text)
    },
  )

  test('shows the diff, the kept sections and the remaining lint findings with --dry-run', () => {
    const text = `${profileExample('mount')}\n## Team\n- Ann\n`
    const cwd = projectWith(text)
    const { code, stdout } = notes(['migrate', '--to', 'sam', '--dry-run'], { cwd })
    expect(code).toBe(0)
    expect(stdout).toContain('+#### 2026-01-10 - Two\n')
    expect(stdout).toContain('1 goal, 4 debts, 4 log rows, each the same as before.')
    expect(stdout).toContain('Kept as they are: Team\n')
    expect(stdout).toMatch(/`notes lint` reports \d+ findings/)
    expect(read(cwd)).toBe(text)
  })

  test('names the configuration line with another profile, and leaves it and the archive alone', () => {
    const config = '{\n  "profile": "mount"\n}\n'
    const archive = '# Archive\n'
    const more = { 'notes.config.json': config, 'grimoires/loa/NOTES.archive.md': archive }
    const cwd = projectWith(profileExample('mount'), more)
    const { stdout } = notes(['migrate'], { cwd })
    expect(stdout).toContain('notes.config.json:2 still says "profile": "mount"')
    expect(stdout).toContain('NOTES.archive.md stays as it is')
    expect(read(cwd, 'notes.config.json')).toBe(config)
    expect(read(cwd, 'grimoires/loa/NOTES.archive.md')).toBe(archive)
  })

  test.each([
    ['a fence that is never closed', '# N\n## Decisions\n```\nopen\n', 'code fence that is never closed'],
    ['HTML that swallows what follows', '# N\n<script>\n## Decisions\n- a\n', 'Unclosed HTML would swallow'],
    ['mixed line endings', '# N\r\n## Decisions\n- a\n', 'line endings of this file are mixed'],
  ])('refuses a file with %s, and writes nothing', (_, text, why) => {
    const cwd = projectWith(text)
    const { code, stderr } = notes(['migrate'], { cwd })
    expect(code).toBe(2)
    expect(stderr).toContain(why)
    expect(read(cwd)).toBe(text)
  })

  test('refuses a notes file outside the project, one that is not Markdown, and a missing one', () => {
    const outside = folderWith({ 'NOTES.md': profileExample('loose') })
    const cwd = folderWith({ 'grimoires/loa/x': '' })
    mkdirSync(join(cwd, '.git'))
    symlinkSync(join(outside, 'NOTES.md'), join(cwd, FILE))
    expect(notes(['migrate'], { cwd }).code).toBe(2)
    writeFileSync(join(cwd, 'code.ts'), 'export {}\n')
    expect(notes(['migrate', '--file', 'code.ts'], { cwd }).code).toBe(2)
    expect([read(outside, 'NOTES.md'), read(cwd, 'code.ts')]).toEqual([
      profileExample('loose'),
      'export {}\n',
    ])
    expect(notes(['migrate'], { cwd: folderWith({}) }).code).toBe(2)
  })

  test('keeps a secret in the file, and never prints it', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`
    const cwd = projectWith(profileExample('loose'))
    appendFileSync(join(cwd, FILE), `\n## Decisions\n- 2026-01-09: Use ${secret} for now\n`)
    for (const more of [['--dry-run'], ['--dry-run', '--json'], []])
      expect(notes(['migrate', ...more], { cwd }).stdout).not.toContain(secret)
    expect(read(cwd)).toContain(`**Decision**: Use ${secret} for now`)
  })
})
