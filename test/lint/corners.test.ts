import { describe, expect, test } from 'vitest'
import { fixAll, type Linted } from '../../src/lint/fix.ts'
import { rules } from '../../src/lint/rules.ts'
import { budgetCorners } from './corners/budget.ts'
import { contextCorners } from './corners/context.ts'
import type { Corners } from './corners/corner.ts'
import { decisionCorners } from './corners/decisions.ts'
import { evidenceCorners } from './corners/evidence.ts'
import { historyCorners } from './corners/history.ts'
import { pathCorners } from './corners/paths.ts'
import { structureCorners } from './corners/structure.ts'
import { tableCorners } from './corners/tables.ts'
import { workCorners } from './corners/work.ts'
import { lintExample, stretches } from './example.ts'

/** What a rule says of cases that would make its page longer and no clearer. */
const corners: Corners = {
  ...structureCorners,
  ...contextCorners,
  ...pathCorners,
  ...decisionCorners,
  ...evidenceCorners,
  ...tableCorners,
  ...workCorners,
  ...historyCorners,
  ...budgetCorners,
}

const crlf = (text: string): string => text.replaceAll('\n', '\r\n')

describe.each(rules.filter(({ name }) => name in corners).map(rule => [rule.name, rule] as const))(
  '%s',
  (name, rule) => {
    test.each((corners[name] ?? []).map(corner => [corner.title, corner] as const))('%s', (_, corner) => {
      const { before, reports, words = [], after = before } = corner
      const read = (text: string): Linted => lintExample(rule, text, corner)
      expect(stretches(read(before))).toEqual(reports)
      expect(stretches(read(crlf(before)))).toEqual(reports)
      for (const [index, said] of words.entries())
        expect(read(before).findings[index]?.message).toContain(said)
      const { text, dropped } = fixAll(before, read, ['safe', 'unsafe'])
      expect(dropped).toEqual([])
      expect(text).toBe(after)
      expect(fixAll(crlf(before), read, ['safe', 'unsafe']).text).toBe(crlf(after))
    })
  },
)

test('each is about a rule that there is', () => {
  const names = new Set(rules.map(({ name }) => name))
  expect(Object.keys(corners).filter(name => !names.has(name))).toEqual([])
})
