import { expect, test } from 'vitest'
import { revealed } from '../../src/lint/fix.ts'
import type { Finding } from '../../src/lint/rule.ts'
import { readNotes } from '../../src/notes/notes.ts'

const LOG =
  '## Session Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n| 2026-01-01T10:00Z | a | One |\n'
const notes = readNotes(`${LOG}\n| 2026-01-02T10:00Z | a | Use \`x\` |\n## Learnings\n- Other\n`)
const after = readNotes(`${LOG}| 2026-01-02T10:00Z | a | Use \`x\` |\n<!-- new -->\n## Learnings\n- Other\n`)
const at = (words: string, text = after.document.text): Finding => ({
  ...{ rule: 'r', id: 'x', severity: 'error', message: 'm', data: {} },
  span: { start: text.indexOf(words), end: text.indexOf(words) + 1 },
})

test.each<[where: string, is: boolean, words: string]>([
  ['in the row that was unreadable before', true, 'Use `x`'],
  ['on another row of its section', true, '2026-01-01'],
  ['on a line that the fix wrote', false, '<!-- new'],
  ['in another section', false, 'Other'],
])('revealed for a finding %s is %s', (_, is, words) => {
  expect(revealed(notes, after)(at(words))).toBe(is)
})

test('revealed is false when every row was readable before', () => {
  expect(revealed(after, after)(at('Use `x`'))).toBe(false)
})

test('revealed recognizes a row that was cut off at a pipe once the pipe is escaped', () => {
  const wide = readNotes(`${LOG}| 2026-01-02T10:00Z | a | Use \`x | y\` |\n`)
  const escaped = readNotes(`${LOG}| 2026-01-02T10:00Z | a | Use \`x \\| y\` |\n`)
  expect(revealed(wide, escaped)(at('Use', escaped.document.text))).toBe(true)
})
