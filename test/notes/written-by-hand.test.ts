import { expect, test } from 'vitest'
import { changeNotes } from '../../src/change/change-notes.ts'
import { readNotes } from '../../src/notes/notes.ts'
import { expectGrowth } from '../growth.ts'

const titles = (text: string) =>
  readNotes(text).records.map(record => {
    const words = 'title' in record ? record.title : 'summary' in record ? record.summary : ''
    return `${record.kind}${'done' in record && record.done ? ' done' : ''} ${words}`
  })

test.each([
  [
    'has its own name for the column of goals',
    '## Goals\n| State | What | Measured by |\n|---|---|---|\n| done | Ship | report |\n| open | Grow | report |\n',
    ['goal done Ship', 'goal Grow'],
  ],
  [
    'marks the state in a column without a heading',
    '## Goals\n| | Goal | Owner |\n|---|---|---|\n| ✅ | Ship | Ute |\n| 🚧 | Grow | Nils |\n',
    ['goal done Ship', 'goal Grow'],
  ],
  [
    'lists questions with their state',
    '## Questions\n| Nr | Question | State |\n|---|---|---|\n| 1 | Why? | open |\n| 2 | When? | closed |\n',
    ['question Why?', 'question done When?'],
  ],
  [
    'calls the reason of a reference Why',
    '## Relevant files\n| File | Why |\n|---|---|\n| `src/a.ts:3` | the parser |\n',
    ['reference '],
  ],
  [
    'has another subject in a section of blockers',
    '## Blockers\n| Legend | Meaning |\n|---|---|\n| red | stop |\n',
    [],
  ],
])('readNotes reads a table that %s', (_, text, expected) => {
  expect(titles(text)).toEqual(expected)
})

test.each([
  ['a status of wontfix', 'debt', '| ID | Item | Status |\n|---|---|---|\n| TD-1 | Slow | wontfix |'],
  ["a status of won't fix", 'debt', "| ID | Item | Status |\n|---|---|---|\n| TD-1 | Slow | won't fix |"],
  ['a status of cancelled', 'debt', '| ID | Item | Status |\n|---|---|---|\n| TD-1 | Slow | cancelled |'],
  ['a fix in a pull request', 'debt', '- Slow (fixed in #3)'],
  ['a strikethrough behind its kind', 'blocker', '- Waiting: ~~Key~~'],
])('a record with %s is done', (_, kind, text) => {
  const { records } = readNotes(`# N\n\n## ${kind === 'debt' ? 'Technical Debt' : 'Blockers'}\n\n${text}\n`)
  expect(records).toMatchObject([{ kind, done: true }])
})

test('a debt with a lower-case word in parentheses, or with the box of work in progress, is open', () => {
  const { records } = readNotes('# N\n\n## Technical Debt\n\n- Buffer (fixed in size)\n- [~] Half done\n')
  expect(records).toMatchObject([{ done: false }, { done: false }])
})

test('a blocker with a symbol in front has the kind that follows it', () => {
  const { records } = readNotes('# N\n\n## Blockers\n\n- ⏳ Waiting: the key\n')
  expect(records).toMatchObject([{ type: 'waiting', title: 'the key', done: false }])
})

test('a new goal becomes a row of a table with unusual column names', () => {
  const text = '## Goals\n| State | What | Measured by |\n|---|---|---|\n| open | Grow | report |\n'
  const { text: after } = changeNotes(text, [{ do: 'add', draft: { kind: 'goal', title: 'Rest' } }], {})
  expect(after).toBe(`${text}|  | Rest |  |\n`)
})

test.each([
  ['- Replay files are not versioned\n  - Severity: high\n  - Status: done, header has a version\n', true],
  ['- Snapshot encoder allocates\n  - Severity: HIGH\n', false],
])('a status and a severity below a debt belong to it: %j', (bullet, done) => {
  expect(readNotes(`## Tech debt\n${bullet}`).records).toMatchObject([
    { kind: 'debt', severity: 'HIGH', done },
  ])
})

test.each([
  ['a bold sentence', '**One reading every ten minutes.** Five cost a third of the battery. (2026-04-12)\n'],
  [
    'a heading with a Date bullet',
    '### ADR-001: One reading every ten minutes\n\n- Status: accepted\n- Date: 2026-04-12\n',
  ],
  [
    'a named paragraph with two fields',
    '**Decision: One reading every ten minutes** (2026-04-12)\n- Cost: none\n- Rationale: battery\n',
  ],
])('a decision written as %s keeps its title and date', (_, text) => {
  expect(readNotes(`## Decisions\n\n${text}`).records).toMatchObject([
    { kind: 'decision', title: 'One reading every ten minutes', at: { text: '2026-04-12' } },
  ])
})

test('a bold label in front of a note is not a decision', () => {
  expect(readNotes('## Decisions\n\n**Note to all readers:** dates are meetings.\n').records).toEqual([])
})

test('a struck decision followed by the word Superseded is superseded', () => {
  const text = '## Decisions\n- ~~**Labels at checkout.** One call less.~~ Superseded, see the newest day.\n'
  expect(readNotes(text).records).toMatchObject([{ status: 'superseded' }])
})

test('a log and blockers below a dated heading are read with its date', () => {
  const text = '## 2026-09-03 (Thu)\n### Log\n- Payout job runs\n### Blocked on\n- [ ] Bank limit\n'
  expect(readNotes(text).records).toMatchObject([
    { kind: 'log', summary: 'Payout job runs', at: { text: '2026-09-03' } },
    { kind: 'blocker', title: 'Bank limit' },
  ])
})

test('a paragraph that starts with its date is a row of the log', () => {
  const text = '## Diary\n\n**2026-06-09** Batch copy started.\n\nNo date, no row.\n'
  expect(readNotes(text).records).toMatchObject([
    { kind: 'log', summary: 'Batch copy started.', at: { text: '2026-06-09' } },
  ])
})

test.each(['Blockers 🚧', '🚧 Blockers', 'Blockers ⚠️'])(
  'an emoji beside the name of a section does not hide it: %s',
  title => {
    expect(readNotes(`## ${title}\n- Waiting: legal\n`).records).toMatchObject([
      { kind: 'blocker', title: 'legal' },
    ])
  },
)

test('a diary of dated headings is read as a log row for each heading, plus the records below its labels', () => {
  const entry = (day: string, more: string): string =>
    `## 2026-08-0${day} — Day ${day}\n\nTried the filter.\n\n${more}`
  const text = [
    entry('3', '**Decision: Fixed at 4x.** Nobody hears eight.\n\nTODO:\n\n- [ ] Null test\n- [x] Menu\n'),
    entry('2', 'Learned:\n\n- Measure two units\n\nSteps:\n\n- one\n'),
    entry('1', 'Shopping:\n\n- a cable\n'),
  ].join('\n')
  expect(titles(text)).toEqual([
    'log Day 3: Tried the filter.',
    'decision Fixed at 4x',
    'goal Null test',
    'goal done Menu',
    'log Day 2: Tried the filter. Steps: one',
    'learning Measure two units',
    'log Day 1: Tried the filter. Shopping: a cable',
  ])
  expect(readNotes(text).records[1]).toMatchObject({
    rationale: 'Nobody hears eight.',
    at: { text: '2026-08-03' },
  })
})

test.each([
  ['?', false],
  ['pending, asked Ute', false],
  ['TBD', false],
  ['Yes, per client', true],
])('a question with the cell %j in an Answer column is done: %s', (answer, done) => {
  const text = `## Questions\n| Question | Answer |\n|---|---|\n| Is it per client? | ${answer} |\n`
  expect(readNotes(text).records).toMatchObject([{ kind: 'question', done }])
})

test('bold text that continues after the id of a debt stays bold', () => {
  expect(
    titles('## Technical Debt\n- **OPEN-1 — copied files.** They need a key\n- **TD-2**: plain\n'),
  ).toEqual(['debt **copied files.** They need a key', 'debt plain'])
})

test('a table of goals with a phase or step column keeps its goals', () => {
  const table = (head: string) =>
    `## Goals\n\n| ${head} |\n|---|---|---|\n| 1 | Parse the file | open |\n| 2 | Print it | done |\n`
  for (const head of ['Phase | Goal | Status', 'Step | Description | State'])
    expect(titles(table(head))).toEqual(['goal Parse the file', 'goal done Print it'])
})

test('a list right below a dated paragraph of a log is part of the same row', () => {
  const text =
    '## Log\n\n**2026-05-03** Day three:\n- released 2.0\n- next: roll back\n\n**2026-05-02** Day two.\n\n**2026-05-01** Day one.\n'
  expect(titles(text)).toEqual([
    'log Day three: released 2.0; next: roll back',
    'log Day two.',
    'log Day one.',
  ])
})

test('a debt keeps the text that follows its bold id', () => {
  expect(
    titles('## Technical Debt\n- **TD-004:** the cache is unbounded\n- **TD-012** copied `**` files\n'),
  ).toEqual(['debt the cache is unbounded', 'debt copied `**` files'])
})

test('reading takes time in proportion to the paragraphs of a log entry and the sections of a file', () => {
  const read = (text: string) => () => readNotes(text).records
  expectGrowth(
    size => read(`## Log\n\n### 2026-05-01 — Started\n\n${'Some words of a paragraph\n\n'.repeat(size)}`),
    {
      from: 2000,
    },
  )
  expectGrowth(size => read('## Xyz\n- one\n\n'.repeat(size)), { from: 10_000 })
})

test('a record with a bare date takes its text from the lines below it', () => {
  expect(titles('## Log\n* 2026-05-16\n  * wrote lexer\n  * tested it\n* 2026-05-17 wrote parser\n')).toEqual(
    ['log wrote lexer; tested it', 'log wrote parser'],
  )
  expect(titles('## Learnings\n\n### 2026-05-05\nRetries need jitter.\n')).toEqual([
    'learning Retries need jitter.',
  ])
})

test('the paragraphs of a section without lists are its records', () => {
  expect(
    titles(
      '## Open Questions\n\n**Q1: Who owns the keys?**\n\nShould we support Windows?\n\n## Blockers\n\n' +
        '**Keys**: waiting for ops since May\n\n---\n*Created: 2026-01-22*\n',
    ),
  ).toEqual([
    'question **Q1: Who owns the keys?**',
    'question Should we support Windows?',
    'blocker **Keys**: waiting for ops since May',
  ])
})

test('a paragraph that introduces the headings below it is not a record', () => {
  expect(titles('## Blockers\n\nOne heading for each.\n\n### Staging\n- vpn down\n')).toEqual([
    'blocker vpn down',
  ])
})

test.each([
  [
    'with an introduction',
    '**D2 — Drop node 16 (2026-05-04)**\nIt is EOL. Steps:\n1. announce\n2. bump\n',
    6,
  ],
  ['with its reasons', '**2026-05-04 Drop node 16.** It is EOL.\n- nobody asks for it\n- CI is slow\n', 5],
])('the list below a decision in prose belongs to it, %s', (_, entry, last) => {
  const { records, document } = readNotes(`## Decisions\n\n${entry}`)
  expect(records).toHaveLength(1)
  expect(document.lines.lineAt(records[0]?.span.end ?? 0)).toBe(last)
})

test.each([
  ['a bold heading', '**What we agreed on the API**\n- Use tokens\n- Use pages\n', 2],
  ['items with dates', '**2026-05-04 Drop node 16.** It is EOL.\n- 2026-05-05 Use ESM\n', 2],
])('the list below %s holds decisions of its own', (_, entry, count) => {
  const { records } = readNotes(`## Decisions\n\n${entry}`)
  expect(records.length).toBeGreaterThanOrEqual(count)
})

test('a bullet with the label Decision and a list of fields is a decision', () => {
  expect(readNotes('## Decisions\n\n- **Decision**: use A\n  - **Why**: fast\n').records).toMatchObject([
    { kind: 'decision', title: 'use A', rationale: 'fast' },
  ])
})

test.each([
  ['brackets', '`one = 1` [src/a.js:10], also `two = 2` [src/a.js:21]'],
  ['parentheses', '`one = 1` (src/a.js:10) and `two = 2` (src/a.js:21)'],
  ['both', '`one = 1` at `src/a.js:10`, also `two = 2` [src/a.js:21]'],
  ['the place in front', 'src/a.js:10 `one = 1`; src/a.js:21 `two = 2`'],
])('two quotes on one line of evidence each keep their own place: %s', (_, line) => {
  const said = {
    evidence: [
      { quote: 'one = 1', locator: { lines: [{ from: 10 }] } },
      { quote: 'two = 2', locator: { lines: [{ from: 21 }] } },
    ],
  }
  expect(
    readNotes(`## Decisions\n#### 2026-05-03 C\n**Decision**: c\n**Evidence**: ${line}\n`).records,
  ).toMatchObject([said])
  expect(
    readNotes(
      `## Decisions\n#### 2026-05-03 C\n**Decision**: c\n**Rationale**: r\n**Evidence**:\n- ${line}\n`,
    ).records,
  ).toMatchObject([said])
})

test('text before the first heading, such as front matter, does not hide any section', () => {
  expect(
    readNotes('---\ntitle: x\n---\n\n## Status\n\nOn track.\n\n## Next\n\nShip.\n').records,
  ).toMatchObject([
    { kind: 'context', state: 'On track.' },
    { kind: 'context', next: 'Ship.' },
  ])
})

test.each([
  'Nothing blocks us.',
  'There are currently no blockers.',
  'All clear.',
  'See Jira.',
  'Moved to GitHub issues.',
  '[TODO.md](TODO.md)',
  '*Add more here.*',
  'The following stops us:',
  'Created: 2026-01-01',
  'Keine.',
  '없음',
])('a paragraph that names no blocker is not one: %s', paragraph => {
  expect(titles(`## Blockers\n\n${paragraph}\n`)).toEqual([])
})

test('a paragraph below a heading for questions is a question only if it asks something', () => {
  expect(titles('## Open Questions\n\nAdd new ones at the end.\n\nWho pays?\n\n> quoted\n')).toEqual([
    'question Who pays?',
  ])
})

test.each([
  ['a date', '2026-03-02:'],
  ['a date and who met', '2026-03-02 (meeting with Anna)'],
  ['a date and `decided`', '2026-03-02: We decided:'],
])('%s above a list dates the decisions in the list', (_, line) => {
  const { records } = readNotes(`## Decisions\n\n${line}\n\n- Use Go\n- Use tabs\n`)
  expect(records).toMatchObject([
    { title: 'Use Go', at: { text: '2026-03-02' } },
    { title: 'Use tabs', at: { text: '2026-03-02' } },
  ])
})

test('one dated item among the reasons for a decision does not turn them into decisions', () => {
  const text = '## Decisions\n\n2026-03-02: Use Go.\n- fast\n- 2025-12-24 benchmark: 3x\n- small\n'
  expect(titles(text)).toEqual(['decision Use Go.'])
})

test.each([
  'Rejected decisions',
  'Abgelehnte Entscheidungen',
  '已废弃的决策',
  'Non-goals',
  'Nicht-Ziele',
  'Häufige Fragen',
  '已完成任务',
  'Resolved questions',
])('a section for things that are over or not wanted holds no records: %s', heading => {
  expect(titles(`# P\n\n## ${heading}\n- Use Mongo\n- Why not?\n`)).toEqual([])
})

test('a decision marked as superseded in front of its date is superseded', () => {
  expect(
    readNotes('## Decisions\n\n### [SUPERSEDED] 2026-03-11 - Use NATS\n**Decision**: z\n').records,
  ).toMatchObject([{ kind: 'decision', status: 'superseded' }])
})

test.each([
  [
    'quotation marks instead of backticks',
    '“return a;” (src/a.ts:2), “const b” (src/b.ts:1)',
    undefined,
    'src/a.ts:2',
  ],
  ['words before the place', '`const b` at src/b.ts:1', 'const b', 'src/b.ts:1'],
  ['a link as the place', '`const b` [b](src/b.ts#L1)', 'const b', 'src/b.ts#L1'],
  ['a colon behind the place', 'src/b.ts:1: `const b`', 'const b', 'src/b.ts:1'],
  ['the place in backticks', '`src/b.ts:1` — `const b`', 'const b', 'src/b.ts:1'],
  ['a bold place', '**src/b.ts:1** `const b`', 'const b', 'src/b.ts:1'],
  ['a path with a space', '`const b` [src/my dir/b.ts:1]', 'const b', 'src/my dir/b.ts:1'],
])('evidence is read with %s', (_, line, quote, text) => {
  const { records } = readNotes(`## Decisions\n#### 2026-05-03 C\n**Decision**: c\n**Evidence**: ${line}\n`)
  expect(records).toMatchObject([{ evidence: [{ quote, locator: { text } }] }])
})

test.each([
  '2026-03-02: Use SQLite for the queue (decided with Anna)',
  '2026-03-03: Cancel the weekly planning meeting.',
  '2026-03-04: Deploy on Fridays again, as agreed',
])('the last words of a dated decision do not make it an introduction: %s', line => {
  expect(readNotes(`## Decisions\n\n${line}\n\n2026-03-05: Use Redis.\n`).records).toHaveLength(2)
})

test.each(['2026-05-07: Wir haben beschlossen:', '2026-05-07: 決定:', '2026-05-07: On the call we chose'])(
  'the list below %s holds decisions',
  line => {
    expect(titles(`## Decisions\n\n${line}\n\n- Use A\n- Use B\n`)).toEqual([
      'decision Use A',
      'decision Use B',
    ])
  },
)

test.each([
  ['## Blockers', 'No access to the staging database since Monday.'],
  ['## Blockers', 'Nothing works since the migration.'],
  ['## Blockers', 'Updated dependencies break the build.'],
  ['## Open Questions', 'Add a second region before launch?'],
])('a paragraph that starts like a stock phrase is still a record, below %s: %s', (heading, words) => {
  expect(titles(`${heading}\n\n${words}\n`)).toHaveLength(1)
})

test.each(['🔥 Removed decisions', '🎉 Fixed blockers', '✔️ Completed tasks', '🗂 Past decisions'])(
  'a heading for things that are over is recognized beside an emoji: %s',
  heading => {
    expect(titles(`# P\n\n## ${heading}\n- Use Mongo\n`)).toEqual([])
  },
)

test.each([
  [
    'a line of evidence like minified code',
    (size: number) =>
      `## Decisions\n#### 2026-05-03 C\n**Decision**: c\n**Evidence**:\n- \`q\` ${'a.'.repeat(size)}a\n`,
  ],
  [
    'a date with a line of stars',
    (size: number) => `## Decisions\n\n2026-03-02:${'*'.repeat(size)}x y\n\n- Use Go\n`,
  ],
])('reading takes time in proportion to %s', (_, textOf) => {
  expectGrowth(
    size => {
      const text = textOf(size)
      return () => readNotes(text).records.map(record => ('evidence' in record ? record.evidence.length : 0))
    },
    { from: 20_000 },
  )
})

test('the ETA of a blocker is read from the middle of its words, but not from code', () => {
  const text =
    '## Blockers\n- Waiting: keys (ETA: 2026-12-01)\n  asked Bo\n- Blocked: `f` fails on call(eta: 3) since May\n'
  expect(readNotes(text).records).toMatchObject([
    { title: 'keys asked Bo', eta: '2026-12-01' },
    { title: '`f` fails on call(eta: 3) since May' },
  ])
})
