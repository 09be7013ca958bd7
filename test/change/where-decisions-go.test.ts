import { expect, test } from 'vitest'
import { changeNotes } from '../../src/change/change-notes.ts'
import type { DecisionDraft } from '../../src/notes/kinds/decision.ts'

const draft = (title: string, at = '2026-06-01T10:00:00Z'): DecisionDraft => ({
  kind: 'decision',
  at,
  title,
  decision: `Do ${title}`,
  rationale: 'because',
  evidence: [],
  scenarios: [],
})

const add = (text: string, ...drafts: DecisionDraft[]) =>
  changeNotes(
    text,
    drafts.map(one => ({ do: 'add', draft: one })),
    {},
  )

test('decision add continues a series of ids only if half of the decisions in the section have one', () => {
  const log = (...ids: string[]) =>
    `## Decision Log\n${ids.map((id, at) => `- ${id}${id && ': '}Choice ${at}\n`).join('')}\nSee D-41 and DISS-009.\n`
  expect(add(log('D-1', '', 'D-3'), draft('Next')).text).toContain('- D-42 2026')
  expect(add(log('DISS-001', '', ''), draft('Next')).text).not.toContain('DISS-002')
  expect(add(log('', ''), draft('Next')).text).toContain('- 2026-06-01')
})

test('decision add opens a new dated section beside the newest one', () => {
  const section = (day: string) => `## Decision Log — ${day} (Event)\n\n- Choice of ${day}\n`
  const down = add(`# N\n\n${section('2026-05-12')}\n${section('2026-04-01')}`, draft('One'), draft('Two'))
  expect(down.text.match(/^## .*$/gm)).toEqual([
    '## Decision Log — 2026-06-01 (Two)',
    '## Decision Log — 2026-06-01 (One)',
    '## Decision Log — 2026-05-12 (Event)',
    '## Decision Log — 2026-04-01 (Event)',
  ])
  const up = add(
    `# N\n\n${section('2026-04-01')}\n${section('2026-05-12')}\n## Blockers\n- x\n`,
    draft('One'),
  )
  expect(up.text.match(/^## .*$/gm)).toEqual([
    '## Decision Log — 2026-04-01 (Event)',
    '## Decision Log — 2026-05-12 (Event)',
    '## Decision Log — 2026-06-01 (One)',
    '## Blockers',
  ])
})

test('decision add joins the dated section of the same day', () => {
  const text =
    '# N\n\n## Decision Log — 2026-06-01 (Event)\n\n- Choice\n\n## Decision Log — 2026-04-01\n\n- Old\n'
  expect(add(text, draft('One')).text.match(/^## .*$/gm)).toHaveLength(2)
})

test('decision add uses the newest of several filled sections and says so', () => {
  const text = '## Decision Log\n- 2026-05-02 New\n\n## Goals\n- [ ] x\n\n## Decision Log\n- 2026-01-02 Old\n'
  const { text: after, notes } = add(text, draft('One'))
  expect(after.indexOf('Do One')).toBeLessThan(after.indexOf('## Goals'))
  expect(notes).toEqual(['2 sections hold such records; used the newest, "Decision Log" at line 1'])
})

test('decision add fills a table of titles and outcomes', () => {
  const table = '## Decisions\n\n| Date | Title | Outcome |\n|---|---|---|\n| 2026-01-02 | Cache | Redis |\n'
  expect(add(table, draft('Use X')).text).toContain(
    '| 2026-06-01 | Use X | Do Use X<br>**Rationale**: because |',
  )
})
