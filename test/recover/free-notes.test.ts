import { expect, test } from 'vitest'
import { recover } from '../../src/recover/recover.ts'

const level1 = (text: string, budget = 100): string =>
  recover(text, { level: 1, source: 'NOTES.md', budget, code: undefined }).text

test('level 1 keeps the stars of code when it removes bold marks', () => {
  expect(
    level1('# Notes\n\n## Blockers\n\n- **Do not** glob `**/*.cpp` until `main(char**)` is gone\n'),
  ).toContain('Do not glob `**/*.cpp` until `main(char**)` is gone')
})

test('level 1 gives a goal that ends with a colon the bullets below it', () => {
  const text =
    '# Notes\n\n## Next steps\n\n1. Fix the remaining tests:\n   - the parser\n   - [ ] the writer\n2. Ship\n'
  expect(level1(text)).toContain('Goal: Fix the remaining tests: the parser; the writer\n')
})

test('level 1 separates the bullets of a log entry and keeps its title when it is cut', () => {
  const bullets = Array.from({ length: 30 }, (_, at) => `- Moved the queue number ${at} to its own process\n`)
  const text = `# Notes\n\n## Session Log\n\n### 2026-05-12 Queues split\n\n${bullets.join('')}- Next: the printer\n`
  const shown = level1(text)
  expect(shown).toMatch(/^Log \(May 12.*\): Queues split: /)
  expect(shown).toContain('Next: the printer')
  expect(level1(text, 2_000)).toContain('number 0 to its own process; Moved the queue number 1')
})

test('level 1 shows goals that are not ticked although words in parentheses sound finished', () => {
  const text =
    '# Notes\n\n## Goals\n\n- [ ] Reopen a trip (undo complete)\n- [ ] Filtered views (own, shared, merged)\n'
  expect(level1(text)).toBe('Goal: Reopen a trip (undo complete)\nGoal: Filtered views (own, shared, merged)')
})

test('level 1 keeps a goal open when a log row only shares some of its words', () => {
  const text =
    '# Notes\n\n## Goals\n\n- [ ] Code style and quality improvements\n\n' +
    '## Session Log\n\n- 2026-05-12: Fixed unused names and improved code quality in one file\n'
  expect(level1(text)).toContain('Goal: Code style and quality improvements')
})

test('level 1 names the sections without records when no state is known', () => {
  const text =
    '# Notes\n\n## Current issue: heap corruption\n\n### Problem\n\nThe solver crashes on the cluster with more than 23 primitives.\n\n' +
    '## Next steps\n\n- Rebuild the solver on the cluster\n'
  expect(level1(text)).toBe(
    'Goal: Rebuild the solver on the cluster\nSections: L3 Current issue: heap corruption',
  )
})

test('level 1 shows goals, questions and debts before references', () => {
  const text =
    '# Notes\n\n## Key files\n\n- `src/a.ts` — the queue\n- `src/b.ts` — the printer\n\n## Known issues\n\n- The tray light stays on\n\n' +
    '## Goals\n\n- Print labels\n- Count the lost scans\n- Reprint a label\n'
  expect(level1(text, 60).split('\n')[0]).toBe('Goal: Print labels')
  expect(level1(text, 60)).toContain('Goal: Reprint a label')
})

test('level 1 shows the newest session first when sessions have numbers and no dates', () => {
  const session = (number: number, done: string): string =>
    `## Session ${number}\n\n### Accomplished\n\n- ${done}\n\n`
  const text = `# Notes\n\n${session(2, 'Imported all parcels')}${session(1, 'Split the importer')}`
  expect(level1(text)).toMatch(/^Log: Imported all parcels\n/)
})

test('level 1 presents the finished phase, not the earlier step of the same phase', () => {
  const text =
    '# Project State\n\n## Current Position\n\nPhase: 01, COMPLETE\nStatus: Phase 01 complete\n\n' +
    '## Session Continuity\n\nLast session: 2026-05-27T18:30:36Z\nStopped at: Phase 1 context gathered\n'
  expect(level1(text)).toContain('Phase 01 complete')
  expect(level1(text)).not.toContain('context gathered')
})

test('level 1 takes the goal below a heading for the next step as part of that step', () => {
  const text = '# Notes\n\n## Next: slice 4, bulk labels\n\n**Goal:** Print 50 labels in one job.\n'
  expect(level1(text)).toBe('Next: slice 4, bulk labels\ngoal: Print 50 labels in one job.')
})
