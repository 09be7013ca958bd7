import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { seedExample } from '../fixtures/markdown.ts'
import { notes } from '../notes-cli.ts'

const code = Array.from({ length: 70 }, (_, n) => `  const step${n + 1} = '${n + 1}'`).join('\n')

function project(text: string = seedExample) {
  const cwd = folderWith({
    'NOTES.md': text,
    'src/auth/jwt.ts': code,
    'src/auth/refresh.ts': code,
    '.git/': '',
  })
  const read = () => readFileSync(join(cwd, 'NOTES.md'), 'utf8')
  const run = (...args: string[]) => notes(args, { cwd })
  const json = (...args: string[]) => JSON.parse(run(...args, '--json').stdout)
  return { cwd, read, run, json }
}

const whole = [
  ...[
    'decision',
    'add',
    '--title',
    'T',
    '--decision',
    'D',
    '--rationale',
    'R',
    '--evidence',
    'src/auth/jwt.ts:52',
  ],
  ...['--scenario', 'a', '--scenario', 'b', '--scenario', 'c'],
]

/** Every command that writes, and something it can be told. */
const writers: readonly (readonly string[])[] = [
  whole,
  ['decision', 'add', '--draft', '--title', 'Only a title'],
  ['decision', 'supersede', 'Token Expiry', '--by', '#12'],
  ['decision', 'archive', 'Token Expiry'],
  ['ref', 'add', 'src/auth/jwt.ts:3-4', 'Steps'],
  ['ref', 'verify', '--all'],
  ['ref', 'remove', 'Refresh flow'],
  ['context', 'set', '--bead', 'bd-1 (one)', '--state', 'on it'],
  ['checkpoint', '--agent', 'me', '--summary', 'done'],
  ['question', 'add', 'Why?'],
  ['question', 'resolve', 'grace period', '--how', 'yes'],
  ['goal', 'add', 'Go', '--blocking', 'rain'],
  ['goal', 'done', 'database'],
  ['goal', 'block', 'database', 'snow'],
  ['goal', 'depends', 'authentication', 'sun'],
  ['blocker', 'add', '--waiting', 'Key', '--eta', '2027-01-01'],
  ['blocker', 'resolve', 'OAuth'],
  ['debt', 'add', 'Slow', '--severity', 'LOW'],
  ['debt', 'resolve', 'TD-001'],
  ['log', 'add', '--agent', 'me', 'done'],
  ['learning', 'add', 'Cold starts'],
  ['archive', '--keep', '1', '--keep-archived', '1'],
]

describe.each(writers.map(args => [args.slice(0, 2).join(' '), args] as const))('notes %s', (_, args) => {
  test('--dry-run writes nothing', () => {
    const { read, run } = project()
    expect(run(...args, '--dry-run').code).toBe(0)
    expect(read()).toBe(seedExample)
  })

  test.each([
    ['LF', seedExample],
    ['CRLF', seedExample.replaceAll('\n', '\r\n')],
    ['byte order mark, no final newline', `\uFEFF${seedExample.trimEnd()}`],
  ])('%s: undo gives the same bytes back', (_name, text) => {
    const { read, run } = project(text)
    const { code, stderr } = run(...args)
    expect([code, stderr]).toEqual([0, ''])
    expect(read()).not.toBe(text)
    expect(read().includes('\r')).toBe(text.includes('\r'))
    expect(read().replaceAll('\r\n', '').includes('\r')).toBe(false)
    expect(run('undo').code).toBe(0)
    expect(read()).toBe(text)
  })

  test('a damaged file: exit 2, why and where, and nothing is written', () => {
    const text = `${seedExample}\n\`\`\`\nnever closed\n`
    const { read, run } = project(text)
    const { code, stdout, stderr } = run(...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/line 71|Line 71/i)
    expect(read()).toBe(text)
  })
})

test('a decision quotes the code word for word, and is refused with what is missing', () => {
  const { json, run } = project()
  const [{ status, record }] = json(...whole).results
  expect(status).toBe('added')
  expect(record.evidence).toMatchObject([
    { quote: "const step52 = '52'", place: '${PROJECT_ROOT}/src/auth/jwt.ts:52' },
  ])
  expect(run('decision', 'add', '--title', 'T').stderr).toMatch(
    /--decision, --rationale, --evidence, 3 x --scenario/,
  )
})

test.each([
  ['right', `src/auth/jwt.ts:3="const step3 = '3'"`, 0],
  ['a part of the line', 'src/auth/jwt.ts:3="step3"', 0],
  ['at another line', `src/auth/jwt.ts:3="const step4 = '4'"`, 1],
  ['nowhere', 'src/auth/jwt.ts:3="nothing like it"', 1],
  ['in no file', 'src/none.ts:3', 1],
  ['beyond the end', 'src/auth/jwt.ts:900', 1],
  ['an issue', '#42', 0],
  ['outside of the project', '../x.ts:1', 2],
  ['outside, absolute', '/etc/passwd:1', 2],
])('evidence that is %s', (_, evidence, expected) => {
  const { read, run } = project()
  const args = whole.map(word => (word === 'src/auth/jwt.ts:52' ? evidence : word))
  const { code, stderr } = run(...args)
  expect(code, stderr).toBe(expected)
  if (code !== 0) expect(read()).toBe(seedExample)
})

test('paths in any form are stored from the project root', () => {
  const { cwd, json } = project()
  for (const typed of [
    'src/auth/jwt.ts:7',
    './src/../src/auth/jwt.ts:7',
    join(cwd, 'src/auth/jwt.ts:7'),
    '${PROJECT_ROOT}/src/auth/jwt.ts:7',
  ]) {
    const [{ record }] = json('ref', 'add', typed, 'Seven').results
    expect(record.identifier).toBe('${PROJECT_ROOT}/src/auth/jwt.ts:7')
  }
  const inside = notes(['ref', 'add', 'jwt.ts:8', 'Eight', '--json'], { cwd: join(cwd, 'src/auth') })
  expect(JSON.parse(inside.stdout).results[0].record.identifier).toBe('${PROJECT_ROOT}/src/auth/jwt.ts:8')
})

test('the same content twice is one record, and says so', () => {
  const { json, read } = project()
  expect(json('debt', 'add', 'Slow', '--severity', 'LOW').results).toMatchObject([
    { status: 'added', record: { id: 'TD-003', lines: [51, 51] } },
  ])
  const once = read()
  expect(json('debt', 'add', 'Slow', '--severity', 'LOW')).toMatchObject({
    changed: false,
    results: [{ status: 'unchanged', record: { id: 'TD-003' } }],
  })
  expect(read()).toBe(once)
})

test('a scenario of two lines in the line ends of Windows is the same when it comes twice', () => {
  const { cwd, run } = project()
  const input = JSON.stringify({ title: 'T', scenario: ['a\r\nb'] })
  const again = () => notes(['decision', 'add', '--draft', '--from', '-'], { cwd, input })
  expect([again().stderr, again().stderr]).toEqual(['', ''])
  expect(run('decision', 'list').stdout.match(/ T$/gm)).toHaveLength(1)
})

test('many entries from standard input are one write', () => {
  const { cwd, json } = project()
  const entries = Array.from({ length: 50 }, (_, n) => ({ title: `Debt ${n}`, severity: 'LOW' }))
  const { code, stdout } = notes(['debt', 'add', '--from', '-', '--json'], {
    cwd,
    input: JSON.stringify(entries),
  })
  expect(code).toBe(0)
  expect(JSON.parse(stdout).results).toHaveLength(50)
  expect(json('debt', 'list').records).toHaveLength(52)
  expect(notes(['undo'], { cwd }).code).toBe(0)
  expect(json('debt', 'list').records).toHaveLength(2)
})

test.each([
  ['no JSON', '{', /no JSON/],
  ['nothing', '', /no JSON/],
  ['a list of none', '[]', /no entry/],
  ['a number', '[1]', /Entry 1 is no object/],
  ['an unknown field', '{"titel":"x"}', /unknown field "titel"[\s\S]*"title"/],
  ['a wrong type', '{"title":1}', /"title" is not a text/],
  ['a missing field', '{"severity":"LOW"}', /title is missing/],
  ['a wrong severity', '{"title":"x","severity":"BAD"}', /Unknown severity/],
])('standard input with %s is refused whole', (_, input, expected) => {
  const { cwd, read } = project()
  const { code, stderr } = notes(['debt', 'add', '--from', '-'], { cwd, input })
  expect(code).toBe(2)
  expect(stderr).toMatch(expected)
  expect(read()).toBe(seedExample)
})

test.each([
  ['a program', 'main.c', '#include <stdio.h>\nint main() { return 0; }\n'],
  ['data', 'data.json', '{"debt": []}\n'],
  ['a page', 'index.html', '<h2>Blockers</h2>\n'],
])('%s that was named by mistake: exit 2, and nothing is written', (_, name, text) => {
  const cwd = folderWith({ [name]: text, '.git/': '' })
  for (const args of [
    ['question', 'add', 'Why?'],
    ['checkpoint'],
    ['archive'],
    ['goal', 'add', 'Go', '--dry-run'],
  ]) {
    const { code, stderr } = notes(['--file', name, ...args], { cwd })
    expect([code, stderr]).toEqual([2, expect.stringContaining('This is no notes file')])
  }
  expect(readFileSync(join(cwd, name), 'utf8')).toBe(text)
})

test.each([
  ['prose in a Markdown file', 'NOTES.md', 'Just a line.\n'],
  ['a known section, whatever the file is called', 'memory.notes', '## Open Questions\n'],
  ['nothing yet', 'memory.notes', ''],
])('%s is a notes file', (_, name, text) => {
  const cwd = folderWith({ [name]: text, '.git/': '' })
  expect(notes(['--file', name, 'question', 'add', 'Why?'], { cwd })).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(join(cwd, name), 'utf8')).toContain('Why?')
})

test.each(writers.map(args => [args.join(' '), args] as const))(
  'no notes file: %s ends with 2',
  (_, args) => {
    const cwd = folderWith({ 'src/auth/jwt.ts': code, '.git/': '' })
    const done = notes(args, { cwd })
    expect([done.code, done.stderr]).toEqual([2, expect.stringMatching(/no notes file[\s\S]*notes init/)])
  },
)

test('what comes twice in one write is told where it is, both times', () => {
  const { cwd } = project()
  const input = JSON.stringify([{ title: 'One' }, { title: 'Two' }, { title: 'One' }])
  const { stdout } = notes(['question', 'add', '--from', '-', '--json'], { cwd, input })
  const [first, , again] = JSON.parse(stdout).results
  expect(again).toEqual({ status: 'unchanged', record: first.record })
})

test('an ambiguous name: exit 1, the candidates with their lines, nothing written', () => {
  const { read, run } = project()
  const { code, stderr } = run('goal', 'done', 'e')
  expect(code).toBe(1)
  expect(stderr).toMatch(/L42[\s\S]*L43/)
  expect(read()).toBe(seedExample)
})

describe('checkpoint', () => {
  test('says which claims are not grounded, and writes all the same', () => {
    const { json, read } = project()
    const found = json('checkpoint', '--agent', 'me')
    expect(found).toMatchObject({
      written: true,
      grounding: 0,
      grounded: false,
      ungrounded: [{ decision: 'Token Expiry Handling', state: 'changed' }],
    })
    expect(read()).toMatch(
      /\| me \| Checkpoint: Where we left off.* \(open: 1 question, 2 goals, 2 debts, 2 blockers\) \|/,
    )
  })

  test('--strict refuses: exit 1, nothing written', () => {
    const { read, run } = project()
    expect(run('checkpoint', '--strict').code).toBe(1)
    expect(read()).toBe(seedExample)
  })

  test('--strict writes when everything is grounded', () => {
    const { cwd, run } = project()
    const lines = code.split('\n')
    lines[51] = 'export function isTokenExpired(token: Token, graceMs = 900000) {'
    writeFileSync(join(cwd, 'src/auth/jwt.ts'), lines.join('\n'))
    expect(run('checkpoint', '--strict')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('grounding 1.00'),
    })
  })
})

test.each([
  ['checkpoint', ['checkpoint', '--agent', 'me', '--summary', 'done'], seedExample],
  ['ref verify', ['ref', 'verify', '--all'], seedExample],
  ['question add above a blank line', ['question', 'add', 'Why?'], '## Open Questions\n- [ ] q\n\n'],
  ['archive', ['archive', '--keep', '0'], seedExample],
])('%s --dry-run prints a difference that git can apply, and --json has it', (_, args, text) => {
  const { cwd, read, run, json } = project(text)
  expect(json(...args, '--dry-run').diff).toMatch(/^--- a\/NOTES\.md\n/)
  const { stdout } = run(...args, '--dry-run')
  const applied = spawnSync('git', ['apply', '--unidiff-zero', '-'], { cwd, input: stdout, encoding: 'utf8' })
  expect([applied.stderr, applied.status]).toEqual(['', 0])
  expect(read()).not.toBe(text)
})

test('checkpoint and ref verify answer with what they changed, and say which of two sections they used', () => {
  const { json, run } = project(`${seedExample}\n## Session Continuity Log\n`)
  const done = json('checkpoint', '--agent', 'me', '--summary', 'done')
  expect(
    done.results.map(({ status, record }: { status: string; record: { kind: string } }) => [
      status,
      record.kind,
    ]),
  ).toEqual([
    ['changed', 'context'],
    ['added', 'log'],
  ])
  expect(done.remarks).toEqual([expect.stringContaining('Session Continuity Log')])
  expect(run('checkpoint', '--agent', 'me', '--summary', 'more').stdout).toContain(done.remarks[0])
  const verified = json('ref', 'verify', '--all').results[0].record
  expect(verified).toMatchObject({ kind: 'reference', lines: expect.any(Array) })
})

test('a reference that is named twice is stamped once', () => {
  const { run } = project()
  expect(run('ref', 'verify', 'Refresh flow', 'Refresh flow')).toMatchObject({ code: 0, stderr: '' })
})

describe('decision supersede', () => {
  const log = (...titles: string[]) =>
    `## Decision Log\n${titles.map((title, at) => `### 2026-01-0${at + 1}: ${title}\n**Decision**: ${at}\n`).join('')}`
  const superseded = (text: string) => /Superseded by (.*)/.exec(text)?.[1]

  test.each([
    ['its line', 'L4', 'Fixed window'],
    ['words of its title', 'window', 'Fixed window'],
    ['its time', '2026-01-02', 'Fixed window'],
    ['an issue', '#12', '#12'],
  ])('names the other one so that it is found again: by %s', (_, by, name) => {
    const { read, run } = project(log('Sliding', 'Fixed window'))
    expect(run('decision', 'supersede', 'Sliding', '--by', by)).toMatchObject({ code: 0, stderr: '' })
    expect(superseded(read())).toBe(name)
    const after = read()
    const again = run('decision', 'supersede', 'Sliding', '--by', name)
    expect([again.stderr, again.stdout]).toEqual(['', expect.stringContaining('already there')])
    expect(read()).toBe(after)
  })

  test('a title that readers would cut short is named by its time', () => {
    const { read, run } = project(log('Sliding', 'Use v2.0'))
    run('decision', 'supersede', 'Sliding', '--by', 'v2')
    expect(superseded(read())).toBe('2026-01-02')
  })

  test('what is not there yet is written, and said', () => {
    const { read, run } = project(log('Sliding'))
    const { code, stderr } = run('decision', 'supersede', 'Sliding', '--by', 'D-9')
    expect([code, stderr]).toEqual([0, expect.stringContaining('no decision "D-9" here yet')])
    expect(superseded(read())).toBe('D-9')
  })

  test('nothing takes its own place, and of two candidates none is taken', () => {
    const text = log('Sliding', 'Fixed one', 'Fixed two')
    const { read, run } = project(text)
    expect(run('decision', 'supersede', 'Sliding', '--by', 'L2').code).toBe(2)
    const several = run('decision', 'supersede', 'Sliding', '--by', 'Fixed')
    expect([several.code, several.stderr]).toEqual([1, expect.stringContaining('L4 Fixed one; L6 Fixed two')])
    expect(read()).toBe(text)
  })
})

describe('undo', () => {
  test('keeps what somebody else wrote since, elsewhere', () => {
    const { cwd, read, run } = project()
    run('question', 'add', 'Why?')
    writeFileSync(
      join(cwd, 'NOTES.md'),
      read().replace('## Active Sub-Goals', 'A line of prose.\n\n## Active Sub-Goals'),
    )
    expect(run('undo').code).toBe(0)
    expect(read()).toBe(seedExample.replace('## Active Sub-Goals', 'A line of prose.\n\n## Active Sub-Goals'))
  })

  test('refuses when the same place was changed, with exit 1', () => {
    const { cwd, read, run } = project()
    run('question', 'add', 'Why?')
    const changed = read().replace('Why?', 'Why not?')
    writeFileSync(join(cwd, 'NOTES.md'), changed)
    expect(run('undo').code).toBe(1)
    expect(read()).toBe(changed)
  })

  test('takes back one command after the other, and then there is nothing', () => {
    const { read, run } = project()
    run('question', 'add', 'One?')
    run('question', 'add', 'Two?')
    expect([run('undo').code, run('undo').code, run('undo').code]).toEqual([0, 0, 1])
    expect(read()).toBe(seedExample)
  })

  test('writes nowhere but to the notes, whatever the journal says', () => {
    const { cwd, run } = project()
    run('question', 'add', 'One?')
    const journal = join(cwd, '.notes/undo.jsonl')
    writeFileSync(journal, readFileSync(journal, 'utf8').replace('"NOTES.md"', '"src/auth/jwt.ts"'))
    expect(run('undo').code).toBe(2)
    expect(readFileSync(join(cwd, 'src/auth/jwt.ts'), 'utf8')).toBe(code)
  })
})

test('archive moves old decisions to the section, older ones to the file, and undo brings them back', () => {
  const { cwd, json, read, run } = project()
  for (let n = 1; n <= 4; n++)
    run(...whole.map(word => (word === 'T' ? `T${n}` : word)), '--at', `2025-01-0${n}T00:00:00Z`)
  const before = read()
  expect(json('archive', '--keep', '2', '--keep-archived', '1').moved).toEqual({ toSection: 3, toFile: 4 })
  const file = readFileSync(join(cwd, 'NOTES.archive.md'), 'utf8')
  expect(file).toContain('Use PostgreSQL over MySQL')
  expect(json('decision', 'list').records.map(({ title }: { title: string }) => title)).toEqual(['T3', 'T4'])
  expect(json('archive', '--keep', '2', '--keep-archived', '1').changed).toBe(false)
  expect(run('undo').code).toBe(0)
  expect(read()).toBe(before)
})

test('archive --delta says whether the file may grow', () => {
  const { run } = project()
  expect([
    run('archive', '--delta', '1000').code,
    run('archive', '--delta', '999999').code,
    run('archive', '--delta=-1').code,
  ]).toEqual([0, 1, 0])
})

describe('what a hostile tester found', () => {
  test('a NUL character is refused, and the file stays usable', () => {
    const { cwd, read, run } = project()
    const { code, stderr } = notes(['question', 'add', '--from', '-'], {
      cwd,
      input: '{"title":"a\\u0000b"}',
    })
    expect(code).toBe(2)
    expect(stderr).toContain('NUL')
    expect(read()).toBe(seedExample)
    expect(run('status').code).toBe(0)
  })

  test('a draft is a row where decisions are a table', () => {
    const { json } = project(
      '## Decisions\n| Date | Decision | Rationale |\n|---|---|---|\n| 2026-01-01 | First | r |\n',
    )
    const [{ status, record }] = json('decision', 'add', '--draft', '--title', 'T').results
    expect([status, record.title, record.status]).toEqual(['added', 'T', 'draft'])
  })

  test('a goal in a table gets its reason inside of its cell, and another one replaces it', () => {
    const table = '## Goal Status\n| Goal | Status |\n|---|---|\n| Ship | open |\n'
    const { read, run, json } = project(table)
    run('goal', 'block', 'Ship', 'rain')
    run('goal', 'block', 'Ship', 'snow')
    expect(read()).toBe(table.replace('Ship', 'Ship (blocking: snow)'))
    expect(json('goal', 'add', 'Next', '--blocking', 'sun').results[0].record).toMatchObject({
      title: 'Next',
      blocking: 'sun',
    })
  })

  test('of two sections the filled one is used, and it is said', () => {
    const { json, read } = project('## Blockers\n\n## Blockers\n- Waiting: a\n')
    expect(json('blocker', 'add', '--waiting', 'b').remarks).toEqual([
      expect.stringMatching(/2 sections.*line 3/),
    ])
    expect(read()).toBe('## Blockers\n\n## Blockers\n- Waiting: a\n- Waiting: b\n')
  })

  test('what a table has no column for is said', () => {
    const { json } = project(
      '## Technical Debt\n| ID | Description | File | Line |\n|---|---|---|---|\n| TD-001 | a | b | 1 |\n',
    )
    const { remarks } = json(
      'debt',
      'add',
      'y',
      '--severity',
      'CRITICAL',
      '--found-by',
      'bob',
      '--sprint',
      'S9',
    )
    expect(remarks).toEqual(['There is no place here for severity CRITICAL, found by bob, sprint S9'])
  })

  test('ref verify --json is one document, stale references too', () => {
    const { run } = project(seedExample.replace('refresh.ts:12-34', 'gone.ts:12-34'))
    const { code, stdout } = run('ref', 'verify', '--all', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      there: [{ path: 'src/auth/jwt.ts' }],
      stale: [{ path: 'src/auth/gone.ts' }],
    })
  })

  test('undo of an archive keeps what others wrote while it ran', async () => {
    const { read, run } = project()
    run('archive', '--keep', '1', '--keep-archived', '0')
    run('question', 'add', 'Mine?')
    run('undo')
    expect(run('undo').code).toBe(0)
    expect(read()).toBe(seedExample)
  })

  test('a title that looks like an id reads back', () => {
    const { json } = project()
    const args = whole.map(word => (word === 'T' ? 'TD-001: x' : word))
    expect(json(...args).results[0].record.title).toBe('TD-001: x')
  })
})
