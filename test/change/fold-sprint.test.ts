import { describe, expect, test } from 'vitest'
import { planArchive } from '../../src/change/archive/archive.ts'
import { conserve } from '../../src/change/archive/conserve.ts'
import { type FoldPlan, planFold } from '../../src/change/archive/fold-sprint.ts'
import { readNotes } from '../../src/notes/notes.ts'
import type { ProfileName } from '../../src/notes/profile.ts'
import { recordToJson } from '../../src/notes/to-json.ts'
import { profileExample, profileExamples } from '../fixtures/profiles.ts'

const fold = (text: string, archived?: string, sprint = 'S03'): FoldPlan =>
  planFold(text, archived, { sprint })

/** The records of some files as public JSON, which shares no code with folding. */
function recordsAsJson(...texts: (string | undefined)[]): string[] {
  return texts
    .flatMap(text => {
      const { document, records } = readNotes(text ?? '')
      return records.map(record => {
        const { lines, ...rest } = recordToJson(document, record)
        const kind = rest.kind === 'archive' ? 'decision' : rest.kind
        return JSON.stringify({ ...rest, kind }, (name, value) => (name === 'lines' ? undefined : value))
      })
    })
    .sort()
}

const decision = (level: string, at: string, title: string, status: string): string =>
  `${level} ${at} - ${title}\n${status === '' ? '' : `**Status**: ${status}\n`}**Decision**: Use ${title}\n**Rationale**: It holds\n**Evidence**:\n- \`const a = 1\` [\${PROJECT_ROOT}/src/a.ts:1]\n**Test Scenarios**:\n1. a\n2. b\n3. c\n`

const row = (at: string, summary: string): string => `| ${at} | me | ${summary} |\n`
const logTable =
  '| Timestamp | Agent | Summary |\n|-----------|-------|---------|\n' +
  row('2026-01-05T10:00Z', 'Sprint 3 starts') +
  row('2026-01-07T10:00Z', 'Nameless') +
  row('2026-01-19T10:00Z', 'S03 ends, café → ✓') +
  row('2026-01-21T10:00Z', 'S04 starts')
const debtTable =
  '| ID | Description | Severity | Found By | Sprint |\n|----|-------------|----------|----------|--------|\n' +
  '| TD-001 | ~~N+1 \\| query~~ — `9c4fe73` | MEDIUM | me | S03 |\n' +
  '| TD-002 | Open one | HIGH | me | Sprint 3 |\n' +
  '| TD-003 | ~~Slow start~~ | LOW | me | sprint-03 |\n' +
  '| TD-004 | ~~Later~~ | LOW | me | S04 |\n'

const sam = profileExample('sam')

/** How much of sprint 3 is folded in the example file of each profile. */
const folds: Readonly<Record<ProfileName, FoldPlan['folded']>> = {
  sam: { debts: 2, decisions: 1, logRows: 3 },
  mount: { debts: 2, decisions: 1, logRows: 3 },
  v016: { debts: 1, decisions: 1, logRows: 3 },
  dated: { debts: 0, decisions: 1, logRows: 1 },
  loose: { debts: 1, decisions: 1, logRows: 0 },
}

const twins = profileExamples.flatMap(({ name, text }) =>
  (
    [
      ['LF', text],
      ['CRLF', text.replaceAll('\n', '\r\n')],
      ['a byte order mark', `\uFEFF${text}`],
      ['no final newline', text.trimEnd()],
    ] as const
  ).map(([twin, source]) => [`${name}, ${twin}`, name, source, folds[name]] as const),
)

describe.each(twins)('folding a sprint in the profile %s', (_, profile, text, folded) => {
  const plan = fold(text)

  test('moves closed records out of the notes file, but no open ones', () => {
    expect(readNotes(text).profile).toBe(profile)
    expect(plan.folded).toEqual(folded)
    expect(plan.text.length).toBeLessThan(text.length)
    const open = (from: string) =>
      recordsAsJson(from).filter(json =>
        /"done":false|"status":"in-force"|"kind":"(?:goal|question)"/.test(json),
      )
    expect(open(plan.text)).toEqual(open(text))
  })

  test('neither loses nor changes a record, and keeps the line endings', () => {
    expect(recordsAsJson(plan.text, plan.archiveText)).toEqual(recordsAsJson(text))
    expect(plan.text.startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'))
    expect(/\n$/.test(plan.text)).toBe(/\n$/.test(text))
    for (const written of [plan.text, plan.archiveText ?? ''])
      if (text.includes('\r\n')) expect(written).not.toMatch(/(?<!\r)\n/)
      else expect(written).not.toContain('\r')
  })

  test('puts the summary with its counts first below the sprint heading', () => {
    const lines = (plan.archiveText ?? '').split(/\r?\n/)
    const at = lines.findIndex(line => line.startsWith('## Sprint '))
    expect(lines[at + 2]).toBe(plan.summary)
    expect(lines[at + 2]).toMatch(/^(?:S03|Sprint 3): [1-9]/)
    expect(lines[at + 2]).not.toMatch(/\b0 /)
  })

  test('folds nothing more in a second run', () => {
    const again = fold(plan.text, plan.archiveText)
    expect(again).toMatchObject({
      state: 'nothing-more',
      text: plan.text,
      archiveText: plan.archiveText,
    })
  })

  test('does not fold a record twice after a run that was killed before it wrote the notes file', () => {
    const again = fold(text, plan.archiveText)
    expect([again.text, again.archiveText]).toEqual([plan.text, plan.archiveText])
  })
})

describe('the archive file of folded sprints', () => {
  const plan = fold(sam)

  test('is a page with title, sprint heading, summary and sections', () => {
    expect(plan.archiveText).toBe(
      `# NOTES.md: archive\n\n> Moved here from NOTES.md by \`notes archive\`, word for word.\n\n## Sprint S03\n\nS03: 2 debts resolved, 1 decision superseded, 3 log rows (2026-01-05 – 2026-01-19)\n\n### Discovered Technical Debt\n${debtTable
        .split('\n')
        .filter(line => !/TD-00[24]/.test(line))
        .join('\n')}\n### Decision Archive\n\n${decision(
        '####',
        '2026-01-06T10:00:00Z',
        'Pool in S03',
        'Superseded by Pool two',
      )}\n### Session Continuity Log\n${logTable.replace(row('2026-01-21T10:00Z', 'S04 starts'), '')}`,
    )
  })

  test('has a section for each sprint, which also takes records closed later', () => {
    const both = fold(plan.text, plan.archiveText, 'Sprint 4')
    const later = both.text.replace('| Open one |', '| ~~Open one~~ |')
    const again = fold(later, both.archiveText)
    expect(again.folded).toEqual({ debts: 1, decisions: 0, logRows: 0 })
    expect(again.archiveText?.match(/^## .*|^S0\d: .*/gm)).toEqual([
      '## Sprint S03',
      'S03: 3 debts resolved, 1 decision superseded, 3 log rows (2026-01-05 – 2026-01-19)',
      '## Sprint S04',
      'S04: 1 debt resolved, 1 log row (2026-01-21)',
    ])
    expect(again.archiveText).toContain('sprint-03 |\n| TD-002 | ~~Open one~~ | HIGH | me | Sprint 3 |\n\n')
    expect(recordsAsJson(again.text, again.archiveText)).toEqual(
      recordsAsJson(sam.replace('| Open one |', '| ~~Open one~~ |')),
    )
  })

  test('keeps a hand-edited summary below the new one', () => {
    const edited = plan.archiveText?.replace('(2026-01-05 –', '(a hard one, 2026-01-05 –')
    const { archiveText } = fold(plan.text.replace('| Open one |', '| ~~Open one~~ |'), edited)
    expect(archiveText).toMatch(/## Sprint S03\n\nS03: 3 debts .*\n\nS03: 2 debts .*a hard one/)
  })

  test('keeps what `notes archive` wrote, and takes more archived decisions after a fold', () => {
    const old = planArchive(sam, undefined, { keep: 9, keepArchived: 0 })
    const folded = fold(old.text, old.archiveText)
    expect(folded.archiveText?.startsWith(old.archiveText ?? '?')).toBe(true)
    const more = planArchive(plan.text, plan.archiveText, { keep: 0, keepArchived: 0 })
    expect(recordsAsJson(more.text, more.archiveText)).toHaveLength(recordsAsJson(sam).length)
    expect(more.archiveText).toMatch(/\n## Decision Archive\n/)
    expect(fold(more.text, more.archiveText).state).toBe('nothing-more')
    const sprint = /## Sprint S03[\s\S]*?(?=\n## Decision Archive|$)/
    expect(more.archiveText?.match(sprint)?.[0].trim()).toBe(plan.archiveText?.match(sprint)?.[0].trim())
  })
})

test('folding a sprint reports what stays, with the line numbers of the new file', () => {
  const { remarks, text } = fold(sam)
  const line = (part: string) => text.split('\n').findIndex(one => one.includes(part)) + 1
  expect(remarks).toContain(`Stays: 1 debt (line ${line('Open one')}): open`)
})

test('folding a sprint does not move a row that is cut off from its table', () => {
  const text = `## Technical Debt\n| Issue | Status | Sprint |\n|---|---|---|\n| A | done | S03 |\n\n<!-- more -->\n\n| B | done | S03 |\n`
  const { folded, remarks } = fold(text)
  expect(folded.debts).toBe(1)
  expect(remarks.join()).toContain('1 debt (line 7): it would not read the same in the archive')
})

test('folding a sprint does not move a decision that is a dated section', () => {
  const text =
    '# Notes\n\n## 2026-01-05 — Use pnpm in Sprint 3\n**Status**: Superseded by npm\n**Decision**: Use pnpm\n'
  expect(fold(text)).toMatchObject({ text, archiveText: undefined, state: 'nothing-more' })
})

test('folding a sprint refuses a damaged notes file and a damaged archive file', () => {
  expect(() => fold(`${sam}\n\`\`\`\n`)).toThrow(/fence/)
  expect(() => fold(sam, '# Archive\n\n```\n')).toThrow(/archive file/i)
})

test('folding an unknown sprint changes nothing and names the known ones', () => {
  expect(fold(sam, undefined, 'S09')).toMatchObject({
    state: 'unknown',
    text: sam,
    archiveText: undefined,
    sprints: [
      { name: 'S03', closed: 6 },
      { name: 'S04', closed: 2 },
    ],
  })
})

test.each(['TD-001', 'Nameless', 'Pool in S03'])(
  'conserve refuses a fold that would lose or duplicate %s',
  part => {
    const before = readNotes(sam)
    const start = sam.indexOf(part) - 5
    const less = readNotes(sam.slice(0, start) + sam.slice(start).replace(/.*\n/, ''))
    expect(() => conserve([before], [before], [])).not.toThrow()
    expect(() => conserve([before], [less], [])).toThrow(/lose or change/)
    expect(() => conserve([before], [before, before], [])).toThrow(/add/)
  },
)

test('folding moves a decision with code line by line and changes only its heading level', () => {
  const entry =
    '### 2026-01-06 - Pool in S03\n**Status**: Superseded by Two\n**Decision**: Ten\n**Evidence**:\n- [${PROJECT_ROOT}/a.ts:1]\n  ```\n  const a = 1\n    const b = 2\n  ```\n'
  const { archiveText, text } = fold(`# Notes\n\n## Decisions\n\n${entry}`)
  expect(text).not.toContain('Pool')
  expect(archiveText).toContain(`\n#${entry}`)
})

test('a sprint is not extended by a folded decision that names the sprint in its rationale', () => {
  const late = decision('####', '2026-01-20T12:00:00Z', 'Late', 'Superseded by Later').replace(
    'It holds',
    'Sprint 3',
  )
  const text = sam
    .replace('### Pending', `${late}\n### Pending`)
    .replace('| 2026-01-21T', `${row('2026-01-20T10:00Z', 'Nameless too')}| 2026-01-21T`)
  const plan = fold(text)
  expect(plan.folded).toEqual({ debts: 2, decisions: 2, logRows: 3 })
  expect(plan.text).toContain('Nameless too')
  expect(fold(text, plan.archiveText)).toMatchObject({ text: plan.text, archiveText: plan.archiveText })
  expect(fold(plan.text, plan.archiveText).state).toBe('nothing-more')
})

test('folding recognizes a short sprint name even after the debt that named it was folded', () => {
  const table = '## Technical Debt\n| ID | Issue | Severity | Status | Sprint |\n|---|---|---|---|---|\n'
  const rows = `${row('2026-01-05', 'S12')}${row('2026-01-06', 'S13')}${row('2026-01-07', 'Nameless')}${row('2026-01-08', 'S12')}`
  const text = `## Current Focus\n- **Current Bead**: bd-1\n\n${table}| TD-1 | a | LOW | done | S13 |\n| TD-2 | b | LOW | done | S12 |\n\n## Session Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n${rows}`
  const first = fold(text, undefined, 'S13')
  expect(fold(first.text, first.archiveText, 'S12').folded.logRows).toBe(2)
})
