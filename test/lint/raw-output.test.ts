import { describe, expect, test } from 'vitest'
import { lintContext } from '../../src/lint/context.ts'
import { lint } from '../../src/lint/lint.ts'
import rule from '../../src/lint/rules/raw-output.ts'
import { readNotes } from '../../src/notes/notes.ts'

/** Returns the number of lines and the kind of output of each finding in `lines`, fenced or as plain text. */
function found(lines: readonly string[], fence = '```\n'): readonly string[] {
  const notes = readNotes(`## Learnings\n${fence}${lines.join('\n')}\n${fence}`)
  const { findings } = lint(lintContext(notes, { now: new Date(0) }), [rule])
  return findings.map(({ data }) => `${data.lines} ${data.what}`)
}
const times = (line: string, count = 21): readonly string[] => Array.from({ length: count }, () => line)

describe('raw-output', () => {
  test.each<[what: string, line: string]>([
    ['search', 'src/auth.ts:12: new AuthService()'],
    ['search', 'src/auth.ts-12-  const a = 1'],
    ['search', 'src/some-file:1234567:x'],
    ['search', './Makefile:12:all'],
    ['search', 'auth.test.ts-7-b'],
    ['test', '✓ src/a.test.ts (4 tests)'],
    ['test', 'PASS src/a.test.ts'],
    ['test', 'FAIL src/a.test.ts'],
    ['test', 'ok 1 - it works'],
    ['test', 'not ok 12 - it does not'],
    ['test', '--- SKIP: TestA'],
    ['test', '=== RUN   TestA'],
    ['test', 'test module::case ... ok'],
    ['test', 'tests/a_test.py::test_one PASSED'],
    ['JSON', '{'],
    ['JSON', ']}],'],
    ['JSON', '"name": "a",'],
    ['JSON', '"name" : 1'],
    ['JSON', '"a string"'],
    ['JSON', '-12.5,'],
    ['JSON', '7'],
    ['JSON', 'null,'],
    ['JSON', '{"a": 1},'],
    ['tree', '├── src'],
    ['tree', '|-- src'],
    ['tree', '`-- src'],
    ['log', '2024-01-15T14:30:00Z started'],
    ['log', '[2024-01-15 14:30:00] started'],
    ['log', 'WARN slow'],
    ['log', '[ERROR] broken'],
    ['stack trace', 'at run (a.ts)'],
  ])('reports lines of %s output: %s', (what, line) => {
    expect(found(times(line))).toEqual([`21 ${what}`])
  })
})

describe('raw-output for lines that only resemble output', () => {
  test.each([
    'Note: 12 things',
    'see src/auth.ts:12: there',
    'src/auth.ts:x: no line',
    'src/auth.ts 12',
    'well-known: 12 things',
    'we PASS on this',
    'PASSING by',
    'okay 1',
    'ok then',
    'a test x ... ok',
    'he said "so": yes',
    '"so" he said',
    '{ and more',
    '7 of them',
    'nullable',
    'count 7',
    'see {a}',
    'see ├── src',
    '|--x',
    'on 2024-01-15T14:30:00Z',
    '2024-01-15: a day',
    'INFORMATION',
    'an ERROR',
    'look at this',
    'at  the end',
  ])('reports nothing: %s', line => {
    expect(found(times(line))).toEqual([])
  })
})

const MATCH = 'src/auth.ts:12: a'

describe('raw-output in a fence or in text', () => {
  test.each<[what: string, lines: readonly string[], says: readonly string[]]>([
    ['accepts twenty lines of output', times(MATCH, 20), []],
    ['reports the 21st line of output', times(MATCH, 21), ['21 search']],
    [
      'counts up to nine other lines within the output',
      [...times(MATCH, 11), ...times('more', 9), ...times(MATCH, 11)],
      ['31 search'],
    ],
    [
      'does not join output across ten other lines',
      [...times(MATCH, 11), ...times('more', 10), ...times(MATCH, 11)],
      [],
    ],
    ['reports nothing when no kind of output has the majority', [...times(MATCH, 14), ...times('{', 14)], []],
    [
      'names the kind of output that has the majority',
      [...times('{', 5), ...times(MATCH, 16)],
      ['21 search'],
    ],
    [
      'does not count other lines before and after the output',
      [...times('more', 9), ...times(MATCH, 20), ...times('more', 9)],
      [],
    ],
  ])('%s', (_, lines, says) => {
    expect(found(lines)).toEqual(says)
  })

  test('counts only the lines of output when it is pasted into plain text', () => {
    expect(found(['The matches:', ...times(MATCH), 'That was it.'], '')).toEqual(['21 search'])
  })

  test('accepts dated lines in plain text', () => {
    expect(found(times('2024-01-15T14:30:00Z started'), '')).toEqual([])
  })
})
