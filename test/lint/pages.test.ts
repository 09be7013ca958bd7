import { expect, test } from 'vitest'
import { clipped, rulePages } from '../../src/lint/page.ts'
import type { Rule } from '../../src/lint/rule.ts'

const made: Rule = {
  name: 'made-up',
  group: 'paths',
  summary: 'Require a | b',
  why: 'It is better.',
  fix: 'safe',
  severity: { sam: 'error', loose: 'off' },
  messages: { one: 'Unexpected `{{a}}`, expected b', two: 'Missing b, expected it' },
  examples: [
    { title: 'as it is', before: 'b\n', reports: [] },
    { title: 'not yet', before: '\u202ea\n```\n', reports: ['1:1 one', '2:1 two'], after: 'b\n' },
  ],
  check: () => {},
}

test('a rule page has the summary, reason, fix, severity, messages and examples of its rule', () => {
  expect(rulePages([made])['made-up.md']).toBe(
    [
      '# made-up',
      '',
      '<!-- Generated from the rule by `npm run generate`. -->',
      '',
      'Require a | b. It is better.',
      '',
      'Fixable: `notes lint --fix`. Severity: sam error, mount off, v016 off, dated off, loose off.',
      '',
      'Messages:',
      '',
      '- `` Unexpected `{{a}}`, expected b ``',
      '- `Missing b, expected it`',
      '',
      '## As it is',
      '',
      'No findings:',
      '',
      '```markdown',
      'b',
      '```',
      '',
      '## Not yet',
      '',
      'Findings at 1:1 (one), 2:1 (two):',
      '',
      '````markdown',
      '\\u{202e}a',
      '```',
      '````',
      '',
      'After the fix:',
      '',
      '```markdown',
      'b',
      '```',
      '',
    ].join('\n'),
  )
})

test.each<[how: string, more: Partial<Rule>, words: string]>([
  [
    'an unsafe fix',
    { fix: 'unsafe' },
    'Fixable: `notes lint --fix-unsafe`, then review the result. Severity',
  ],
  ['an advice rule', { advice: true }, 'loose off; never more than a warning.'],
])('a rule page describes %s', (_, more, words) => {
  expect(rulePages([{ ...made, ...more }])['made-up.md']).toContain(words)
})

test('the page of a rule without a fix says that it can only be fixed by hand, and the index shows no fix', () => {
  const { fix, ...byHand } = made
  expect(rulePages([byHand])['made-up.md']).toContain('Fixable: by hand only. Severity')
  expect(rulePages([byHand])['README.md']).toContain('| Require a \\| b |  |\n')
  expect(rulePages([made])['README.md']).toContain(`| Require a \\| b | ${fix} |\n`)
})

test('the rule index lists each group that has rules, with its rules', () => {
  const index = rulePages([made, { ...made, name: 'other', group: 'safety' }])['README.md'] ?? ''
  expect(index.match(/^## .*|\[.*?\]/gm)).toEqual(['## paths', '[made-up]', '## safety', '[other]'])
})

test('a rule page clips an example of more than 1500 characters', () => {
  expect(clipped('x'.repeat(1500))).toBe('x'.repeat(1500))
  expect(clipped('x'.repeat(1501))).toBe(`${'x'.repeat(1500)}\n… (1501 characters in all)`)
})

test.each([
  '\u0000',
  '\u007f',
  '\u034f',
  '\u2800',
  '\u3164',
  '\ufe0f',
  '\u200b',
  '\u2066',
  '\ufeff',
  '\u{e0041}',
  '\ud800',
])('a rule page shows the hidden character %j by its code point', character => {
  const before = `a${character}b\tc\n`
  const page = rulePages([{ ...made, examples: [{ title: 'x', before, reports: [] }] }])['made-up.md']
  expect(page).toContain(`a\\u{${character.codePointAt(0)?.toString(16)}}b\tc\n`)
})
