import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { unifiedDiff } from '../../src/markdown/diff.ts'
import { compareLines } from '../../src/markdown/line-diff.ts'
import { expectGrowth } from '../growth.ts'
import fc from '../property.ts'

const folder = mkdtempSync(join(tmpdir(), 'notes-diff-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Applies our diff of `before` and `after` to `before` with a real tool. */
function applied(
  tool: 'git' | 'patch',
  before: string | undefined,
  after: string,
  path = 'NOTES.md',
): string {
  const file = join(folder, path)
  rmSync(file, { force: true })
  if (before !== undefined) writeFileSync(file, before)
  const input = unifiedDiff(before, after, { path })
  const args =
    tool === 'git'
      ? ['-c', 'core.autocrlf=false', 'apply', '--whitespace=nowarn', '-']
      : ['--binary', '-s', '-p1']
  const { status, stderr } = spawnSync(tool, args, {
    cwd: folder,
    input,
    env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() },
  })
  expect(`${status} ${stderr}`).toBe('0 ')
  return readFileSync(file, 'utf8')
}

const numbered = (count: number): string => Array.from({ length: count }, (_, n) => `line ${n}\n`).join('')

const cases: readonly (readonly [string, string | undefined, string])[] = [
  ['a changed line', 'a\nb\nc\n', 'a\nB\nc\n'],
  ['a line inserted at the start', 'a\nb\n', 'x\na\nb\n'],
  ['lines added at the end', numbered(20), `${numbered(20)}x\ny\n`],
  [
    'changes at two distant places',
    numbered(40),
    numbered(40).replace('line 3\n', '').replace('line 30\n', 'x\ny\n'),
  ],
  [
    'two changes that share context',
    numbered(20),
    numbered(20).replace('line 3\n', 'x\n').replace('line 9\n', 'y\n'),
  ],
  ['CRLF', 'a\r\nb\r\nc\r\n', 'a\r\nB\r\nc\r\n'],
  ['CRLF changed to LF', 'a\r\nb\r\n', 'a\nb\n'],
  ['CR as the only line ending', 'a\rb\rc', 'a\rB\rc'],
  ['a byte order mark', '\uFEFFa\nb\n', '\uFEFFa\nB\n'],
  ['a removed byte order mark', '\uFEFFa\nb\n', 'a\nb\n'],
  ['no final newline on either side', 'a\nb', 'a\nc'],
  ['no final newline after an unchanged line', 'a\nb\nc', 'A\nb\nc'],
  ['an added final newline', 'a\nb', 'a\nb\n'],
  ['a removed final newline', 'a\nb\n', 'a\nb'],
  ['everything removed but a line feed', 'a\nb\n', '\n'],
  ['lines that look like a diff', '--- a\n+++ b\n@@ -1 +1 @@\n', '--- a\n-++ b\n\\ No newline\n'],
  ['a new file', undefined, 'a\nb\n'],
  ['an empty file', '', 'a\nb\n'],
]

describe('a unified diff', () => {
  test.each(cases)('is applied by git and patch: %s', (_, before, after) => {
    expect(applied('git', before, after)).toBe(after)
    expect(applied('patch', before, after)).toBe(after)
  })

  test.each(['with space.md', 'a "quote".md', 'tab\there.md', 'ümläut.md'])(
    'is applied by git to a file named %s',
    path => {
      expect(applied('git', 'a\nb\n', 'a\nc\n', path)).toBe('a\nc\n')
    },
  )

  test('is applied by git for any pair of texts', () => {
    const line = fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'a\r\n', ' x\n', '-y\n')
    const text = fc
      .tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom('', 'end'))
      .map(([lines, end]) => lines.join('') + end)
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before !== '' && after !== '' && before !== after)
        expect(applied('git', before, after, 'p.md')).toBe(after)
      }),
      { numRuns: 60 },
    )
  })
})

test('a unified diff is empty when nothing changed, and otherwise shows only the lines around a change', () => {
  expect(unifiedDiff('a\n', 'a\n', { path: 'x' })).toBe('')
  expect(unifiedDiff('a\n', 'b\n', { path: 'x' })).toBe('--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n')
  expect(unifiedDiff(numbered(9), `${numbered(9)}x\n`, { path: 'x' })).toBe(
    '--- a/x\n+++ b/x\n@@ -7,3 +7,4 @@\n line 6\n line 7\n line 8\n+x\n',
  )
})

test('a unified diff merges two hunks whose context lines would meet', () => {
  const change = (other: number): string =>
    numbered(30).replace('line 3\n', 'x\n').replace(`line ${other}\n`, 'y\n')
  const hunks = (after: string): number =>
    unifiedDiff(numbered(30), after, { path: 'x' }).split('@@ -').length - 1
  expect([hunks(change(10)), hunks(change(11))]).toEqual([1, 2])
})

describe('the line diff', () => {
  test('finds the fewest changed lines', () => {
    const letters = (word: string): string => word.replaceAll(/./g, '$&\n')
    const { changes } = compareLines(letters('abcabba'), letters('cbabac'), { lines: 'git', margin: 0 })
    const count = changes.reduce(
      (sum, { before, after }) => sum + before.to - before.from + after.to - after.from,
      0,
    )
    expect(count).toBe(5)
  })

  const restored = (before: string, after: string): string => {
    const { start, before: a, after: b, changes } = compareLines(before, after, { lines: 'any', margin: 0 })
    const rest = before.slice(start + a.join('').length)
    let at = 0
    let text = before.slice(0, start)
    for (const change of changes) {
      text += a.slice(at, change.before.from).join('') + b.slice(change.after.from, change.after.to).join('')
      at = change.before.to
    }
    return text + a.slice(at).join('') + rest
  }

  test('turns one text into the other, even when thousands of lines move', () => {
    const line = fc.constantFrom('a\n', 'b\n', '\r', '\r\n', 'c\r', 'long\r\n', '😀\n')
    const text = fc.array(line, { maxLength: 60 }).map(lines => lines.join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(restored(before, after)).toBe(after)
      }),
    )
    const shuffled = numbered(5000)
      .split(/(?<=\n)/)
      .map((_, n, all) => all[(n * 7) % 5000] ?? '')
      .join('')
    expect(restored(numbered(5000), shuffled)).toBe(shuffled)
  })

  test('reports a block of a thousand moved lines as two changes', () => {
    const lines = numbered(6000).split(/(?<=\n)/)
    const moved = [...lines.slice(1000), ...lines.slice(0, 1000)].join('')
    const { changes } = compareLines(numbered(6000), moved, { lines: 'git', margin: 0 })
    expect(changes).toHaveLength(2)
  })
})

test('diffing one change in a 5 MB file takes time in proportion to its size', () => {
  const oneChange = (size: number) => {
    const before = numbered(size)
    const middle = Math.floor(size / 2)
    const after = before.replace(`line ${middle}\n`, `line ${middle}, changed\n`)
    return () => unifiedDiff(before, after, { path: 'x' })
  }
  expect(oneChange(430_000)()).toContain('@@ -214998,7 +214998,7 @@')
  expectGrowth(oneChange, { from: 100_000, times: 4 })
})
