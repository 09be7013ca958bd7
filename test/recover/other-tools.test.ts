import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isNotesFile } from '../../src/notes/notes.ts'
import { recover } from '../../src/recover/recover.ts'

/** Files in the formats of other tools: memory banks, ledgers, handoffs, plans. Level 1 of each is in `level1/`. */
const folder = join(import.meta.dirname, '../fixtures/other-tools')
const files = readdirSync(folder).filter(name => name.includes('.'))

describe.each(files)('%s', name => {
  const text = readFileSync(join(folder, name), 'utf8')

  test('level 1 of the format of another tool shows the state, the next step, decisions, goals and rules', async () => {
    const shown = recover(text, { level: 1, source: name, budget: 250, code: undefined }).text
    await expect(`${shown}\n`).toMatchFileSnapshot(join(folder, 'level1', name))
  })

  test('a file in the format of another tool counts as a notes file', () => {
    expect(isNotesFile(name, text)).toBe(true)
  })
})

test('a README, a license and a file of settings do not count as notes files', () => {
  expect(isNotesFile('README.md', '# Tool\n\n## Usage\n\n- Goal: fast\n- Next: see docs\n')).toBe(false)
  expect(isNotesFile('LICENSE', 'MIT License\n\nPermission is hereby granted\n')).toBe(false)
  expect(isNotesFile('.env', 'STATE=on\nNEXT=1\nTOKEN: abc\n')).toBe(false)
})
