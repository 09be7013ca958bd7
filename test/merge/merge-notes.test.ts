import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { changeNotes } from '../../src/change/change-notes.ts'
import type { Draft } from '../../src/notes/kinds.ts'
import { readNotes } from '../../src/notes/notes.ts'
import { profileExamples } from '../fixtures/profiles.ts'
import { gitMerge, merge } from './merging.ts'

const template = readFileSync(new URL('../../templates/NOTES.md', import.meta.url), 'utf8')

/** Returns the template with the given lines at the start of its sections and tables. */
function file(parts: Partial<Record<keyof typeof places, string>>): string {
  let text = template
  for (const [name, lines] of Object.entries(parts)) {
    const place = places[name as keyof typeof places]
    text = text.replace(place, () => `${place}${lines}\n`)
  }
  return text
}

const places = {
  decisions:
    '<!-- Format: timestamp, decision, rationale, evidence (word-for-word quote), test scenarios -->\n',
  questions: '<!-- Carry forward across sessions -->\n',
  goals: '<!-- Current objectives being pursued across sessions -->\n',
  debt: '|----|-------------|----------|----------|--------|\n',
  log: '|-----------|-------|---------|\n',
  archive: '|------|----------|-----------|------------|\n',
} as const

const decision = (at: string, title: string, why = 'it is simple'): string =>
  `\n#### ${at} - ${title}\n**Decision**: Use ${title.toLowerCase()}\n**Rationale**: ${why}`

const context = (bead: string, at: string, state: string): string =>
  template
    .replace('**Current Bead**: (none)', `**Current Bead**: ${bead} (login)`)
    .replace('**Last Checkpoint**: (none)', `**Last Checkpoint**: ${at}`)
    .replace('**Reasoning State**: (none)', `**Reasoning State**: tests are ${state}`)

const titles = (text: string): readonly string[] => readNotes(text).records.map(({ title = '' }) => title)

describe('a merge of additions by both sides', () => {
  test('keeps every decision once, in the order of the log', () => {
    const first = decision('2026-01-01T10:00:00Z', 'One')
    const base = file({ decisions: first })
    const ours = file({ decisions: `${first}\n${decision('2026-01-03T10:00:00Z', 'Three')}` })
    const theirs = file({
      decisions: `${first}\n${decision('2026-01-02T10:00:00Z', 'Two')}\n${decision('2026-01-04T10:00:00Z', 'Four')}`,
    })
    const merged = merge({ base, ours, theirs })
    expect(merged.conflicts).toBe(0)
    expect(merged.report.by).toBe('records')
    expect(merged.text).toBe(
      file({
        decisions: [
          first,
          decision('2026-01-02T10:00:00Z', 'Two'),
          decision('2026-01-03T10:00:00Z', 'Three'),
          decision('2026-01-04T10:00:00Z', 'Four'),
        ].join('\n'),
      }),
    )
  })

  test('keeps the newest decisions on top if the log is newest first', () => {
    const old = `${decision('2026-01-02T10:00:00Z', 'Two')}\n${decision('2026-01-01T10:00:00Z', 'One')}`
    const merged = merge({
      base: file({ decisions: old }),
      ours: file({ decisions: `${decision('2026-01-03T10:00:00Z', 'Three')}\n${old}` }),
      theirs: file({ decisions: `${decision('2026-01-04T10:00:00Z', 'Four')}\n${old}` }),
    })
    expect(merged.text).toBe(
      file({
        decisions: `${decision('2026-01-04T10:00:00Z', 'Four')}\n${decision('2026-01-03T10:00:00Z', 'Three')}\n${old}`,
      }),
    )
  })

  test('joins the rows added to an empty table, and the bullets added to an empty section', () => {
    const merged = merge({
      base: template,
      ours: file({ log: '| 2026-01-02T10:00Z | ann | Ours |', questions: '- [ ] Which cache?' }),
      theirs: file({ log: '| 2026-01-01T10:00Z | bob | Theirs |', questions: '- [ ] Which queue?' }),
    })
    expect(merged.conflicts).toBe(0)
    expect(merged.text).toBe(
      file({
        log: '| 2026-01-01T10:00Z | bob | Theirs |\n| 2026-01-02T10:00Z | ann | Ours |',
        questions: '- [ ] Which cache?\n- [ ] Which queue?',
      }),
    )
  })

  test('keeps one copy of a question that both sides added', () => {
    const ours = file({ questions: '- [ ] Which cache?\n- [ ] Why?' })
    const theirs = file({ questions: '- [ ] Who?\n- [ ] Which cache?' })
    const merged = merge({ base: template, ours, theirs })
    expect(titles(merged.text).filter(title => title !== '')).toEqual(['Who?', 'Which cache?', 'Why?'])
  })

  test('keeps one copy of a goal with a checkbox on one side and none on the other, whichever side is ours', () => {
    const base = '# N\n\n## Active Sub-Goals\n\n## Blockers\n'
    const [ours = '', theirs = ''] = ['- [ ] Ship', '- Ship'].map(goal =>
      base.replace('Goals\n', `Goals\n${goal}\n`),
    )
    expect(merge({ base, ours, theirs })).toMatchObject({ text: ours, conflicts: 0 })
    expect(merge({ base, ours: theirs, theirs: ours })).toMatchObject({ text: ours, conflicts: 0 })
  })

  test('joins the tables that both sides added in place of `None.`', () => {
    const head = '# Notes\n\n## Technical Debt\n\n'
    const table = '| ID | Description | Severity |\n|---|---|---|\n'
    const merged = merge({
      base: `${head}None.\n`,
      ours: `${head}${table}| TD-001 | Slow query | HIGH |\n`,
      theirs: `${head}${table}| TD-001 | No retry | LOW |\n`,
    })
    expect(merged.conflicts).toBe(0)
    expect(merged.text).toBe(`${head}${table}| TD-001 | No retry | LOW |\n| TD-002 | Slow query | HIGH |\n`)
  })
})

describe('a merge of lines that both sides wrote in one place', () => {
  test('keeps the first bullets of a section in one list', () => {
    const of = (lines: string) => `## Pending Questions\n\n${lines}## Active Sub-Goals\n`
    const merged = merge({ base: of(''), ours: of('- [ ] Who?\n\n'), theirs: of('- [ ] When?\n\n') })
    expect(merged.text).toBe(of('- [ ] When?\n- [ ] Who?\n\n'))
  })

  test('keeps one copy of a goal that both sides wrote into an empty bullet, and a section that one added below', () => {
    const base = '## Active Sub-Goals\n- [ ]\n'
    const ours = '## Active Sub-Goals\n- [ ] Ship\n'
    const theirs = `${ours}\n## Pending Questions\n- [ ] Why?\n`
    expect(merge({ base, ours, theirs })).toMatchObject({ conflicts: 0, text: theirs })
  })

  test('keeps each record in its own section when both sides add sections that end alike', () => {
    const base = '## Blockers\n- Waiting: quota\n'
    const goals = '\n## Active Sub-Goals\n- [ ] One\n- [ ] Which cache\n'
    const debts = '\n## Technical Debt\n- [LOW] Slow query\n\n## Active Sub-Goals\n- [ ] Which cache\n'
    const merged = merge({ base, ours: base + goals, theirs: base + debts })
    const kinds = readNotes(merged.text).records.map(({ kind, title }) => `${kind} ${title}`)
    expect(kinds.toSorted()).toEqual(['blocker quota', 'debt Slow query', 'goal One', 'goal Which cache'])
  })

  test('prefers the version of an added record that one side has closed or superseded', () => {
    const pair = (goal: string, status: string) =>
      file({
        goals: goal,
        decisions: decision('2026-01-01T10:00:00Z', 'One').replace('\n**D', `${status}\n**D`),
      })
    const open = pair('- [ ] Ship', '')
    const over = pair('- [x] Ship — merged', '\n**Status**: Superseded by #9')
    for (const texts of [
      { ours: open, theirs: over },
      { ours: over, theirs: open },
    ])
      expect(merge({ base: template, ...texts })).toMatchObject({ conflicts: 0, text: over })
  })

  test('does not mistake a new decision for a similar one that both sides removed', () => {
    const [old, fresh] = [
      decision('2026-01-01T10:00:00Z', 'Cache A'),
      decision('2026-01-02T10:00:00Z', 'Cache B'),
    ]
    const merged = merge({
      base: file({ decisions: old }),
      ours: file({ decisions: fresh }),
      theirs: template,
    })
    expect(merged).toMatchObject({ conflicts: 0, text: file({ decisions: fresh }) })
  })
})

describe('a merge of numbered records', () => {
  const row = (id: string, title: string): string => `| ${id} | ${title} | HIGH | ann | S01 |`

  test('renumbers one of two debts with the same number, in every mention on its side', () => {
    const base = file({ debt: row('TD-003', 'Old') })
    const texts = {
      base,
      ours: file({
        debt: `${row('TD-003', 'Old')}\n${row('TD-004', 'Slow query')}`,
        goals: '- [ ] Repay TD-004',
      }),
      theirs: file({
        debt: `${row('TD-003', 'Old')}\n${row('TD-004', 'No retry')}`,
        questions: '- [ ] Does TD-004 wait, or XTD-004?',
      }),
    }
    const merged = merge(texts)
    expect(merged.conflicts).toBe(0)
    expect(merged.report.renumbered).toEqual([
      { side: 'ours', from: 'TD-004', to: 'TD-005', title: 'Slow query', isOld: false },
    ])
    expect(merged.text).toBe(
      file({
        debt: `${row('TD-003', 'Old')}\n${row('TD-004', 'No retry')}\n${row('TD-005', 'Slow query')}`,
        goals: '- [ ] Repay TD-005',
        questions: '- [ ] Does TD-004 wait, or XTD-004?',
      }),
    )
  })

  test('uses the higher number when the sides number one debt differently and another debt has the lower number', () => {
    const merged = merge({
      base: template,
      ours: file({ debt: row('TD-001', 'Slow query') }),
      theirs: file({
        debt: `${row('TD-001', 'No retry')}\n${row('TD-002', 'Slow query')}`,
        goals: '- [ ] Repay TD-002',
      }),
    })
    expect(merged.conflicts).toBe(0)
    const { records } = readNotes(merged.text)
    const debts = records.filter(({ kind }) => kind === 'debt').map(({ id, title }) => `${id} ${title}`)
    expect(debts.toSorted()).toEqual(['TD-001 No retry', 'TD-002 Slow query'])
    expect(merged.text).toContain('Repay TD-002')
  })

  test('leaves a number that one side has twice to lint, and does not stop', () => {
    const base = file({ debt: row('TD-001', 'Old') })
    const merged = merge({
      base,
      ours: file({ debt: `${row('TD-001', 'Old')}\n${row('TD-002', 'A')}\n${row('TD-002', 'B')}` }),
      theirs: file({ debt: `${row('TD-001', 'Old')}\n${row('TD-002', 'C')}` }),
    })
    expect(merged).toMatchObject({ conflicts: 0, report: { by: 'records', renumbered: [] } })
  })

  test('keeps the new number of a debt that one side renumbered, in its earlier mentions too', () => {
    const debts = (...rows: readonly (readonly [string, string])[]) =>
      rows.map(([id, title]) => row(id, title)).join('\n')
    const goals = '- [ ] Repay TD-001'
    const base = file({ debt: debts(['TD-001', 'Old']), goals })
    const ours = file({ debt: debts(['TD-001', 'A'], ['TD-002', 'Old']), goals: '- [ ] Repay TD-002' })
    const merged = merge({ base, ours, theirs: `${base.replace('| Old |', '| Old one |')}` })
    expect(merged.text).toBe(
      file({ debt: debts(['TD-001', 'A'], ['TD-002', 'Old one']), goals: '- [ ] Repay TD-002' }),
    )
  })

  test('uses the lower number when the sides number one debt differently, in its mentions too', () => {
    const of = (id: string) => file({ debt: row(id, 'Slow query'), goals: `- [ ] Repay ${id} soon` })
    expect(merge({ base: template, ours: of('TD-007'), theirs: of('TD-004') }).text).toBe(of('TD-004'))
    expect(merge({ base: template, ours: of('TD-1000'), theirs: of('TD-999') }).text).toBe(of('TD-999'))
  })

  test('does not mistake one goal for another because of a number in its title', () => {
    const base = file({ goals: '- [x] Repay TD-089 of c1x2, as c1x3' })
    const ours = file({
      goals: '- [x] Repay TD-098 of c1x2, as c1x3\n- [ ] Repay TD-089 of c1x305, as c1x306',
    })
    const theirs = file({ goals: '- [x] Repay TD-098 of c1x2, as c1x3' })
    expect(merge({ base, ours, theirs })).toMatchObject({ conflicts: 0, text: ours })
  })

  test('renumbers the same debt whichever side is ours', () => {
    const base = file({ debt: row('TD-001', 'Old') })
    const sides = ['Slow query', 'No retry'].map(title =>
      file({
        debt: `${row('TD-001', 'Old')}\n${row('TD-002', title)}`,
        goals: `- [ ] Repay TD-002, ${title}`,
      }),
    )
    const [one = '', other = ''] = sides
    expect(merge({ base, ours: one, theirs: other }).text).toBe(
      merge({ base, ours: other, theirs: one }).text,
    )
  })
})

describe('a merge of two edits of one record', () => {
  const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`

  test.each([
    {
      what: 'two cells of a row',
      base: file({ debt: row('TD-001', 'Slow query', 'LOW', 'ann', 'S01') }),
      ours: file({ debt: row('TD-001', 'Slow query', 'HIGH', 'ann', 'S01') }),
      theirs: file({ debt: row('TD-001', 'Slow query on login', 'LOW', 'ann', 'S02') }),
      result: file({ debt: row('TD-001', 'Slow query on login', 'HIGH', 'ann', 'S02') }),
    },
    {
      what: 'the box and a note of a goal',
      base: file({ goals: '- [ ] Ship it' }),
      ours: file({ goals: '- [x] Ship it' }),
      theirs: file({ goals: '- [ ] Ship it (depends on: review)' }),
      result: file({ goals: '- [x] Ship it (depends on: review)' }),
    },
    {
      what: 'two fields of a decision on lines that touch',
      base: file({ decisions: decision('2026-01-01T10:00:00Z', 'One') }),
      ours: file({ decisions: decision('2026-01-01T10:00:00Z', 'One').replace('Use one', 'Use one thing') }),
      theirs: file({ decisions: decision('2026-01-01T10:00:00Z', 'One', 'it is fast') }),
      result: file({
        decisions: decision('2026-01-01T10:00:00Z', 'One', 'it is fast').replace('Use one', 'Use one thing'),
      }),
    },
    {
      what: 'a reference verified twice, with the later time',
      base: template.replace(
        '|------------|---------|---------------|',
        '$&\n| `${PROJECT_ROOT}/a.ts:1` | Here | 10:00:00Z |',
      ),
      ours: template.replace(
        '|------------|---------|---------------|',
        '$&\n| `${PROJECT_ROOT}/a.ts:1` | Here | 12:00:00Z |',
      ),
      theirs: template.replace(
        '|------------|---------|---------------|',
        '$&\n| `${PROJECT_ROOT}/a.ts:1` | There | 11:00:00Z |',
      ),
      result: template.replace(
        '|------------|---------|---------------|',
        '$&\n| `${PROJECT_ROOT}/a.ts:1` | There | 12:00:00Z |',
      ),
    },
    {
      what: 'the state of the work and its bead',
      base: context('bd-1', '2026-01-01T10:00:00Z', 'red'),
      ours: context('bd-2', '2026-01-03T10:00:00Z', 'red'),
      theirs: context('bd-1', '2026-01-02T10:00:00Z', 'green'),
      result: context('bd-2', '2026-01-03T10:00:00Z', 'green'),
    },
  ])('keeps both edits: $what', ({ base, ours, theirs, result }) => {
    const merged = merge({ base, ours, theirs })
    expect(merged).toMatchObject({ conflicts: 0, report: { by: 'records' } })
    expect(merged.text).toBe(result)
    expect(merge({ base, ours: theirs, theirs: ours }).text).toBe(result)
  })

  test('finds no conflict when `lint --fix` changed the line number of the same place on both branches', () => {
    const cites = (line: number) =>
      `# N\n\n## Decision Log\n### 2026-01-01 - Pool\n**Decision**: One pool\n**Evidence**:\n- \`pool()\` [\${PROJECT_ROOT}/src/db.ts:${line}]\n`
    const [base, ours, theirs] = [cites(9), cites(12), cites(120)]
    expect(merge({ base, ours, theirs })).toMatchObject({ text: theirs, conflicts: 0 })
    expect(merge({ base, ours: theirs, theirs: ours })).toMatchObject({ text: theirs, conflicts: 0 })
    expect(merge({ base, ours, theirs: theirs.replace('db.ts', 'pool.ts') }).conflicts).toBe(1)
  })

  test('marks edits of the same field as a conflict around that record alone, with its name', () => {
    const rows = (title: string) =>
      file({
        debt: `${row('TD-001', title, 'LOW', 'ann', 'S01')}\n${row('TD-002', 'Next', 'LOW', 'ann', 'S01')}`,
      })
    const ours = rows('Slow query').replace('- [ ] ', '')
    const merged = merge({ base: rows('Slow'), ours, theirs: `${rows('Slow login')}\nMore\n` })
    expect(merged.report.conflicts).toEqual(['TD-001 Slow query'])
    expect(merged.text).toBe(
      `${rows('Slow').replace(
        row('TD-001', 'Slow', 'LOW', 'ann', 'S01'),
        [
          '<<<<<<< ours: TD-001 Slow query',
          row('TD-001', 'Slow query', 'LOW', 'ann', 'S01'),
          '||||||| base: TD-001 Slow query',
          row('TD-001', 'Slow', 'LOW', 'ann', 'S01'),
          '=======',
          row('TD-001', 'Slow login', 'LOW', 'ann', 'S01'),
          '>>>>>>> theirs: TD-001 Slow query',
        ].join('\n'),
      )}\nMore\n`,
    )
  })

  test('marks a record that one side deleted and the other edited as a conflict, and loses nothing', () => {
    const base = file({ questions: '- [ ] Which cache?\n- [ ] Why?' })
    const theirs = file({ questions: '- [ ] Which cache?\n- [x] Why?\n- [ ] Who?' })
    for (const ours of [
      file({ questions: '- [ ] Which cache?' }),
      file({ questions: '- [ ] Which cache?\n- [ ] Where?' }),
    ])
      for (const merged of [merge({ base, ours, theirs }), merge({ base, ours: theirs, theirs: ours })]) {
        expect(merged.report.conflicts).toEqual(['Why?'])
        expect(merged.text).toMatch(/<<<<<<< (?:ours|theirs)[\s\S]*- \[x\] Why\?[\s\S]*>>>>>>> /)
        expect(merged.text).toContain('- [ ] Who?')
        expect(merged.text).toMatch(/^<{7} ours(?:, deleted)?: Why\?$/m)
      }
  })
})

describe('a merge of moves to the archive', () => {
  const kept = decision('2026-01-02T10:00:00Z', 'Two')
  const old = decision('2026-01-01T10:00:00Z', 'One')
  const row = '| 2026-01-01 | One: Use one | it is simple | ann |'

  test('does not bring back a decision that one side archived', () => {
    const base = file({ decisions: `${old}\n${kept}` })
    const ours = file({ decisions: kept, archive: '| 2026-01-01 | One | it is simple | ann |' })
    const theirs = file({ decisions: `${old}\n${kept}\n${decision('2026-01-03T10:00:00Z', 'Three')}` })
    const merged = merge({ base, ours, theirs })
    expect(merged.conflicts).toBe(0)
    expect(merged.text).toBe(
      file({
        decisions: `${kept}\n${decision('2026-01-03T10:00:00Z', 'Three')}`,
        archive: '| 2026-01-01 | One | it is simple | ann |',
      }),
    )
    expect(merge({ base, ours: theirs, theirs: ours }).text).toBe(merged.text)
  })

  test('archives a decision once, whether both sides or only one archived it unchanged', () => {
    const [one, two] = [old, decision('2026-01-01T11:00:00Z', 'Other')]
    const base = file({ decisions: `${one}\n${two}\n${kept}` })
    const ours = file({ decisions: kept, archive: `\n${one.trimStart()}\n\n${two.trimStart()}` })
    const theirs = file({ decisions: `${two}\n${kept}`, archive: `\n${one.trimStart()}` })
    for (const texts of [
      { base, ours, theirs },
      { base, ours: theirs, theirs: ours },
    ])
      expect(merge(texts)).toMatchObject({ conflicts: 0, text: ours, report: { by: 'records' } })
  })

  test('archives a decision once when both sides added it and one archived it', () => {
    const base = file({ decisions: kept })
    const ours = file({ decisions: kept, archive: `\n${old.trimStart()}` })
    const theirs = file({ decisions: `${old}\n${kept}` })
    for (const texts of [
      { base, ours, theirs },
      { base, ours: theirs, theirs: ours },
    ])
      expect(merge(texts)).toMatchObject({ conflicts: 0, text: ours, report: { by: 'records' } })
  })

  test('keeps a decision once, as superseded, when one side archived it and the other superseded it', () => {
    const superseded = old.replace('\n**Decision**', '\n**Status**: Superseded by #9\n**Decision**')
    const base = file({ decisions: `${old}\n${kept}` })
    const ours = file({ decisions: kept, archive: '| 2026-01-01 | One | it is simple | ann |' })
    const theirs = file({ decisions: `${superseded}\n${kept}` })
    for (const texts of [
      { base, ours, theirs },
      { base, ours: theirs, theirs: ours },
    ])
      expect(merge(texts)).toMatchObject({ conflicts: 0, text: theirs, report: { by: 'records' } })
  })

  test('drops a decision that one side moved to the archive file, and keeps the rows beside it', () => {
    const base = file({ archive: `${row}\n${row.replace('One', 'Other')}` })
    const ours = file({ archive: row })
    const theirs = file({ archive: `${row}\n${row.replace('One', 'Other')}\n${row.replace('One', 'New')}` })
    const merged = merge({ base, ours, theirs })
    expect(merged.conflicts).toBe(0)
    expect(merged.text).toBe(file({ archive: `${row}\n${row.replace('One', 'New')}` }))
  })
})

describe('a merge of append-only logs', () => {
  const row = (text: string) => `| 2026-01-01T10:00Z | ann | ${text} |`

  test('keeps both versions of a row that both sides edited', () => {
    const merged = merge({
      base: file({ log: row('Began the login page') }),
      ours: file({ log: row('Began the login page of ours') }),
      theirs: file({ log: row('Began the login page of theirs') }),
    })
    expect(merged.conflicts).toBe(0)
    expect(merged.text).toBe(
      file({ log: `${row('Began the login page of ours')}\n${row('Began the login page of theirs')}` }),
    )
  })

  test('keeps a row of an archive file that one side edited and the other deleted, without a conflict', () => {
    const texts = {
      base: file({ archive: '| 2026-01-01 | One | x | ann |' }),
      ours: template,
      theirs: file({ archive: '| 2026-01-01 | One | y | ann |' }),
    }
    expect(merge(texts).conflicts).toBe(1)
    expect(merge(texts, { appendOnly: true })).toMatchObject({ conflicts: 0, text: texts.theirs })
  })
})

describe('a merge by profile', () => {
  const add = (text: string, name: string): string => {
    const at = `2030-01-0${name.length}T10:00:00Z`
    const drafts: readonly Draft[] = [
      { kind: 'question', title: `What of ${name}?` },
      { kind: 'goal', title: `Do ${name}` },
      { kind: 'debt', title: `Slow ${name}`, severity: 'LOW', foundBy: name, sprint: 'S01' },
      { kind: 'blocker', type: 'blocked', title: `No ${name}` },
      { kind: 'log', at, agent: name, summary: `Did ${name}` },
      { kind: 'learning', title: `Mind ${name}` },
      {
        kind: 'decision',
        at,
        title: `Use ${name}`,
        decision: name,
        rationale: 'why',
        evidence: [],
        scenarios: [],
      },
    ]
    return changeNotes(
      text,
      drafts.map(draft => ({ do: 'add', draft })),
      {},
    ).text
  }

  test.each(profileExamples)(
    '$name keeps the records that both sides add, whichever side is ours',
    ({ text: base }) => {
      const [ours, theirs] = [add(base, 'ours'), add(base, 'theirs')]
      const merged = merge({ base, ours, theirs })
      expect(merged).toMatchObject({ conflicts: 0, report: { by: 'records' } })
      expect(merged.text.match(/(?:What of|Do|Slow|No|Did|Mind|Use) (?:ours|theirs)/g)).toHaveLength(14)
      const there = (text: string) => titles(text).toSorted()
      expect(there(merge({ base, ours: theirs, theirs: ours }).text)).toEqual(there(merged.text))
      expect(readNotes(merged.text).document.damage).toEqual([])
    },
  )
})

describe('a merge of text outside records', () => {
  test('merges the text beside records', () => {
    const merged = merge({
      base: `${template}\n## Thoughts\n\nOne.\n\nTwo.\n`,
      ours: `${template}\n## Thoughts\n\nOne and a half.\n\nTwo.\n`,
      theirs: `${file({ questions: '- [ ] Why?' })}\n## Thoughts\n\nOne.\n\nTwo.\n\nThree.\n`,
    })
    expect(merged).toMatchObject({ conflicts: 0, report: { by: 'records' } })
    expect(merged.text).toBe(
      `${file({ questions: '- [ ] Why?' })}\n## Thoughts\n\nOne and a half.\n\nTwo.\n\nThree.\n`,
    )
  })

  test('marks the conflicts that git marks, and none in the records around them', () => {
    const of = (thought: string, question: string) =>
      `${file({ questions: question })}\n## Thoughts\n\n${thought}\n`
    const merged = merge({
      base: of('One.', '- [ ] Why?'),
      ours: of('Ours.', '- [ ] Why?\n- [ ] Who?'),
      theirs: of('Theirs.', '- [ ] Why?\n- [ ] When?'),
    })
    expect(merged.conflicts).toBe(1)
    expect(merged.text).toBe(
      of(
        '<<<<<<< ours: Ours.\nOurs.\n||||||| base: Ours.\nOne.\n=======\nTheirs.\n>>>>>>> theirs: Ours.',
        '- [ ] Why?\n- [ ] When?\n- [ ] Who?',
      ),
    )
  })

  test('keeps both sections when each side adds one in the same place', () => {
    const section = (date: string) =>
      `\n## Decision Log — ${date} (cycle)\n\n- **${date}** [x] Decided on ${date}\n`
    const merged = merge({
      base: `# Notes\n${section('2026-01-01')}`,
      ours: `# Notes\n${section('2026-01-02')}${section('2026-01-01')}`,
      theirs: `# Notes\n${section('2026-01-03')}${section('2026-01-01')}`,
    })
    expect(merged).toMatchObject({ conflicts: 0, report: { by: 'records' } })
    expect(merged.text).toBe(
      `# Notes\n${section('2026-01-03')}${section('2026-01-02')}${section('2026-01-01')}`,
    )
  })
})

describe('a merge in doubt', () => {
  const base = file({ questions: '- [ ] Why?' })
  const ours = file({ questions: '- [ ] Why?\n- [ ] Who?' })
  const theirs = file({ questions: '- [ ] Why?\n- [ ] When?' })

  test.each([
    ['a code fence is never closed', { base, ours: `${ours}\n\`\`\`sh\n`, theirs }],
    [
      'an earlier conflict is not resolved',
      { base, ours, theirs: `${theirs}\n<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n` },
    ],
    ['line endings are mixed', { base, ours: ours.replace('\n', '\r\n'), theirs }],
    ['nothing is a record', { base: 'One\n', ours: 'Two\n', theirs: 'Three\n' }],
  ])('is left to git when %s', (_, texts) => {
    const merged = merge(texts)
    expect(merged.report).toMatchObject({ by: 'text', why: expect.any(String) })
    expect(merged).toMatchObject(gitMerge(texts))
  })

  test('is left to git when a renamed section would make a record plain text', () => {
    const renamed = base.replace('### Pending Questions', '### Decisions made')
    const texts = { base, ours: renamed, theirs }
    expect(merge(texts)).toMatchObject({
      ...gitMerge(texts),
      report: { why: expect.stringContaining('read back') },
    })
  })

  test('is left to git when git finds no conflict but comparing fields finds one', () => {
    const texts = {
      base: template,
      ours: template.replace('**Current Bead**: (none)', '**Current Bead**: bd-1'),
      theirs: template.replace('**Reasoning State**: (none)', '**Reasoning State**: red'),
    }
    expect(merge(texts)).toMatchObject({ ...gitMerge(texts), conflicts: 0, report: { by: 'text' } })
  })

  test('keeps the records of both sides once when there is no base', () => {
    const merged = merge({ base: '', ours, theirs })
    expect(merged.conflicts).toBe(0)
    expect(merged.text).toBe(file({ questions: '- [ ] Why?\n- [ ] When?\n- [ ] Who?' }))
  })

  test('keeps the line endings and byte order mark of ours', () => {
    const crlf = (text: string): string => text.replaceAll('\n', '\r\n')
    const { text } = merge({ base, ours, theirs })
    expect(merge({ base, ours: `\uFEFF${crlf(ours)}`, theirs }).text).toBe(`\uFEFF${crlf(text)}`)
    expect(merge({ base: crlf(base), ours, theirs: `\uFEFF${crlf(theirs)}` }).text).toBe(text)
    expect(merge({ base, ours: crlf(base), theirs }).text).toBe(crlf(theirs))
  })
})
