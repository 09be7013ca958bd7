import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { changeNotes } from '../../src/change/change-notes.ts'
import type { Draft } from '../../src/notes/kinds.ts'
import { seedExample } from '../fixtures/markdown.ts'
import { shapes } from '../fixtures/notes-shapes.ts'
import fc from '../property.ts'

const template = readFileSync(new URL('../../templates/NOTES.md', import.meta.url), 'utf8')
const R = '${PROJECT_ROOT}'

/** Every kind in its less common shape: tables where the protocol has lists, and vice versa. */
const inTables = [
  '## Decisions',
  '| Date | Decision | Rationale |',
  '|---|---|---|',
  '| 2026-01-01 | First | x |',
  '## Active Sub-Goals',
  '| Goal | Status |',
  '|---|---|',
  '| Ship | open |',
  '## Learnings',
  '| ID | Learning | Source | Date |',
  '|---|---|---|---|',
  '| L-1 | Cold | x | 2026-01-01 |',
  '## Technical Debt',
  '| ID | Description | Severity | Status |',
  '|---|---|---|---|',
  '| TD-001 | Slow | LOW | open |',
  '',
].join('\n')
const inLists = [
  '## Decisions',
  '- 2026-01-01 **First**: x',
  '## Lightweight Identifiers',
  `- \`${R}/src/a.ts:1\` — A`,
  '## Technical Debt',
  '- TD-001: [LOW] Slow',
  '## Session Log',
  '- 2026-01-01T10:00Z [me] done',
  '## Blockers',
  '- [ ] Blocked: key',
  '',
].join('\n')

const files = [
  ['the seed example', seedExample],
  ['the template', template],
  ['records in tables', inTables],
  ['records in lists', inLists],
  ...shapes.map(({ name, text }) => [name, text] as const),
] as const

type Fields = Readonly<Record<string, string>>

/** A draft of each kind, and the fields that the record read back must have. */
const makers: readonly ((a: string, b: string) => { draft: Draft; fields: Fields })[] = [
  a => ({ draft: { kind: 'question', title: a }, fields: { title: a } }),
  (a, b) => ({ draft: { kind: 'goal', title: a, blocking: b }, fields: { title: a, blocking: b } }),
  (a, b) => ({ draft: { kind: 'goal', title: a, dependsOn: b }, fields: { title: a, dependsOn: b } }),
  a => ({ draft: { kind: 'learning', title: a }, fields: { title: a } }),
  (a, b) => ({ draft: { kind: 'blocker', type: 'waiting', title: a, eta: b }, fields: { title: a, eta: b } }),
  a => ({ draft: { kind: 'blocker', type: 'blocked', title: a }, fields: { title: a } }),
  (a, b) => ({
    draft: { kind: 'debt', title: a, severity: 'HIGH', foundBy: b, sprint: 'S1' },
    fields: { title: a, severity: 'HIGH' },
  }),
  (a, b) => ({
    draft: { kind: 'log', at: '2026-11-18T10:00:00Z', agent: b, summary: a },
    fields: { summary: a, agent: b },
  }),
  a => ({
    draft: { kind: 'reference', identifier: `${R}/src/a.ts:4`, purpose: a, verified: '10:00:00Z' },
    fields: { purpose: a },
  }),
  (a, b) => ({
    draft: decision({ title: a, decision: b, rationale: a }),
    fields: { title: a, decision: b, rationale: a },
  }),
  (a, b) => ({
    draft: decision({ title: b, decision: a, decidedBy: b }),
    fields: { title: b, decision: a, decidedBy: b },
  }),
  (a, b) => ({ draft: decision({ title: a, scenarios: [a, b, a] }), fields: { title: a } }),
]

function decision(fields: Partial<Extract<Draft, { kind: 'decision' | 'archive' }>>): Draft {
  return { kind: 'decision', at: '2026-11-18T10:00:00Z', title: 'T', evidence: [], scenarios: [], ...fields }
}

const parts = [
  '|',
  '\\',
  '`',
  '~~',
  '**',
  '*',
  '_',
  '✅',
  '✅ ',
  '[x] ',
  '[ ]',
  'None',
  'n/a',
  '-',
  '—',
  ' — ',
  '--> x <!-- y',
  'RESOLVED: ',
  '[DONE] ',
  '(',
  ')',
  'ETA: 2',
  ' (ETA: 3)',
  ' (blocking: x)',
  '(depends on: y)',
  ': ',
  '.',
  '#',
  '> ',
  '1. ',
  '- ',
  '\n',
  '<br>',
  '&amp;',
  '&#42;',
  '$&',
  'TD-002: ',
  '[HIGH] ',
  'D-001 ',
  '2026-01-01 ',
  '**Decision**: ',
  'superseded by D-2',
  'Draft',
  'a',
  'Waiting: ',
  '[me] ',
  '```',
  '<!--',
  '😀',
  ' ',
  '"',
  "'",
  '](x)',
  '~',
]
const text = fc
  .oneof(
    fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 5 }).map(all => all.join('')),
    fc.constantFrom(...parts),
    fc.string({ minLength: 1 }),
  )
  .filter(value => value.trim() !== '')

/** Fields that a record in a list may lack. */
const OPTIONAL: ReadonlySet<string> = new Set(['agent', 'severity'])

const plain = (value: string): string => value.trim().replaceAll(/\r\n|\r/g, '\n')

test('any text, added as any kind of record to any notes file, reads back exactly', () => {
  fc.assert(
    fc.property(text, text, fc.constantFrom(...files), fc.constantFrom(...makers), (a, b, [, file], make) => {
      const { draft, fields } = make(a, b)
      const { outcomes, text: written } = changeNotes(file, [{ do: 'add', draft }], {})
      const record: object = outcomes[0]?.record ?? {}
      for (const [field, value] of Object.entries(fields)) {
        const found: unknown = Object.entries(record).find(([name]) => name === field)?.[1]
        if (!OPTIONAL.has(field) || found !== undefined) expect([field, found]).toEqual([field, plain(value)])
      }
      expect(changeNotes(written, [{ do: 'add', draft }], {}).text).toBe(written)
    }),
    { numRuns: 1500, seed: 7 },
  )
}, 300_000)

test.each([
  ['a goal that looks done', { kind: 'goal', title: '✅ x' }, '- [ ] &#9989; x'],
  ['a question that reads "None"', { kind: 'question', title: 'None' }, '- [ ] &#78;one'],
  ['a goal with a lone parenthesis', { kind: 'goal', title: 'g', dependsOn: 'sun: y)' }, 'sun: y&#41;)'],
] as const)('adding %s writes as few HTML entities as possible', (_, draft, line) => {
  expect(changeNotes(template, [{ do: 'add', draft }], {}).text).toContain(line)
})

test.each(files.map(([name, file]) => [name, file] as const))(
  'a decision with a title of 10 KB reads back from the notes file: %s',
  (_, file) => {
    const draft = decision({ title: 'word '.repeat(2048).trim(), decision: 'd', scenarios: ['1', '2', '3'] })
    const { outcomes } = changeNotes(file, [{ do: 'add', draft }], {})
    expect(outcomes[0]).toMatchObject({ status: 'added', record: { decision: 'd' } })
    expect(outcomes[0]?.record).toHaveProperty('title', 'word '.repeat(2048).trim())
  },
)

test.each([
  ['sun: y)', 'moon (z'],
  ['a (b) c', '✅'],
  ['None', ')('],
])('goal depends replaces the reason "%s" with "%s", and both read back', (first, second) => {
  for (const file of [seedExample, inTables]) {
    const which = file === inTables ? 'Ship' : 'database'
    const say = (text: string, on: string) =>
      changeNotes(on, [{ do: 'annotate', which, label: 'depends on', text }], {})
    const once = say(first, file)
    expect(once.outcomes[0]?.record).toHaveProperty('dependsOn', first)
    const twice = say(second, once.text)
    expect(twice.outcomes[0]?.record).toHaveProperty('dependsOn', second)
    expect(say(second, twice.text).text).toBe(twice.text)
  }
})
