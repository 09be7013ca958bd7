import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { changeNotes } from '../../src/change/change-notes.ts'
import type { Intent } from '../../src/change/intent.ts'

const change = (text: string, intent: Intent) => changeNotes(text, [intent], {}).text

const remark = 'Max: remember the demo on Friday.\n\n| Option | Cost |\n|---|---|\n| A | 3 |\n\n> quote\n'

const context = (state: string, more = '') =>
  `# N\n\n## Session Continuity\n\n### Active Context\n- **Last Checkpoint**: 2026-11-18T14:30:00Z\n- **Reasoning State**: ${state}\n${more}\n${remark}`

test('context set keeps the paragraphs, tables and quotes that a person wrote below the last field', () => {
  const fields = { state: 'tests red', next: 'fix' }
  expect(change(context('(none)'), { do: 'set-context', fields })).toBe(
    context('tests red', '- **Next Action**: fix\n'),
  )
})

test('context set and clear keep what stands below the field that they set', () => {
  const set = (next: string) =>
    change(context('red', '- **Next Action**: fix\n'), { do: 'set-context', fields: { next } })
  expect(set('deploy')).toBe(context('red', '- **Next Action**: deploy\n'))
  expect(set('')).toBe(context('red', '- **Next Action**: (none)\n'))
})

const decision = (scenarios: string) =>
  `# N\n\n## Decision Log\n\n#### 2026-11-18T14:30:00Z - Multi\n**Decision**: x\n**Rationale**: y\n**Evidence**:\n- \`it works\` [src/a.ts:1]\n**Test Scenarios**:\n${scenarios}\n${remark}`

test('edit of the scenarios of a decision keeps what stands below their list', () => {
  const fields = { scenarios: ['a2', 'b', 'c'] }
  expect(change(decision('1. a\n2. b\n3. c\n'), { do: 'edit', which: 'Multi', fields })).toBe(
    decision('1. a2\n2. b\n3. c\n'),
  )
})

const folder = join(import.meta.dirname, '../fixtures/other-tools')
const files = readdirSync(folder).filter(name => name.includes('.'))

describe.each(files)('%s', name => {
  const text = readFileSync(join(folder, name), 'utf8')

  test.each([
    ['a goal', { kind: 'goal', title: 'Announce it' }],
    ['a blocker', { kind: 'blocker', type: 'waiting', title: 'the key of the sandbox' }],
    ['a learning', { kind: 'learning', title: 'Cold starts dominate' }],
  ] as const)('adding %s to the file of another tool keeps each of its lines', (_, draft) => {
    const after = change(text, { do: 'add', draft })
    const rest = after.split('\n')
    const lost = text.split('\n').filter(line => {
      const at = rest.indexOf(line)
      if (at >= 0) rest.splice(0, at + 1)
      return at < 0
    })
    expect(lost).toEqual([])
    expect(after).toContain(draft.title)
  })
})
