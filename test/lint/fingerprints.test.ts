import { expect, test } from 'vitest'
import { fingerprints } from '../../src/lint/baseline.ts'
import type { Finding } from '../../src/lint/rule.ts'
import { hash } from '../../src/markdown/hash.ts'
import { readNotes } from '../../src/notes/notes.ts'

const finding = (start: number, end: number, more: Partial<Finding> = {}): Finding => ({
  rule: 'r',
  id: 'a',
  severity: 'error',
  message: 'm',
  span: { start, end },
  data: {},
  ...more,
})

/** Fingerprints of findings at every occurrence of `at`. */
function marks(text: string, at: string, more: Partial<Finding> = {}): readonly string[] {
  const places = [...text.matchAll(new RegExp(at, 'g'))]
  return fingerprints(
    readNotes(text),
    places.map(({ index }) => finding(index, index + at.length, more)),
  )
}

const TEXT =
  '# N\n\n## Blockers\n\n- one x.ts\n\n## Decision Log\n\n### 2024-01-01 A\n\nx.ts\n\n### 2024-01-02 B\n\nx.ts x.ts\n'
const before = marks(TEXT, 'x.ts')

test('each finding has a fingerprint of its own', () => {
  expect(new Set(before).size).toBe(4)
  for (const mark of before) expect(mark).toMatch(/^[0-9a-f]{16}$/)
})

test.each([
  ['new lines above', TEXT.replace('# N\n', '# N\n\nmore\nand more\n')],
  ['a new section in between', TEXT.replace('## Decision Log', '## Other\n\ntext\n\n## Decision Log')],
  ['new text in the same section', TEXT.replace('- one', '- zero\n- one')],
  ['CRLF', TEXT.replaceAll('\n', '\r\n')],
  ['a byte order mark', `\uFEFF${TEXT}`],
])('fingerprints survive %s', (_, text) => {
  expect(marks(text, 'x.ts')).toEqual(before)
})

test('fingerprints stay the same when another finding of the same kind is added', () => {
  const after = marks(TEXT.replace('## Blockers\n', '## Blockers\n\n- two x.ts\n'), 'x.ts')
  expect(after).toHaveLength(5)
  expect(after).toEqual(expect.arrayContaining([...before]))
})

test('a fingerprint changes with the section, the rule, the message id and the text', () => {
  const [first] = before
  expect(marks(TEXT.replace('Blockers', 'Goals'), 'x.ts')[0]).not.toBe(first)
  expect(marks(TEXT, 'x.ts', { rule: 's' })[0]).not.toBe(first)
  expect(marks(TEXT, 'x.ts', { id: 'b' })[0]).not.toBe(first)
  expect(marks(TEXT, 'one ')[0]).not.toBe(first)
})

test('fingerprints tell missing sections apart by name and ignore figures', () => {
  const missing = (name: string, count: number) =>
    fingerprints(readNotes(TEXT), [finding(0, 0, { data: { name, count, said: `${count} days` } })])[0]
  expect(missing('Goals', 1)).not.toBe(missing('Blockers', 1))
  expect(missing('Goals', 1)).toBe(missing('Goals', 27))
})

test('equal findings on one line have different fingerprints', () => {
  const all = marks('# N\n\nx.ts x.ts x.ts x.ts\n', 'x.ts')
  expect(new Set(all).size).toBe(4)
})

test('a fingerprint depends on the entry and the sections around its finding', () => {
  const renamed = marks(TEXT.replace('2024-01-01 A', '2024-01-01 C'), 'x.ts')
  expect(renamed.map((mark, index) => mark === before[index])).toEqual([true, false, true, true])
  const nested =
    '# N\n## Session Continuity\n### Decision Log\n#### 2024-01-01 A\nx.ts\n### Pending Questions\nx.ts\n'
  const old = marks(nested, 'x.ts')
  const other = marks(nested.replace('Session Continuity', 'Session'), 'x.ts')
  expect(other.map((mark, index) => mark === old[index])).toEqual([false, false])
  expect(marks(nested.replace('Pending Questions', 'Open Questions'), 'x.ts')[0]).toBe(old[0])
})

test('the fingerprint of a finding at the start of a section depends on that section', () => {
  const at = (text: string) => marks(text, '### B')[0]
  expect(at('## A\n### B\n')).not.toBe(at('## A\n### B C\n'))
})

test('fingerprints ignore whitespace and text beyond 400 UTF-16 units', () => {
  const place = (text: string) => fingerprints(readNotes(text), [finding(0, text.length)])[0]
  expect(place('a  b\n\n\nc')).toBe(place(' a b c '))
  expect(place(`${'x'.repeat(400)}y`)).toBe(place(`${'x'.repeat(400)}z`))
  expect(place(`${'x'.repeat(399)}y`)).not.toBe(place(`${'x'.repeat(399)}z`))
  const named = (name: string) => fingerprints(readNotes(TEXT), [finding(0, 0, { data: { name } })])[0]
  expect(named(`${'x'.repeat(400)}y`)).toBe(named(`${'x'.repeat(400)}z`))
})

test('each half of the fingerprint hash distinguishes 20,000 short texts, and the hash depends on the split into parts', () => {
  const all = Array.from({ length: 20_000 }, (_, index) => hash([String(index), 'x']))
  // By chance, two of 20,000 32-bit values are equal in one run out of twenty.
  for (const half of [all.map(mark => mark.slice(0, 8)), all.map(mark => mark.slice(8))])
    expect(new Set(half).size).toBeGreaterThan(19_990)
  expect(hash(['ab', 'c'])).not.toBe(hash(['a', 'bc']))
})
