import { describe, expect, test } from 'vitest'
import { accept, NO_BASELINE, parseBaseline, withoutAccepted } from '../../src/lint/baseline.ts'
import type { Finding } from '../../src/lint/rule.ts'
import fileBudget from '../../src/lint/rules/file-budget.ts'
import lineRange from '../../src/lint/rules/line-range.ts'
import { readNotes } from '../../src/notes/notes.ts'

const rules = [fileBudget, lineRange]
const notes = readNotes('## Learnings\n- one\n- two\n')
const finding = (rule: string, start: number, data: Finding['data'] = {}): Finding => ({
  ...{ rule, id: 'x', severity: 'error', message: 'm', span: { start, end: start + 3 }, data },
})
const baselineOf = (findings: readonly Finding[]) => ({
  version: 1 as const,
  files: { 'NOTES.md': accept(notes, findings, rules).accepted },
})
const left = (findings: readonly Finding[], accepted: readonly Finding[], path = 'NOTES.md') =>
  withoutAccepted(path, notes, findings, baselineOf(accepted))

describe('a lint baseline', () => {
  const one = finding('line-range', 15)
  const two = finding('line-range', 21)
  test('accepts the recorded findings and no new ones', () => {
    expect(left([one], [one])).toEqual([])
    expect(left([one, two], [one])).toEqual([two])
    expect(left([finding('path-exists', 15)], [one])).toHaveLength(1)
  })

  test.each(['secret', 'conflict-marker', 'path-escape'])(
    'never accepts %s findings, even when its file is edited by hand',
    rule => {
      const grave = finding(rule, 15)
      expect(accept(notes, [grave, two], rules)).toMatchObject({ refused: [grave] })
      const [mark] = Object.keys(accept(notes, [one], rules).accepted)
      const byHand = { version: 1 as const, files: { 'NOTES.md': { [String(mark)]: { rule } } } }
      expect(withoutAccepted('NOTES.md', notes, [grave], byHand)).toEqual([grave])
    },
  )

  test('accepts findings only in the file they were recorded for', () => {
    expect(left([one], [one], 'other.md')).toEqual([one])
    expect(left([one], [one], 'toString')).toEqual([one])
    expect(withoutAccepted('NOTES.md', notes, [one], NO_BASELINE)).toEqual([one])
  })

  test('accepts a budget figure that falls, but not one that grows', () => {
    const size = (bytes: number) => finding('file-budget', 15, { bytes, most: 10 })
    expect(left([size(90)], [size(100)])).toEqual([])
    expect(left([size(100)], [size(100)])).toEqual([])
    expect(left([size(101)], [size(100)])).toHaveLength(1)
  })

  test('ignores figures except those of budget rules', () => {
    expect(left([finding('line-range', 15, { line: 7 })], [finding('line-range', 15, { line: 5 })])).toEqual(
      [],
    )
    expect(Object.values(accept(notes, [finding('line-range', 15, { line: 7 })], rules).accepted)).toEqual([
      { rule: 'line-range' },
    ])
    expect(Object.values(accept(notes, [finding('file-budget', 15)], rules).accepted)).toEqual([
      { rule: 'file-budget' },
    ])
  })

  test('is sorted by fingerprint', () => {
    const keys = Object.keys(accept(notes, [one, two, finding('path-exists', 15)], rules).accepted)
    expect(keys).toEqual(keys.toSorted())
    expect(keys).toHaveLength(3)
  })

  test.each([
    '',
    '{',
    '[]',
    'null',
    '1',
    '{"version":2,"files":{}}',
    '{"version":1}',
    '{"version":1,"files":null}',
    '{"files":{}}',
    '{"version":1,"files":3}',
  ])('is refused when its file is unreadable: %s', text => {
    expect(() => parseBaseline(text, 'b.json')).toThrow(/The baseline cannot be read/)
  })

  test('can be written to its file and read back unchanged', () => {
    const baseline = baselineOf([one, two])
    expect(parseBaseline(JSON.stringify(baseline), 'b.json')).toEqual(baseline)
  })
})
