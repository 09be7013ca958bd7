import { describe, expect, test } from 'vitest'
import { withoutDisabled } from '../../src/lint/lint.ts'
import type { Finding } from '../../src/lint/rule.ts'
import { readDocument } from '../../src/markdown/document.ts'

/** Reports `rule-a` at each `bad`, and returns the findings that are not hidden and those about the comments. */
function left(text: string): string[] {
  const document = readDocument(text)
  const findings = [...text.matchAll(/bad/g)].map(({ index }): Finding => {
    const span = { start: index, end: index + 3 }
    return { rule: 'rule-a', id: 'x', severity: 'error', message: 'm', span, data: {} }
  })
  const known = new Set(['rule-a', 'rule-b', 'disable-comment'])
  return withoutDisabled(document, findings, known).map(
    ({ rule, id, span }) => `${document.lines.lineAt(span.start)} ${rule} ${id}`,
  )
}

describe('a notes-disable comment', () => {
  test.each<[what: string, text: string, left: string[]]>([
    [
      'for the next line hides a finding there',
      '<!-- notes-disable-next-line rule-a -- why -->\nbad\n\nbad\n',
      ['4 rule-a x'],
    ],
    [
      'may span several lines',
      '<!-- notes-disable-next-line rule-a --\n     why -->\nbad\n\nbad\n',
      ['5 rule-a x'],
    ],
    [
      'hides findings up to the end of the file',
      'bad\n\n<!-- notes-disable rule-a -- why -->\nbad\n\nbad\n',
      ['1 rule-a x'],
    ],
    [
      'hides findings up to the notes-enable of its rule',
      '<!-- notes-disable rule-a -- why -->\nbad\n\n<!-- notes-enable rule-a -->\nbad\n',
      ['5 rule-a x'],
    ],
    [
      'hides findings up to a notes-enable of all rules',
      '<!-- notes-disable rule-a -- why -->\nbad\n\n<!-- notes-enable -->\nbad\n',
      ['5 rule-a x'],
    ],
    [
      'is not ended by the notes-enable of another rule',
      '<!-- notes-disable rule-a -- why -->\nbad\n\n<!-- notes-enable rule-b -->\nbad\n',
      [],
    ],
    [
      'of two rules is ended for each of them by its own notes-enable',
      '<!-- notes-disable rule-b, rule-a -- why -->\nbad\n\n<!-- notes-enable rule-b -->\nbad\n\n<!-- notes-enable rule-a -->\nbad\n',
      ['8 rule-a x', '1 disable-comment unused'],
    ],
    [
      'ends at the first notes-enable',
      '<!-- notes-disable rule-a -- why -->\nbad\n\n<!-- notes-enable -->\nbad\n\n<!-- notes-enable rule-a -->\nbad\n',
      ['5 rule-a x', '8 rule-a x'],
    ],
    [
      'may start again after a notes-enable',
      '<!-- notes-disable rule-a -- why -->\nbad\n\n<!-- notes-enable -->\nbad\n\n<!-- notes-disable rule-a -- why -->\nbad\n',
      ['5 rule-a x'],
    ],
    [
      'for the next line hides nothing on other lines',
      'bad\n<!-- notes-disable-next-line rule-a -- why -->\nbad\nbad\n',
      ['1 rule-a x', '4 rule-a x'],
    ],
    ['may be written without spaces', '<!--notes-disable-next-line rule-a -- why-->\nbad\n', []],
    [
      'may be written with extra spaces',
      '<!--  notes-disable-next-line   rule-a   --   why   -->\nbad\n',
      [],
    ],
    ['may repeat commas and rules', '<!-- notes-disable-next-line rule-a,,rule-a -- why -->\nbad\n', []],
    [
      'is reported without a reason after the dashes',
      '<!-- notes-disable-next-line rule-a -- -->\nbad\n',
      ['2 rule-a x', '1 disable-comment no-reason'],
    ],
    [
      'is reported for an unknown rule with two dashes in its name',
      '<!-- notes-disable-next-line rule--a -- why -->\nbad\n',
      ['2 rule-a x', '1 disable-comment unknown'],
    ],
    [
      'is ignored after another comment on its line',
      '<!-- one --> <!-- notes-disable-next-line rule-a -- why -->\nbad\n',
      ['2 rule-a x'],
    ],
    [
      'is ignored with text after it on its line',
      '<!-- notes-disable-next-line rule-a -- why --> words\nbad\n',
      ['2 rule-a x'],
    ],
    [
      'for the next line is not ended by a notes-enable',
      '<!-- notes-disable-next-line rule-a -- why -->\n<!-- notes-enable -->\nbad\n',
      ['3 rule-a x', '1 disable-comment unused'],
    ],
    [
      'is reported for the one of its rules that finds nothing',
      '<!-- notes-disable-next-line rule-a, rule-b -- why -->\nbad\n',
      ['1 disable-comment unused'],
    ],
    [
      'is reported without a reason',
      '<!-- notes-disable-next-line rule-a -->\nbad\n',
      ['2 rule-a x', '1 disable-comment no-reason'],
    ],
    [
      'is reported without a rule',
      '<!-- notes-disable-next-line -- why -->\nbad\n',
      ['2 rule-a x', '1 disable-comment no-rule'],
    ],
    [
      'is reported for an unknown rule',
      '<!-- notes-disable-next-line rule-c -- why -->\nbad\n',
      ['2 rule-a x', '1 disable-comment unknown'],
    ],
    [
      'is reported when it hides nothing',
      '<!-- notes-disable rule-a -- why -->\ngood\n',
      ['1 disable-comment unused'],
    ],
    ['may have dashes in its reason', '<!-- notes-disable-next-line rule-a -- why -- because -->\nbad\n', []],
    ['is ignored in a code fence', '```\n<!-- notes-disable rule-a -- why -->\n```\nbad\n', ['4 rule-a x']],
    [
      'is not mistaken in a comment that starts like it',
      '<!-- notes-disabled rule-a -- why -->\nbad\n',
      ['2 rule-a x'],
    ],
    ['hides nothing when it is absent', 'bad\n', ['1 rule-a x']],
  ])('%s', (_, text, expected) => {
    expect(left(text)).toEqual(expected)
    expect(left(text.replaceAll('\n', '\r\n'))).toEqual(expected)
  })

  test('is reported with a warning that shows the expected form', () => {
    const document = readDocument('<!-- notes-disable rule-c -->\n')
    const [finding] = withoutDisabled(document, [], new Set())
    expect(finding).toMatchObject({
      severity: 'warning',
      rule: 'disable-comment',
      data: {},
      span: { start: 0, end: 29 },
    })
    expect(finding?.message).toContain('-- reason')
  })
})
