import { describe, expect, test } from 'vitest'
import { lintContext } from '../../src/lint/context.ts'
import { lint, severityOf, wordMessage } from '../../src/lint/lint.ts'
import type { Rule, Severity } from '../../src/lint/rule.ts'
import { readNotes } from '../../src/notes/notes.ts'

/** A rule with the given name and check. */
const rule = (name: string, check: Rule['check'], more: Partial<Rule> = {}): Rule => ({
  ...{
    name,
    group: 'tables',
    summary: '',
    why: '',
    severity: { loose: 'error' },
    messages: {},
    examples: [],
  },
  ...more,
  check,
})
const finds =
  (...spans: readonly (readonly [start: number, end: number])[]): Rule['check'] =>
  (_, report) => {
    for (const [start, end] of spans) report('found', { span: { start, end } })
  }
const run = (rules: readonly Rule[], text = 'Some words\n\nand more\n') =>
  lint(lintContext(readNotes(text), { now: new Date(0) }), rules)

test('lint sorts findings by place, then by rule', () => {
  const { findings } = run([
    rule('b', finds([5, 9], [0, 4], [5, 6])),
    rule('c', finds([5, 6])),
    rule('a', finds([5, 6], [0, 9])),
  ])
  expect(findings.map(({ rule, span }) => `${span.start}-${span.end} ${rule}`)).toEqual([
    ...['0-4 b', '0-9 a', '5-6 a', '5-6 b', '5-6 c', '5-9 b'],
  ])
})

test('lint keeps the order in which one rule reports findings at the same place', () => {
  const twice = rule('a', (_, report) => {
    for (const id of ['z', 'y', 'x']) report(id, { span: { start: 0, end: 1 } })
  })
  expect(run([twice]).findings.map(({ id }) => id)).toEqual(['z', 'y', 'x'])
})

test('lint names a rule that throws, drops its findings and keeps those of other rules', () => {
  const error = new Error('broken')
  const broken = rule('broken', (context, report) => {
    finds([0, 1])(context, report)
    throw error
  })
  const { findings, crashes } = run([rule('a', finds([0, 4])), broken, rule('z', finds([5, 6]))])
  expect(findings.map(({ rule }) => rule)).toEqual(['a', 'z'])
  expect(crashes).toEqual([{ rule: 'broken', error }])
})

test('lint does not run a rule that is off', () => {
  const off = rule('off', () => expect.fail('asked'), { severity: { loose: 'off' } })
  expect(run([off])).toEqual({ findings: [], crashes: [] })
})

describe('a lint finding', () => {
  const span = { start: 0, end: 4 }
  const edits = [{ span, text: 'Few' }]
  const only = (detail: Parameters<Parameters<Rule['check']>[1]>[1], more: Partial<Rule> = {}) =>
    run([rule('a', (_, report) => report('found', detail), more)]).findings[0]

  test('has no fields that its rule did not report', () => {
    const plain = { rule: 'a', id: 'found', severity: 'error', message: 'found', span, data: {} }
    expect(Object.entries(only({ span }) ?? {})).toEqual(Object.entries(plain))
  })

  test('has the cause that its rule reported', () => {
    expect(only({ span, cause: { start: 5, end: 10 } })?.cause).toEqual({ start: 5, end: 10 })
  })

  test('takes the fix kind from the report, or else from its rule', () => {
    expect(only({ span, fix: edits }, { fix: 'safe' })?.fix).toEqual({ kind: 'safe', edits })
    expect(only({ span, fix: edits, fixKind: 'unsafe' }, { fix: 'safe' })?.fix?.kind).toBe('unsafe')
  })

  test('has no fix when neither the report nor the rule names a fix kind', () => {
    expect(only({ span, fix: edits })).not.toHaveProperty('fix')
  })
})

test('a notes-disable comment may name any rule that runs, and disable-comment', () => {
  const text =
    '<!-- notes-disable-next-line a -- why -->\nSome\n\n<!-- notes-disable-next-line disable-comment, z -- why -->\nmore\n'
  const { findings } = run([rule('a', () => {})], text)
  expect(findings.map(({ id, message }) => `${id} ${/`(.*)`/.exec(message)?.[1]}`)).toEqual([
    ...['unused a', 'unused disable-comment', 'unknown z'],
  ])
})

test.each<[message: string, words: string]>([
  ['Unexpected `{{found}}`, expected {{count}}', 'Unexpected `src/a.ts`, expected 3'],
  ['{{found}} is {{found}}', 'src/a.ts is src/a.ts'],
  ['`${PROJECT_ROOT}/{{found}}`', '`${PROJECT_ROOT}/src/a.ts`'],
  ['{found}, {{ found }}, {{}}', '{found}, {{ found }}, {{}}'],
  ['nothing{{other}}', 'nothing'],
])('wordMessage turns %s into %s', (message, words) => {
  const of = rule('a', () => {}, { messages: { some: message } })
  expect(wordMessage(of, 'some', { found: 'src/a.ts', count: 3 })).toBe(words)
})

const usual = rule('r', finds(), { severity: { sam: 'error', v016: 'off', loose: 'warning' } })
const advice = rule('r', finds(), { severity: { sam: 'warning', loose: 'off' }, advice: true })

test.each<[what: string, severity: Severity, is: Severity]>([
  ['takes the severity of the profile', severityOf(usual, 'sam', {}), 'error'],
  ['treats a profile without a severity like loose', severityOf(usual, 'mount', {}), 'warning'],
  ['raises a warning to an error with --strict', severityOf(usual, 'mount', { strict: true }), 'error'],
  [
    'keeps a rule off with --strict that the profile has off',
    severityOf(usual, 'v016', { strict: true }),
    'off',
  ],
  ['keeps advice a warning with --strict', severityOf(advice, 'sam', { strict: true }), 'warning'],
  ['prefers the configured severity of the rule', severityOf(usual, 'sam', { rules: { r: 'off' } }), 'off'],
  [
    'prefers the configured severity over --strict',
    severityOf(advice, 'sam', { strict: true, rules: { r: 'error' } }),
    'error',
  ],
  [
    'ignores the configured severity of other rules',
    severityOf(usual, 'sam', { rules: { other: 'off' } }),
    'error',
  ],
])('severityOf %s', (_, severity, is) => {
  expect(severity).toBe(is)
})
