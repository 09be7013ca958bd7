import { expect, test } from 'vitest'
import { isNotesFile, type Notes, readNotes, readToLint } from '../../src/notes/notes.ts'
import { seedExample } from '../fixtures/markdown.ts'

const kindsIn = (text: string) => readNotes(text).records.map(({ kind }) => kind)

test.each([
  ['What we decided and why', 'decision'],
  ['3. Things that bit us', 'learning'],
  ['🐛 Bugs we know and live with', 'debt'],
  ['What holds us up', 'blocker'],
  ['To do before the beta', 'goal'],
  ["Things I don't know", 'question'],
  ['Where to look', 'reference'],
])('a heading in unusual words determines the kind of its records: %s', (heading, kind) => {
  expect(kindsIn(`# Notes\n\n## ${heading}\n- \`src/a.ts\` — one thing\n- \`src/b.ts\` — another\n`)).toEqual(
    [kind, kind],
  )
})

test('a launch report holds goals and debts, wherever it is in the file', () => {
  const { records } = readNotes(
    '# Notes\n\n## Launch report\n\n### Goal Assessment\n| Goal | Status | Evidence |\n|---|---|---|\n' +
      '| G-1 Parallel dev | PASS | three services |\n| G-2 Auth chain | READY | secrets created |\n\n' +
      '### Deferred Items\n| Item | Severity | Rationale |\n|---|---|---|\n| Event streaming | Low | direct writes |\n',
  )
  expect(records).toMatchObject([
    { kind: 'goal', title: 'G-1 Parallel dev', done: true },
    { kind: 'goal', title: 'G-2 Auth chain', done: false },
    { kind: 'debt', title: 'Event streaming', severity: 'LOW' },
  ])
})

test('the headings of a project state determine the kinds of its records', () => {
  const { records } = readNotes(
    '# Project State\n\n## Objective\n- Paste a link, get a file\n\n## Current Phase\n- M2: tests are green\n\n' +
      '## Next Milestone\n- Try it with a real account\n\n## Critical Action Items\n1. Fix the licence\n\n' +
      '## Key Artifacts\n- `src/resolver.go`\n\n## Landmarks\n- Entry: `src/main.ts`, `src/boot.ts`\n- Engine: `src/core/*`\n\n' +
      '## Cycle-008 Observations (Carried Forward)\n- Two chains are compared\n',
  )
  const said = records.map(record =>
    record.kind === 'reference' ? `reference ${record.identifier}` : `${record.kind} ${record.title ?? ''}`,
  )
  expect(said).toEqual([
    'goal Paste a link, get a file',
    'context ',
    'goal Try it with a real account',
    'goal Fix the licence',
    'reference src/resolver.go',
    'reference src/main.ts',
    'reference src/core/*',
    'learning Two chains are compared',
  ])
})

test.each(['How we fix bugs', 'Fixed issues', 'Testing the release log', 'Architecture'])(
  'a section whose heading only mentions a kind has no records: %s',
  heading => {
    expect(kindsIn(`# Notes\n\n## ${heading}\n- one thing\n- another\n`)).toEqual([])
  },
)

test('the bullets of an undated list below an unknown heading decide its kind', () => {
  expect(kindsIn('# Notes\n\n## Kit\n- `src/a.ts` — the pool\n- `src/b.ts` — the cache\n')).toEqual([
    'reference',
    'reference',
  ])
  expect(kindsIn('# Notes\n\n## Kit\n- Is it fast?\n- Is it small?\n')).toEqual(['question', 'question'])
  expect(kindsIn('# Notes\n\n## Kit\n- 2026-01-01 A\n- 2026-01-02 B\n- 2026-01-03 C\n')).toEqual(
    Array(3).fill('log'),
  )
  expect(kindsIn('# Notes\n\n## 2026-01-02\n- `src/a.ts` — changed\n- `src/b.ts` — changed\n')).toEqual([])
})

test('a heading in unusual words does not make a README a notes file', () => {
  const text = '# A tool\n\n## Bugs we know\n- It is slow\n\n## Where to look\n- `src/a.ts` — the start\n'
  expect(isNotesFile('README.md', text)).toBe(false)
  expect(isNotesFile('README.md', `${text}\n## Decision Log\n- One pool\n`)).toBe(true)
})

test('the rows of tables below dated headings are the log of a diary', () => {
  const day = (date: string) =>
    `## ${date} · slice\n\n| Date | Note | Why |\n|---|---|---|\n| ${date} | Built ${date} | It was due |\n`
  const text = `# Notes\n\n${['2026-05-11', '2026-05-14', '2026-05-15'].map(day).join('\n')}`
  expect(readNotes(text).records.map(record => [record.kind, 'summary' in record && record.summary])).toEqual(
    [
      ['log', 'Built 2026-05-11'],
      ['log', 'Built 2026-05-14'],
      ['log', 'Built 2026-05-15'],
    ],
  )
})

test('readToLint skips sections with unusual headings in a sam file, and reads them in other files', () => {
  const own = '\n## Known problems with the API\n- It is slow\n\n## Kit\n- `src/a.ts` — a\n- `src/b.ts` — b\n'
  const text = seedExample + own
  const count = (notes: Notes) => notes.records.length
  expect(readToLint(text).profile).toBe('sam')
  expect(count(readToLint(text))).toBe(count(readNotes(seedExample)))
  expect(count(readNotes(text))).toBe(count(readNotes(seedExample)) + 3)
  expect(count(readToLint('# Notes\n\n## Known problems with the API\n- It is slow\n'))).toBe(1)
})

test.each([
  [
    'Accepted, 2024-05-11. We want slices.',
    { decision: 'We want slices.', status: 'in-force', at: '2024-05-11' },
  ],
  [
    '*Proposed, 2025-09-14.*\n\nA second parameter.',
    { decision: 'A second parameter.', status: 'draft', at: '2025-09-14' },
  ],
  ['Superseded by ADR-6. Needs alloc.', { decision: 'Needs alloc.', status: 'superseded', at: undefined }],
  ['Decided to use slices.', { decision: 'Decided to use slices.', status: 'in-force', at: undefined }],
  [
    'Draft the interface first.',
    { decision: 'Draft the interface first.', status: 'in-force', at: undefined },
  ],
])('the first sentence below a decision may hold its status and date: %s', (prose, { at, ...wanted }) => {
  const [decision] = readNotes(
    `# Notes\n\n## Decisions\n\n### ADR-001: Input is a trait\n\n${prose}\n`,
  ).records
  expect(decision).toMatchObject({ kind: 'decision', title: 'Input is a trait', ...wanted })
  expect(decision?.at?.text).toBe(at)
})

test.each([
  ['할 일', 'goal'],
  ['当前阻塞', 'blocker'],
  ['決定事項', 'decision'],
  ['技术债务', 'debt'],
  ['Offene Fragen', 'question'],
  ['Décisions prises', 'decision'],
  ['Próximos passos', 'goal'],
  ['Уроки', 'learning'],
])('a heading in another language determines the kind of its records: %s', (heading, kind) => {
  expect(kindsIn(`# Notes\n\n## ${heading}\n- one thing\n- another\n`)).toEqual([kind, kind])
})

test('a heading for the state is recognized in another language', () => {
  expect(
    readNotes('# 작업 노트\n\n## 현재 상태\n\n배포 금지.\n\n## 할 일\n- [ ] 문서\n').records,
  ).toMatchObject([
    { kind: 'context', state: '배포 금지.' },
    { kind: 'goal', title: '문서' },
  ])
})
