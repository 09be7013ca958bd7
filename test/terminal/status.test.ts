import { expect, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { seedExample } from '../fixtures/markdown.ts'
import { notes } from '../notes-cli.ts'

const status = (text: string, files: Record<string, string> = {}) =>
  JSON.parse(notes(['status', '--json'], { cwd: folderWith({ 'NOTES.md': text, ...files }) }).stdout)
const hints = (text: string, files: Record<string, string> = {}): string[] =>
  status(text, files).hints.map(({ what }: { what: string }) => what)

test('status lists the open records and counts all records', () => {
  const { open, counts } = status(seedExample.replace('- [ ] Refactor', '- [x] Refactor'))
  expect(open.map(({ kind, lines }: { kind: string; lines: number[] }) => `${kind} ${lines[0]}`)).toEqual([
    ...['question 38', 'goal 42', 'debt 49', 'debt 50', 'blocker 54', 'blocker 55'],
  ])
  expect(counts).toMatchObject({ goal: 2, decision: 1, archive: 2, log: 2 })
})

test('status shows the same state as level 1: fields of any name, and Status and Next in sections of their own', () => {
  const shown = (text: string): string =>
    notes(['status'], { cwd: folderWith({ 'NOTES.md': text }) }).stdout.split('\n\n')[1] ?? ''
  const areas =
    '# Notes\n\n## Current Status\n\n- **Backend**: 134 tests pass\n- **Deployment**: not started\n'
  expect(shown(areas)).toBe('Active context\n  backend     134 tests pass\n  deployment  not started')
  const both = '# Notes\n\n## Status\n\nImporter runs.\n\n## Next\n\nPrint labels.\n'
  expect(shown(both)).toBe('Active context\n  state  Importer runs.\n  next   Print labels.')
})

test('status measures every section in bytes and tokens', () => {
  const { bytes, tokens, sections } = status('# Notes\n\n## Blockers\n\n- Waiting: ä\n\n## Learnings\n')
  expect(bytes).toBe(50)
  expect(tokens).toBeGreaterThan(10)
  expect(sections.map(({ title, records }: { title: string; records: number }) => [title, records])).toEqual([
    ['Notes', 0],
    ['Blockers', 1],
    ['Learnings', 0],
  ])
  const [whole, blockers, learnings] = sections
  expect(whole.bytes).toBe(bytes)
  expect(blockers.bytes + learnings.bytes).toBe(bytes - '# Notes\n\n'.length)
})

test('status multiplies its token estimate by tokens.factor', () => {
  const plain = status(seedExample).tokens
  const factored = status(seedExample, { 'notes.config.json': '{"tokens":{"factor":2}}' }).tokens
  expect(factored / plain).toBeCloseTo(2, 1)
})

test.each([
  [
    'a passed ETA',
    '## Blockers\n- Waiting: key (ETA: 2020-01-01)\n',
    /Line 2: the ETA 2020-01-01 of "key" has passed/,
  ],
  [
    'an old checkpoint',
    '## Active Context\n- **Last Checkpoint**: 2020-01-01T00:00:00Z\n',
    /last checkpoint is \d+ days old/,
  ],
  ['a long line', `## Learnings\n- ${'word '.repeat(500)}\n`, /Line 2 has 250\d characters/],
  ['a duplicate section', '## Blockers\n\n## Blockers\n- Waiting: x\n', /2 sections are called "Blockers"/],
  [
    'too many decisions',
    `## Decisions\n${'- 2026-01-01 x\n'.repeat(21)}`,
    /21 decisions in the log, more than the 20 to keep/,
  ],
  [
    'a file too large for the Read tool',
    `## Learnings\n${'- something that was learned\n'.repeat(6000)}`,
    /Read stops at 25000/,
  ],
  ['an unclosed fence', '## Blockers\n```\n', /Line 2: unclosed fence/],
  ['conflict markers', '<<<<<<< a\n=======\n>>>>>>> b\n', /Line 1: conflict marker/],
])('status prints a hint for %s', (_, text, expected) => {
  expect(hints(text).join('\n')).toMatch(expected)
})

test('status prints no hint for a clean file', () => {
  const today = new Date().toISOString()
  const text = seedExample
    .replace('2024-01-15T14:30:00Z\n- **Reasoning', `${today}\n- **Reasoning`)
    .replace(' (ETA: 2024-01-15)', '')
  expect(hints(text)).toEqual([])
})

test('status prints no colors without a terminal and says when nothing is open', () => {
  const { stdout, code } = notes(['status'], { cwd: folderWith({ 'NOTES.md': '# Notes\n' }) })
  expect(code).toBe(0)
  expect(stdout).toContain('Open\n  nothing')
  expect(stdout).not.toContain('\u001b')
})

test('status shortens a state that is many pages long', () => {
  const text = `## Status\n\n${'The work goes on. '.repeat(2_000)}\n`
  const { stdout } = notes(['status'], { cwd: folderWith({ 'NOTES.md': text }) })
  expect(stdout.length).toBeLessThan(2_000)
})

test('a list marks the records that status no longer counts as open, and --from - reads them back from its JSON', () => {
  const cwd = folderWith({
    'NOTES.md': '## Active Sub-Goals\n- [ ] Import rewritten and complete\n- [ ] Ship it\n',
    '.git/': '',
  })
  expect(notes(['goal', 'list'], { cwd }).stdout).toMatch(
    /^g-\w+ {2}called done {2}Import rewritten and complete\ng-\w+ +Ship it\n$/,
  )
  const { stdout } = notes(['goal', 'list', '--json'], { cwd })
  const { records } = JSON.parse(stdout)
  expect(records.map(({ calledDone }: { calledDone?: true }) => calledDone)).toEqual([true, undefined])
  const other = folderWith({ 'NOTES.md': '## Active Sub-Goals\n', '.git/': '' })
  expect(notes(['goal', 'add', '--from', '-'], { cwd: other, input: JSON.stringify(records) }).code).toBe(0)
})
