import { expect, test } from 'vitest'
import type { Rule, Severity } from '../../src/lint/rule.ts'
import { severityOf } from '../../src/lint/severity.ts'

const rule = (severity: Rule['severity'], advice?: true): Rule => ({
  ...{ name: 'r', group: 'tables', summary: '', why: '', severity, messages: {}, examples: [], check() {} },
  ...(advice === undefined ? {} : { advice }),
})
const usual = rule({ sam: 'error', v016: 'off', loose: 'warning' })
const advice = rule({ sam: 'warning', loose: 'off' }, true)

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
