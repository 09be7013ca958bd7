import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { seedExample } from '../fixtures/markdown.ts'
import { bin, environment, notes } from '../notes-cli.ts'

const code = 'export const ttl = 15\nexport const retries = 3\n'

function project(text: string = seedExample) {
  const cwd = folderWith({ 'NOTES.md': text, 'src/a.ts': code, '.git/': '' })
  const read = () => readFileSync(join(cwd, 'NOTES.md'), 'utf8')
  const run = (...args: string[]) => notes(args, { cwd })
  const json = (...args: string[]) => JSON.parse(run(...args, '--json').stdout)
  return { cwd, read, run, json }
}

/** Returns the lines that only one of two texts has: `-old` and `+new`. */
function diff(before: string, after: string): readonly string[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  return [
    ...old.filter(line => !now.includes(line)).map(line => `-${line}`),
    ...now.filter(line => !old.includes(line)).map(line => `+${line}`),
  ]
}

describe('notes edit with fields', () => {
  test.each([
    ['a question', 'grace period', ['--title', 'Is it per client?'], '- [ ] Is it per client?'],
    [
      'what a goal waits for',
      'Refactor database',
      ['--depends-on', 'review'],
      '- [ ] Refactor database layer (depends on: review)',
    ],
    [
      'the severity of a debt in a table',
      'TD-001',
      ['--severity', 'HIGH'],
      '| TD-001 | N+1 query in user list endpoint | HIGH | implementing-tasks | S03 |',
    ],
    [
      'the words of a debt with a pipe in them',
      'TD-001',
      ['--title', 'a | b'],
      '| TD-001 | a \\| b | MEDIUM | implementing-tasks | S03 |',
    ],
    [
      'the ETA of a blocker',
      'OAuth',
      ['--eta', '2027-01-01'],
      '- Waiting: OAuth provider credentials (ETA: 2027-01-01)',
    ],
    [
      'the type of a blocker',
      'OAuth',
      ['--blocked', 'OAuth provider credentials'],
      '- Blocked: OAuth provider credentials (ETA: 2024-01-15)',
    ],
    [
      'the purpose of a reference',
      'Refresh flow',
      ['--purpose', 'Refresh and revoke'],
      '| ${PROJECT_ROOT}/src/auth/refresh.ts:12-34 | Refresh and revoke | 14:28:00Z |',
    ],
    [
      'the place of a reference',
      'Refresh flow',
      ['--place', 'src/a.ts:1-2'],
      '| ${PROJECT_ROOT}/src/a.ts:1-2 | Refresh flow | 14:28:00Z |',
    ],
    [
      'the rationale of a decision',
      'Token Expiry',
      ['--rationale', 'Users asked'],
      '**Rationale**: Users asked',
    ],
    [
      'the title of a decision',
      'Token Expiry',
      ['--title', 'Expiry of tokens'],
      '#### 2024-01-15T14:30:00Z - Expiry of tokens',
    ],
    [
      'the evidence of a decision',
      'Token Expiry',
      ['--evidence', 'src/a.ts:1'],
      '- `export const ttl = 15` [${PROJECT_ROOT}/src/a.ts:1]',
    ],
  ])('changes %s and no other line', (_, which, fields, line) => {
    const { read, run, json } = project()
    const before = read()
    const [{ record }] = json('edit', which, ...fields).results
    expect(diff(before, read())).toEqual([expect.stringMatching(/^-/), `+${line}`])
    // The same edit again changes nothing, and undo brings back every byte.
    const after = read()
    expect(run('edit', record.handle, ...fields).stdout).toContain('already there')
    expect(read()).toBe(after)
    expect(run('undo').code).toBe(0)
    expect(read()).toBe(before)
  })

  test.each([
    [
      'a numbered debt in a list',
      '## Technical Debt\n- **TD-007** (HIGH) — Slow start\n',
      'TD-007',
      ['--title', 'Slow end'],
      '- **TD-007** (HIGH) — Slow end',
    ],
    [
      'a dated learning',
      '## Learnings\n- 2026-01-02: Cold starts dominate\n',
      'Cold',
      ['--title', 'Warm starts dominate'],
      '- 2026-01-02: Warm starts dominate',
    ],
    [
      'a bullet with lines below it',
      '## Goals\n- [ ] Ship\n  - [ ] first\n',
      'Ship',
      ['--title', 'Ship it'],
      '- [ ] Ship it',
    ],
    [
      'a goal with a bead',
      '## Goals\n- [ ] Ship (bead: bd-1)\n',
      'Ship',
      ['--blocking', 'rain'],
      '- [ ] Ship (blocking: rain) (bead: bd-1)',
    ],
    [
      'a decision in a table',
      '## Decision Log\n| Date | Decision | Rationale |\n|---|---|---|\n| 2026-01-02 | **Cache**: Keep it | Fast |\n',
      'Cache',
      ['--rationale', 'Cheap'],
      '| 2026-01-02 | **Cache**: Keep it | Cheap |',
    ],
    [
      'a row that lacks its last cells',
      '## Technical Debt\n| ID | Description | Severity | Found By | Sprint |\n|---|---|---|---|---|\n| TD-002 | b | LOW |\n',
      'TD-002',
      ['--title', 'c', '--sprint', 'S9'],
      '| TD-002 | c | LOW |  | S9 |',
    ],
    [
      'a decision of one field',
      '## Decision Log\n### 2026-01-02: Cache\n**Decision**: Keep it\n',
      'Cache',
      ['--rationale', 'Cheap'],
      '**Rationale**: Cheap',
    ],
  ])('edits %s and keeps its shape', (_, text, which, fields, line) => {
    const { read, run } = project(text)
    expect(run('edit', which, ...fields)).toMatchObject({ code: 0, stderr: '' })
    expect(diff(text, read()).filter(one => one.startsWith('+'))).toEqual([`+${line}`])
  })

  test('keeps the line endings of a CRLF file', () => {
    const { read, run } = project('## Decision Log\r\n### 2026-01-02: Cache\r\n**Decision**: Keep it\r\n')
    expect(run('edit', 'Cache', '--rationale', 'Cheap').code).toBe(0)
    expect(read()).toBe(
      '## Decision Log\r\n### 2026-01-02: Cache\r\n**Decision**: Keep it\r\n**Rationale**: Cheap\r\n',
    )
  })

  test.each([
    [
      'a field that its kind has not',
      ['grace period', '--severity', 'HIGH'],
      2,
      /A question has no --severity/,
    ],
    [
      'a log row, which is append-only',
      ['Completed user auth', '--title', 'x'],
      1,
      /stays as it was written/,
    ],
    ['an archived decision', ['Use PostgreSQL', '--title', 'x'], 1, /stays as it was written/],
    ['nothing, without a terminal', ['grace period'], 2, /Nothing to change/],
    ['what is not there', ['nope', '--title', 'x'], 1, /There is no record "nope"/],
    ['a secret', ['grace period', '--title', `ghp_${'a1B2'.repeat(9)}`], 2, /holds a secret/],
  ])('refuses %s', (_, args, exit, said) => {
    const { read, run } = project()
    const { code: ended, stderr } = run('edit', ...args)
    expect([ended, read()]).toEqual([exit, seedExample])
    expect(stderr).toMatch(said)
  })

  test('refuses a closed record until it is reopened', () => {
    const { run } = project()
    run('debt', 'resolve', 'TD-001')
    expect(run('edit', 'TD-001', '--severity', 'LOW')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('`notes reopen t-'),
    })
    run('reopen', 'TD-001')
    expect(run('edit', 'TD-001', '--severity', 'LOW').code).toBe(0)
  })

  test('prints what would change with --dry-run, and the record as data with --json', () => {
    const { read, run, json } = project()
    expect(run('edit', 'TD-001', '--severity', 'LOW', '--dry-run').stdout).toContain('+| TD-001')
    expect(read()).toBe(seedExample)
    expect(json('edit', 'TD-001', '--severity', 'LOW')).toMatchObject({
      changed: true,
      results: [{ status: 'changed', record: { id: 'TD-001', severity: 'LOW' } }],
    })
  })
})

describe('a draft decision', () => {
  const whole = [
    '--rationale',
    'R',
    '--evidence',
    'src/a.ts:1',
    '--scenario',
    'a',
    '--scenario',
    'b',
    '--scenario',
    'c',
  ]

  test.each([
    [
      'decision add with the same title',
      ['decision', 'add', '--title', 'Retry', '--decision', 'Three times', ...whole],
    ],
    ['notes edit', ['edit', 'Retry', ...whole]],
  ])('is completed in place by %s, and is no longer a draft', (_, args) => {
    const { json, run, read } = project('## Decision Log\n')
    run('decision', 'add', '--draft', '--title', 'Retry', '--decision', 'Three times', '--at', '2026-01-02')
    run('decision', 'add', '--draft', '--title', 'Other')
    const { handle } = json('decision', 'list').records[0]
    expect(run(...args)).toMatchObject({ code: 0, stderr: '' })
    expect(json('decision', 'list').records).toMatchObject([
      { handle, title: 'Retry', status: 'in-force', at: '2026-01-02', scenarios: ['a', 'b', 'c'] },
      { title: 'Other', status: 'draft' },
    ])
    expect(read()).not.toMatch(/Status\*\*: Draft[\s\S]*Other/)
    expect(run('lint', '--json').stdout).not.toContain('decision-duplicate')
  })

  test('is not overwritten by a different decision with the same title', () => {
    const { json, run } = project('## Decision Log\n')
    run('decision', 'add', '--draft', '--title', 'Retry', '--decision', 'Three times')
    run('decision', 'add', '--draft', '--title', 'Retry', '--decision', 'Never')
    expect(json('decision', 'list').records).toHaveLength(2)
  })
})

/** Is script(1) of util-linux installed? Without it there is no terminal to test on. */
const hasScript = spawnSync('script', ['--version']).error === undefined

describe.skipIf(!hasScript)('notes edit on a terminal', () => {
  /** Runs the command on a pseudo terminal, with an editor that applies the script `sed`. */
  function edit(text: string, which: string, sed: string) {
    const made = project(text)
    const editor = join(made.cwd, 'editor.sh')
    writeFileSync(editor, `#!/bin/sh\nsed -i '${sed}' "$2"\n`)
    chmodSync(editor, 0o755)
    const { stdout, status } = spawnSync(
      'script',
      ['-qec', `${process.execPath} ${bin} edit ${which}`, '/dev/null'],
      {
        cwd: made.cwd,
        env: { ...environment, VISUAL: `${editor} --wait`, PWD: made.cwd },
        encoding: 'utf8',
      },
    )
    return { ...made, stdout, status }
  }

  test('opens the source of a record in the editor and writes what was saved', () => {
    const { read, stdout } = edit(seedExample, '"Token Expiry"', 's/15-minute/20-minute/')
    expect(stdout).toContain('changed')
    expect(diff(seedExample, read())).toEqual([
      '-**Decision**: Use sliding window expiration with 15-minute grace period',
      '+**Decision**: Use sliding window expiration with 20-minute grace period',
    ])
  })

  test('keeps what was written in the editor when it is more than one record', () => {
    const { read, stdout, status } = edit(seedExample, 'TD-001', '$a | TD-009 | Another | LOW | me | S1 |')
    expect([status, read()]).toEqual([2, seedExample])
    const kept = /What you wrote is in (\S+record\.md)/.exec(stdout)?.[1] ?? ''
    expect(existsSync(kept) && readFileSync(kept, 'utf8')).toContain('TD-009')
  })
})

describe('notes remove', () => {
  test.each([
    ['a question', 'grace period'],
    ['a goal', 'Refactor'],
    ['a debt', 'TD-001'],
    ['a blocker', 'OAuth provider cred'],
    ['a reference', 'Refresh flow'],
    ['a decision', 'Token Expiry'],
  ])('deletes the lines of %s and no others, and undo brings them back', (_, which) => {
    const { read, run } = project()
    expect(run('remove', which)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^removed {2}[a-z]-[0-9a-f]{4} {2}[a-z]+ {2}\S/),
    })
    const gone = diff(seedExample, read())
    expect(gone.length).toBeGreaterThan(0)
    expect(gone.every(line => line.startsWith('-'))).toBe(true)
    expect(run('show', which).code === 0 && run('show', which).stdout.startsWith('#### ')).toBe(false)
    run('undo')
    expect(read()).toBe(seedExample)
  })

  test('refuses a log row and the active context', () => {
    const { read, run } = project()
    expect(run('remove', 'Completed user auth').code).toBe(1)
    expect(read()).toBe(seedExample)
  })
})

test.each([
  ['[] Why?', '[x] Why?'],
  ['[ ]Why?', '[x]Why?'],
])('question resolve ticks the malformed checkbox of "- %s"', (before, after) => {
  const { read, run } = project(`## Pending Questions\n- ${before}\n`)
  expect(run('question', 'resolve', 'Why?')).toMatchObject({ code: 0, stderr: '' })
  expect(read()).toBe(`## Pending Questions\n- ${after}\n`)
})

test('ref verify adds the cell that a short row of references lacks', () => {
  const table = '## Lightweight Identifiers\n| Identifier | Purpose | Last Verified |\n|---|---|---|\n'
  const { read, run } = project(`${table}| \${PROJECT_ROOT}/src/a.ts:2 |\n`)
  expect(run('ref', 'verify', '--all')).toMatchObject({ code: 0 })
  expect(read()).toMatch(/^\| \$\{PROJECT_ROOT\}\/src\/a\.ts:2 \| {2}\| \S+ \|$/m)
})

test.each([
  ['the ETA of a blocker', 'OAuth', ['--eta', ''], '- Waiting: OAuth provider credentials'],
  ['the dependency of a goal', 'Refactor database', ['--depends-on', ''], '- [ ] Refactor database layer'],
  [
    'the sprint of a debt',
    'TD-001',
    ['--sprint', ''],
    '| TD-001 | N+1 query in user list endpoint | MEDIUM | implementing-tasks |  |',
  ],
])('edit clears %s with an empty text', (_, which, fields, line) => {
  const { read, run } = project()
  expect(run('edit', which, ...fields)).toMatchObject({ code: 0, stderr: '' })
  expect(read().split('\n')).toContain(line)
})

test('edit clears an ETA with words behind it, and the space in front of it', () => {
  const { read, run } = project('## Blockers\n- Waiting: keys (ETA: 2026-12-01) — asked Bo\n')
  expect(run('edit', 'keys', '--eta', '')).toMatchObject({ code: 0, stderr: '' })
  expect(read()).toBe('## Blockers\n- Waiting: keys — asked Bo\n')
})

test('edit refuses an empty title', () => {
  const { read, run } = project()
  expect(run('edit', 'OAuth', '--title', '')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--title needs a text'),
  })
  expect(read()).toBe(seedExample)
})

test('edit --severity replaces another spelling of the same severity', () => {
  const { read, run } = project(seedExample.replace('| MEDIUM |', '| Medium! |'))
  expect(run('edit', 'TD-001', '--severity', 'MEDIUM').stdout).toContain('changed')
  expect(read()).toBe(seedExample)
  expect(run('edit', 'TD-001', '--severity', 'MEDIUM').stdout).toContain('already there')
})

test('undo finds a change that was made through a symbolic link to the notes file', () => {
  const { cwd, read, run } = project()
  symlinkSync('NOTES.md', join(cwd, 'link.md'))
  run('question', 'add', 'Why?', '--file', 'link.md')
  expect(run('undo')).toMatchObject({ code: 0, stderr: '' })
  expect(read()).toBe(seedExample)
})

const decisions =
  '## Decision Log\n### 2026-01-02: Use A\n**Decision**: A\n**Status**: accepted\n\n### 2026-01-03: Use B\n**Decision**: B\n'

test('decision supersede refuses a successor that is itself superseded', () => {
  const { read, run } = project(decisions)
  expect(run('decision', 'supersede', 'Use A', '--by', 'Use B').code).toBe(0)
  const before = read()
  expect(run('decision', 'supersede', 'Use B', '--by', 'Use A')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"Use A" is itself superseded by Use B'),
  })
  expect(read()).toBe(before)
})

describe('notes reopen', () => {
  test('restores the status that a decision had before it was superseded', () => {
    const { read, run, json } = project(decisions)
    run('decision', 'supersede', 'Use A', '--by', 'Use B')
    expect(json('show', 'Use A').records[0]).toMatchObject({ status: 'superseded', supersededBy: 'Use B' })
    expect(run('reopen', 'Use A')).toMatchObject({ code: 0, stderr: '' })
    expect(read()).toBe(decisions)
  })

  test('says where a record is that was archived', () => {
    const { run } = project()
    run('debt', 'resolve', 'TD-001')
    expect(run('archive', '--sprint', 'S03').code).toBe(0)
    for (const args of [['reopen'], ['debt', 'resolve'], ['remove']])
      expect(run(...args, 'TD-001')).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/archived, at NOTES\.archive\.md:\d+: no command changes it there/),
      })
    expect(run('reopen', 'TD-999').stderr).toContain('There is no record "TD-999"')
  })

  test.each([
    [
      'the ETA of a blocker closed with --how',
      ['blocker', 'resolve', 'OAuth', '--how', 'by mail'],
      ['edit', 'OAuth', '--eta', '2027-01-05'],
      '- Waiting: OAuth provider credentials (ETA: 2027-01-05) — by mail',
    ],
    [
      'the dependency of a goal closed with --how',
      ['goal', 'done', 'Refactor database', '--how', 'by Max'],
      ['goal', 'depends', 'Refactor database', 'review'],
      '- [ ] Refactor database layer (depends on: review) — by Max',
    ],
  ])('keeps %s as a field that can be changed', (_, close, change, line) => {
    const { read, run } = project()
    run(...close)
    run('reopen', close[2] ?? '')
    expect(run(...change)).toMatchObject({ code: 0, stderr: '' })
    expect(read().split('\n')).toContain(line)
  })

  test.each([
    ['a question', ['question', 'resolve', 'grace period'], 'grace period'],
    ['a goal', ['goal', 'done', 'Refactor'], 'Refactor'],
    ['a blocker', ['blocker', 'resolve', 'OAuth'], 'OAuth'],
    ['a debt in a table', ['debt', 'resolve', 'TD-001', '--how', 'fixed ~~it~~'], 'TD-001'],
    ['a decision', ['decision', 'supersede', 'Token Expiry', '--by', '#12'], 'Token Expiry'],
  ])('reopens %s and restores the file as it was', (_, close, which) => {
    const { read, run } = project()
    run(...close)
    expect(read()).not.toBe(seedExample)
    expect(run('reopen', which)).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('changed'),
    })
    expect(read()).toBe(seedExample)
    expect(run('reopen', which).stdout).toContain('already there')
  })

  test.each([
    ['a struck bullet', '## Blockers\n- ~~Key is missing~~\n', 'Key', '- Key is missing'],
    ['a bullet with a mark', '## Blockers\n- ✅ Key is missing\n', 'Key', '- Key is missing'],
    ['a bullet that ends with a tick', '## Blockers\n- Key is missing ✅\n', 'Key', '- Key is missing'],
    [
      'a bullet that ends with a word',
      '## Blockers\n- Key is missing — RESOLVED in PR #12\n',
      'Key',
      '- Key is missing',
    ],
    [
      'a heading with a mark',
      '## Blockers\n### [RESOLVED in #4] Key\nIt is missing.\n',
      'Key',
      '### Key\nIt is missing.',
    ],
    [
      'a status column',
      '## Technical Debt\n| ID | Item | Status |\n|---|---|---|\n| TD-1 | Slow | done |\n',
      'TD-1',
      '| TD-1 | Slow | open |',
    ],
    [
      'a row that ends with a pull request',
      '## Technical Debt\n| ID | Item |\n|---|---|\n| TD-1 | Slow (fixed in #3) |\n',
      'TD-1',
      '| TD-1 | Slow |',
    ],
    ['a struck blocker behind its kind', '## Blockers\n- Waiting: ~~Key~~\n', 'Key', '- Waiting: Key'],
    [
      'a decision in a list',
      '## Decision Log\n- 2026-01-02 Use C (superseded by D-3)\n',
      'Use C',
      '- 2026-01-02 Use C',
    ],
  ])('opens %s again', (_, text, which, line) => {
    const { read, run } = project(text)
    expect(run('reopen', which)).toMatchObject({ code: 0, stderr: '' })
    expect(read()).toContain(`${line}\n`)
  })

  test('refuses a record that is closed only by the heading above it, and reports the reason', () => {
    const { read, run } = project('## Blockers\n### Resolved\n- Key is missing\n')
    expect(run('reopen', 'Key')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the text around it marks it as done'),
    })
    expect(read()).toBe('## Blockers\n### Resolved\n- Key is missing\n')
  })

  test('refuses a record that is never closed', () => {
    expect(project().run('reopen', 'Refresh flow').code).toBe(2)
  })
})

describe('notes evidence update', () => {
  const cite = (...places: string[]) => [
    ...['decision', 'add', '--draft', '--title', 'Expiry'],
    ...places.flatMap(place => ['--evidence', place]),
  ]

  test('updates single-line and multi-line quotes of changed code in place', () => {
    const { cwd, run, read } = project('## Decision Log\n')
    run(...cite('src/a.ts:1', 'src/a.ts:1-2'))
    writeFileSync(join(cwd, 'src/a.ts'), 'export const ttl = `20`\nexport const retries = 4\n')
    expect(run('evidence', 'update', 'Expiry')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('changed'),
    })
    expect(read()).toContain('- `` export const ttl = `20` `` [${PROJECT_ROOT}/src/a.ts:1]')
    expect(read()).toContain('  export const ttl = `20`\n  export const retries = 4\n  ```')
    expect(run('verify').code).toBe(0)
    expect(run('evidence', 'update', 'Expiry').stdout).toContain('already there')
  })

  test('exits with 1 and names evidence whose place is gone', () => {
    const { cwd, run, read } = project('## Decision Log\n')
    run(...cite('src/a.ts:1'))
    const before = read()
    spawnSync('rm', [join(cwd, 'src/a.ts')])
    const { code: ended, stdout } = run('evidence', 'update', 'Expiry')
    expect([ended, read()]).toEqual([1, before])
    expect(stdout).toMatch(/missing {2}.*src\/a\.ts:1/)
  })

  test('refuses to quote a secret', () => {
    const { cwd, run, read } = project('## Decision Log\n')
    run(...cite('src/a.ts:1'))
    const before = read()
    writeFileSync(join(cwd, 'src/a.ts'), `export const ttl = 'ghp_${'a1B2'.repeat(9)}'\n`)
    expect(run('evidence', 'update', 'Expiry').code).toBe(2)
    expect(read()).toBe(before)
  })
})

describe('notes edit of records written by hand', () => {
  const text =
    '# N\n\n## Blockers\n- legal sign-off\n- Waiting: certificate\n  - ETA: 2026-12-01\n\n## Tech debt\n- slow parser\n- TD-1: old driver\n  - Severity: HIGH\n  - Sprint: 3\n\n## Goals\n- [ ] Ship\n  - Status: in progress\n'

  test.each([
    [
      'adds an ETA behind the words of a blocker',
      ['legal', '--eta', '2026-12-24'],
      ['-- legal sign-off', '+- legal sign-off (ETA: 2026-12-24)'],
    ],
    [
      'changes an ETA where it is written, below the blocker',
      ['certificate', '--eta', '2026-12-24'],
      ['-  - ETA: 2026-12-01', '+  - ETA: 2026-12-24'],
    ],
    [
      'changes a severity where it is written, below the debt',
      ['TD-1', '--severity', 'LOW'],
      ['-  - Severity: HIGH', '+  - Severity: LOW'],
    ],
    [
      'changes a sprint where it is written, below the debt',
      ['TD-1', '--sprint', '4'],
      ['-  - Sprint: 3', '+  - Sprint: 4'],
    ],
    [
      'adds a severity in front of a debt',
      ['slow', '--severity', 'LOW'],
      ['-- slow parser', '+- [LOW] slow parser'],
    ],
  ])('edit %s', (_, args, lines) => {
    const { run, read } = project(text)
    expect(run('edit', ...args).code).toBe(0)
    expect(diff(text, read())).toEqual(lines)
  })

  test('goal done changes a status below the goal, too', () => {
    const { run, read } = project(text)
    run('goal', 'done', 'Ship')
    expect(diff(text, read())).toEqual([
      '-- [ ] Ship',
      '-  - Status: in progress',
      '+- [x] Ship',
      '+  - Status: done',
    ])
  })

  test.each([
    ['## Tech debt\n- slow parser\n', ['slow', '--sprint', '4'], 'sprint in this debt'],
    [
      '## Tech debt\n| What | Prio |\n|--|--|\n| slow | P1 |\n',
      ['slow', '--sprint', '4'],
      'sprint in this debt',
    ],
  ])('edit refuses a field that has no place: %j', (given, args, said) => {
    const { run, read } = project(given)
    const { code: exit, stderr } = run('edit', ...args)
    expect({ exit, stderr }).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining(`There is no place for ${said}`),
    })
    expect(read()).toBe(given)
  })

  test('blocker and question add write a row where the section keeps a table', () => {
    const { run, read } = project(
      '## Blockers\n| State | What |\n|--|--|\n| open | legal |\n\n## Questions\n| Question | State |\n|--|--|\n| Why? | open |\n',
    )
    run('blocker', 'add', '--waiting', 'dns', '--eta', '2026-12-01')
    run('question', 'add', 'When?')
    expect(read()).toContain('|  | Waiting: dns (ETA: 2026-12-01) |\n')
    expect(read()).toContain('| When? |  |\n')
    expect(run('blocker', 'list').stdout).toMatch(/waiting +ETA 2026-12-01 +dns/)
  })
})

test.each(['list', 'add'])('goal %s reports that an unclosed comment hides records', command => {
  const { run } = project(
    '## Goals\n<!-- newest last\n- [ ] One\n\n## Tech debt\n<!-- worst first -->\n- slow\n',
  )
  const { stderr } = command === 'list' ? run('goal', 'list') : run('goal', 'add', 'Two')
  expect(stderr).toContain('Line 2 has a comment that is never closed')
})
