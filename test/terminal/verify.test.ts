import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { seedExample } from '../fixtures/markdown.ts'
import { bin, environment, notes } from '../notes-cli.ts'

const lines = Array.from({ length: 70 }, (_, n) => `const step${n + 1} = ${n + 1}`)
const quoted = lines.with(51, 'export function isTokenExpired(token: Token, graceMs = 900000) {').join('\n')
const plain = lines.join('\n')
const quote = '`export function isTokenExpired(token: Token, graceMs = 900000)`'
const place = '[${PROJECT_ROOT}/src/auth/jwt.ts:52]'

/** A project with the protocol example and the given evidence, by default without git. */
function project({
  evidence,
  code = {},
  git = false,
}: {
  evidence?: readonly string[]
  code?: Record<string, string | Uint8Array>
  git?: boolean
} = {}) {
  const text =
    evidence === undefined
      ? seedExample
      : seedExample.replace(`- ${quote} ${place}`, () => evidence.join('\n'))
  const cwd = folderWith({
    'NOTES.md': text,
    'src/auth/jwt.ts': quoted,
    'src/auth/refresh.ts': plain,
    ...code,
  })
  if (git) execFileSync('git', ['init', '-q'], { cwd })
  const verify = (...args: string[]) =>
    notes(['verify', '--root', '.', '--file', 'NOTES.md', ...args], { cwd })
  const claims = () => JSON.parse(verify('--json').stdout)
  return { cwd, verify, claims }
}

test('verify finds the quote and both references of the protocol example', () => {
  const { verify, claims } = project()
  const { code, stdout } = verify()
  expect(code).toBe(0)
  expect(stdout).toContain('grounding 1.00 (1 of 1 quotes of code)')
  expect(claims()).toEqual({
    file: 'NOTES.md',
    claims: [
      ...[
        [19, 'Token validation logic', '${PROJECT_ROOT}/src/auth/jwt.ts:45-67'],
        [20, 'Refresh flow', '${PROJECT_ROOT}/src/auth/refresh.ts:12-34'],
      ].map(([line, purpose, place]) => ({
        kind: 'reference',
        state: 'ok',
        line,
        purpose,
        quote: null,
        place,
        found: [],
        exact: true,
      })),
      {
        ...{
          kind: 'evidence',
          state: 'ok',
          line: 30,
          decision: 'Token Expiry Handling',
          found: [],
          exact: true,
        },
        quote: 'export function isTokenExpired(token: Token, graceMs = 900000)',
        place: '${PROJECT_ROOT}/src/auth/jwt.ts:52',
      },
    ],
    counts: {
      ...{ ok: 3, external: 0, unquoted: 0, moved: 0, ambiguous: 0 },
      ...{ unchecked: 0, changed: 0, gone: 0, missing: 0, outside: 0 },
    },
    grounding: 1,
  })
})

describe('notes verify', () => {
  const at = (path: string): string => `[\${PROJECT_ROOT}/${path}]`
  test.each<[what: string, evidence: string, state: string, said: string]>([
    ['an exact quote', `- ${quote} ${place}`, 'ok', ' NOTES.md:30:3  src/auth/jwt.ts:52  '],
    [
      'a quote with other spaces',
      '- `isTokenExpired( token: Token,graceMs=900000 )` '.replace('( token', '(token') + place,
      'ok',
      'spacing differs',
    ],
    ['an issue', '- #42', 'external', '#42'],
    [
      'a quote that moved in its file',
      `- ${quote} ${at('src/auth/jwt.ts:9')}`,
      'moved',
      '-> src/auth/jwt.ts:52  export function',
    ],
    [
      'a quote that moved to another file',
      `- ${quote} ${at('src/old.ts:9')}`,
      'moved',
      '-> src/auth/jwt.ts:52  export function',
    ],
    [
      'a changed quote',
      `- ${quote.replace('900000', '1')} ${place}`,
      'changed',
      'now src/auth/jwt.ts:52: export function',
    ],
    [
      'an ambiguous quote',
      '- `step` [${PROJECT_ROOT}/a b/[x].ts:9]',
      'ambiguous',
      'a b/[x].ts:1, a b/[x].ts:2, a b/[x].ts:3, … (4 places)',
    ],
    ['a missing file', `- \`no such words anywhere\` ${at('src/old.ts:9')}`, 'missing', 'no such file'],
    ['a line past the end of the file', `- \`?\` ${at('src/auth/jwt.ts:99')}`, 'missing', 'has 70 lines'],
    ['evidence without a place', '- `export function`', 'missing', 'no place'],
    ['evidence without a quote', `- ${place}`, 'missing', 'no quote'],
    ['a folder as evidence', `- \`x\` ${at('src/auth:1')}`, 'missing', 'a folder'],
    ['a binary file as evidence', `- \`x\` ${at('blob.bin:1')}`, 'missing', 'not readable as text'],
    ['a file that is too large', `- \`x\` ${at('large.ts:1')}`, 'unchecked', 'too large'],
    ['a file outside the project', `- \`x\` ${at('../other.ts:1')}`, 'outside', '../other.ts:1'],
  ])('reports the state of %s', (_, evidence, state, said) => {
    const { verify, claims } = project({
      evidence: [evidence],
      code: {
        'a b/[x].ts': 'step\n'.repeat(4),
        'blob.bin': new Uint8Array([0, 1, 2]),
        'large.ts': said.includes('too large') ? 'x'.repeat(21 * 1024 * 1024) : '',
      },
    })
    const { code, stdout } = verify()
    expect(code).toBe(state === 'ok' || state === 'external' ? 0 : 1)
    const row = stdout.split('\n').find(line => line.includes(' NOTES.md:30:')) ?? ''
    expect(row.split(' ')[0]).toBe(state)
    expect(row).toContain(said)
    const found = claims().claims.find(({ line }: { line: number }) => line === 30)
    expect(found.state).toBe(state)
  })
})

test.each([false, true])(
  'verify finds a quote in a renamed file, not in copies of the notes or node_modules (with git: %s)',
  git => {
    const evidence = [`- ${quote} [\${PROJECT_ROOT}/lib/gone.ts:3]`]
    const copy = {
      'docs/NOTES.md': quoted,
      'NOTES.archive.md': quoted,
      'page.md': quoted,
      'node_modules/x/a.ts': quoted,
    }
    const ignore: Record<string, string> = git ? { '.gitignore': 'node_modules/\n' } : {}
    const { claims, verify } = project({ evidence, code: { ...copy, ...ignore }, git })
    expect(claims().claims.at(-1)).toMatchObject({
      ...{ state: 'moved', exact: true, certain: true },
      found: ['${PROJECT_ROOT}/src/auth/jwt.ts:52'],
    })
    expect(verify().stdout).toContain('`notes lint --fix` updates the quotes that have moved')
  },
)

test('verify names a command that updates a changed quote, and the other decisions to use it for', () => {
  const entry = (hour: number) =>
    `### 2024-01-15T1${hour}:00:00Z - Expiry ${hour}\n**Evidence**:\n- \`f(token, ${hour})\` [\${PROJECT_ROOT}/a.ts:1]\n`
  const cwd = folderWith({
    'NOTES.md': `# Notes\n\n## Decision Log\n\n${entry(1)}\n${entry(2)}`,
    'a.ts': 'f(token)\n',
  })
  const { stdout } = notes(['verify', '--root', '.', '--file', 'NOTES.md'], { cwd })
  expect(stdout).toMatch(/^`notes evidence update d-\w{4}` updates .*; the same for d-\w{4}$/m)
})

test.each([false, true])(
  'lint --fix relocates a multi-line quote into a renamed file (with git: %s)',
  git => {
    const evidence = [
      `- [\${PROJECT_ROOT}/src/gone.ts:51-52]`,
      '  ```ts',
      '  const step51 = 51',
      '  export function isTokenExpired(token: Token, graceMs = 900000) {',
      '  ```',
    ]
    const { cwd, verify } = project({ evidence, code: { 'src/auth/jwt.ts': `// moved\n${quoted}` }, git })
    expect(verify().code).toBe(1)
    const { code } = notes(['lint', '--fix', 'NOTES.md', '--root', '.', '--now', '2024-01-16T00:00:00Z'], {
      cwd,
    })
    expect(code).toBe(0)
    expect(readFileSync(join(cwd, 'NOTES.md'), 'utf8')).toContain(
      '- [${PROJECT_ROOT}/src/auth/jwt.ts:52-53]\n  ```ts',
    )
    expect(verify().code).toBe(0)
  },
)

test('verify, checkpoint, lint and recover agree on a quote whose file was renamed', () => {
  const evidence = [`- ${quote} [\${PROJECT_ROOT}/src/old.ts:52]`]
  const { cwd, claims } = project({ evidence })
  const { claims: all, grounding } = claims()
  expect(all.at(-1)).toMatchObject({ state: 'moved', certain: true })
  const inProject = ['--root', '.', '--file', 'NOTES.md']
  const checkpoint = notes(['checkpoint', '--dry-run', '--json', ...inProject], { cwd })
  expect(JSON.parse(checkpoint.stdout)).toMatchObject({ grounding, ungrounded: [] })
  expect(notes(['lint', 'NOTES.md', '--root', '.'], { cwd }).stdout).toContain('where the quote is now')
  expect(notes(['recover', ...inProject], { cwd }).stdout).not.toContain('(evidence')
})

test('verify reports a reference to lines past the end of a file as missing', () => {
  const { verify, claims } = project({ code: { 'src/auth/refresh.ts': 'short\n' } })
  expect(verify().code).toBe(1)
  expect(claims().claims[1]).toMatchObject({ kind: 'reference', state: 'missing', what: 'line' })
  expect(claims().grounding).toBe(1)
})

test('verify prints colors only with FORCE_COLOR', () => {
  const { cwd, verify } = project()
  expect(verify().stdout).not.toContain('\u001b')
  const colored = notes(['verify', '--root', '.', '--file', 'NOTES.md'], {
    cwd,
    env: { FORCE_COLOR: '1' },
  }).stdout
  expect(colored).toContain('\u001b[32mok')
})

test('verify masks secrets in notes and in code', () => {
  const token = `ghp_${'a1B2'.repeat(9)}`
  const { verify } = project({
    evidence: [`- \`const token = "${token}" // one\` [\${PROJECT_ROOT}/src/token.ts:1]`],
    code: { 'src/token.ts': `const token = "${token}" // two\n` },
  })
  for (const args of [[], ['--json']]) {
    const { stdout, code } = verify(...args)
    expect(code).toBe(1)
    expect(stdout).toContain('changed')
    expect(stdout).not.toContain(token)
  }
})

test('verify prints grounding 1.00 for notes without claims', () => {
  const cwd = folderWith({ 'NOTES.md': '# Notes\n' })
  const { code, stdout } = notes(['verify', '--root', '.', '--file', 'NOTES.md'], { cwd })
  expect([code, stdout]).toEqual([
    0,
    'The notes make no claims about the code.\n\ngrounding 1.00 (0 of 0 quotes of code)\n',
  ])
})

test('verify exits with 2 without a notes file', () => {
  const { code, stderr } = notes(['verify'], { cwd: folderWith({ '.git/': '' }) })
  expect([code, stderr]).toEqual([2, expect.stringContaining('notes init')])
})

test('verify says that an open fence may hide claims, and exits with 1', () => {
  const { cwd, verify } = project()
  writeFileSync(join(cwd, 'NOTES.md'), `\`\`\`\n${readFileSync(join(cwd, 'NOTES.md'), 'utf8')}`)
  const { code, stdout } = verify()
  expect(code).toBe(1)
  expect(stdout).toContain('Line 1 has a code fence that is never closed')
  expect(JSON.parse(verify('--json').stdout)).toMatchObject({ damage: [{ kind: 'unclosed-fence', line: 1 }] })
})

test('status shows the grounding of the notes', () => {
  const { cwd } = project()
  const status = (...args: string[]) =>
    notes(['status', '--root', '.', '--file', 'NOTES.md', ...args], { cwd }).stdout
  expect(status()).toContain('grounding 1.00: 1 of 1 quote of code matches')
  writeFileSync(join(cwd, 'src/auth/jwt.ts'), plain)
  expect(status()).toContain('grounding 0.00: 0 of 1 quote of code match')
  expect(JSON.parse(status('--json'))).toMatchObject({
    evidence: { claims: 1, grounded: 0, grounding: 0, unchecked: 0 },
  })
})

test.skipIf(!existsSync('/usr/bin/script'))(
  'verify and status --stale say on a terminal, but not in a pipe, that they compare thousands of claims',
  () => {
    const { cwd, verify } = project({ evidence: Array(1_000).fill(`- ${quote} ${place}`) })
    const said = /Comparing 1,00\d claims with the code …/
    for (const command of ['verify', 'status --stale']) {
      const line = `'${process.execPath}' '${bin}' ${command} --root . --file NOTES.md`
      const shown = spawnSync('script', ['-qec', line, '/dev/null'], {
        cwd,
        env: { ...environment, TERM: 'xterm' },
        encoding: 'utf8',
      })
      expect(shown.stdout).toMatch(said)
    }
    expect(verify().stderr).not.toContain('Comparing')
  },
)
