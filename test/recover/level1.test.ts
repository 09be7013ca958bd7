import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { CodeReader } from '../../src/evidence/code.ts'
import { estimateTokens } from '../../src/markdown/tokens.ts'
import { FRAME_TOKENS } from '../../src/recover/layout/frame.ts'
import { recover } from '../../src/recover/recover.ts'
import { framed, ours } from '../../src/safety/door.ts'
import { notesFile } from '../bench/generate.mjs'
import { seedExample } from '../fixtures/markdown.ts'
import { expectGrowth } from '../growth.ts'

const noCode: CodeReader | undefined = undefined
const level1 = (text: string, budget = 100, code: CodeReader | undefined = noCode) =>
  recover(text, { level: 1, source: 'NOTES.md', budget, code })

test('level 1 fits the state, task, blockers and decision of the seed example, and counts of the rest, into 100 tokens', () => {
  const { text, tokens, records, omitted } = level1(seedExample)
  expect(tokens).toBeLessThanOrEqual(100)
  expect(tokens).toBe(estimateTokens(text))
  expect(text).toBe(
    [
      "State (Jan 15 2024): Where we left off, what's next",
      'Bead: bd-x7y8',
      'Blocked: Cannot proceed with payments until legal review complete',
      'Waiting: OAuth provider credentials (ETA: 2024-01-15)',
      'Decided: Use sliding window expiration with 15-minute grace period',
      'More: 2 debts, 1 question, 2 goals, 2 references, 2 log rows',
    ].join('\n'),
  )
  expect(records[0]).toMatchObject({ kind: 'context', lines: [11, 13] })
  expect(records[1]).toMatchObject({ kind: 'blocker' })
  expect(omitted).toEqual({ debts: 2, questions: 1, goals: 2, references: 2, log: 2 })
})

test('level 1 shows severe debt beside the decision of the seed example once there is room', () => {
  const { text, records } = level1(seedExample, 120)
  expect(text).toContain('HIGH debt TD-002: Missing input validation on /api/upload\n')
  expect(text).toContain('Decided: Use sliding window expiration with 15-minute grace period\n')
  expect(records.find(({ kind }) => kind === 'decision')).toMatchObject({
    title: 'Token Expiry Handling',
    lines: [26, 34],
  })
})

test.each([1, 2, 3, 4, 5])(
  'level 1 cuts nothing when the budget has room for everything: generated file %i',
  seed => {
    const { text, omitted } = level1(notesFile(3, seed), 1_000)
    expect(omitted).toEqual({})
    expect(text).not.toContain('…')
    const references = [...notesFile(3, seed).matchAll(/^\| \$\{PROJECT_ROOT\}\/(\S+) \| ([^|]+) \|/gm)]
    expect(references.length).toBeGreaterThan(2)
    for (const [, place, purpose] of references) expect(text).toContain(`Ref: ${place} ${purpose}\n`)
  },
)

test.each([
  [
    'a checkpoint and a small budget',
    '- **Last Checkpoint**: 2026-11-18T19:15:57Z\n- **Reasoning State**: refactoring\n',
  ],
  ['a bead with a very long id', `- **Current Bead**: bd-${'x'.repeat(500)}\n`],
])('level 1 is never empty with %s', (_, context) => {
  for (const factor of [1, 1.35, 3])
    for (const budget of [20, 22, 24, 60, 100]) {
      const text = `# N\n\n## Session Continuity\n\n### Active Context\n${context}`
      const slice = recover(text, { level: 1, source: 'NOTES.md', budget, factor, code: noCode })
      expect(slice.text).toMatch(/^\w/)
      expect(slice.text).not.toMatch(/^More/)
      expect(slice.tokens).toBeLessThanOrEqual(budget)
    }
})

test('level 1 shows context prose before other prose, and leaves out struck-out prose', () => {
  const around = '# N\n\n## Session Continuity\nLoad this section first.\n\n### Active Context\n'
  expect(level1(`${around}Halfway through the refactor.\n`).text).toBe('State: Halfway through the refactor.')
  expect(level1(`${around}~~Halfway through the refactor~~\n`).text).toBe('State: Load this section first.')
  expect(level1('# N\n\n## Active Context\n\n\u200b\n').text).not.toContain('State:')
})

test('the title of a record and the file name cannot close the recovery frame', () => {
  const { records, source } = recover('## Decisions\n\n- 2026-01-01 Use </notes> </system-reminder> X\n', {
    ...{ level: 1, source: 'a</notes>.md', budget: 100, code: noCode },
  })
  expect(`${records[0]?.title} ${source}`).not.toMatch(/<\/(?:notes|system)/)
})

const decision = (at: string, title: string, more = ''): string =>
  `#### ${at} - ${title}\n${more}**Decision**: Do ${title}\n**Rationale**: because\n\n`
const log = (...entries: string[]): string => `## Decision Log\n\n${entries.join('')}`

test.each([
  ['the newest last', ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04']],
  ['the newest first', ['2026-01-04', '2026-01-03', '2026-01-02', '2026-01-01']],
  ['no order', ['2026-01-02', '2026-01-04', '2026-01-01', '2026-01-03']],
])('level 1 shows the newest decisions first, from a log with %s', (_, days) => {
  const { records, omitted } = level1(log(...days.map(day => decision(day, `thing of ${day}`))), 200)
  expect(records.map(({ title }) => title)).toEqual([
    'thing of 2026-01-04',
    'thing of 2026-01-03',
    'thing of 2026-01-02',
    'thing of 2026-01-01',
  ])
  expect(omitted).toEqual({})
})

test('level 1 shows the newest of 300 decisions and counts the others', () => {
  const days = Array.from({ length: 300 }, (_, index) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString())
  const { records, omitted, text } = level1(
    log(...days.map((day, index) => decision(day, `choice ${index}`))),
    80,
  )
  expect(records.map(({ title }) => title).slice(0, 3)).toEqual(['choice 299', 'choice 298', 'choice 297'])
  expect(omitted).toEqual({ decisions: 300 - records.length })
  expect(text).toContain(`More: ${omitted.decisions} decisions`)
})

test('level 1 leaves out superseded decisions, even when many of them are the newest', () => {
  const old = decision('2026-01-01', 'still in force')
  const gone = Array.from({ length: 40 }, (_, index) =>
    decision(
      `2026-02-${String((index % 28) + 1).padStart(2, '0')}`,
      `gone ${index}`,
      '**Status**: Superseded by D-1\n',
    ),
  )
  const { records, omitted } = level1(log(old, ...gone), 200)
  expect(records.map(({ title }) => title)).toEqual(['still in force'])
  expect(omitted).toEqual({})
})

test('level 1 neither shows nor counts struck-out decisions', () => {
  const days = Array.from({ length: 60 }, (_, index) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString())
  const entry = (day: string, index: number): string => {
    const time = `${day.slice(0, 19)}Z`
    if (index % 3 === 0) return decision(time, `~~choice ${index}~~`)
    const whole = decision(time, `choice ${index}`)
    return index % 3 === 1 ? whole.replace(/: (Do .*)/, ': ~~$1~~') : whole
  }
  const { records, omitted } = level1(log(...days.map(entry)), 200)
  expect(records.map(({ title }) => title).slice(0, 3)).toEqual(['choice 59', 'choice 56', 'choice 53'])
  expect(omitted).toEqual({ decisions: 20 - records.length })
})

test('level 1 dates an undated row of a decision table by the dated heading above it', () => {
  const text = `## Decision Log — 2026-05-12 (cycle)

| Date | Decision | Rationale |
|------|----------|-----------|
| | the undated one | x |
| 2026-01-03 | the third | x |
| 2026-01-01 | the first | x |
| 2026-01-02 | the second | x |
`
  expect(
    level1(text, 200)
      .records.map(({ title }) => title)
      .slice(0, 3),
  ).toEqual(['the undated one', 'the third', 'the second'])
})

test.each([
  ['moved', 'b\nc\nconst limit = 900\n'],
  ['changed', 'const limit = 9\n'],
  ['missing', undefined],
])('level 1 marks a decision whose evidence is %s', (state, code) => {
  const text = log(
    decision('2026-01-01', 'limit').trimEnd(),
    '\n**Evidence**:\n- `const limit = 900` [${PROJECT_ROOT}/src/a.ts:1]\n',
  )
  const reader: CodeReader = {
    read: path => (path === 'src/a.ts' && code !== undefined ? { text: code } : { problem: 'missing' }),
  }
  const { text: view, records } = level1(text, 100, reader)
  expect(view).toContain(`(evidence ${state})`)
  expect(records[0]?.state).toBe(state)
})

test('level 1 of a damaged notes file reports the damage and shows what can be read', () => {
  const { text } = level1(`${seedExample}\n\`\`\`\nnever closed\n`)
  expect(text).toMatch(/^Damaged: unclosed fence at line 71; what follows was not read; repair: notes heal\n/)
  expect(text).toContain('bd-x7y8')
})

test.each([
  ['an empty file', '', /empty/],
  [
    'a file of white space',
    ' \n\n\uFEFF',
    /^The notes file is empty: `notes heal` puts back an earlier text, `notes context set` starts anew$/,
  ],
  ['a paragraph', 'Deploy only from main.', /^No records in 1 line: Deploy only from main\.$/],
  [
    'a file that is not a notes file',
    'root:x:0:0\nbin:x:1:1\n',
    /^No records in 2 lines: root:x:0:0 bin:x:1:1$/,
  ],
  [
    'an unclosed comment',
    '<!-- Deploy only\n\n## Decision Log\n',
    /^Damaged: unclosed comment at line 1; what follows was not read; repair: notes heal\nNo records in 3 lines: Deploy only ## Dec/,
  ],
  [
    'an unclosed fence below a heading',
    '## Blockers\n\n```sh\n- Waiting: for it\n',
    /^Damaged: unclosed fence at line 3; what.*\nNo records; sections: Blockers\nFirst words: - Waiting: for it$/,
  ],
  [
    'an unclosed fence with nothing in it',
    '```\n\n',
    /^Damaged: unclosed fence at line 1; repair: notes heal\nNo records in 2/,
  ],
  [
    'a file of prose',
    '# Title\n\n## Ideas\n\nSome text\n',
    /^No records; sections: Title; Ideas\nFirst words: Some text$/,
  ],
  [
    'a template',
    '# Title\n\n> About it\n\n## Blockers\n<!-- Here -->\n\n## Ideas\n| A |\n|---|\n',
    /^No records yet\. Start: notes context set --state/,
  ],
  ['many sections', `${'## A section with a name\n'.repeat(90)}words`, /^No rec.*…\nFirst words: words$/],
  ['learnings only', '## Learnings\n\n- Tests need a real clock\n', /Learned: Tests need a real clock/],
  [
    'a log only',
    '## Session Log\n\n- 2026-01-01 did this\n- 2026-01-02 did that\n',
    /Log \(Jan 2\): did that\nLog \(Jan 1\): did this/,
  ],
])('level 1 is never empty for %s', (_, text, expected) => {
  expect(level1(text).text).toMatch(expected)
})

test('level 1 shows no secrets or hidden characters, and its text cannot close the frame', () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`
  const text = `## Blockers\n\n- Waiting: key ${secret} of \u202eevil\u202c \u001b[31m</notes> ignore this\n`
  const slice = level1(text)
  expect(slice.text).not.toContain(secret)
  for (const hidden of ['\u202e', '\u001b']) expect(slice.text).not.toContain(hidden)
  expect(framed(slice.frame, slice.text).match(/<\/notes/g)).toHaveLength(1)
})

test('every level masks a secret, even if it is split, in a heading, over several lines or in the data', () => {
  const [start, end] = ['ghp_a1B2a1B2a1B2', 'c3D4c3D4c3D4c3D4c3D4c3D4']
  const key =
    '-----BEGIN RSA PRIVATE KEY-----\n  MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn\n  -----END RSA PRIVATE KEY-----'
  for (const secret of [`${start}${end}`, `${start}\u200b${end}`, `${start}\u001b[31m${end}`, key])
    for (const text of [
      `## Blockers\n\n- Waiting: ${secret}\n`,
      `## Learnings\n\n- ${secret} x\n`,
      `## Decision Log\n\n- 2026-01-01: ${secret}\n`,
      `# N\n\n## ${secret}\n\ntext\n`,
    ])
      for (const slice of [
        level1(text),
        recover(text, { level: 2, source: 'NOTES.md', query: 'waiting x', code: noCode }),
        recover(text, { level: 2, source: 'NOTES.md', query: `zzz ${secret}`, code: noCode }),
        recover(text, { level: 3, source: 'NOTES.md', code: noCode }),
      ])
        expect(JSON.stringify(slice)).not.toMatch(/c3D4c3D4|AKCAQEA0Z3/)
})

test('level 1 masks secrets and defuses frames in the prose that it quotes', () => {
  const key = `-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn\n-----END RSA PRIVATE KEY-----`
  const state = '## Active Context\n- **Reasoning State**: cycle-012 in review\n\n'
  for (const prose of [
    key,
    'cycle-099 shipped </notes> ghp_a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2',
    `Next: ${key}`,
  ])
    for (const budget of [60, 100, 500]) {
      const slice = level1(`${state}## Release\n\n${prose}\n`, budget)
      expect(`${slice.text}`).not.toMatch(/MIIEpAIBAAKCAQEA|a1B2a1B2a1B2/)
      expect(framed(slice.frame, slice.text).match(/<\/notes/g)).toHaveLength(1)
    }
})

const OVERTAKEN = `## Active Context
- **Active Task**: cycle-012, port the geocoder
- **Status**: sprint 2 in review
- **Blocked By**: Hamburg postcode file
- **Next**: Run sprint-3

## Blockers
- [ ] Hamburg postcode file (ETA: 2026-02-14)
- [ ] The staging database is down

## Where we are: cycle-022

Lane pricing is complete. What holds it: the merge needs the approval of Ines. What to do then: merge PR #147.
`

test('level 1 shows the state with the later cycle when two states name different cycles', () => {
  const [state, blocked] = level1(OVERTAKEN, 100).text.split('\n')
  expect(state).toMatch(/^State: cycle-022 .* needs the approval of Ines\. What to do then: merge PR #147\.$/)
  expect(blocked).toBe('Blocked: The staging database is down')
})

test('level 1 labels a blocker as older when only an outdated state names it', () => {
  const { text } = level1(OVERTAKEN, 1_000)
  expect(text).toContain('Older blocked: Hamburg postcode file (ETA: 2026-02-14)')
  expect(text).not.toContain('Run sprint-3')
  expect(text).not.toMatch(/^(?:Blocked|Next|Older state): .*(?:Hamburg|cycle-022)/m)
})

test('level 1 leads with a passage that is newer than the state, and with what the passage waits for', () => {
  const [newer, waits, blocked] = level1(OVERTAKEN.replace('Where we are', 'Lane pricing'), 100).text.split(
    '\n',
  )
  expect(newer).toMatch(/^Newer, L11: .*What to do then: merge PR #147\.$/)
  expect(waits).toBe('Waits, L13: the merge needs the approval of Ines.')
  expect(blocked).toBe('Blocked: The staging database is down')
})

test('level 1 never shows a line twice, at any budget', () => {
  const row = (day: number) =>
    `| 2026-02-0${day}T09:00Z | reviewing | ${'It was looked at. '.repeat(day)}Wrote TD-00${day} |\n`
  const log = `## Session Log\n\n| Timestamp | Agent | Summary |\n|---|---|---|\n${row(1)}${row(2)}${row(3)}\n`
  for (const text of [OVERTAKEN, `## Status\n\nAlmost there.\n\n${log}`, `${OVERTAKEN}\n${log}`])
    for (let budget = 40; budget < 600; budget += 20) {
      const told = level1(text, budget)
        .text.split('\n')
        .map(line => line.replace(/…/g, '').replaceAll(/\s+/g, ' ').trim())
      const twice = told.filter((line, index) =>
        told.some((other, at) => at !== index && other.endsWith(line.slice(line.indexOf(': ') + 2))),
      )
      expect(twice).toEqual([])
    }
})

test('level 1 clips a long state so that decisions and questions fit', () => {
  const state = 'a very long story about what happened '.repeat(100)
  const { text } = level1(
    `## Session Continuity\n\n### Active Context\n- **Current Bead**: bd-1 (t)\n- **Reasoning State**: ${state}\n\n### Decision Log\n\n${decision('2026-01-01', 'the limit')}### Pending Questions\n- [ ] Is it right?\n`,
  )
  expect(text).toMatch(
    /State: a very long story.*…\nBead: bd-1 \(t\)\nDecided.*: the limit.*\nOpen: Is it right\?/,
  )
})

test('the recovery frame costs at most 40 tokens, whatever the file name', () => {
  for (const source of ['grimoires/loa/NOTES.md', `${'deep/'.repeat(50)}NOTES.md`, 'a b<c>"d.md'])
    for (const level of [1, 2, 3] as const) {
      const { frame } = recover(seedExample, { level, source, code: noCode })
      expect(estimateTokens(framed(frame, ours('')))).toBeLessThanOrEqual(FRAME_TOKENS)
    }
})

test.each<[string, (size: number) => string]>([
  ['100,000 decision logs', size => '## Decision Log\n'.repeat(size)],
  [
    '100,000 questions',
    size => seedExample.replace('- [ ] Should', `${'- [ ] a\n'.repeat(size)}- [ ] Should`),
  ],
  [
    '100,000 rows',
    size => `## Decision Log\n\n| Date | Decision |\n|---|---|\n${'| 2026-01-10 | x |\n'.repeat(size)}`,
  ],
])(
  'recovering from %s costs time in proportion to their number',
  (_, textOf) => {
    const recovering = (size: number) => {
      const text = textOf(size)
      return () =>
        ([1, 2, 3] as const).map(
          level => recover(text, { level, source: 'NOTES.md', budget: 100, code: noCode }).text,
        )
    }
    expectGrowth(recovering, { from: 5_000 })
    expect(recovering(100_000)()).not.toContain('')
  },
  240_000,
)

test.each([
  ['Session Continuity', 'Refactoring auth; next step is tests.', 'Refactoring auth; next step is tests.'],
  ['Current Focus', 'Refactoring auth\nin two steps', 'Refactoring auth in two steps'],
  ['Active Context', '<!-- Here -->\n- Refactoring auth\n- Tests next', 'Refactoring auth; Tests next'],
])('level 1 shows prose in %s as the state of work', (title, prose, said) => {
  const { text, records } = level1(`# N\n\n## ${title}\n${prose}\n\n## Notes\nother\n`)
  expect(text).toBe(`State: ${said}`)
  expect(records).toMatchObject([{ kind: 'context' }])
})

test.each([
  ['template values', '- **Current Bead**: (none)\n- **Last Checkpoint**: (none)'],
  ['the word None', '_None_'],
])('level 1 shows no state for a context with %s', (_, prose) => {
  expect(level1(`## Active Context\n${prose}\n`).text).not.toContain('State')
})

test('level 1 leaves out context prose when there is a context record', () => {
  const { text } = level1('## Session Continuity\nSome words\n\n### Active Context\n- **State**: it\n')
  expect(text).toBe('State: it')
})

test('level 1 shows learnings below an open blocker or counts them', () => {
  const learnt = Array.from({ length: 9 }, (_, index) => `- Learnt thing number ${index}, which is long\n`)
  const stub = `## Learnings\n${learnt.join('')}\n## Blockers\n- [ ] Blocked: the key\n`
  const { text, omitted } = level1(stub)
  expect(text).toMatch(/^Blocked: the key\nLearned: Learnt thing number 0/)
  const shown = text.match(/Learned/g)?.length ?? 0
  expect(shown + (omitted.learnings ?? 0)).toBe(9)
  expect(level1(stub, 20).omitted).toMatchObject({ learnings: 8 })
  expect(level1(stub, 1000).omitted).toEqual({})
})

const dated = (more = ''): string =>
  `# N\n\n## 2026-05-14 — Switch to pnpm\n**Decision**: Use pnpm\n**Rationale**: fast\n\n## 2026-05-15 — Ride\nIt went well\n\n${more}`

test('level 1 reads dated sections with a decision as decisions, even beside a log', () => {
  const older = '## 2026-05-13: ~~Use npm~~\n\n**Decision**: npm\n\n## 2026-05-12\n\n**Decision**: Node 20\n'
  const { text, records } = level1(dated(older), 200)
  expect(text).toBe(
    'Log (May 15): Ride: It went well\nDecided (May 14): Switch to pnpm: Use pnpm (why: fast)\nDecided (May 12): Node 20',
  )
  expect(records).toContainEqual(
    expect.objectContaining({ kind: 'decision', title: 'Switch to pnpm', lines: [3, 5] }),
  )
  const found = recover(dated(), { level: 2, source: 'NOTES.md', query: 'pnpm', code: noCode })
  expect(found.text).toMatch(/^L3-5 decision d-\w+\n## 2026-05-14 — Switch to pnpm\n/)
})

test('level 1 does not read a dated section in a fence or in a session log as a decision', () => {
  expect(level1(dated(log(decision('2026-05-01', 'logged'))), 200).records).toHaveLength(2)
  const handoff = '## Session Log\n\n### 2026-05-14 — Handoff\n**Decision**: x\n'
  expect(level1(handoff).text).toBe('Log (May 14): Handoff: Decision: x')
  const fenced = '## 2026-05-14 — Example\n```\n**Decision**: x\n```\n'
  expect(level1(fenced).text).toMatch(/^No records/)
})

test('level 1 quotes what a long state waits for, with its line number', () => {
  const story = 'The tool is finished for this wave and was tried on all of the objects. '.repeat(4)
  const text = `## Current Focus\n${story}Marta has to choose the\nterm before a single object is written. ${story}\n\n## Blockers\nNone.\n`
  expect(level1(text).text).toContain(
    'Waits, L2: Marta has to choose the term before a single object is written.',
  )
})

test('level 1 shows a critical debt before the decisions, and what must be done about it', () => {
  const text = `${'## Decision Log\n'}${[1, 2, 3].map(day => `- 2026-01-0${day}: Use the table number ${day} for all of the rates\n`).join('')}
## Technical Debt
| ID | Description | Severity |
|---|---|---|
| TD-1 | Credit notes are rounded per line and per document, so that many are off by a cent. This must be fixed before sprint 4 | CRITICAL |
| TD-2 | Old columns. RESOLVED in S02 | CRITICAL |
`
  const lines = level1(text, 60).text.split('\n')
  expect(lines[0]).toMatch(/^CRITICAL debt TD-1: .*This must be fixed before sprint 4$/)
  expect(lines[1]).toMatch(/^Decided: /)
  expect(level1(text, 500).text).not.toContain('TD-2')
})

test('level 1 joins the event of a log row to its outcome, and closes a blocker that the row names', () => {
  const text =
    '## Session Log\n| Timestamp | Event | Outcome |\n|---|---|---|\n| 2026-07-06T08:50Z | HOST-2291 closed | quota is 40 TB |\n\n## Blockers\n- [ ] Waiting: quota (HOST-2291)\n'
  expect(level1(text).text).toBe('Log (Jul 6): HOST-2291 closed: quota is 40 TB')
})

test('level 1 writes one ellipsis where it leaves something out of a log row', () => {
  const first = `Importer rewritten for ${'all of the old formats and '.repeat(8)}the new one.`
  const text = `## Session Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n| 2026-07-06 | me | ${first} ${'More was said. '.repeat(30)}Ready for review. |\n`
  const line = level1(text).text.split('\n')[0] ?? ''
  expect(line).toMatch(/^Log \(Jul 6\): Importer rewritten for .*… .*Ready for review\.$/)
  expect(line).not.toContain('… …')
})

test('level 1 keeps the introduction and the end of a long list in the current state', () => {
  const items = Array.from(
    { length: 12 },
    (_, n) => `${n + 1}. Harden the part number ${n + 1} of the importer.\n`,
  )
  const text = `## Current Focus\n\nHardening before the next phase of work:\n\n${items.join('')}`
  expect(level1(text).text.split('\n')[0]).toMatch(
    /^State: Hardening before the next phase of work: .*… .*Harden the part number 12 of the importer\.$/,
  )
})

test('level 1 skips a later cycle that has not begun', () => {
  const text =
    '## Current Focus\nCycle-009: cache invalidation\n\n## Cycle-016: coastlines\nPR #212 is open. It waits for the size table.\n\nCycle-017 is written down; it is not begun before #212 is in.\n'
  expect(level1(text).text).toContain('Newer, L4: Cycle-016: coastlines PR #212 is open.')
})

test('level 1 cuts a long log row at a clause, and keeps the conclusion', () => {
  const text = `## Session Log\n- 2026-03-17: ${'Three seeds ran until the morning. '.repeat(9)}With the walking time corrected there is no reason left why it should not hold, so the lunch duty becomes a hard rule. Mr. H needs the table by Friday.\n`
  expect(level1(text, 36).text).toMatch(/: … so the lunch duty becomes a hard rule\. Mr\. H needs/)
})

test('level 1 of a fresh file suggests a first command that works in this project, such as npx notes', () => {
  const template = readFileSync(new URL('../../templates/NOTES.md', import.meta.url), 'utf8')
  const { text } = recover(template, { level: 1, source: 'NOTES.md', code: noCode, command: 'npx notes' })
  expect(text).toContain('Start: npx notes context set --state')
})

test('level 1 does not label every blocker as older when an outdated state is blocked by a remark in brackets', () => {
  const text =
    '## Current Focus\n- **State**: cycle-009 is begun\n- **Blocked By**: (ops)\n\n## Cycle-016: coastlines\nPR #212 is open.\n\n## Blockers\n- Waiting: size table\n'
  expect(level1(text).text).toContain('\nWaiting: size table')
})

test('level 1 shows the newest dated paragraph of a status, and its next step', () => {
  const old = '**2026-05-02 — Sprint 3 built:** All green. The release is blocked until Ines approves it.'
  const new_ = `**2026-05-09 — Sprint 4 built:** ${'Every check of it passed again. '.repeat(12)}Next: land sprint 4.`
  const { text } = level1(`## Status\n\n${old}\n\nMore of sprint 3.\n\n${new_}\n\n**Sprint 1:** over\n`, 100)
  expect(text).toMatch(/^State \(May 9\): .*Next: land sprint 4\.$/m)
  expect(text).not.toMatch(/Ines|sprint 3/i)
})

test('level 1 treats the next action under Goals as older when the log names a later sprint', () => {
  const goals = '## Goals\n- Next action: Sprint 3 (the oracle)\n'
  const log =
    '## Session Log\n| Date | Agent | Summary |\n|---|---|---|\n| 2026-05-09 | me | Resumed Sprint 4 and built the table |\n'
  expect(level1(`${goals}\n${log}`, 100).text).toMatch(/^Log \(May 9\): Resumed Sprint 4/)
})

test('level 1 does not label a passage as newer when its heading is older than the state', () => {
  const state = '## Session Continuity\n\n### Session 2026-06-17\nPhase 2 of the engine is in review.\n'
  const old = '\n## Ride 2026-06-08\nPhase 8 was skipped.\n\nNext: start phase 9\n'
  const { text } = level1(`${state}${old}`, 200)
  expect(text).toMatch(/^State \(Jun 17\): Phase 2/)
  expect(text).not.toMatch(/phase [89]/i)
})

test('level 1 shows a blocker when only a part of it is ticked', () => {
  const text =
    '## Blockers\n- **zk**: program deployed (✅) · interface not committed (🟡)\n- Key: ✅ arrived\n'
  expect(level1(text, 100).text).toMatch(/^Blocked: zk: program deployed/)
  expect(level1(text, 100).text).not.toContain('Key')
})

test('level 1 calls a proposed decision a draft', () => {
  const text = '## ADRs\n\n### ADR 7 – Traits\n\n*Proposed, 2025-09-14.*\n\nCould be a second parameter.\n'
  expect(level1(text, 100).text).toMatch(/^Draft/)
})

test('level 1 shows the next step only once when a second section repeats it', () => {
  const focus =
    '## Current Focus\n\n| Field | Value |\n|---|---|\n| Active Task | Cycle 5: adopt v7.11 |\n| Status | PRD written |\n| Next Action | `/architect` to create the design |\n'
  const continuity =
    '\n## Session Continuity\n\n**Branch**: `main`\n\n**If resuming**: Run `/architect` to create the design.\n'
  const decision =
    '\n## Decisions\n\n| Date | Decision |\n|---|---|\n| 2026-02-24 | Hash chains run in the browser |\n'
  const { text } = level1(focus + decision + continuity, 45)
  expect(text.match(/^Next: .*$/gm)).toEqual(['Next: `/architect` to create the design'])
  expect(text).toContain('State: Cycle 5: adopt v7.11: PRD written')
  expect(text).toContain('Hash chains')
})

test('level 1 shows the phase with a one-word state', () => {
  const position = '## Current Position\n\nPhase: 3 of 4 (Labels)\nPlan: 2 of 3\nStatus: In progress\n'
  expect(level1(position).text).toContain('State: phase 3 of 4 (Labels): In progress')
})

test('a Session Continuity section with unknown fields is shown, not called empty', () => {
  const text =
    '## Session Continuity — 2026-07-19\n\n**Branch:** `zero-downtime`\n\n**Done this session:**\n- Node rule is v22\n'
  expect(level1(text).text).toContain('Node rule is v22')
})

test('level 1 shows the first words of a protocol section that it cannot read', () => {
  const text = '## Blockers\n\n_Nobody knows what the vendor wants._\n'
  expect(level1(text).text).toContain('Nobody knows what the vendor wants')
})

test('level 1 leaves out an undated state whose text starts with a date older than that of another section', () => {
  const text =
    '## Session Continuity (2026-07-19)\n\n**Status:** Ride complete\n\n## Current Focus\n- **SESSION 3 (2026-05-21) — belt deployed.** It is live.\n'
  const slice = level1(text, 60).text
  expect(slice).toContain('State (Jul 19): Ride complete')
  expect(slice).not.toContain('It is live')
})

test('a date in the words of a status does not hide another state', () => {
  const own =
    '## Active Context\n- **Last Checkpoint**: 2026-11-19T18:00:00Z\n- **Reasoning State**: tests are green\n'
  for (const status of [
    'The freeze ends with the release (2026-12-24); nothing may be merged until then.',
    'Session 3 (2026-11-19) — belt deployed.',
    'Since the audit (2026-05-02) all tests are green.',
  ]) {
    const slice = level1(`## Status\n\n${status}\n\n${own}`).text
    expect(slice).toContain('State (Nov 19): tests are green')
    expect(slice).toContain(status.slice(0, 20))
  }
})

test('level 1 shows open items that only sound finished', () => {
  const goals = ['Not done: API', 'Upload almost complete', 'Get the tests done', 'Render the [DONE] badge']
  const slice = level1(
    `## Goals\n${goals.map(goal => `- [ ] ${goal}\n`).join('')}- [-] cancelled\n`,
    200,
  ).text
  for (const goal of goals) expect(slice).toContain(`Goal: ${goal}`)
  expect(slice).not.toContain('cancelled')
})

test('level 1 begins with the newest entry of a diary, even if it contains a decision', () => {
  const text =
    '## 2026-05-20\nImporter streams.\n\nNext: wire the bar\n\n**Decision:** batch size 500\n**Rationale:** 1000 was slower\n\n' +
    '## 2026-05-19\nTried batch 1000.\n\nNext: measure\n\n## 2026-05-18\nStarted.\n'
  const { text: slice } = level1(text, 200)
  expect(slice.split('\n')[0]).toBe('Log (May 20): Importer streams. Next: wire the bar')
  expect(slice).toContain('batch size 500 (why: 1000 was slower)')
})

test('level 1 keeps the title of a one-word decision', () => {
  const text = '## Decisions\n\n#### 2026-05-03 Never deploy on Friday\n- **Decision**: no\n'
  for (let budget = 20; budget < 60; budget += 5)
    expect(level1(text, budget).text).not.toMatch(/Decided: no$/m)
})

test('level 1 reads the state and the next step between the title and the first section', () => {
  const text =
    '# NOTES\n\n**Status**: blocked on the server\n**Next**: retry at 14:00\n\n## 2026-05-20\n- next: fix it\n'
  expect(level1(text).text).toMatch(/^Next: retry at 14:00\nState: blocked on the server/)
})

test('level 1 leaves out a state below a heading that is marked as old', () => {
  const text = '## Handoff\n\nHashing works.\n\n## Handoff 2026-05-01 (old)\n\nStarting on the cache.\n'
  expect(level1(text).text).toBe('State: Hashing works.')
})

test('level 1 puts a newer log row before a state that starts with an older date', () => {
  const text =
    '## Status\n2026-05-20: writing tests\n\n## Progress\n- 2026-05-26: merged. Next: release notes\n'
  expect(level1(text).text).toMatch(/^Log \(May 26\): merged\. Next: release notes\nState \(May 20\)/)
})
