import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { seedExample } from '../fixtures/markdown.ts'
import { notes } from '../notes-cli.ts'
import { runHere } from './run-here.ts'

const lines = Array.from({ length: 70 }, (_, n) => `const step${n + 1} = ${n + 1}`)
const quoted = lines.with(51, 'export function isTokenExpired(token: Token, graceMs = 900000) {').join('\n')
const DAY = ['--now', '2024-01-16T00:00:00Z']

function project(text: string = seedExample, files: Record<string, string> = {}) {
  const cwd = folderWith({
    'NOTES.md': text,
    'src/auth/jwt.ts': quoted,
    'src/auth/refresh.ts': quoted,
    ...files,
  })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd,
      encoding: 'utf8',
    })
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', 'first')
  const read = () => readFileSync(join(cwd, 'NOTES.md'), 'utf8')
  const write = (next: string) => writeFileSync(join(cwd, 'NOTES.md'), next)
  const lint = (...args: string[]) => notes(['lint', ...args], { cwd })
  const found = (...args: string[]): string[] => {
    const { stdout } = lint('--format', 'json', ...DAY, ...args)
    return JSON.parse(stdout).files.flatMap(({ findings }: { findings: { rule: string; line: number }[] }) =>
      findings.map(({ rule, line }) => `${line} ${rule}`),
    )
  }
  return { cwd, git, read, write, lint, found }
}

test('lint --strict accepts the protocol example, without findings on the day of the example', () => {
  const { lint, found } = project()
  expect(lint('--strict').code).toBe(0)
  expect(found('--strict')).toEqual([])
  expect(lint('--strict', ...DAY).code).toBe(0)
})

test('lint reports no errors in a file that notes init has just written', () => {
  const cwd = folderWith({ '.git/': '' })
  notes(['init'], { cwd })
  expect(notes(['lint', '--strict'], { cwd }).stdout).toMatch(/ 0 errors|No findings/)
})

test('lint prints the handle of the record that a finding is in, and none for a finding between records', () => {
  const { cwd, lint } = project(`${seedExample.replace('| HIGH |', '| BAD |')}\n## Active Sub-Goals\n`)
  const list = JSON.parse(notes(['debt', 'list', '--json'], { cwd }).stdout).records
  const handle = list.find(({ severity }: { severity: string }) => severity === 'BAD').handle
  expect(lint(...DAY).stdout).toMatch(new RegExp(`BAD.*  ${handle}  debt-severity$`, 'm'))
  const [{ findings }] = JSON.parse(lint('--format', 'json', ...DAY).stdout).files
  const handles = findings.map((one: { rule: string; handle?: string }) => [one.rule, one.handle])
  expect(handles).toContainEqual(['debt-severity', handle])
  expect(handles).toContainEqual(['duplicate-section', undefined])
})

const debt = '| TD-002 | Missing input validation on /api/upload | HIGH | auditing-security | S03 |'

describe('lint exit codes', () => {
  test.each([
    ['1 with errors', seedExample.replace('| HIGH |', '| BAD |'), [], 1],
    ['0 for warnings alone', seedExample, [], 0],
    ['1 above --max-warnings', seedExample, ['--max-warnings', '1'], 1],
    [
      '0 when the rule is turned off',
      seedExample.replace('| HIGH |', '| BAD |'),
      ['--rule', 'debt-severity=off'],
      0,
    ],
    ['2 for an unknown rule', seedExample, ['--rule', 'debt-severty=off'], 2],
    ['2 for an unknown severity', seedExample, ['--rule', 'debt-severity=bad'], 2],
    ['2 for a pattern that matches nothing', seedExample, ['none/**/*.md'], 2],
    ['2 for an unknown revision', seedExample, ['--since', 'nothing-such'], 2],
  ])('lint exits with %s', (_, text, args, expected) => {
    const { lint } = project(text)
    expect(lint(...args).code).toBe(expected)
  })

  test('lint exits with 2 for a missing file', () => expect(project().lint('none.md').code).toBe(2))
})

describe('lint --format', () => {
  test.each(['json', 'sarif'])('prints only the %s document on standard output', format => {
    const { lint } = project(seedExample.replace('| HIGH |', '| BAD |'))
    const { stdout, stderr, code } = lint('--format', format)
    expect([code, stderr]).toEqual([1, ''])
    expect(JSON.parse(stdout)).toBeTruthy()
  })

  test('prints github annotations with file, line and rule', () => {
    const { lint } = project(seedExample.replace('| HIGH |', '| BAD |'))
    expect(lint('--format', 'github', ...DAY).stdout).toMatch(
      /^::error file=NOTES.md,line=50,.*title=debt-severity::/,
    )
  })
})

describe('lint repairs', () => {
  const relative = seedExample.replace('| ${PROJECT_ROOT}/src/auth/jwt.ts:45-67', '| src/auth/jwt.ts:45-67')

  test('lint --fix applies the safe fix and changes nothing else', () => {
    const { lint, read } = project(relative)
    expect(lint('--fix', ...DAY).code).toBe(0)
    expect(read()).toBe(seedExample)
  })

  test('lint --fix adds the prefix to committed history without lint reporting a rewrite', () => {
    const { lint, read, found } = project(
      seedExample
        .replace('Completed user auth', 'Completed user auth in src/auth/jwt.ts:52')
        .replace('Balances security', 'As src/auth/jwt.ts:52 balances security')
        .replace('| pgvector support', '| pgvector support in `src\\auth\\jwt.ts:52`'),
    )
    expect(found('--strict').map(line => line.split(' ')[1])).toEqual(Array(3).fill('path-prefix'))
    expect(lint('--fix', ...DAY).code).toBe(0)
    expect(read().match(/(?<=in |As |`)\$\{PROJECT_ROOT\}\/src\/auth\/jwt\.ts:52/g)).toHaveLength(3)
    expect(found('--strict')).toEqual([])
  })

  test('lint --diff and --fix-dry-run print the fix and write nothing', () => {
    const { lint, read } = project(relative)
    expect(lint('--diff').stdout).toContain('+| ${PROJECT_ROOT}/src/auth/jwt.ts:45-67')
    expect(lint('--fix-dry-run').stdout).toContain('+| ${PROJECT_ROOT}/src/auth/jwt.ts:45-67')
    expect(read()).toBe(relative)
  })

  test('lint --diff --json prints one document that contains the diff', () => {
    const { lint, read } = project(relative)
    for (const args of [
      ['--diff', '--json'],
      ['--fix-dry-run', '--format', 'json'],
    ]) {
      const { stdout, code } = lint(...args, ...DAY)
      const [file] = JSON.parse(stdout).files
      expect([code, file.findings, file.fixed]).toEqual([0, [], 1])
      expect(file.diff).toMatch(
        /^--- [^\n]*NOTES\.md\n[\s\S]*\n\+\| \$\{PROJECT_ROOT\}\/src\/auth\/jwt\.ts:45-67/,
      )
    }
    expect(JSON.parse(project().lint('--diff', '--json').stdout).files[0]).not.toHaveProperty('diff')
    expect(read()).toBe(relative)
  })

  test('lint - --fix prints the repaired or unchanged text on standard output and findings on standard error', () => {
    const { cwd } = project()
    const filter = (input: string, ...args: string[]) => notes(['lint', '-', ...args, ...DAY], { cwd, input })
    expect(filter(relative, '--fix')).toMatchObject({ code: 0, stdout: seedExample })
    expect(filter(seedExample, '--fix')).toMatchObject({ code: 0, stdout: seedExample })
    const bad = seedExample.replace('| HIGH |', '| BAD |')
    expect(filter(bad, '--fix')).toMatchObject({
      code: 1,
      stdout: bad,
      stderr: expect.stringContaining('BAD'),
    })
    expect(filter(relative, '--diff').stdout).toContain('+| ${PROJECT_ROOT}/src/auth/jwt.ts:45-67')
  })

  test('lint --diff masks a secret', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`
    const { lint } = project(relative.replace('Refresh flow', token))
    for (const args of [['--diff'], ['--diff', '--json']]) {
      const { stdout } = lint(...args)
      expect(stdout).toContain('PROJECT_ROOT')
      expect(stdout).not.toContain(token)
    }
  })

  test('lint --fix relocates a quote and a reference after git mv', () => {
    const { cwd, git, lint, read, found } = project()
    git('mv', 'src/auth/jwt.ts', 'src/token.ts')
    writeFileSync(join(cwd, 'src/auth/refresh.ts'), lines.join('\n'))
    expect(found().map(line => line.split(' ')[1])).toEqual(['path-exists', 'evidence-matches'])
    expect(lint('--fix', ...DAY).code).toBe(0)
    expect(read()).toBe(seedExample.replaceAll('src/auth/jwt.ts:', 'src/token.ts:'))
  })

  test('lint --fix-unsafe completes a path that only one file matches', () => {
    const { lint, read } = project(
      seedExample.replace('| ${PROJECT_ROOT}/src/auth/jwt.ts:45-67', '| auth/jwt.ts:45-67'),
    )
    expect(lint('--fix', ...DAY).code).toBe(1)
    expect(lint('--fix-unsafe', ...DAY).code).toBe(0)
    expect(read()).toBe(seedExample)
  })

  test('undo reverts lint --fix', () => {
    const { cwd, lint, read } = project(relative)
    lint('--fix', ...DAY)
    expect(notes(['undo'], { cwd }).code).toBe(0)
    expect(read()).toBe(relative)
  })

  test('lint --fix leaves a damaged file unchanged', () => {
    const damaged = `${relative}\n\`\`\`\nnever closed\n`
    const { lint, read } = project(damaged)
    expect(lint('--fix', ...DAY).code).toBe(1)
    expect(read()).toBe(damaged)
  })

  test('lint --fix relocates a quote that moved in its file', () => {
    const { cwd, lint, read, found } = project()
    writeFileSync(join(cwd, 'src/auth/jwt.ts'), `// one\n// two\n${quoted}`)
    expect(found()).toEqual(['30 evidence-matches'])
    expect(lint('--fix', ...DAY).code).toBe(0)
    expect(read()).toBe(seedExample.replace('jwt.ts:52]', 'jwt.ts:54]'))
  })
})

test('lint - --stdin-filename reports standard input under that name', () => {
  const { cwd } = project()
  const { code, stdout } = notes(['lint', '-', '--stdin-filename', 'sub/NOTES.md', '--format', 'json'], {
    cwd,
    input: seedExample.replace('| HIGH |', '| BAD |'),
  })
  expect(code).toBe(1)
  expect(JSON.parse(stdout).files[0].path).toBe('sub/NOTES.md')
})

test('lint --write-baseline hides the existing findings and still reports new ones', () => {
  const { lint, found, write, read } = project(seedExample.replace('| HIGH |', '| BAD |'))
  expect(found()).toEqual(['50 debt-severity'])
  expect(lint('--write-baseline').code).toBe(0)
  expect(found()).toEqual([])
  write(`\n${read()}`)
  expect(found()).toEqual([])
  write(read().replace('| MEDIUM |', '| WORSE |'))
  expect(found()).toEqual(['50 debt-severity'])
})

describe('a notes-disable comment', () => {
  const disabled = (comment: string) =>
    seedExample.replace('| HIGH |', '| BAD |').replace('| ID | Desc', `${comment}\n| ID | Desc`)

  test('with a reason hides the findings of its rule', () => {
    expect(project(disabled('<!-- notes-disable debt-severity -- imported as it was -->')).found()).toEqual(
      [],
    )
  })

  test.each([
    ['without a reason', '<!-- notes-disable debt-severity -->', ['47 disable-comment', '51 debt-severity']],
    [
      'for an unknown rule',
      '<!-- notes-disable debt-sevrity -- why -->',
      ['47 disable-comment', '51 debt-severity'],
    ],
  ])('%s is a disable-comment finding and hides nothing', (_, comment, expected) => {
    expect(project(disabled(comment)).found()).toEqual(expected)
  })

  test('that disables nothing is a disable-comment finding', () => {
    expect(project(`${seedExample}\n<!-- notes-disable secret -- why -->\n`).found()).toEqual([
      '71 disable-comment',
    ])
  })
})

describe('lint against the git history', () => {
  test('reports a removed log row as log-append-only and accepts an added one', () => {
    const { write, found } = project()
    write(
      seedExample.replace(
        '| 2024-01-10T14:30Z | implementing-tasks | Completed user auth, starting OAuth integration |\n',
        '',
      ),
    )
    expect(found().some(line => line.endsWith('log-append-only'))).toBe(true)
    write(
      seedExample.replace(
        '\n\n## Decision Archive',
        '\n| 2024-01-11T10:00Z | me | more |\n\n## Decision Archive',
      ),
    )
    expect(found()).toEqual([])
  })

  test('accepts a decision moved to the archive and reports a removed one as decision-append-only', () => {
    const { cwd, write, found } = project()
    expect(notes(['decision', 'archive', 'Token Expiry'], { cwd }).code).toBe(0)
    expect(found().filter(line => line.endsWith('append-only'))).toEqual([])
    write(seedExample.replace(/#### 2024[\s\S]*?(?=### Pending)/, ''))
    expect(found().some(line => line.endsWith('decision-append-only'))).toBe(true)
  })

  test('lints only changed files with --changed and only staged ones with --staged', () => {
    const { git, write, lint } = project()
    const files = (...args: string[]) => JSON.parse(lint('--format', 'json', ...args).stdout).files.length
    expect([files('--changed'), files('--staged')]).toEqual([0, 0])
    write(seedExample.replace('| HIGH |', '| LOW |'))
    expect([files('--changed'), files('--staged')]).toEqual([1, 0])
    git('add', '-A')
    expect([files('--changed'), files('--staged')]).toEqual([1, 1])
  })
})

test('lint reports a secret and never prints it', () => {
  const token = `ghp_${'a1B2'.repeat(9)}`
  const { lint } = project(seedExample.replace(debt, debt.replace('/api/upload', token)))
  for (const format of ['stylish', 'json', 'sarif', 'github', 'junit']) {
    const { stdout, code } = lint('--format', format)
    expect(code).toBe(1)
    expect(stdout).toContain('secret')
    expect(stdout).not.toContain(token)
  }
})

test('lint reports each home folder once and never prints its user name', () => {
  const { lint } = project(
    seedExample
      .replace('| ${PROJECT_ROOT}/src/auth/jwt.ts:45-67', '| /home/jane/app/src/auth/jwt.ts:45-67')
      .replace('[${PROJECT_ROOT}/src/auth/jwt.ts:52]', '[/Users/jane/app/src/auth/jwt.ts:52]'),
  )
  const { counts } = JSON.parse(lint('--json', ...DAY).stdout)
  expect(counts).toMatchObject({ errors: 2, warnings: 0 })
  for (const format of ['json', 'sarif', 'github', 'junit'])
    expect(lint('--format', format).stdout).not.toContain('jane')
})

test('rules lists every rule, and explain prints each one or suggests the nearest name', async () => {
  const cwd = folderWith()
  const { rules } = JSON.parse(notes(['rules', '--json'], { cwd }).stdout)
  expect(rules.length).toBeGreaterThan(40)
  for (const { name, summary } of rules)
    expect(await runHere(['explain', name])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`${name}  ${summary}\n`),
    })
  expect(notes(['explain', 'path-prefx'], { cwd })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('path-prefix'),
  })
})

test('lint warns with level1-budget when the real level 1 cuts the state at the configured budget', () => {
  const state = 'Signal handler written in the queue; next: make flush awaitable and rerun the soak test'
  const { cwd, found } = project(seedExample.replace("Where we left off, what's next", state))
  expect(found()).toEqual([])
  writeFileSync(join(cwd, 'notes.config.json'), JSON.stringify({ recovery: { level1: 20 } }))
  expect(found()).toEqual(['11 level1-budget', '55 level1-budget'])
})

describe('lint says why it fixes nothing', () => {
  const conflict = `${seedExample.replace('| ${PROJECT_ROOT}/src/auth/jwt.ts:45-67', '| src/auth/jwt.ts:45-67')}<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n`
  const unsafe = seedExample.replace('${PROJECT_ROOT}/src/auth/jwt.ts:45-67', '${PROJECT_ROOT}/jwt.ts:45-67')

  test.each([
    ['in a file with a conflict', conflict, /^NOTES\.md is not fixed: conflict marker at line 70\n$/],
    [
      'without a safe fix',
      unsafe,
      /^NOTES\.md has nothing that can be fixed safely; --fix-unsafe fixes 1 by guessing\n$/,
    ],
    ['without a finding', seedExample, /^NOTES\.md has nothing to fix\n$/],
  ])('%s', (_, text, reason) => {
    const { lint, read } = project(text)
    for (const flag of ['--diff', '--fix-dry-run']) {
      const { stdout, stderr } = lint(flag, ...DAY)
      expect([flag, stdout]).toEqual([flag, ''])
      expect(stderr).toMatch(reason)
    }
    // --fix without findings leaves standard error empty: the report itself says that there are none.
    expect(lint('--fix', ...DAY).stderr).toMatch(text === seedExample ? /^$/ : reason)
    expect(read()).toBe(text)
  })

  test('does not offer --fix in a file with a conflict', () => {
    const { stdout } = project(conflict).lint(...DAY)
    expect(stdout).not.toContain('notes lint --fix')
    expect(stdout).toContain('no fix is applied to NOTES.md: conflict marker at line 70')
  })
})

describe('lint options that other linters have', () => {
  const wrong = seedExample.replace('| HIGH |', '| BAD |')

  test('lint --quiet prints errors only, and --max-warnings still counts warnings', () => {
    const { lint } = project(wrong)
    expect(lint().stdout).toContain('  warning  ')
    const { stdout, code } = lint('--quiet')
    expect(stdout).not.toContain('warning  ')
    expect([stdout.match(/ {2}error {2}/g)?.length, code]).toEqual([1, 1])
    const clean = project(seedExample).lint('--quiet', '--max-warnings', '0')
    expect([clean.stdout, clean.code]).toEqual(['✔ No findings in 1 file\n', 1])
  })

  test('lint -f is short for --format', () => {
    const { lint } = project(wrong)
    expect(lint('-f', 'json', ...DAY)).toEqual(lint('--format', 'json', ...DAY))
    expect(lint('-f', 'xml').stderr).toContain('json')
  })

  test('lint --color prints colors to a pipe, and --no-color does not', () => {
    const { lint } = project(wrong)
    expect(lint('--color').stdout).toContain('\u001b[')
    expect(lint('--no-color').stdout).not.toContain('\u001b[')
    expect(lint().stdout).not.toContain('\u001b[')
  })

  test.each([
    ['--stric', 'Did you mean --strict?'],
    ['--qiet', 'Did you mean --quiet?'],
    ['--maxwarnings', 'Did you mean --max-warnings?'],
    ['--format-json', 'Did you mean --format?'],
    ['--no-colour', 'Did you mean --no-color?'],
    ['--output-file', 'fix: See `notes lint --help`'],
  ])('lint %s suggests: %s', (flag, hint) => {
    const { stderr, code } = project().lint(flag)
    expect([stderr.includes(hint), code]).toEqual([true, 2])
  })
})

test('lint suggests a debt id that follows the configured template', () => {
  const text = '## Technical Debt\n| ID | Description | Severity |\n|---|---|---|\n| | Slow | LOW |\n'
  const { lint } = project(text, { 'notes.config.json': '{"debt": {"idTemplates": ["D-##"]}}' })
  expect(lint().stdout).toContain('Missing id of this debt, expected one like `D-01`')
})
