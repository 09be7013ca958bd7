import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'

const FILE = 'grimoires/loa/NOTES.md'
const dated = '# N\n\n## 2026-05-14 — Switch to pnpm\n**Decision**: Use pnpm\n**Rationale**: fast\n'

test('decision add starts a log beside dated decision sections, which stay decisions', () => {
  const cwd = folderWith({ '.git/HEAD': 'ref: refs/heads/main\n', [FILE]: dated })
  expect(notes(['lint'], { cwd }).code).toBe(0)
  const add = ['decision', 'add', '--title', 'Next', '--decision', 'Do it', '--rationale', 'why', '--draft']
  expect(notes(add, { cwd })).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(join(cwd, FILE), 'utf8')).toMatch(
    /^# N\n\n## 2026-05-14 [\s\S]*\n## Decisions\n\n### .* - Next\n/,
  )
  const { stdout } = notes(['decision', 'list'], { cwd })
  expect(stdout).toContain('Switch to pnpm')
  expect(stdout).toContain('Next')
})

test('archive leaves decisions that are dated sections in place and reports them', () => {
  const section = (day: string) =>
    `## 2025-01-${day} — Choice of ${day}\n**Decision**: Use ${day}\n\n- [ ] ask Bob\n\n### Follow-up\n- call Bob\n\n`
  const text = `# N\n\n${section('01')}${section('02')}${section('03')}`
  const cwd = folderWith({ '.git/HEAD': 'ref: refs/heads/main\n', [FILE]: text })
  const { code, stdout } = notes(['archive', '--keep', '1'], { cwd })
  expect(code).toBe(0)
  expect(stdout).toContain('3 decisions stay: they are sections of their own')
  expect(notes(['decision', 'archive', 'Choice of 01'], { cwd })).toMatchObject({ code: 1 })
  expect(readFileSync(join(cwd, FILE), 'utf8')).toBe(text)
})
