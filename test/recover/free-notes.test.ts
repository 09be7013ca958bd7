import { expect, test } from 'vitest'
import { recover } from '../../src/recover/recover.ts'

const level1 = (text: string, budget = 100): string =>
  recover(text, { level: 1, source: 'NOTES.md', budget, code: undefined }).text

test('level 1 keeps the stars in code when it removes bold marks', () => {
  expect(
    level1('# Notes\n\n## Blockers\n\n- **Do not** glob `**/*.cpp` until `main(char**)` is gone\n'),
  ).toContain('Do not glob `**/*.cpp` until `main(char**)` is gone')
})

test('level 1 shows the bullets below a goal that ends with a colon as part of the goal', () => {
  const text =
    '# Notes\n\n## Next steps\n\n1. Fix the remaining tests:\n   - the parser\n   - [ ] the writer\n2. Ship\n'
  expect(level1(text)).toContain('Next: Fix the remaining tests: the parser; the writer\n')
})

test('level 1 separates the bullets of a log entry, and keeps its title when the entry is cut', () => {
  const bullets = Array.from({ length: 30 }, (_, at) => `- Moved the queue number ${at} to its own process\n`)
  const text = `# Notes\n\n## Session Log\n\n### 2026-05-12 Queues split\n\n${bullets.join('')}- Next: the printer\n`
  const shown = level1(text)
  expect(shown).toMatch(/^Log \(May 12.*\): Queues split: /)
  expect(shown).toContain('Next: the printer')
  expect(level1(text, 2_000)).toContain('number 0 to its own process; Moved the queue number 1')
})

test('level 1 shows unticked goals even if words in parentheses make them sound finished', () => {
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

test('level 1 quotes the section that promises a state, and names the others, if no state could be read', () => {
  const text =
    '# Notes\n\n## Overview\n\nThis is a solver for molecules, written in C++ and Python by four people.\n\n' +
    '## Current issue: heap corruption\n\n### Problem\n\nThe solver **crashes** on `**/*.c`.\n\n### Solution\n\n- Rebuild it\n\n' +
    '## Next steps\n\n- Rebuild the solver on the cluster\n'
  expect(level1(text)).toBe(
    [
      'L7 Current issue: heap corruption: The solver crashes on `**/*.c`. Solution; Rebuild it',
      'Next: Rebuild the solver on the cluster',
      'Sections: L3 Overview',
      'L3 Overview: This is a solver for molecules, written in C++ and Python by four people.',
    ].join('\n'),
  )
})

test('level 1 does not show packages as blockers, a legend as the state or an archived plan as open', () => {
  const text =
    '# Notes\n\n## Status convention\n\n`[x]` means that a machine ran it.\n\n' +
    '## Dependencies (no binaries)\n\n- `zip = "7.2"` (works)\n- `rawzip + flate`\n\n' +
    '## Next Steps\n\n### Archived plans\n\n- Move to a queue\n\n### Open\n\n- Print labels\n'
  const shown = level1(text, 500)
  expect(shown).toMatch(/^Goal: Print labels\n/)
  expect(shown).not.toMatch(/State:|Blocked:|queue/)
})

test('level 1 reads the topics below each date of a development log', () => {
  const text =
    '# Game - Dev Log\n\n## 2026-02-28 — Jeff\n\n### Gunsmith\n\nAdded five guns.\n\n## 2026-02-27 — Teeya\n\n### Scene\n\nPainted the shop.\n'
  expect(level1(text, 500)).toContain('Log (Feb 28): Gunsmith: Added five guns.')
})

test('level 1 shows goals, questions and debts before references', () => {
  const text =
    '# Notes\n\n## Key files\n\n- `src/a.ts` — the queue\n- `src/b.ts` — the printer\n\n## Known issues\n\n- The tray light stays on\n\n' +
    '## Goals\n\n- Print labels\n- Count the lost scans\n- Reprint a label\n'
  expect(level1(text, 60).split('\n')[0]).toBe('Goal: Print labels')
  expect(level1(text, 60)).toContain('Goal: Reprint a label')
})

test('level 1 shows the newest session first when sessions have numbers but no dates', () => {
  const session = (number: number, done: string): string =>
    `## Session ${number}\n\n### Accomplished\n\n- ${done}\n\n`
  const text = `# Notes\n\n${session(2, 'Imported all parcels')}${session(1, 'Split the importer')}`
  expect(level1(text)).toMatch(/^Log: Imported all parcels\n/)
})

test('level 1 shows the finished phase, not an earlier step of the same phase', () => {
  const text =
    '# Project State\n\n## Current Position\n\nPhase: 01, COMPLETE\nStatus: Phase 01 complete\n\n' +
    '## Session Continuity\n\nLast session: 2026-05-27T18:30:36Z\nStopped at: Phase 1 context gathered\n'
  expect(level1(text)).toContain('Phase 01 complete')
  expect(level1(text)).not.toContain('context gathered')
})

test('level 1 shows the goal below a next-step heading as part of that step', () => {
  const text = '# Notes\n\n## Next: slice 4, bulk labels\n\n**Goal:** Print 50 labels in one job.\n'
  expect(level1(text)).toBe('Next: slice 4, bulk labels\ngoal: Print 50 labels in one job.')
})

test('level 1 reads a file titled Progress whose sections have no dates as a plan, not as a log', () => {
  const text =
    '# Progress\n\n## Completed features\n\n### Core\n\n- [x] Read the feed\n- [ ] Score the shops\n\n## Planned\n\n- [ ] Print labels\n\n## Known issues\n\n- The fan is loud\n'
  expect(level1(text)).toBe('Goal: Score the shops\nGoal: Print labels\nDebt: The fan is loud')
})

test('level 1 reads the bullets of a journal whose headings are bare dates', () => {
  const text =
    '# Development journal\n\n## 2026-04-29\n\n- Read the quota from the log\n- Wrote the manual\n\n## 2026-04-28\n\n- Made the repository\n'
  expect(level1(text, 500)).toBe(
    'Log (Apr 29): Read the quota from the log\nLog (Apr 29): Wrote the manual\nLog (Apr 28): Made the repository',
  )
})

test('level 1 shows the next steps of only the last session when one day has several', () => {
  const session = (task: string, step: string): string =>
    `## Session: 2026-02-25 (${task})\n\n### Completed\n\n- Built ${task}\n\n### Next Steps\n\n- ${step}\n\n`
  const shown = level1(session('Task 4', 'Test the bridge') + session('Task 5', 'Package the plugin'), 500)
  expect(shown).toContain('Next: Package the plugin')
  expect(shown).not.toContain('Goal: Test the bridge')
})

test('level 1 keeps the next steps below a title with a date', () => {
  expect(level1('# Session notes - 2026-01-21\n\n## Next Steps\n\n1. Rebuild the solver\n')).toContain(
    'Next: Rebuild the solver',
  )
})

test('level 1 leaves out a debt whose first sentence ends with (FIXED), and the finished bullets of a goal', () => {
  const text =
    '# Notes\n\n## Known bugs\n\n1. The backward mode was broken (FIXED). It divided by times of another shape, which fails to broadcast, and put a zero into the first bin of each window.\n2. The parser drops the last line.\n\n' +
    '## Next steps\n\n- Go on with the plan:\n  - ✅ Task 1: sudo\n  - [x] Task 2: switch\n  - Task 3: the folder\n'
  const shown = level1(text)
  expect(shown).not.toContain('backward')
  expect(shown).toContain('Debt: The parser drops the last line.')
  expect(shown).toContain('Next: Go on with the plan: Task 3: the folder')
})

test('level 1 keeps a goal open when its text says to complete something', () => {
  expect(level1('# Notes\n\n## Goals\n\n- [ ] Audio pipeline - Complete audio to text flow\n')).toContain(
    'Goal: Audio pipeline',
  )
})

test('level 1 keeps the first sentence of a long state, which says what the other sentences are about', () => {
  const text = `# Notes\n\n## Current State\n\nThe importer is live. ${'It reads the feed of one carrier each hour. '.repeat(12)}The printer waits for paper.\n`
  expect(level1(text)).toMatch(/^State: The importer is live\. … .*The printer waits for paper\./)
})

test('level 1 shows the first and the last paragraph of a text without headings', () => {
  const text = `${'[Coding] Routed the first folder, and checked it with a request to the server.\n\n'.repeat(20)}Result: all routes work.\n`
  expect(
    level1(text)
      .split('\n')
      .map(line => line.slice(0, 30)),
  ).toEqual(['No records in 41 lines: [Codin', 'Last: Result: all routes work.'])
})

test('level 1 does not take an aside in parentheses for the next step', () => {
  const text = `# Notes\n\n## Current State\n\n${'The players are ranked by their wins. '.repeat(8)}New ones are shown (they start at the average). The rest is stable.\n`
  expect(level1(text)).not.toMatch(/^State: start at/)
})

test('level 1 gives a heading that is a record the first words below it', () => {
  const text =
    '# Notes\n\n## Learnings\n\n### Reconnection\n\nThe first minute retries every two seconds.\n\n' +
    '## Known issues\n\n### RAR skip is missing\n\nThe importer unpacks every file.\n'
  expect(level1(text)).toBe(
    'Debt: RAR skip is missing: The importer unpacks every file.\nLearned: Reconnection: The first minute retries every two seconds.',
  )
})

test('level 1 keeps the order of undated debts and references in free notes', () => {
  const text =
    '# Notes\n\n## Known issues\n\n- The tray light stays on\n- The font is missing\n\n## Key files\n\n- `src/a.ts` — the queue\n- `src/b.ts` — the printer\n'
  expect(level1(text, 300).match(/light|font|queue|printer/g)).toEqual(['queue', 'printer', 'light', 'font'])
})

test('level 1 keeps the start of a state whose end alone would begin inside a sentence', () => {
  const text =
    '# Notes\n\n## Current State\n\nThe gap and reconnect path of the importer was already in place, and what was missing for the people who run it at night was a way to count ' +
    'the lost events of each carrier without parsing the logs of the server. It counts them.\n'
  expect(level1(text, 45)).toMatch(/^State: The gap and reconnect path.*… It counts them\.$/)
})

test('level 1 spends what is left of the budget on the start of a long row', () => {
  const row = (day: number, words: number): string =>
    `- 2026-05-0${day}: ${'Wrote another long part of it. '.repeat(words)}\n`
  const text = `# Notes\n\n## Session Log\n\n${row(2, 3)}${row(1, 60)}`
  expect(level1(text, 100).split('\n')[1]).toMatch(/^Log \(May 1\): .{100,}/)
})

test('level 1 names the heading of goals that are not for now', () => {
  const text = '# Notes\n\n## Next steps\n\n- Print labels\n\n## Optional follow-ups\n\n- A second printer\n'
  expect(level1(text)).toBe('Next: Print labels\nGoal (optional): A second printer')
})

test('level 1 says that a plan is done when nothing else tells where the work stands', () => {
  const text =
    '# Progress\n\n## Milestones\n\n- [x] Boot\n- [x] Shell\n- [x] Files\n\n## Known issues\n\n- The fan is loud\n'
  expect(level1(text)).toBe('State: all 3 goals are done\nDebt: The fan is loud')
})

test.each([
  [
    'items below a priority',
    '## TODO\n\n### Priority 1\n\n- [ ] fix crash\n- [ ] fix login\n',
    ['fix crash', 'fix login'],
  ],
  [
    'a log titled as the file',
    '# Session Log\n\n- 2026-03-05: wrote the parser\n\n## Blockers\n\n- CI down\n',
    ['wrote the parser', 'CI down'],
  ],
  [
    'numbered parts of a log',
    '# Progress\n\n## Phase 1: Setup\n\nRepository made.\n\n## Phase 2: Import\n\nFeed read.\n',
    ['Setup', 'Import'],
  ],
  [
    'steps below a dated state',
    '## Current Status (2026-03-01)\n\nWorking.\n\n### Next Steps\n\n- Write the loop\n',
    ['Write the loop'],
  ],
  [
    'dependencies that hold the work up',
    '## Dependencies\n\n- **Legal**: contract has to be signed\n- `auth` service: migration pending\n',
    ['contract', 'migration'],
  ],
  [
    'what outside people owe',
    '## Blockers & Dependencies\n\n### External Dependencies\n\n- Waiting for API access\n',
    ['API access'],
  ],
  [
    'goals with a remark in parentheses',
    '## TODO\n\n- [ ] Import job done (only for CSV; XLSX missing)\n',
    ['Import job'],
  ],
  [
    'a bug of which one half is fixed',
    `## Known issues\n\n- The backward mode was broken (FIXED). The forward mode still divides by zero when the list is empty, ${'and so on '.repeat(9)}\n`,
    ['backward mode'],
  ],
  ['blockers that must be resolved', '## Blockers that must be resolved\n\n- key missing\n', ['key missing']],
  [
    'debts about obsolete things',
    '## Technical Debt\n\n### Obsolete dependencies\n\n- request has a CVE\n',
    ['request has a CVE'],
  ],
  [
    'a state beside a finished phase',
    '## Status\n\nPhase 3 complete.\n\n## Where we are\n\nPhase 3 review with Ana is pending.\n',
    ['Phase 3 complete', 'review with Ana'],
  ],
  [
    'a step with a word in parentheses',
    '## Next: port the fence parser (Rust)\n\nKeep the API.\n',
    ['port the fence parser (Rust)'],
  ],
])('level 1 shows %s', (_, text, words) => {
  const shown = level1(text.startsWith('# ') ? text : `# Notes\n\n${text}`, 400)
  for (const word of words) expect(shown.replaceAll(/^(?:Sections|L\d+ ).*$/gm, '')).toContain(word)
})

test('level 1 does not take the state of a part of the code for the state of the work', () => {
  const text =
    '# Notes\n\n## Current database state\n\nThe users table has 3 columns.\n\n## Current Status\n\nImport half done.\n'
  expect(level1(text)).toMatch(/^State: Import half done\./)
})

const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega '

test('level 1 keeps the state beside a next step that fills most of the budget', () => {
  const words = (count: number) => GREEK.repeat(3).split(' ').slice(0, count).join(' ')
  const fields = `- **Current Bead**: bd-x7y8 (rate limiter)\n- **Last Checkpoint**: 2026-11-18T14:30:00Z\n- **Reasoning State**: Limiter is done and ${words(36)}\n- **Next**: ${words(56)}\n`
  expect(level1(`# N\n\n## Session Continuity\n\n### Active Context\n${fields}`)).toContain('Limiter is done')
})

test('level 1 begins a next step at the first word that names it', () => {
  const text =
    '# N\n\n## Session Log\n\n- 2026-07-08: pool-a (18 nodes) drained and replaced, no customer saw anything. ' +
    'Next session: drain pool-b one node at a time, start with the six that carry no volumes\n'
  expect(level1(text, 30)).toContain('Next session: drain pool-b one node at a time, start with the six')
})
