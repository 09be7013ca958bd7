import { describe, expect, test } from 'vitest'
import { lintContext } from '../../src/lint/context.ts'
import { fixAll, type Linted } from '../../src/lint/fix.ts'
import { lint } from '../../src/lint/lint.ts'
import type { Finding, FixKind } from '../../src/lint/rule.ts'
import { rules } from '../../src/lint/rules.ts'
import { type ReadOptions, readNotes } from '../../src/notes/notes.ts'
import { shapes } from '../fixtures/notes-shapes.ts'

const NOW = new Date('2026-01-04T00:00:00Z')

/** Runs all rules as `notes lint` does, except `section-comment`. */
const linter =
  (options: ReadOptions = {}) =>
  (text: string): Linted => {
    const notes = readNotes(text, options)
    const { findings, crashes } = lint(lintContext(notes, { now: NOW }), rules, {
      rules: { 'section-comment': 'off' },
    })
    if (crashes[0] !== undefined) throw crashes[0].error
    return { notes, findings }
  }

const fix = (text: string, options?: ReadOptions, kinds: readonly FixKind[] = ['safe']) =>
  fixAll(text, linter(options), kinds)
const names = (text: string, options?: ReadOptions) => linter(options)(text).findings.map(({ rule }) => rule)

const LOG = '## Session Continuity Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n'
const DEBT =
  '## Discovered Technical Debt\n| ID | Description | Severity | Found By | Sprint |\n|---|---|---|---|---|\n'

describe('lint fix of a broken table', () => {
  test.each<[what: string, before: string, after: string, reveals: string | undefined]>([
    [
      'an orphan row with a bad timestamp',
      `${LOG}| 2026-01-01T10:00Z | a | One |\n\n| yesterday | a | Two |\n`,
      `${LOG}| 2026-01-01T10:00Z | a | One |\n| yesterday | a | Two |\n`,
      'timestamp-format',
    ],
    [
      'orphan rows with a bad severity, the second below the first',
      `${DEBT}| TD-001 | One | LOW | a | S1 |\n\n| TD-002 | Two | BAD | a | S1 |\n\n| TD-003 | Three | WORSE | a | S1 |\n`,
      `${DEBT}| TD-001 | One | LOW | a | S1 |\n| TD-002 | Two | BAD | a | S1 |\n| TD-003 | Three | WORSE | a | S1 |\n`,
      'debt-severity',
    ],
    [
      'an orphan row with a duplicate id',
      `${DEBT}| TD-001 | One | LOW | a | S1 |\n\n| TD-001 | Two | LOW | a | S1 |\n`,
      `${DEBT}| TD-001 | One | LOW | a | S1 |\n| TD-001 | Two | LOW | a | S1 |\n`,
      'debt-id',
    ],
    [
      'an orphan row that is too wide',
      `${LOG}| 2026-01-01T10:00Z | a | One |\n\n| 2026-01-02T10:00Z | a | Two | b | c |\n`,
      `${LOG}| 2026-01-01T10:00Z | a | One |\n| 2026-01-02T10:00Z | a | Two | b | c |\n`,
      'table-row-width',
    ],
    [
      'rows without a header, one with a bad timestamp',
      '## Session Continuity Log\n| 2026-01-01T10:00Z | a | One |\n| late | a | Two |\n',
      '## Session Continuity Log\n| Timestamp | Agent | Summary |\n|-----------|-------|---------|\n| 2026-01-01T10:00Z | a | One |\n| late | a | Two |\n',
      'timestamp-format',
    ],
    [
      'rows without a delimiter row, with a bad severity',
      `${DEBT.replace('|---|---|---|---|---|\n', '')}| TD-001 | One | BAD | a | S1 |\n`,
      DEBT.replace('|---|---|---|---|---|\n', '|----|-------------|----------|----------|--------|\n') +
        '| TD-001 | One | BAD | a | S1 |\n',
      'debt-severity',
    ],
    [
      'a delimiter row that is too short, above a row of the wrong width',
      `${LOG.replace('|---|---|---|', '|---|---|')}| 2026-01-01T10:00Z | One |\n`,
      `${LOG.replace('|---|---|---|', '|-----------|-------|---------|')}| 2026-01-01T10:00Z | One |\n`,
      'table-row-width',
    ],
    [
      'a pipe in code that shifted a bad severity out of its column',
      `${DEBT}| TD-001 | Use \`a | b\` | BAD | a | S1 |\n`,
      `${DEBT}| TD-001 | Use \`a \\| b\` | BAD | a | S1 |\n`,
      'debt-severity',
    ],
    [
      'an orphan row without other findings',
      `${LOG}| 2026-01-01T10:00Z | a | One |\n\n| 2026-01-02T10:00Z | a | Two |\n`,
      `${LOG}| 2026-01-01T10:00Z | a | One |\n| 2026-01-02T10:00Z | a | Two |\n`,
      undefined,
    ],
  ])('repairs %s', (_, before, after, reveals) => {
    for (const ending of ['\n', '\r\n']) {
      const [given, expected] = [before, after].map(text => text.replaceAll('\n', ending))
      const { text, dropped } = fix(given ?? '', { profile: 'sam' })
      expect(text).toBe(expected)
      expect(dropped).toEqual([])
      expect(fix(text, { profile: 'sam' }).text).toBe(text)
      if (reveals !== undefined) expect(names(text, { profile: 'sam' })).toContain(reveals)
    }
  })

  const decisions = '## Decision Archive\n| Date | Decision | Rationale | Decided By |\n|---|---|---|---|\n'
  const row = (day: string, what: string) => `| 2026-01-${day} | ${what} | Why | me |\n`

  test.each<[what: string, rows: readonly string[]]>([
    ['out of order', [row('05', 'B'), row('06', 'C'), '\n', row('01', 'A')]],
    ['a duplicate', [row('05', 'B'), '\n', row('05', 'B')]],
  ])('joins an orphan decision row that is then %s', (_, rows) => {
    const log = decisions.replace('Decision Archive', 'Decision Log')
    const { text, dropped } = fix(log + rows.join(''))
    expect(dropped).toEqual([])
    expect(text).toBe(log + rows.filter(line => line !== '\n').join(''))
  })
})

const tables = new Set(rules.filter(({ group }) => group === 'tables').map(({ name }) => name))

describe('lint fix of a real file', () => {
  test.each(shapes.map(({ name, text }) => [name, text] as const))(
    'drops no fix and is complete after one run: %s',
    (_, shape) => {
      for (const profile of [undefined, 'sam'] as const) {
        const options = profile === undefined ? {} : { profile }
        const { text, dropped } = fix(shape, options, ['safe', 'unsafe'])
        // In a profile that is not the file's own, renaming a section may not improve the file, so such a fix may be
        // dropped.
        expect(dropped.filter(({ rule }) => profile === undefined || tables.has(rule))).toEqual([])
        expect(fix(text, options, ['safe', 'unsafe']).text).toBe(text)
        expect(readNotes(text, options).records.length).toBeGreaterThanOrEqual(
          readNotes(shape, options).records.length,
        )
      }
    },
  )
})

describe('lint fix of many broken rows', () => {
  const before = `# Project Notes

## Decisions

| Date | Decision | Rationale |
|------|----------|-----------|
| 2026-01-05 | One | Why |
| 2026-01-06 | Cache: result stored [key: k1] | Source: cache |

| 2026-01-02 | Out of order | Why |
| 2026-01-06 | Cache: result stored [key: k1] | Source: cache |


| 01/07/2026 | A date of another kind | with \`a || b\` |

## Session Log
<!-- newest last -->
| 2026-01-02T10:00Z | a | Went on |
| around noon | b | Went on |

## Technical Debt
| ID | Description | File | Line |
| LOW-001 | No retry | a.ts | 45 |
| LOW-001 | No retry either | a.ts | about 50 |
`
  const after = `# Project Notes

## Decisions

| Date | Decision | Rationale |
|------|----------|-----------|
| 2026-01-05 | One | Why |
| 2026-01-06 | Cache: result stored [key: k1] | Source: cache |
| 2026-01-02 | Out of order | Why |
| 2026-01-06 | Cache: result stored [key: k1] | Source: cache |
| 01/07/2026 | A date of another kind | with \`a \\|\\| b\` |

## Session Log
<!-- newest last -->
| Timestamp | Agent | Summary |
|-----------|-------|---------|
| 2026-01-02T10:00Z | a | Went on |
| around noon | b | Went on |

## Technical Debt
| ID | Description | File | Line |
|----|-------------|------|------|
| LOW-001 | No retry | a.ts | 45 |
| LOW-001 | No retry either | a.ts | about 50 |
`
  test.each(['\n', '\r\n', '\r'])('joins them to their tables and keeps the line break %j', ending => {
    const { text, dropped } = fix(before.replaceAll('\n', ending))
    expect(dropped).toEqual([])
    expect(text).toBe(after.replaceAll('\n', ending))
  })

  test('leaves rows in the middle of prose alone', () => {
    const prose =
      '## Decisions\n\n| Date | Decision |\n|---|---|\n| 2026-01-05 | One |\n\nThen\n| 2026-01-06 | Two |\nand more\n'
    expect(fix(prose)).toMatchObject({ text: prose, dropped: [] })
  })
})

describe('fixAll', () => {
  const text = '## Learnings\n- one two\n- three\n'
  const finding = (edit: { start: number; end: number; text: string }, kind: FixKind = 'safe'): Finding => ({
    ...{
      rule: 'made-up',
      id: 'x',
      severity: 'error',
      message: 'm',
      data: {},
      span: { start: edit.start, end: edit.end },
    },
    fix: { kind, edits: [{ span: { start: edit.start, end: edit.end }, text: edit.text }] },
  })
  const at = (words: string) => ({ start: text.indexOf(words), end: text.indexOf(words) + words.length })
  /** Reports `first` in the original text, and `later` in any other. */
  const reader =
    (first: readonly Finding[], later: (text: string) => readonly Finding[]) => (source: string) => ({
      notes: readNotes(source),
      findings: source === text ? first : later(source),
    })

  test('drops a fix after which its finding is still there', () => {
    const one = finding({ ...at('one'), text: 'uno' })
    expect(
      fixAll(
        text,
        reader([one], () => [one]),
        ['safe'],
      ),
    ).toEqual({ text, applied: [], dropped: [one] })
  })

  test('drops a fix that causes a new finding', () => {
    const one = finding({ ...at('one'), text: 'uno' })
    const other = { ...finding({ ...at('three'), text: 'x' }), rule: 'other' }
    expect(
      fixAll(
        text,
        reader([one], () => [other]),
        ['safe'],
      ),
    ).toEqual({ text, applied: [], dropped: [one] })
  })

  test('keeps a fix that changes only the numbers in another finding', () => {
    const one = finding({ ...at('one'), text: 'uno' })
    const size = (bytes: number): Finding => ({
      ...{ rule: 'size', id: 'x', severity: 'warning', message: `${bytes}`, span: at('three') },
      data: { bytes, name: 'a' },
    })
    expect(
      fixAll(
        text,
        reader([one, size(1)], () => [size(2)]),
        ['safe'],
      ),
    ).toMatchObject({ applied: [one], dropped: [] })
    const renamed = { ...size(2), data: { bytes: 2, name: 'b' } }
    expect(
      fixAll(
        text,
        reader([one, size(1)], () => [renamed]),
        ['safe'],
      ),
    ).toMatchObject({ applied: [], dropped: [one] })
    const twice = () => [size(2), size(3)]
    expect(fixAll(text, reader([one, size(1)], twice), ['safe'])).toMatchObject({
      applied: [],
      dropped: [one],
    })
  })

  test('drops a fix that changes or removes another record', () => {
    const all = { start: text.indexOf('\n- three'), end: text.length - 1 }
    const one = finding({ ...all, text: '' })
    expect(
      fixAll(
        text,
        reader([one], () => []),
        ['safe'],
      ).text,
    ).toBe('## Learnings\n- one two\n')
    const swallow = finding({ start: text.indexOf('## '), end: text.indexOf('## '), text: '<!--\n' })
    expect(
      fixAll(
        text,
        reader([swallow], () => []),
        ['safe'],
      ),
    ).toEqual({ text, applied: [], dropped: [swallow] })
  })

  test('keeps a good fix when it drops a bad one', () => {
    const good = finding({ ...at('one'), text: 'uno' })
    const bad = { ...finding({ ...at('three'), text: 'tres' }), rule: 'bad' }
    const later = (source: string) =>
      source.includes('tres') ? [bad, bad] : source.includes('uno') ? [bad] : []
    const { text: fixed, applied, dropped } = fixAll(text, reader([good, bad], later), ['safe'])
    expect([fixed, applied, dropped.length]).toEqual([text.replace('one', 'uno'), [good], 1])
  })

  test('drops a fix that changes nothing', () => {
    const one = finding({ ...at('one'), text: 'one' })
    expect(
      fixAll(
        text,
        reader([one], () => []),
        ['safe'],
      ),
    ).toEqual({ text, applied: [], dropped: [one] })
  })

  test('applies unsafe fixes only on request, and overlapping fixes one after the other', () => {
    const guess = finding({ ...at('one'), text: 'uno' }, 'unsafe')
    expect(
      fixAll(
        text,
        reader([guess], () => []),
        ['safe'],
      ).applied,
    ).toEqual([])
    expect(
      fixAll(
        text,
        reader([guess], () => []),
        ['safe', 'unsafe'],
      ).applied,
    ).toEqual([guess])
    const wider = { ...finding({ ...at('one two'), text: 'both' }), rule: 'wider' }
    const later = (source: string) => (source.includes('uno') ? [wider] : [])
    expect(fixAll(text, reader([guess, wider], later), ['unsafe', 'safe']).applied).toEqual([guess, wider])
  })

  test('stops applying fixes that never end', () => {
    let count = 0
    const endless = (source: string): Linted => ({
      notes: readNotes(source),
      findings: [
        {
          ...finding({ ...at('one'), text: `${count++}`.padStart(3, '0') }),
          message: source,
          data: { source },
        },
      ],
    })
    expect(fixAll(text, endless, ['safe']).applied.length).toBeLessThan(20)
  })
})
