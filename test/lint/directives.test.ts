import { describe, expect, test } from 'vitest'
import type { Finding } from '../../src/lint/finding.ts'
import { readDirectives, withoutDisabled } from '../../src/lint/lint.ts'
import { readDocument } from '../../src/markdown/document.ts'

/** What is left of a finding of `rule-a` on each line that says `bad`, and what is wrong with directives. */
function left(text: string): string[] {
  const document = readDocument(text)
  const findings = [...text.matchAll(/bad/g)].map(({ index }): Finding => {
    const span = { start: index, end: index + 3 }
    return { rule: 'rule-a', id: 'x', severity: 'error', message: 'm', span, data: {} }
  })
  const known = new Set(['rule-a', 'rule-b', 'disable-comment'])
  return withoutDisabled(document, findings, readDirectives(document), known).map(
    ({ rule, id, span }) => `${document.lines.lineAt(span.start)} ${rule} ${id}`,
  )
}

describe('a disable', () => {
  test.each<[what: string, text: string, left: string[]]>([
    ['of the next line', '<!-- notes-disable-next-line rule-a -- why -->\nbad\n\nbad\n', ['4 rule-a x']],
    [
      'over several lines',
      '<!-- notes-disable-next-line rule-a --\n     why -->\nbad\n\nbad\n',
      ['5 rule-a x'],
    ],
    ['up to the end', 'bad\n\n<!-- notes-disable rule-a -- why -->\nbad\n\nbad\n', ['1 rule-a x']],
    [
      'up to its end',
      '<!-- notes-disable rule-a -- why -->\nbad\n\n<!-- notes-enable rule-a -->\nbad\n',
      ['5 rule-a x'],
    ],
    [
      'up to the end of all',
      '<!-- notes-disable rule-a -- why -->\nbad\n\n<!-- notes-enable -->\nbad\n',
      ['5 rule-a x'],
    ],
    [
      'that another enable does not end',
      '<!-- notes-disable rule-a -- why -->\nbad\n\n<!-- notes-enable rule-b -->\nbad\n',
      [],
    ],
    [
      'of two rules, of which another one is enabled again',
      '<!-- notes-disable rule-b, rule-a -- why -->\nbad\n\n<!-- notes-enable rule-b -->\nbad\n\n<!-- notes-enable rule-a -->\nbad\n',
      ['8 rule-a x', '1 disable-comment unused'],
    ],
    [
      'whose first end counts',
      '<!-- notes-disable rule-a -- why -->\nbad\n\n<!-- notes-enable -->\nbad\n\n<!-- notes-enable rule-a -->\nbad\n',
      ['5 rule-a x', '8 rule-a x'],
    ],
    [
      'that begins again',
      '<!-- notes-disable rule-a -- why -->\nbad\n\n<!-- notes-enable -->\nbad\n\n<!-- notes-disable rule-a -- why -->\nbad\n',
      ['5 rule-a x'],
    ],
    [
      'of the next line, and of no other',
      'bad\n<!-- notes-disable-next-line rule-a -- why -->\nbad\nbad\n',
      ['1 rule-a x', '4 rule-a x'],
    ],
    ['without blanks', '<!--notes-disable-next-line rule-a -- why-->\nbad\n', []],
    ['with many', '<!--  notes-disable-next-line   rule-a   --   why   -->\nbad\n', []],
    ['of rules with a comma', '<!-- notes-disable-next-line rule-a,,rule-a -- why -->\nbad\n', []],
    [
      'without a reason behind the dashes',
      '<!-- notes-disable-next-line rule-a -- -->\nbad\n',
      ['2 rule-a x', '1 disable-comment no-reason'],
    ],
    [
      'of a rule with dashes in its name',
      '<!-- notes-disable-next-line rule--a -- why -->\nbad\n',
      ['2 rule-a x', '1 disable-comment unknown'],
    ],
    [
      'behind another comment, which is none',
      '<!-- one --> <!-- notes-disable-next-line rule-a -- why -->\nbad\n',
      ['2 rule-a x'],
    ],
    [
      'with words behind it, which is none',
      '<!-- notes-disable-next-line rule-a -- why --> words\nbad\n',
      ['2 rule-a x'],
    ],
    [
      'an enable ends no disable of one line',
      '<!-- notes-disable-next-line rule-a -- why -->\n<!-- notes-enable -->\nbad\n',
      ['3 rule-a x', '1 disable-comment unused'],
    ],
    [
      'of several rules, one of which finds nothing',
      '<!-- notes-disable-next-line rule-a, rule-b -- why -->\nbad\n',
      ['1 disable-comment unused'],
    ],
    [
      'without a reason',
      '<!-- notes-disable-next-line rule-a -->\nbad\n',
      ['2 rule-a x', '1 disable-comment no-reason'],
    ],
    [
      'without a rule',
      '<!-- notes-disable-next-line -- why -->\nbad\n',
      ['2 rule-a x', '1 disable-comment no-rule'],
    ],
    [
      'of no rule',
      '<!-- notes-disable-next-line rule-c -- why -->\nbad\n',
      ['2 rule-a x', '1 disable-comment unknown'],
    ],
    ['that disables nothing', '<!-- notes-disable rule-a -- why -->\ngood\n', ['1 disable-comment unused']],
    [
      'a reason with dashes of its own',
      '<!-- notes-disable-next-line rule-a -- why -- because -->\nbad\n',
      [],
    ],
    ['in code', '```\n<!-- notes-disable rule-a -- why -->\n```\nbad\n', ['4 rule-a x']],
    ['another comment', '<!-- notes-disabled rule-a -- why -->\nbad\n', ['2 rule-a x']],
    ['none', 'bad\n', ['1 rule-a x']],
  ])('%s', (_, text, expected) => {
    expect(left(text)).toEqual(expected)
    expect(left(text.replaceAll('\n', '\r\n'))).toEqual(expected)
  })

  test('complaints are warnings that say what is expected', () => {
    const document = readDocument('<!-- notes-disable rule-c -->\n')
    const [finding] = withoutDisabled(document, [], readDirectives(document), new Set())
    expect(finding).toMatchObject({
      severity: 'warning',
      rule: 'disable-comment',
      data: {},
      span: { start: 0, end: 29 },
    })
    expect(finding?.message).toContain('-- reason')
  })
})
