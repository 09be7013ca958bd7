import { describe, expect, test } from 'vitest'
import { globMatcher } from '../../src/workspace/glob.ts'
import { folderWith } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'

const MEGABYTE = 1024 * 1024
const config = '{"debt":{"idTemplates":["TD-###","a#a#a#b#"]}}'
const lintOf = (debts: string) =>
  notes(['lint', '--json'], {
    cwd: folderWith({
      '.git/HEAD': '',
      'NOTES.md': `## Technical Debt\n${debts}`,
      'notes.config.json': config,
    }),
  })

describe('a pull request cannot bring a pattern and a text that take minutes together', () => {
  test.each([
    [
      'a cell of a megabyte of digits',
      `| ID | Description |\n|---|---|\n| TD-${'1'.repeat(MEGABYTE)} | x |\n`,
    ],
    [
      'a cell of a megabyte that nearly fits',
      `| ID | Description |\n|---|---|\n| ${'a1'.repeat(MEGABYTE / 2)} | x |\n`,
    ],
    ['a bullet of a megabyte that nearly fits', `- ${'a1'.repeat(MEGABYTE / 2)}\n`],
    ['a bullet that begins with 200,000 stars', `- x\n- \\${'*'.repeat(200_000)}x\n`],
    ['a bullet with 200,000 stars behind its severity', `- HIGH${'*'.repeat(200_000)}x\n`],
    ['a bullet with 200,000 brackets', `- ${'['.repeat(200_000)}x\n`],
  ])('%s', (_, debts) => {
    const started = performance.now()
    expect(lintOf(debts)).toMatchObject({ stderr: '' })
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  test('stars in a glob cost the product of the lengths, not a power of them', () => {
    const started = performance.now()
    expect(globMatcher(`${'a*'.repeat(100)}b`)('a'.repeat(10_000))).toBe(false)
    expect(globMatcher(`${'**/'.repeat(100)}b`)('a/'.repeat(10_000))).toBe(false)
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})

test('a regular expression in a former configuration is an error that says what to write instead', () => {
  const cwd = folderWith({
    '.git/HEAD': '',
    'NOTES.md': '# Notes\n',
    'notes.config.json': '{"debt":{"idPattern":"TD-\\\\d{3,}"}}',
  })
  const { code, stderr } = notes(['lint'], { cwd })
  expect(code).toBe(2)
  expect(stderr).toContain('`debt.idPattern` is no longer supported: use `debt.idTemplates`')
  expect(stderr).toContain('Write `"idTemplates": ["TD-###"]` instead.')
  const hook = notes(['hook', 'SessionStart'], { cwd })
  expect(hook.code).toBe(0)
  expect(JSON.parse(hook.stdout).hookSpecificOutput.additionalContext).toContain('debt.idPattern')
})
