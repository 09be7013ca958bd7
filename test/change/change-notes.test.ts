import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { changeNotes } from '../../src/change/change-notes.ts'
import type { Intent } from '../../src/change/intent.ts'
import type { Draft } from '../../src/notes/kinds.ts'
import { seedExample, trapCases } from '../fixtures/markdown.ts'
import { shapes } from '../fixtures/notes-shapes.ts'

const template = readFileSync(new URL('../../templates/NOTES.md', import.meta.url), 'utf8')
const change = (text: string, ...intents: Intent[]) => changeNotes(text, intents, {})
const add = (draft: Draft): Intent => ({ do: 'add', draft })

const at = '2026-11-18T10:00:00Z'
const R = '${PROJECT_ROOT}'

/** One draft of every kind, with the given text in every field that takes text. */
const drafts = (text: string): Draft[] => [
  {
    kind: 'decision',
    at,
    title: `T ${text}`,
    decision: `D ${text}`,
    rationale: `R ${text}`,
    evidence: [{ quote: 'const a = `b`', place: `${R}/src/a.ts:5` }],
    scenarios: [`1 ${text}`, text, '3'],
  },
  { kind: 'reference', identifier: `${R}/src/a.ts:45-67`, purpose: text, verified: '14:25:00Z' },
  { kind: 'question', title: text },
  { kind: 'goal', title: text, blocking: text },
  { kind: 'debt', title: text, severity: 'MEDIUM', foundBy: text, sprint: 'S03' },
  { kind: 'blocker', type: 'waiting', title: text, eta: '2026-12-01' },
  { kind: 'log', at, agent: 'tester', summary: text },
  { kind: 'learning', title: text },
]

const texts: readonly (readonly [string, string])[] = [
  ['plain words', 'plain words'],
  ['a pipe', 'a | b'],
  ['an escaped pipe', 'a \\| b \\'],
  ['backticks', '`a` and ``b`` and ```'],
  ['line feeds', 'one\ntwo\n\nfour'],
  ['CRLF', 'one\r\ntwo'],
  ['dollar patterns', "$& $1 $` $' $$"],
  ['the end of a comment', 'a --> b <!-- c'],
  ['a heading', '# not one\n## nor this'],
  ['a closed heading', 'C #'],
  ['a fence', '```js\ncode\n```'],
  ['a list', '- a\n- b\n1. c'],
  ['a number at the start', '1. a'],
  ['a quote', '> a'],
  ['checkboxes', '[ ] a [x] b'],
  ['a thematic break', '---'],
  ['emoji', '😀 fine 👩‍👩‍👧'],
  ['HTML', '<div>\n\n</div><br><br/>'],
  ['entities', '&amp; &#42; &lt;br> &amp;lt;br>'],
  ['emphasis', '**bold**: __tests__ ~~gone~~ *a*'],
  ['a field', '**Decision**: other\n**Rationale**: more'],
  ['a table row', '| a | b |\n|---|---|\n| 1 | 2 |'],
  ['front matter', '---\na: b\n---'],
  ['a date', '2026-01-01: a'],
  ['an id', 'D-001 a'],
  ['ten kilobytes of text', 'word '.repeat(2048).trim()],
]

describe.each(texts)('a record with %s', (_, text) => {
  test.each(drafts(text).map(draft => [draft.kind, draft] as const))(
    'is added as a %s and reads back',
    (kind, draft) => {
      for (const file of [seedExample, template, seedExample.replaceAll('\n', '\r\n')]) {
        const { outcomes, text: result } = change(file, add(draft))
        expect(outcomes).toMatchObject([{ status: 'added', record: { kind } }])
        expect(change(result, add(draft)).outcomes[0]?.status).toBe('unchanged')
        expect(change(result, add(draft)).text).toBe(result)
      }
    },
  )
})

const files = [
  ...shapes.map(({ name, text }) => [name, text] as const),
  ['the seed example', seedExample] as const,
  ['the template', template] as const,
  ['an empty file', ''] as const,
]
const damaged = new Set(['conflict markers', 'unclosed fence'])

describe.each(files)('adding a record to the notes shape: %s', (_, text) => {
  const twins = [
    text,
    text.replaceAll(/\r?\n/g, '\r\n'),
    `\uFEFF${text.replace(/^\uFEFF/, '')}`,
    text.trimEnd(),
  ]

  test.each(drafts('a new thing').map(draft => [draft.kind, draft] as const))(
    'keeps every existing line, in order, when it adds a %s',
    (_kind, draft) => {
      for (const twin of twins) {
        const { text: result, outcomes } = change(twin, add(draft))
        expect(outcomes[0]?.status).toBe('added')
        expect(isInserted(twin, result), result).toBe(true)
        if (twin.replace('\uFEFF', '') !== '') expect(endsLine(result)).toBe(endsLine(twin))
        expect(change(result, add(draft)).text).toBe(result)
      }
    },
  )
})

const endsLine = (text: string): boolean => /[\r\n]$/.test(text)

/** Does `after` have every line of `before` in order? Empty lines, `None` and empty tasks do not count. */
function isInserted(before: string, after: string): boolean {
  const lines = (text: string) =>
    text
      .replace('\uFEFF', '')
      .split(/(?<=\n)/)
      .map(line => line.replace(/[\r\n]+$/, ''))
  const rest = lines(after)
  return lines(before).every(line => {
    if (/^(?:[-*] )?[_(]?none/i.test(line) || line === '' || line === '- [ ]') return true
    const found = rest.indexOf(line)
    rest.splice(0, found + 1)
    return found >= 0
  })
}

test('changeNotes refuses a damaged file before it plans anything', () => {
  for (const { name, source } of trapCases.filter(({ name }) => damaged.has(name)))
    expect(() => change(source, add({ kind: 'question', title: 'x' })), name).toThrow(/Line \d+ has/)
})

test('adding the records of the seed example to the template produces the seed example', () => {
  const { text } = change(
    template,
    {
      do: 'set-context',
      fields: {
        bead: 'bd-x7y8 (task description)',
        checkpoint: '2024-01-15T14:30:00Z',
        state: "Where we left off, what's next",
      },
    },
    ...seedDrafts.map(add),
  )
  expect(text).toBe(seedExample)
})

const seedDrafts: readonly Draft[] = [
  {
    kind: 'reference',
    identifier: `${R}/src/auth/jwt.ts:45-67`,
    purpose: 'Token validation logic',
    verified: '14:25:00Z',
  },
  {
    kind: 'reference',
    identifier: `${R}/src/auth/refresh.ts:12-34`,
    purpose: 'Refresh flow',
    verified: '14:28:00Z',
  },
  {
    kind: 'decision',
    at: '2024-01-15T14:30:00Z',
    title: 'Token Expiry Handling',
    decision: 'Use sliding window expiration with 15-minute grace period',
    rationale: 'Balances security (short expiry) with UX (no mid-session logouts)',
    evidence: [
      {
        quote: 'export function isTokenExpired(token: Token, graceMs = 900000)',
        place: `${R}/src/auth/jwt.ts:52`,
      },
    ],
    scenarios: [
      'Token expires exactly at boundary -> grace period applies',
      'Token expires beyond grace -> forced refresh',
      'Refresh token also expired -> full re-authentication',
    ],
  },
  { kind: 'question', title: 'Should grace period be configurable per-client?' },
  { kind: 'goal', title: 'Implement authentication flow', blocking: 'waiting on OAuth provider setup' },
  { kind: 'goal', title: 'Refactor database layer', dependsOn: 'migration script approval' },
  {
    kind: 'debt',
    title: 'N+1 query in user list endpoint',
    severity: 'MEDIUM',
    foundBy: 'implementing-tasks',
    sprint: 'S03',
  },
  {
    kind: 'debt',
    title: 'Missing input validation on /api/upload',
    severity: 'HIGH',
    foundBy: 'auditing-security',
    sprint: 'S03',
  },
  { kind: 'blocker', type: 'waiting', title: 'OAuth provider credentials', eta: '2024-01-15' },
  { kind: 'blocker', type: 'blocked', title: 'Cannot proceed with payments until legal review complete' },
  {
    kind: 'log',
    at: '2024-01-10T14:30:00Z',
    agent: 'implementing-tasks',
    summary: 'Completed user auth, starting OAuth integration',
  },
  {
    kind: 'log',
    at: '2024-01-10T16:45:00Z',
    agent: 'reviewing-code',
    summary: 'Flagged 3 issues in PR #42, awaiting fixes',
  },
  archived('2024-01-08', 'Use PostgreSQL over MySQL', 'pgvector support for embeddings'),
  archived('2024-01-09', 'JWT over sessions', 'Stateless scaling requirement'),
]

function archived(at: string, title: string, rationale: string): Draft {
  const decidedBy = 'designing-architecture'
  return { kind: 'archive', at, title, decision: title, rationale, decidedBy, evidence: [], scenarios: [] }
}

describe('changing the seed example', () => {
  const result = (...intents: Intent[]) => {
    const { text, outcomes } = change(seedExample, ...intents)
    const kept = new Set(seedExample.split('\n'))
    const lines = new Set(text.split('\n'))
    return {
      outcomes,
      added: text.split('\n').filter(line => !kept.has(line)),
      removed: seedExample.split('\n').filter(line => !lines.has(line)),
    }
  }

  test('adds a decision as a block below the last one', () => {
    const [decision] = drafts('x')
    expect(result(add(decision as Draft)).added).toEqual([
      '#### 2026-11-18T10:00:00Z - T x',
      '**Decision**: D x',
      '**Rationale**: R x',
      `- \`\` const a = \`b\` \`\` [${R}/src/a.ts:5]`,
      '1. 1 x',
      '2. x',
      '3. 3',
    ])
  })

  test.each([
    ['a question', drafts('Why?')[2], '- [ ] Why?'],
    ['a goal', drafts('Go')[3], '- [ ] Go (blocking: Go)'],
    ['a debt with the next free TD number', drafts('Slow')[4], '| TD-003 | Slow | MEDIUM | Slow | S03 |'],
    ['a blocker', drafts('Key')[5], '- Waiting: Key (ETA: 2026-12-01)'],
    ['a log row with the time to the minute', drafts('Done')[6], '| 2026-11-18T10:00Z | tester | Done |'],
    ['a reference', drafts('Check')[1], `| ${R}/src/a.ts:45-67 | Check | 14:25:00Z |`],
  ])('adds %s', (_, draft, line) => {
    expect(result(add(draft as Draft))).toMatchObject({ added: [line], removed: [] })
  })

  test.each([
    ['question', 'grace period', '- [x] Should grace period be configurable per-client?'],
    ['goal', 'g-e403', '- [x] Implement authentication flow (blocking: waiting on OAuth provider setup)'],
    ['blocker', 'OAuth', '- [RESOLVED] Waiting: OAuth provider credentials (ETA: 2024-01-15)'],
    [
      'debt',
      'TD-001',
      '| TD-001 | ~~N+1 query in user list endpoint~~ | MEDIUM | implementing-tasks | S03 |',
    ],
  ] as const)('finishes a %s in its line', (kind, which, line) => {
    expect(result({ do: 'finish', kind, which }).added).toEqual([line])
  })

  test('sets the context fields on their existing lines', () => {
    const { added } = result({ do: 'set-context', fields: { bead: 'bd-1a (next)', state: 'onwards' } })
    expect(added).toEqual(['- **Current Bead**: bd-1a (next)', '- **Reasoning State**: onwards'])
  })

  test('sets the context in a table of fields and values', () => {
    const focus =
      '## Current Focus\n| Field | Value |\n|---|---|\n| **Active Task** | bd-1 old |\n\n## Session Log\n'
    const { text } = change(focus, { do: 'set-context', fields: { bead: 'bd-2 (a | b)', state: 'red' } })
    expect(text).toBe(focus.replace('bd-1 old |', 'bd-2 (a \\| b) |\n| **Reasoning State** | red |'))
  })

  test('replaces what a goal depends on', () => {
    const { added } = result({
      do: 'annotate',
      which: 'database',
      label: 'depends on',
      text: 'the (new) schema',
    })
    expect(added).toEqual(['- [ ] Refactor database layer (depends on: the (new) schema)'])
  })

  test('supersedes a decision, stamps a reference and removes it', () => {
    expect(result({ do: 'supersede', which: 'Token Expiry', by: 'D-2', force: true }).added).toEqual([
      '**Status**: Superseded by D-2',
    ])
    expect(result({ do: 'stamp', which: 'Refresh flow', at: '09:00:00Z' }).added).toEqual([
      `| ${R}/src/auth/refresh.ts:12-34 | Refresh flow | 09:00:00Z |`,
    ])
    expect(result({ do: 'remove', kind: 'reference', which: 'Refresh flow' })).toMatchObject({
      added: [],
      removed: [expect.stringContaining('refresh.ts')],
    })
  })

  test('applies several intents as one change or not at all', () => {
    const many = drafts('batch').map(add)
    expect(result(...many).outcomes.map(({ status }) => status)).toEqual(many.map(() => 'added'))
    expect(() => result(...many, { do: 'finish', kind: 'goal', which: 'nothing like it' })).toThrow(
      /There is no goal/,
    )
  })

  test('refuses an ambiguous name and lists the candidates with their lines', () => {
    expect(() => result({ do: 'finish', kind: 'goal', which: 'at' })).toThrow(/2 records.*g-e403.*g-df60/)
  })
})
