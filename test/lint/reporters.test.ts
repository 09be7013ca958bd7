import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv, type ValidateFunction } from 'ajv'
import { describe, expect, test } from 'vitest'
import { buildReport, type LintedFile, type LintReport } from '../../src/lint/report.ts'
import { escapeData, escapeProperty, reporters } from '../../src/lint/reporters/reporters.ts'
import type { Finding, Rule } from '../../src/lint/rule.ts'
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

/** A finding at the first occurrence of `at`. */
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

test('a lint report counts its findings and has 1-based places in UTF-16 units without the byte order mark', () => {
  expect(one.counts).toEqual({ errors: 1, warnings: 0, fixable: 1, files: 1, accepted: 0 })
  expect(awkward.counts).toEqual({ errors: 3, warnings: 1, fixable: 0, files: 3, accepted: 0 })
  expect(awkward.files[0]?.findings[0]).toMatchObject({ line: 3, column: 9, endLine: 3, endColumn: 17 })
  expect(awkward.files[0]?.findings[2]?.cause).toEqual({ line: 1, column: 1, endLine: 1, endColumn: 3 })
})

/** A report with warnings, a cause, an unsafe fix, a rule that throws, applied fixes and a dropped one. */
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
] as const)('the %s reporter prints the agreed output of a full report', async (name, ending) => {
  await expect(print(name, full)).toMatchFileSnapshot(agreed(`${name}.${ending}`))
})

test('the stylish reporter prints the agreed output in color', async () => {
  const coloured = reporters.stylish(full, { ...plain, color: true })
  await expect(coloured.replaceAll('\u001b', '\\e')).toMatchFileSnapshot(agreed('stylish-colours.txt'))
})

test('the stylish reporter does not show a failure if there are only warnings', () => {
  const warned = report([
    linted('a.md', '\n', [findingAt('\n', '\n', { severity: 'warning', message: 'm' })]),
  ])
  expect(print('stylish', warned)).toBe(
    'a.md (sam)\n  a.md:1:1  warning  m  path-prefix\n      why: The next session stands elsewhere.\n\n⚠ 0 errors, 1 warning in 1 file\n',
  )
})

test('the sarif reporter shows a rule that is off as disabled, and a run without crashes as successful', () => {
  const off = buildReport([linted('a.md', NOTES)], {
    version: '1',
    rules: [{ ...rule, severity: { loose: 'off' } }],
    mask: String,
  })
  const [run] = JSON.parse(print('sarif', off)).runs
  expect(run.tool.driver.rules[0].defaultConfiguration).toEqual({ enabled: false })
  expect(run.invocations[0].executionSuccessful).toBe(true)
})

describe('the json reporter', () => {
  test('prints the JSON shape that programs rely on', () => {
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

  test('prints a rule that throws as a finding of that rule', () => {
    const { files } = JSON.parse(print('json', awkward))
    expect(files[2].findings).toMatchObject([{ rule: 'path-prefix', severity: 'error', line: 1, column: 1 }])
    expect(files[2].findings[0].message).toContain('boom')
  })
})

/**
 * Compiles the SARIF schema of @microsoft/jest-sarif. It is a draft-4 schema, but only its `$schema` and `id` differ
 * from later drafts.
 */
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

describe('the sarif reporter', () => {
  let validate: ValidateFunction | undefined
  /** Schema errors of a log. The schema is compiled on the first call, which takes half a second. */
  const check = (log: string): readonly unknown[] => {
    validate ??= sarifSchema()
    validate(JSON.parse(log))
    return validate.errors ?? []
  }

  test.each(every)('prints SARIF that is valid against the schema: %s', (_, report) => {
    expect(check(print('sarif', report))).toEqual([])
  })

  test('is checked with a schema that rejects invalid SARIF', () => {
    expect(check('{"version":"2.1.0"}')).not.toEqual([])
    const log = JSON.parse(print('sarif', one))
    log.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri = 'a b.md'
    expect(check(JSON.stringify(log))).not.toEqual([])
  })

  const [run] = JSON.parse(print('sarif', awkward)).runs

  test('prints encoded URIs relative to the repository', () => {
    const uri = 'docs/my%20notes/100%25/%C3%9Cn%C3%AF%2Cc%C3%B8de%3Aa.md'
    expect(run.artifacts[0].location.uri).toBe(uri)
    expect(run.results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri, index: 0 },
      region: { startLine: 3, startColumn: 9, endLine: 3, endColumn: 17 },
    })
  })

  test('gives every result a described rule and a fingerprint of its own', () => {
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

  test('prints a rule that throws as a notification, not as a result', () => {
    expect(run.invocations[0].executionSuccessful).toBe(false)
    expect(run.invocations[0].toolExecutionNotifications).toMatchObject([
      { level: 'error', associatedRule: { id: 'path-prefix', index: 0 } },
    ])
    expect(run.results).toHaveLength(3)
  })

  test('prints a fix as a replacement', () => {
    const [{ fixes }] = JSON.parse(print('sarif', one)).runs[0].results
    expect(fixes[0].artifactChanges[0].replacements).toEqual([
      {
        deletedRegion: { startLine: 3, startColumn: 5, endLine: 3, endColumn: 5 },
        insertedContent: { text: '${PROJECT_ROOT}/' },
      },
    ])
  })
})

/** Two findings of one rule on one line, with the same message. */
function twice(): Finding[] {
  return [findingAt(NOTES, 'src/a.ts'), findingAt(NOTES, 'src/a.ts')]
}

test.each(['json', 'sarif', 'github', 'junit', 'stylish'] as const)(
  'the %s reporter prints no lone surrogate and no control character',
  name => {
    const text = print(name, awkward)
    expect(text).not.toMatch(/\p{Surrogate}|\\ud[89a-f]/iu)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(text.replaceAll('%1B', '')).not.toMatch(name === 'github' ? /\r/ : /[\u0000-\u0009\u000b-\u001f]/)
  },
)

describe('the github reporter', () => {
  test.each([
    ['100%', '100%25', '100%25'],
    ['a\r\nb', 'a%0D%0Ab', 'a%0D%0Ab'],
    ['a: b, c', 'a: b, c', 'a%3A b%2C c'],
    ['%0A', '%250A', '%250A'],
    ['\uD800 🦀', '\uFFFD 🦀', '\uFFFD 🦀'],
  ])('escapes %j in data and properties', (text, data, property) => {
    expect(escapeData(text)).toBe(data)
    expect(escapeProperty(text)).toBe(property)
  })

  test('prints one command per finding', () => {
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

  test('leaves out the columns of a multi-line finding', () => {
    const span = { start: 0, end: 32 }
    const long = report([linted('a.md', NOTES, [findingAt(NOTES, 'src/a.ts', { span })])])
    expect(print('github', long)).toMatch(/^::error file=a\.md,line=1,endLine=3,title=/)
  })
})

describe('the junit reporter', () => {
  const script = `
import sys, json, xml.etree.ElementTree as E
def suites(xml):
    r = E.fromstring(xml.encode())
    return [dict(r.attrib), [[dict(s.attrib), [[dict(c.attrib), [[f.tag, f.attrib, f.text] for f in c]] for c in s]] for s in r]]
print(json.dumps([suites(xml) for xml in json.load(sys.stdin)]))`

  const hasPython = spawnSync('python3', ['--version']).status === 0

  test.skipIf(!hasPython)(
    'prints XML with a suite per file, a failure per finding, an error per broken rule and a pass for a clean file',
    () => {
      const input = JSON.stringify(every.map(([, of]) => print('junit', of)))
      const { stdout, stderr } = spawnSync('python3', ['-c', script], { input, encoding: 'utf8' })
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
    },
  )
})

describe('the stylish reporter', () => {
  test('prints the place, message, reason and command for a finding', () => {
    expect(print('stylish', one)).toBe(
      [
        'NOTES.md (sam)',
        '  NOTES.md:3:5  error  Unexpected relative path `src/a.ts`, expected a prefix  path-prefix',
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

  test('prints the same text with and without colors', () => {
    for (const [, of] of every) {
      const coloured = reporters.stylish(of, { ...plain, color: true })
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences
      expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(print('stylish', of))
      expect(coloured).toContain('\u001b[')
    }
  })

  test('shows the first five of many findings of one rule, and counts the others', () => {
    const text = 'a\n'.repeat(20)
    const at = (line: number, more: object = {}) =>
      findingAt(text, 'a', { span: { start: line * 2 - 2, end: line * 2 - 1 }, ...more })
    const many = [...Array.from({ length: 12 }, (_, index) => at(index + 1)), at(15, { rule: 'other' })]
    const printed = print('stylish', report([linted('a.md', text, many)]))
    expect(printed.match(/^ {2}a\.md:\d+:1 {2}error/gm)).toEqual(
      [1, 2, 3, 4, 5, 15].map(line => `  a.md:${line}:1  error`),
    )
    expect(printed).toContain(
      '\n  … 7 more  up to line 12; `--format json` lists all  path-prefix\n\n✖ 13 errors, 0 warnings',
    )
    const six = print('stylish', report([linted('a.md', text, many.slice(0, 6))]))
    expect(six.match(/^ {2}a\.md:\d+:1 {2}error/gm)).toHaveLength(6)
    for (const name of ['json', 'github', 'sarif', 'junit'] as const)
      expect(
        print(name, report([linted('a.md', text, many)])).split('Unexpected relative').length,
      ).toBeGreaterThan(13)
  })

  test('offers no fix in a damaged file, and says why', () => {
    const damaged = `${NOTES}<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n`
    const printed = print(
      'stylish',
      report([linted('a.md', damaged, [findingAt(damaged, 'src/a.ts', { fix: safe })])]),
    )
    expect(printed).not.toContain('--fix')
    expect(printed).toContain(
      '✖ 1 error, 0 warnings in 1 file\n  no fix is applied to a.md: conflict marker at line 4\n',
    )
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
    ['an escape sequence', '\u001b[2J src/a.ts', '\uFFFD[2J src/a.ts', '     ^^^^^^^^'],
    ['a CRLF line break', 'x\r\nsrc/a.ts\r\n', 'src/a.ts', '^^^^^^^^'],
  ])('underlines a place after %s', (_, text, line, underline) => {
    expect(frameOf(text, 'src/a.ts')).toEqual([line, underline])
  })

  test('cuts a long line around the place to the width of the terminal', () => {
    const filler = '笔x'.repeat(5000)
    const [line = '', underline = ''] = frameOf(`${filler}src/a.ts${filler}`, 'src/a.ts', 60)
    expect(line).toMatch(/^….*src\/a\.ts.*…$/)
    const shownWidth = [...line].reduce((sum, character) => sum + (character === '笔' ? 2 : 1), 0)
    expect(shownWidth).toBeLessThanOrEqual(60 - '    1 | '.length)
    const before = line.slice(0, line.indexOf('src'))
    expect(underline.indexOf('^')).toBe([...before].reduce((sum, c) => sum + (c === '笔' ? 2 : 1), 0))
    expect(underline.trim()).toBe('^^^^^^^^')
  })

  test('underlines an empty place, even at the end of a line', () => {
    const text = 'abc\n'
    const at = (start: number) => findingAt(text, 'abc', { span: { start, end: start } })
    const lines = print('stylish', report([linted('a.md', text, [at(3), at(0)])]))
    expect(lines).toContain('    1 | abc\n      |    ^\n')
    expect(lines).toContain('    1 | abc\n      | ^\n')
  })

  test('quotes the file name in its command for a shell', () => {
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

describe('secrets in reports', () => {
  const text = 'a ghp_secretsecret b src/a.ts\n'
  const fix = { kind: 'safe' as const, edits: [{ span: { start: 0, end: 1 }, text: 'ghp_secretsecret' }] }
  const error = new Error('at ghp_secretsecret')
  const message = 'Unexpected ghp_secretsecret, expected none'
  const secret = report([
    linted('a.md', text, [findingAt(text, 'src/a.ts', { message, fix })], {
      crashes: [{ rule: 'x', error }],
    }),
  ])

  test.each(Object.keys(reporters) as (keyof typeof reporters)[])('are masked by the %s reporter', name => {
    expect(print(name, secret)).not.toContain('secretsecret')
  })

  test('do not shift the underline of the stylish reporter when they are masked', () => {
    expect(print('stylish', secret)).toContain('1 | a ghp_**** b src/a.ts\n      |              ^^^^^^^^\n')
  })

  test('are hidden by the stylish reporter on every line that they span', () => {
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
  'the %s reporter stays short and fast for a hundred findings on one line of 10 MB',
  name => {
    const text = `${'x'.repeat(10_000_000)} src/a.ts`
    const reporting = (findings: number) => () =>
      print(name, report([linted('a.md', text, Array(findings).fill(findingAt(text, 'src/a.ts')))]))
    expect(reporting(100)().length).toBeLessThan(200_000)
    expectGrowth(reporting, { from: 1, times: 100, atMost: 10 })
  },
)
