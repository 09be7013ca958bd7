import { expect, test } from 'vitest'
import type { Finding } from '../../src/lint/finding.ts'
import { revealed } from '../../src/lint/fix.ts'
import { readNotes } from '../../src/notes/notes.ts'

const LOG =
  '## Session Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n| 2026-01-01T10:00Z | a | One |\n'
const notes = readNotes(`${LOG}\n| 2026-01-02T10:00Z | a | Use \`x\` |\n## Learnings\n- Other\n`)
const after = readNotes(`${LOG}| 2026-01-02T10:00Z | a | Use \`x\` |\n<!-- new -->\n## Learnings\n- Other\n`)
const at = (words: string, text = after.document.text): Finding => ({
  ...{ rule: 'r', id: 'x', severity: 'error', message: 'm', data: {} },
  span: { start: text.indexOf(words), end: text.indexOf(words) + 1 },
})

test.each<[where: string, words: string, is: boolean]>([
  ['in the row that could not be read', 'Use `x`', true],
  ['on another row of its section', '2026-01-01', true],
  ['on a line that the fix wrote', '<!-- new', false],
  ['in another section', 'Other', false],
])('%s: %s', (_, words, is) => {
  expect(revealed(notes, after)(at(words))).toBe(is)
})

test('nothing is revealed where every row could be read', () => {
  expect(revealed(after, after)(at('Use `x`'))).toBe(false)
})

test('a row of which Markdown cuts something off is known again when its pipes are escaped', () => {
  const wide = readNotes(`${LOG}| 2026-01-02T10:00Z | a | Use \`x | y\` |\n`)
  const escaped = readNotes(`${LOG}| 2026-01-02T10:00Z | a | Use \`x \\| y\` |\n`)
  expect(revealed(wide, escaped)(at('Use', escaped.document.text))).toBe(true)
})
