import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv, type ValidateFunction } from 'ajv'
import { describe, expect, test } from 'vitest'
import type { Finding } from '../../src/lint/finding.ts'
import { buildReport, type LintedFile, type LintReport } from '../../src/lint/report.ts'
import { escapeData, escapeProperty } from '../../src/lint/reporters/github.ts'
import { reporters } from '../../src/lint/reporters/reporters.ts'
import type { Rule } from '../../src/lint/rule.ts'
import { readNotes } from '../../src/notes/notes.ts'
import { expectGrowth } from '../growth.ts'

const rule: Rule = {
  name: 'path-prefix',
  group: 'paths',
  summary: 'Require the `${PROJECT_ROOT}` prefix on every path',
  why: 'The next session stands elsewhere.',
  fix: 'safe',
  severity: { sam: 'error', loose: 'off' },
  messages: { relative: 'Unexpected relative path `{{path}}`, expected a prefix' },
  examples: [],
  check: () => {},
}

/** A finding at the first place where `at` stands. */
function findingAt(text: string, at: string, more: Partial<Finding> = {}): Finding {
  const start = text.indexOf(at)
  if (start < 0) throw new Error(`no ${at} in the text`)
  const message = `Unexpected relative path \`${at}\`, expected a prefix`
  const span = { start, end: start + at.length }
  return { rule: rule.name, id: 'relative', severity: 'error', message, span, data: {}, ...more }
}

const linted = (path: string, text: string, findings: Finding[] = [], more: Partial<LintedFile> = {}) => ({
  path,
  notes: readNotes(text, { profile: 'sam' }),
  findings,
  crashes: [],
  ...more,
})

const SECRET = /ghp_[a-z]+/g
const report = (files: readonly LintedFile[], mask = (text: string) => text.replaceAll(SECRET, 'ghp_****')) =>
  buildReport(files, { version: '1.2.3', rules: [rule], mask })

const plain = { color: false, columns: 80 }
const print = (name: keyof typeof reporters, of: LintReport, columns = 80): string =>
  reporters[name](of, { color: false, columns })

const NOTES = '## Lightweight Identifiers\n\nsee src/a.ts and src/b.ts\n'
const safe = { kind: 'safe' as const, edits: [{ span: { start: 32, end: 32 }, text: '${PROJECT_ROOT}/' }] }
const one = report([linted('NOTES.md', NOTES, [findingAt(NOTES, 'src/a.ts', { fix: safe })])])
const none = report([linted('NOTES.md', NOTES)])

const awkwardText = '\uFEFF# 笔记\r\n\r\n\tsee 🦀 src/a.ts ]]> \uD800 \u202E \u0000\r\n\r\nlast src/b.ts\r\n'
const awkwardMessage = 'Unexpected\n100% "a": <b>, ]]>\r & 🦀 \uD800 \u0007\u001b[31m\uFFFE, expected\tnone'
const awkward = report([
  linted('docs/my notes/100%/Ünï,cøde:a.md', awkwardText, [
    findingAt(awkwardText, 'src/a.ts', { message: awkwardMessage }),
    findingAt(awkwardText, 'src/a.ts ]]>', { severity: 'warning', rule: 'disable-comment' }),
    findingAt(awkwardText, 'last src/b.ts', { cause: { start: 1, end: 3 } }),
  ]),
  linted('it’s.md', ''),
  linted('b.md', 'x\n', [], { crashes: [{ rule: 'path-prefix', error: new Error('boom ]]>') }] }),
])

const every = Object.entries({ one, none, awkward, empty: report([]) })

test('a report counts, and places are 1-based in UTF-16 units without the byte order mark', () => {
  expect(one.counts).toEqual({ errors: 1, warnings: 0, fixable: 1, files: 1, accepted: 0 })
  expect(awkward.counts).toEqual({ errors: 3, warnings: 1, fixable: 0, files: 3, accepted: 0 })
  expect(awkward.files[0]?.findings[0]).toMatchObject({ line: 3, column: 9, endLine: 3, endColumn: 17 })
  expect(awkward.files[0]?.findings[2]?.cause).toEqual({ line: 1, column: 1, endLine: 1, endColumn: 3 })
})

/** Something of everything: warnings, a cause, a guess, a broken rule, what was fixed and what was not. */
const full = report([
  linted(
    'a.md',
    NOTES,
    [
      findingAt(NOTES, 'src/a.ts', { severity: 'warning', fix: { ...safe, kind: 'unsafe' } }),
      findingAt(NOTES, 'see src/a.ts', {
        rule: 'other',
        span: { start: 3, end: 40 },
        cause: { start: 0, end: 2 },
      }),
    ],
    {
      ...{ fixed: 2, dropped: [findingAt(NOTES, 'src/b.ts')], diff: '-a\n+b\n' },
      crashes: [{ rule: 'path-prefix', error: 'boom' }],
    },
  ),
  linted('b.md', NOTES, [findingAt(NOTES, 'src/a.ts', { severity: 'warning' })]),
])

const agreed = (name: string): string => fileURLToPath(new URL(`reported/${name}`, import.meta.url))

test.each([
  ['json', 'json'],
  ['sarif', 'sarif'],
  ['junit', 'xml'],
  ['github', 'txt'],
  ['stylish', 'txt'],
] as const)('%s prints a report as was agreed on', async (name, ending) => {
  await expect(print(name, full)).toMatchFileSnapshot(agreed(`${name}.${ending}`))
})

test('stylish in colours prints it as was agreed on', async () => {
  const coloured = reporters.stylish(full, { ...plain, color: true })
  await expect(coloured.replaceAll('\u001b', '\\e')).toMatchFileSnapshot(agreed('stylish-colours.txt'))
})

test('only warnings are no failure', () => {
  const warned = report([
    linted('a.md', '\n', [findingAt('\n', '\n', { severity: 'warning', message: 'm' })]),
  ])
  expect(print('stylish', warned)).toBe(
    'a.md (sam)\n  1:1  warning  m  path-prefix\n      why: The next session stands elsewhere.\n\n⚠ 0 errors, 1 warning in 1 file\n',
  )
})

test('a rule that is off in the protocol is not enabled, and no rule has broken', () => {
  const off = buildReport([linted('a.md', NOTES)], {
    version: '1',
    rules: [{ ...rule, severity: { loose: 'off' } }],
    mask: String,
  })
  const [run] = JSON.parse(print('sarif', off)).runs
  expect(run.tool.driver.rules[0].defaultConfiguration).toEqual({ enabled: false })
  expect(run.invocations[0].executionSuccessful).toBe(true)
})

describe('json', () => {
  test('has the shape that programs rely on', () => {
    expect(JSON.parse(print('json', one))).toEqual({
      version: '1.2.3',
      files: [
        {
          path: 'NOTES.md',
          profile: 'sam',
          findings: [
            {
              rule: 'path-prefix',
              severity: 'error',
              line: 3,
              column: 5,
              endLine: 3,
              endColumn: 13,
              message: 'Unexpected relative path `src/a.ts`, expected a prefix',
              fix: {
                kind: 'safe',
                edits: [{ line: 3, column: 5, endLine: 3, endColumn: 5, text: '${PROJECT_ROOT}/' }],
              },
            },
          ],
        },
      ],
      counts: { errors: 1, warnings: 0, fixable: 1, files: 1, accepted: 0 },
    })
  })

  test('has a broken rule as a finding about itself', () => {
    const { files } = JSON.parse(print('json', awkward))
    expect(files[2].findings).toMatchObject([{ rule: 'path-prefix', severity: 'error', line: 1, column: 1 }])
    expect(files[2].findings[0].message).toContain('boom')
  })
})

/** The schema is of draft 4; what is new since then is how it names itself. From @microsoft/jest-sarif. */
function sarifSchema(): ValidateFunction {
  const { $schema, id, ...schema } = JSON.parse(
    readFileSync(new URL('../fixtures/sarif-schema-2.1.0.json', import.meta.url), 'utf8'),
  )
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false })
  ajv.addFormat('uri', /^[a-z][a-z0-9+.-]*:[\w\-.~:/?#[\]@!$&'()*+,;=%]*$/i)
  ajv.addFormat('uri-reference', /^(?:[\w\-.~/!$&'()*+,;=]|%[0-9A-F]{2})*$/)
  ajv.addFormat('date-time', true)
  return ajv.compile(schema)
}

describe('sarif', () => {
  let validate: ValidateFunction | undefined
  /** What is wrong with a log. The schema is made ready when it is first asked: that takes half a second. */
  const check = (log: string): readonly unknown[] => {
    validate ??= sarifSchema()
    validate(JSON.parse(log))
    return validate.errors ?? []
  }

  test.each(every)('%s is valid against the schema', (_, report) => {
    expect(check(print('sarif', report))).toEqual([])
  })

  test('the schema does tell right from wrong', () => {
    expect(check('{"version":"2.1.0"}')).not.toEqual([])
    const log = JSON.parse(print('sarif', one))
    log.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri = 'a b.md'
    expect(check(JSON.stringify(log))).not.toEqual([])
  })

  const [run] = JSON.parse(print('sarif', awkward)).runs

  test('addresses are relative to the repository and encoded', () => {
    const uri = 'docs/my%20notes/100%25/%C3%9Cn%C3%AF%2Cc%C3%B8de%3Aa.md'
    expect(run.artifacts[0].location.uri).toBe(uri)
    expect(run.results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri, index: 0 },
      region: { startLine: 3, startColumn: 9, endLine: 3, endColumn: 17 },
    })
  })

  test('every result has its rule, described, and a fingerprint of its own', () => {
    for (const { ruleId, ruleIndex } of run.results) expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId)
    expect(run.tool.driver.rules[0].help.text).toContain(rule.why)
    const twins = report([linted('a.md', NOTES, twice()), linted('b.md', NOTES, twice())])
    const { results } = JSON.parse(print('sarif', twins)).runs[0]
    const marks = results.map(
      (result: { partialFingerprints: { primaryLocationLineHash: string } }) =>
        result.partialFingerprints.primaryLocationLineHash,
    )
    expect(new Set(marks).size).toBe(4)
  })

  test('a broken rule is a notification, not a result', () => {
    expect(run.invocations[0].executionSuccessful).toBe(false)
    expect(run.invocations[0].toolExecutionNotifications).toMatchObject([
      { level: 'error', associatedRule: { id: 'path-prefix', index: 0 } },
    ])
    expect(run.results).toHaveLength(3)
  })

  test('a fix is a replacement', () => {
    const [{ fixes }] = JSON.parse(print('sarif', one)).runs[0].results
    expect(fixes[0].artifactChanges[0].replacements).toEqual([
      {
        deletedRegion: { startLine: 3, startColumn: 5, endLine: 3, endColumn: 5 },
        insertedContent: { text: '${PROJECT_ROOT}/' },
      },
    ])
  })
})

/** Two findings in one line of one rule with one message. */
function twice(): Finding[] {
  return [findingAt(NOTES, 'src/a.ts'), findingAt(NOTES, 'src/a.ts')]
}

test.each(['json', 'sarif', 'github', 'junit', 'stylish'] as const)(
  '%s has no half of a surrogate pair and no control character',
  name => {
    const text = print(name, awkward)
    expect(text).not.toMatch(/\p{Surrogate}|\\ud[89a-f]/iu)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(text.replaceAll('%1B', '')).not.toMatch(name === 'github' ? /\r/ : /[\u0000-\u0009\u000b-\u001f]/)
  },
)

describe('github', () => {
  test.each([
    ['100%', '100%25', '100%25'],
    ['a\r\nb', 'a%0D%0Ab', 'a%0D%0Ab'],
    ['a: b, c', 'a: b, c', 'a%3A b%2C c'],
    ['%0A', '%250A', '%250A'],
    ['\uD800 🦀', '\uFFFD 🦀', '\uFFFD 🦀'],
  ])('%j', (text, data, property) => {
    expect(escapeData(text)).toBe(data)
    expect(escapeProperty(text)).toBe(property)
  })

  test('is one command a finding', () => {
    expect(print('github', one)).toBe(
      '::error file=NOTES.md,line=3,col=5,endLine=3,endColumn=13,title=path-prefix::' +
        'Unexpected relative path `src/a.ts`, expected a prefix\n',
    )
    expect(print('github', none)).toBe('')
    const lines = print('github', awkward).trimEnd().split('\n')
    expect(lines.map(line => /^::(error|warning) file=[^:,]+,line=\d+,/.test(line))).toEqual(
      Array(4).fill(true),
    )
  })

  test('has no columns where GitHub allows none', () => {
    const span = { start: 0, end: 32 }
    const long = report([linted('a.md', NOTES, [findingAt(NOTES, 'src/a.ts', { span })])])
    expect(print('github', long)).toMatch(/^::error file=a\.md,line=1,endLine=3,title=/)
  })
})

describe('junit', () => {
  const script = `
import sys, json, xml.etree.ElementTree as E
def suites(xml):
    r = E.fromstring(xml.encode())
    return [dict(r.attrib), [[dict(s.attrib), [[dict(c.attrib), [[f.tag, f.attrib, f.text] for f in c]] for c in s]] for s in r]]
print(json.dumps([suites(xml) for xml in json.load(sys.stdin)]))`

  test('is XML: a suite a file, a failure a finding, an error a broken rule, a pass for a clean file (skipped without python3)', () => {
    const input = JSON.stringify(every.map(([, of]) => print('junit', of)))
    const { error, stdout, stderr } = spawnSync('python3', ['-c', script], { input, encoding: 'utf8' })
    if (error !== undefined) return
    expect(stderr).toBe('')
    const parsed = JSON.parse(stdout)
    for (const [index, [name, of]] of every.entries())
      expect(parsed[index][1], name).toHaveLength(of.files.length)
    const [total, [first, clean, broken]] = parsed[every.findIndex(([name]) => name === 'awkward')]
    expect(total).toMatchObject({ tests: '5', failures: '3', errors: '1' })
    expect(first[0].name).toBe('docs/my notes/100%/Ünï,cøde:a.md')
    const [failure] = first[1][0][1]
    expect(failure[1].message).toBe('Unexpected\n100% "a": <b>, ]]>\r & 🦀  [31m, expected\tnone')
    expect(clean[1]).toMatchObject([[{ name: 'notes lint' }, []]])
    expect(broken[1][0][1][0][0]).toBe('error')
  })
})

describe('stylish', () => {
  test('says what, where, why and what to do', () => {
    expect(print('stylish', one)).toBe(
      [
        'NOTES.md (sam)',
        '  3:5  error  Unexpected relative path `src/a.ts`, expected a prefix  path-prefix',
        '    3 | see src/a.ts and src/b.ts',
        '      |     ^^^^^^^^',
        '      why: The next session stands elsewhere.',
        '      do: notes lint --fix NOTES.md',
        '',
        '✖ 1 error, 0 warnings in 1 file',
        '  `notes lint --fix` fixes 1 of them',
        '',
      ].join('\n'),
    )
    expect(print('stylish', none)).toBe('✔ No findings in 1 file\n')
  })

  test('colours change nothing but the colour', () => {
    for (const [, of] of every) {
      const coloured = reporters.stylish(of, { ...plain, color: true })
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences
      expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(print('stylish', of))
      expect(coloured).toContain('\u001b[')
    }
  })

  const frameOf = (text: string, at: string, columns = 80): string[] => {
    const lines = print('stylish', report([linted('a.md', text, [findingAt(text, at)])]), columns).split('\n')
    return lines.filter(line => / \| /.test(line)).map(line => line.slice(line.indexOf('|') + 2))
  }

  test.each([
    ['a tab', '\tsrc/a.ts', '    src/a.ts', '    ^^^^^^^^'],
    ['wide characters', '笔记 src/a.ts', '笔记 src/a.ts', '     ^^^^^^^^'],
    ['an emoji', '🦀 src/a.ts', '🦀 src/a.ts', '   ^^^^^^^^'],
    ['a joined emoji', '👩‍💻 src/a.ts', '👩‍💻 src/a.ts', '   ^^^^^^^^'],
    ['a combining mark', 'e\u0301 src/a.ts', 'e\u0301 src/a.ts', '  ^^^^^^^^'],
    ['a bidi control', '\u202E src/a.ts', '<U+202E> src/a.ts', '         ^^^^^^^^'],
    ['an escape', '\u001b[2J src/a.ts', '\uFFFD[2J src/a.ts', '     ^^^^^^^^'],
    ['CRLF', 'x\r\nsrc/a.ts\r\n', 'src/a.ts', '^^^^^^^^'],
  ])('the place is underlined behind %s', (_, text, line, underline) => {
    expect(frameOf(text, 'src/a.ts')).toEqual([line, underline])
  })

  test('a long line is cut around the place, within the columns', () => {
    const filler = '笔x'.repeat(5000)
    const [line = '', underline = ''] = frameOf(`${filler}src/a.ts${filler}`, 'src/a.ts', 60)
    expect(line).toMatch(/^….*src\/a\.ts.*…$/)
    const shownWidth = [...line].reduce((sum, character) => sum + (character === '笔' ? 2 : 1), 0)
    expect(shownWidth).toBeLessThanOrEqual(60 - '    1 | '.length)
    const before = line.slice(0, line.indexOf('src'))
    expect(underline.indexOf('^')).toBe([...before].reduce((sum, c) => sum + (c === '笔' ? 2 : 1), 0))
    expect(underline.trim()).toBe('^^^^^^^^')
  })

  test('a place at the very end of a line, and an empty one, have a mark', () => {
    const text = 'abc\n'
    const at = (start: number) => findingAt(text, 'abc', { span: { start, end: start } })
    const lines = print('stylish', report([linted('a.md', text, [at(3), at(0)])]))
    expect(lines).toContain('    1 | abc\n      |    ^\n')
    expect(lines).toContain('    1 | abc\n      | ^\n')
  })

  test('the file in a command can be pasted', () => {
    const odd = report([linted("it's here.md", NOTES, [findingAt(NOTES, 'src/a.ts', { fix: safe })])])
    expect(print('stylish', odd)).toContain("do: notes lint --fix 'it'\\''s here.md'")
  })

  test('reports the fixes that were made and those that failed verification', () => {
    const finding = findingAt(NOTES, 'src/a.ts')
    const text = print('stylish', report([linted('a.md', NOTES, [], { fixed: 2, dropped: [finding] })]))
    expect(text).toContain('2 findings fixed')
    expect(text).toContain(`the fix failed verification: ${finding.message}`)
  })
})

describe('secrets', () => {
  const text = 'a ghp_secretsecret b src/a.ts\n'
  const fix = { kind: 'safe' as const, edits: [{ span: { start: 0, end: 1 }, text: 'ghp_secretsecret' }] }
  const error = new Error('at ghp_secretsecret')
  const message = 'Unexpected ghp_secretsecret, expected none'
  const secret = report([
    linted('a.md', text, [findingAt(text, 'src/a.ts', { message, fix })], {
      crashes: [{ rule: 'x', error }],
    }),
  ])

  test.each(Object.keys(reporters) as (keyof typeof reporters)[])('%s is masked', name => {
    expect(print(name, secret)).not.toContain('secretsecret')
  })

  test('the underline follows what the mask has moved', () => {
    expect(print('stylish', secret)).toContain('1 | a ghp_**** b src/a.ts\n      |              ^^^^^^^^\n')
  })

  test('a line of a secret that goes over several lines is not shown', () => {
    const key = 'BEGIN\nMIIsecret\nEND\nsrc/a.ts\n'
    const findings = [findingAt(key, 'MIIsecret', { message: 'm' }), findingAt(key, 'src/a.ts')]
    const shown = print(
      'stylish',
      report([linted('a.md', key, findings)], text => text.replace(/BEGIN.*END/s, '****')),
    )
    expect(shown).not.toContain('MIIsecret')
    expect(shown).toContain('4 | src/a.ts')
  })
})

test.each(Object.keys(reporters) as (keyof typeof reporters)[])(
  'the %s report of a hundred findings on one line of 10 MB is short, and does not read the line for each of them',
  name => {
    const text = `${'x'.repeat(10_000_000)} src/a.ts`
    const reporting = (findings: number) => () =>
      print(name, report([linted('a.md', text, Array(findings).fill(findingAt(text, 'src/a.ts')))]))
    expect(reporting(100)().length).toBeLessThan(200_000)
    expectGrowth(reporting, { from: 1, times: 100, atMost: 10 })
  },
)
