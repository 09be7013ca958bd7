import { expect, test } from 'vitest'
import { severityOf } from '../../src/lint/finding.ts'
import type { Rule, Severity } from '../../src/lint/rule.ts'

const rule = (severity: Rule['severity'], advice?: true): Rule => ({
  ...{ name: 'r', group: 'tables', summary: '', why: '', severity, messages: {}, examples: [], check() {} },
  ...(advice === undefined ? {} : { advice }),
})
const usual = rule({ sam: 'error', v016: 'off', loose: 'warning' })
const advice = rule({ sam: 'warning', loose: 'off' }, true)

test.each<[what: string, severity: Severity, is: Severity]>([
  ['by profile', severityOf(usual, 'sam', {}), 'error'],
  ['a profile that is not named is like loose', severityOf(usual, 'mount', {}), 'warning'],
  ['strict makes it an error', severityOf(usual, 'mount', { strict: true }), 'error'],
  [
    'strict does not turn on what the profile does not have',
    severityOf(usual, 'v016', { strict: true }),
    'off',
  ],
  ['advice stays advice', severityOf(advice, 'sam', { strict: true }), 'warning'],
  ['what is said counts', severityOf(usual, 'sam', { rules: { r: 'off' } }), 'off'],
  ['also above strict', severityOf(advice, 'sam', { strict: true, rules: { r: 'error' } }), 'error'],
  ['what is said of others does not', severityOf(usual, 'sam', { rules: { other: 'off' } }), 'error'],
])('%s', (_, severity, is) => {
  expect(severity).toBe(is)
})
