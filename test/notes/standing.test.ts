import { expect, test } from 'vitest'
import type { Span } from '../../src/markdown/block.ts'
import { type Notes, readNotes } from '../../src/notes/notes.ts'
import { closedByWords, closedElsewhere, newerThan, nextInProse } from '../../src/notes/state/standing.ts'

const file = (open: string, log: string): string =>
  `## Blockers\n${open}\n\n## Session Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n| 2026-05-02T10:00Z | dev | ${log} |\n`

const closed = (open: string, log: string): readonly (string | undefined)[] =>
  closedElsewhere(readNotes(file(open, log))).map(({ record }) => record.title)

test.each([
  ['its id', '- [ ] Blocked: OPEN-6 Bepolia faucet', 'Faucet works, OPEN-6 closed'],
  [
    'its words',
    '- [ ] Waiting: OAuth provider credentials',
    'OAuth provider credentials received; login next',
  ],
  ['a check mark', '- [ ] Blocked: PR #83 review', 'PR #83 ✅'],
  ['another ending', '- [ ] Blocked: payment gateway certificates', 'Payment gateway certificate approved'],
])('a blocker that a log row calls done by %s is not open', (_, open, log) => {
  expect(closed(open, log)).toHaveLength(1)
})

test.each([
  ['another id', '- [ ] Blocked: OPEN-6 Bepolia faucet', 'OPEN-7 closed'],
  ['a condition', '- [ ] Blocked: OPEN-6 Bepolia faucet', 'Deploy once OPEN-6 is resolved'],
  ['a denial', '- [ ] Blocked: OPEN-6 Bepolia faucet', 'OPEN-6 not yet resolved'],
  ['another clause', '- [ ] Blocked: OPEN-6 Bepolia faucet', 'Upload merged, OPEN-6 waits for the operator'],
  ['two of its words', '- [ ] Waiting: legal review of the payments', 'Code review done'],
  ['a report of work', '- [ ] Waiting: OAuth provider credentials', 'Asked for OAuth provider credentials'],
])('a blocker stays open beside a log row with %s', (_, open, log) => {
  expect(closed(open, log)).toEqual([])
})

const said = ({ document }: Notes, span: Span | undefined): string | undefined =>
  span && document.text.slice(span.start, span.end)
const story = (text: string) => readNotes(`# Notes\n\n## Active Context\nx\n\n${text}\n`)

test('newerThan finds a line with a higher number than the state, or one that calls its sprint over', () => {
  const later = story('## Release\ncycle-021 shipped\n\ncycle-022: PR #83 ready to merge\n\nNext: cycle-023')
  expect(said(later, newerThan(later, 'cycle-012 in review'))).toContain('cycle-022: PR #83 ready to merge')
  expect(newerThan(later, 'cycle-022 in review')).toBeUndefined()
  const over = story('## Sprints\nsprint-169 COMPLETED and deployed')
  expect(said(over, newerThan(over, 'run sprint-169'))).toContain('COMPLETED')
  expect(newerThan(over, 'sprint-169 done')).toBeUndefined()
  expect(newerThan(over, 'no number')).toBeUndefined()
})

test.each([
  [
    'a status',
    '**Decision: Wishes are hard**\n- Rationale: asked for\n- Status: withdrawn 2026-04-20, no plan',
  ],
  ['words after the struck text', '- **2026-05-05:** ~~Mean of five years~~ overturned a week later'],
])('a decision that %s calls withdrawn is not in force', (_, entry) => {
  const [decision] = readNotes(`## Decision Log\n\n${entry}\n`).records
  expect(decision).toMatchObject({ kind: 'decision', status: 'superseded' })
})

test.each([
  'Import rewritten and complete',
  'Schema created',
  'Test client: ✅ arrived 2026-04-16',
  'Key — received',
  'Import: merged in #34',
  'Import — shipped 2026-05-01 with v2',
  'Import (done, see PR 4)',
])('the unticked goal "%s" is done by its own words', title => {
  expect(closedByWords(readNotes(`## Active Sub-Goals\n- [ ] ${title}\n`))).toHaveLength(1)
})

test.each([
  'Complete the import',
  'Ship what is created by users',
  'Closed beta with 40 players',
  'Ship it: 90% complete',
  'Migration: 3 of 5 complete',
  'Payments: done except refunds',
  'Billing — merged but not deployed',
  'Release: done by Friday',
  'Search: done?',
  'Logo — approved by marketing only',
  'Resume (completed: parsing; remaining: the cursor)',
])('the unticked goal "%s" is open', title => {
  expect(closedByWords(readNotes(`## Active Sub-Goals\n- [ ] ${title}\n`))).toEqual([])
})

test.each([
  ['done', '**Sprint 1 complete**', 2],
  ['done, in a file of Windows', '**Sprint 1 complete - core**\r', 2],
  ['open', '**Sprint 1**', 0],
  ['open', '**Definition of done**', 0],
  ['open', '**Sprint 1 complete**\n\nNow for the second:', 0],
])('the goals below a bold line are %s: %s', (_, label, count) => {
  const text = `## Active Sub-Goals\n\n${label}\n- Wrote the importer,\n  with tests\n- 1,280 lines of docs\n`
  expect(closedByWords(readNotes(text))).toHaveLength(count)
})

test('nextInProse finds the last line that names the next step in the newest section', () => {
  const text =
    '# Log\n\n## 2026-05-01\nNext: the old one\n\n## 2026-06-01\nDone a lot.\n**Next**: rerun the soak test\n'
  expect(said(readNotes(text), nextInProse(readNotes(text)))).toBe('**Next**: rerun the soak test')
  expect(nextInProse(readNotes('# Log\n\nwhat comes next, nobody knows\n'))).toBeUndefined()
})
