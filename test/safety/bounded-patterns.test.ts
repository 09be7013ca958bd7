import { describe, expect, test } from 'vitest'
import { globMatcher } from '../../src/files/glob.ts'
import { DEFAULT_SETTINGS, lintContext } from '../../src/lint/context.ts'
import { lint } from '../../src/lint/lint.ts'
import { rules } from '../../src/lint/rules.ts'
import { readNotes } from '../../src/notes/notes.ts'
import { folderWith } from '../config/folder.ts'
import { expectGrowth } from '../growth.ts'
import { notes } from '../notes-cli.ts'

const MEGABYTE = 1024 * 1024
const idTemplates = ['TD-###', 'a#a#a#b#']
const lintOf = (debts: string) =>
  notes(['lint', '--json'], {
    cwd: folderWith({
      '.git/HEAD': '',
      'NOTES.md': `## Technical Debt\n${debts}`,
      'notes.config.json': JSON.stringify({ debt: { idTemplates: idTemplates } }),
    }),
  })
const conventions = { ...DEFAULT_SETTINGS.conventions, idTemplates }
const settings = { ...DEFAULT_SETTINGS, conventions }

describe('bounded pattern matching', () => {
  test.each<[string, (size: number) => string, number]>([
    [
      'a cell of a megabyte of digits',
      n => `| ID | Description |\n|---|---|\n| TD-${'1'.repeat(n)} | x |\n`,
      MEGABYTE,
    ],
    [
      'a cell of a megabyte that nearly matches',
      n => `| ID | Description |\n|---|---|\n| ${'a1'.repeat(n / 2)} | x |\n`,
      MEGABYTE,
    ],
    ['a bullet of a megabyte that nearly matches', n => `- ${'a1'.repeat(n / 2)}\n`, MEGABYTE],
    ['a bullet that starts with 200,000 stars', n => `- x\n- \\${'*'.repeat(n)}x\n`, 200_000],
    ['a bullet with 200,000 stars after its severity', n => `- HIGH${'*'.repeat(n)}x\n`, 200_000],
    ['a bullet with 200,000 brackets', n => `- ${'['.repeat(n)}x\n`, 200_000],
  ])('linting %s with id templates costs time in proportion to its length', (_, debtsOf, size) => {
    expectGrowth(
      part => {
        const text = `## Technical Debt\n${debtsOf(part)}`
        return () =>
          lint(lintContext(readNotes(text, { conventions }), { now: new Date(0), settings }), rules)
      },
      { from: size / 8 },
    )
    expect(lintOf(debtsOf(size))).toMatchObject({ stderr: '' })
  })

  test.each([
    ['stars', 'a*', 'a'],
    ['double stars', '**/', 'a/'],
  ])('matching a glob with %s costs the product of the lengths, not a power of them', (_, star, part) => {
    const pattern = (stars: number) => globMatcher(`${star.repeat(stars)}b`)
    expectGrowth(stars => () => pattern(stars)(part.repeat(30)), { from: 4 })
    expectGrowth(size => () => pattern(100)(part.repeat(size)), { from: 5_000 })
    expect(pattern(100)(part.repeat(10_000))).toBe(false)
  })
})
