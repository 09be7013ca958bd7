import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { archiveProject } from '../../src/project/archive/archive.ts'
import { openProject } from '../../src/project/open.ts'
import { folderWith } from '../config/folder.ts'
import { seedExample } from '../fixtures/markdown.ts'
import { notes } from '../notes-cli.ts'

const template = readFileSync(new URL('../../templates/NOTES.md', import.meta.url), 'utf8')
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
    '--beside',
  ],
  ...['--scenario', 'a', '--scenario', 'b', '--scenario', 'c'],
]

/** A valid call of every command that writes. */
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
  test('writes nothing with --dry-run', () => {
    const { read, run } = project()
    expect(run(...args, '--dry-run').code).toBe(0)
    expect(read()).toBe(seedExample)
  })

  test.each([
    ['LF', seedExample],
    ['CRLF', seedExample.replaceAll('\n', '\r\n')],
    ['a byte order mark and no final line break', `\uFEFF${seedExample.trimEnd()}`],
  ])('is reverted byte for byte by undo in a file with %s', (_name, text) => {
    const { read, run } = project(text)
    const { code, stderr } = run(...args)
    expect([code, stderr]).toEqual([0, ''])
    expect(read()).not.toBe(text)
    expect(read().includes('\r')).toBe(text.includes('\r'))
    expect(read().replaceAll('\r\n', '').includes('\r')).toBe(false)
    expect(run('undo').code).toBe(0)
    expect(read()).toBe(text)
  })

  test('exits with 2 for a damaged file, names the damaged line and writes nothing', () => {
    const text = `${seedExample}\n\`\`\`\nnever closed\n`
    const { read, run } = project(text)
    const { code, stdout, stderr } = run(...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/line 71|Line 71/i)
    expect(read()).toBe(text)
  })
})

test('context set --next replaces the only paragraph below Next, and reports longer prose that it leaves there', () => {
  const status = '# Notes\n\n## Status\n\nThe parser is done.\n\n'
  const brief = project(`${status}## Next\n\nMend the printer.\n`)
  expect(brief.run('context', 'set', '--next', 'Ship it')).toMatchObject({ code: 0, stderr: '' })
  expect(brief.read()).toContain('## Next\n\nShip it\n')
  const long = project(`${status}## Next\n\nMend the printer.\n\nThen rest.\n`)
  const { code, stderr } = long.run('context', 'set', '--next', 'Ship it')
  expect(code).toBe(0)
  expect(stderr).toMatch(
    /^note: The section "Next" says something else, and recovery shows both: edit it, or `notes remove c-[0-9a-f]+`\n$/,
  )
  expect(long.read()).toContain('## Next\n\nMend the printer.\n\nThen rest.\n')
})

describe('decision add beside a decision in force', () => {
  const parts = whole.filter(word => word !== '--beside')
  const adding = (title: string, line: number) =>
    parts.map(word => (word === 'T' ? title : word.replace(':52', `:${line}`)))
  const title = 'Token Expiry Handling'

  test.each([
    ['with the same title', adding('token expiry handling', 7)],
    ['on the same line', adding('T', 52)],
  ])('is refused %s, and names the other decision', (_, args) => {
    const { read, run } = project()
    const { code, stderr } = run(...args)
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /about the same thing: d-\w{4} "Token Expiry Handling"[\s\S]*--supersedes d-\w{4} .*--beside/,
    )
    expect(read()).toBe(seedExample)
    expect(JSON.parse(run(...args, '--json').stdout).error.code).toBe('conflict')
  })

  test('is accepted on other lines with another title', () => {
    expect(project().run(...adding('T', 7)).code).toBe(0)
  })

  test('supersedes that decision in the same change with --supersedes', () => {
    const { json, run, read } = project()
    expect(run(...parts, '--supersedes', title).code).toBe(0)
    const [old] = json('decision', 'list', '--all').records
    expect(old).toMatchObject({ title, status: 'superseded', supersededBy: 'T' })
    expect(run('undo').code).toBe(0)
    expect(read()).toBe(seedExample)
  })

  test('reports a quote that occurs in several places, unless a range of lines tells them apart', () => {
    const { cwd, run } = project()
    writeFileSync(join(cwd, 'src/auth/twice.ts'), 'if (done) return\n\nif (done) return\n')
    const add = (title: string, place: string) =>
      run(...adding(title, 52).map(word => (word.includes('jwt.ts') ? `src/auth/twice.ts:${place}` : word)))
    expect(add('A', '3').stderr).toContain('occurs in 2 places; cite a range of lines to tell them apart')
    expect(add('B', '1-2').stderr).toBe('')
  })
})

test('decision add quotes the cited code word for word and names missing fields', () => {
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
  ['accepts evidence that matches the cited line', `src/auth/jwt.ts:3="const step3 = '3'"`, 0],
  ['accepts evidence that quotes part of the line', 'src/auth/jwt.ts:3="step3"', 0],
  ['refuses evidence that stands at another line', `src/auth/jwt.ts:3="const step4 = '4'"`, 1],
  ['refuses evidence that stands nowhere in the file', 'src/auth/jwt.ts:3="nothing like it"', 1],
  ['refuses evidence in a missing file', 'src/none.ts:3', 1],
  ['refuses evidence past the end of the file', 'src/auth/jwt.ts:900', 1],
  ['accepts an issue as evidence', '#42', 0],
  ['refuses evidence outside the project', '../x.ts:1', 2],
  ['refuses evidence at an absolute path outside the project', '/etc/passwd:1', 2],
])('decision add %s', (_, evidence, expected) => {
  const { read, run } = project()
  const args = whole.map(word => (word === 'src/auth/jwt.ts:52' ? evidence : word))
  const { code, stderr } = run(...args)
  expect(code, stderr).toBe(expected)
  if (code !== 0) expect(read()).toBe(seedExample)
})

test('ref add accepts a path in any form and stores it relative to the project root', () => {
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

test('debt add hands out the next free TD number and adds the same debt only once', () => {
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

test('decision add recognizes a repeated two-line scenario with CRLF', () => {
  const { cwd, run } = project()
  const input = JSON.stringify({ title: 'T', scenario: ['a\r\nb'] })
  const again = () => notes(['decision', 'add', '--draft', '--from', '-'], { cwd, input })
  expect([again().stderr, again().stderr]).toEqual(['', ''])
  expect(run('decision', 'list').stdout.match(/ T$/gm)).toHaveLength(1)
})

test('debt add --from - writes many entries at once, and one undo reverts them all', () => {
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
  ['invalid JSON', '{', /Invalid JSON/],
  ['empty input', '', /Invalid JSON/],
  ['an empty list', '[]', /No entry/],
  ['an entry that is a number', '[1]', /Entry 1 is not an object/],
  ['an unknown field', '{"titel":"x"}', /unknown field "titel"[\s\S]*"title"/],
  ['a field of the wrong type', '{"title":1}', /"title" is not a string/],
  ['an entry without a title', '{"severity":"LOW"}', /title is missing/],
  ['an unknown severity', '{"title":"x","severity":"BAD"}', /Unknown severity/],
])('debt add --from - refuses %s and writes nothing', (_, input, expected) => {
  const { cwd, read } = project()
  const { code, stderr } = notes(['debt', 'add', '--from', '-'], { cwd, input })
  expect(code).toBe(2)
  expect(stderr).toMatch(expected)
  expect(read()).toBe(seedExample)
})

test.each([
  ['a C program', 'main.c', '#include <stdio.h>\nint main() { return 0; }\n'],
  ['a JSON file', 'data.json', '{"debt": []}\n'],
  ['an HTML page', 'index.html', '<h2>Blockers</h2>\n'],
])('writing commands refuse %s given as the notes file', (_, name, text) => {
  const cwd = folderWith({ [name]: text, '.git/': '' })
  for (const args of [
    ['question', 'add', 'Why?'],
    ['checkpoint'],
    ['archive'],
    ['goal', 'add', 'Go', '--dry-run'],
  ]) {
    const { code, stderr } = notes(['--file', name, ...args], { cwd })
    expect([code, stderr]).toEqual([2, expect.stringContaining('This is not a notes file')])
  }
  expect(readFileSync(join(cwd, name), 'utf8')).toBe(text)
})

test.each([
  ['a Markdown file with prose', 'NOTES.md', 'Just a line.\n'],
  ['a file of any name with a known section', 'memory.notes', '## Open Questions\n'],
  ['an empty file', 'memory.notes', ''],
])('question add accepts %s as the notes file', (_, name, text) => {
  const cwd = folderWith({ [name]: text, '.git/': '' })
  expect(notes(['--file', name, 'question', 'add', 'Why?'], { cwd })).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(join(cwd, name), 'utf8')).toContain('Why?')
})

test.each(writers.map(args => [args.join(' '), args] as const))(
  'notes %s exits with 2 without a notes file',
  (_, args) => {
    const cwd = folderWith({ 'src/auth/jwt.ts': code, '.git/': '' })
    const done = notes(args, { cwd })
    expect([done.code, done.stderr]).toEqual([2, expect.stringMatching(/no notes file[\s\S]*notes init/)])
  },
)

test('question add --from - returns the same record for a question given twice', () => {
  const { cwd } = project()
  const input = JSON.stringify([{ title: 'One' }, { title: 'Two' }, { title: 'One' }])
  const { stdout } = notes(['question', 'add', '--from', '-', '--json'], { cwd, input })
  const [first, , again] = JSON.parse(stdout).results
  expect(again).toEqual({ status: 'unchanged', record: first.record })
})

test('goal done exits with 1 for an ambiguous title, lists the candidates and writes nothing', () => {
  const { read, run } = project()
  const { code, stderr } = run('goal', 'done', 'at')
  expect(code).toBe(1)
  expect(stderr).toMatch(/g-e403[\s\S]*g-df60/)
  expect(read()).toBe(seedExample)
})

describe('notes checkpoint', () => {
  test('reports ungrounded claims and still writes the checkpoint', () => {
    const { json, read } = project()
    const found = json('checkpoint', '--agent', 'me')
    expect(found).toMatchObject({
      written: true,
      grounding: 0,
      grounded: false,
      ungrounded: [{ decision: 'Token Expiry Handling', state: 'gone' }],
    })
    expect(read()).toMatch(
      /\| me \| Checkpoint: Where we left off.* \(open: 1 question, 2 goals, 2 debts, 2 blockers\) \|/,
    )
  })

  test('--strict exits with 1 for ungrounded claims and writes nothing', () => {
    const { read, run } = project()
    expect(run('checkpoint', '--strict').code).toBe(1)
    expect(read()).toBe(seedExample)
  })

  test('--strict writes the checkpoint when every claim is grounded', () => {
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
])('%s --dry-run prints a diff that git can apply, also with --json', (_, args, text) => {
  const { cwd, read, run, json } = project(text)
  expect(json(...args, '--dry-run').diff).toMatch(/^--- a\/NOTES\.md\n/)
  const { stdout } = run(...args, '--dry-run')
  const applied = spawnSync('git', ['apply', '--unidiff-zero', '-'], { cwd, input: stdout, encoding: 'utf8' })
  expect([applied.stderr, applied.status]).toEqual(['', 0])
  expect(read()).not.toBe(text)
})

test('checkpoint and ref verify return the changed records and report which of two sections they used', () => {
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

test('ref verify stamps a reference only once when it is named twice', () => {
  const { run } = project()
  expect(run('ref', 'verify', 'Refresh flow', 'Refresh flow')).toMatchObject({ code: 0, stderr: '' })
})

describe('notes decision supersede', () => {
  const log = (...titles: string[]) =>
    `## Decision Log\n${titles.map((title, at) => `### 2026-01-0${at + 1}: ${title}\n**Decision**: ${at}\n`).join('')}`
  const superseded = (text: string) => /Superseded by (.*)/.exec(text)?.[1]

  test.each([
    ['its handle', 'd-a60f', 'Fixed window'],
    ['words from its title', 'window', 'Fixed window'],
    ['its time', '2026-01-02', 'Fixed window'],
    ['an issue', '#12', '#12'],
  ])('writes a name that finds the successor again when --by is given %s', (_, by, name) => {
    const { read, run } = project(log('Sliding', 'Fixed window'))
    expect(run('decision', 'supersede', 'Sliding', '--by', by)).toMatchObject({ code: 0, stderr: '' })
    expect(superseded(read())).toBe(name)
    const after = read()
    const again = run('decision', 'supersede', 'Sliding', '--by', name)
    expect([again.stderr, again.stdout]).toEqual(['', expect.stringContaining('already there')])
    expect(read()).toBe(after)
  })

  test('names a successor by its timestamp when readers would cut its title short', () => {
    const { read, run } = project(log('Sliding', 'Use v2.0'))
    run('decision', 'supersede', 'Sliding', '--by', 'v2')
    expect(superseded(read())).toBe('2026-01-02')
  })

  test('refuses a successor that does not exist, but writes it with --force', () => {
    const text = log('Sliding')
    const { read, run } = project(text)
    const typo = run('decision', 'supersede', 'Sliding', '--by', 'D-9')
    expect([typo.code, typo.stderr, read()]).toEqual([1, expect.stringContaining('--force'), text])
    const { code, stderr } = run('decision', 'supersede', 'Sliding', '--by', 'D-9', '--force')
    expect([code, stderr]).toEqual([0, expect.stringContaining('No decision "D-9" exists yet')])
    expect(superseded(read())).toBe('D-9')
  })

  test('refuses a decision as its own successor and an ambiguous successor', () => {
    const text = log('Sliding', 'Fixed one', 'Fixed two')
    const { read, run } = project(text)
    expect(run('decision', 'supersede', 'Sliding', '--by', '2026-01-01').code).toBe(2)
    const several = run('decision', 'supersede', 'Sliding', '--by', 'Fixed')
    expect([several.code, several.stderr]).toEqual([
      1,
      expect.stringContaining('d-35a5 Fixed one; d-3bad Fixed two'),
    ])
    expect(read()).toBe(text)
  })
})

describe('notes undo', () => {
  test('keeps text that was added elsewhere in the file after the command', () => {
    const { cwd, read, run } = project()
    run('question', 'add', 'Why?')
    writeFileSync(
      join(cwd, 'NOTES.md'),
      read().replace('## Active Sub-Goals', 'A line of prose.\n\n## Active Sub-Goals'),
    )
    expect(run('undo').code).toBe(0)
    expect(read()).toBe(seedExample.replace('## Active Sub-Goals', 'A line of prose.\n\n## Active Sub-Goals'))
  })

  test('exits with 1 when the same place was changed after the command', () => {
    const { cwd, read, run } = project()
    run('question', 'add', 'Why?')
    const changed = read().replace('Why?', 'Why not?')
    writeFileSync(join(cwd, 'NOTES.md'), changed)
    expect(run('undo').code).toBe(1)
    expect(read()).toBe(changed)
  })

  test('reverts one command at a time and exits with 1 when none is left', () => {
    const { read, run } = project()
    run('question', 'add', 'One?')
    run('question', 'add', 'Two?')
    expect([run('undo').code, run('undo').code, run('undo').code]).toEqual([0, 0, 1])
    expect(read()).toBe(seedExample)
  })

  test('refuses a forged undo journal that names another file', () => {
    const { cwd, run } = project()
    run('question', 'add', 'One?')
    const journal = join(cwd, '.notes/undo.jsonl')
    writeFileSync(journal, readFileSync(journal, 'utf8').replace('"NOTES.md"', '"src/auth/jwt.ts"'))
    expect(run('undo').code).toBe(2)
    expect(readFileSync(join(cwd, 'src/auth/jwt.ts'), 'utf8')).toBe(code)
  })
})

describe('context set --next', () => {
  const list = (name: string, value: string) =>
    `## Active Context\n- **State**: red\n- **${name}**: ${value}\n`
  test.each([
    ['a bullet', list('Next', 'Ask ops'), list('Next', 'Ship | it')],
    ['a bullet of another name', list('Resume at', 'Ask ops'), list('Resume at', 'Ship | it')],
    [
      'a row',
      '## Current Focus\n\n| Field | Value |\n|---|---|\n| **Next Action** | Ask ops |\n| **Branch** | x |\n',
      '## Current Focus\n\n| Field | Value |\n|---|---|\n| **Next Action** | Ship \\| it |\n| **Branch** | x |\n',
    ],
    [
      'a column',
      '## Current Focus\n\n| Task | Status | Next Step |\n|---|---|---|\n| Limits | red | Ask ops |\n',
      '## Current Focus\n\n| Task | Status | Next Step |\n|---|---|---|\n| Limits | red | Ship \\| it |\n',
    ],
    [
      'a plain line',
      '## Session Continuity\n### Active Context\nTask: x\nNext: Ask ops\n',
      'Next: Ship | it\n',
    ],
    ['a line below Status', '## Status\n\nSprint 3 is done.\n\n**Next**: Ask ops\n', '**Next**: Ship | it\n'],
  ])('replaces the next step in %s and keeps its label', (_, text, after) => {
    const { json, read, run } = project(`# Notes\n\n${text}`)
    expect(run('context', 'set', '--next', 'Ship | it')).toMatchObject({ code: 0, stderr: '' })
    expect(read()).toContain(after.trimEnd())
    expect(read()).not.toContain('Ask ops')
    expect(json('context').context.next).toBe('Ship | it')
    expect(run('context', 'set', '--next', 'Ship | it').stdout).toMatch(/^already there/)
  })

  test('adds the next step to a context without one, and to a fresh file', () => {
    for (const text of [seedExample, '']) {
      const { cwd, json, read, run } = project(text)
      if (text === '') rmSync(join(cwd, 'NOTES.md'))
      run('init')
      expect(run('context', 'set', '--next', 'Ship it').code).toBe(0)
      if (text !== '') expect(read()).toMatch(/\*\*Reasoning State\*\*: .*\n- \*\*Next Action\*\*: Ship it\n/)
      expect(json('context').context.next).toBe('Ship it')
      expect(run('recover').stdout).toMatch(/^Next: Ship it$/m)
      expect(run('undo').code).toBe(0)
    }
  })

  test.each([
    ['a bullet', list('Next', 'Ask ops'), '- **Next**: (none)'],
    [
      'a row',
      '## Current Focus\n\n| Field | Value |\n|---|---|\n| **Task** | x |\n| **Next Action** | Ask ops |\n',
      '| **Next Action** | (none) |',
    ],
    [
      'a column',
      '## Current Focus\n\n| Task | Status | Next Step |\n|---|---|---|\n| Limits | red | Ask ops |\n',
      '| red | (none) |',
    ],
  ])('has a counterpart, --clear next, that empties the next step in %s', (_, text, after) => {
    const { json, read, run } = project(`# Notes\n\n${text}`)
    expect(run('context', 'set', '--clear', 'next')).toMatchObject({ code: 0, stderr: '' })
    expect(read()).toContain(after)
    expect(json('context').context.next).toBeUndefined()
    expect(run('recover').stdout).not.toMatch(/next/i)
    expect(run('context', 'set', '--clear', 'next').stdout).toMatch(/^already there/)
    expect(run('context', 'set', '--clear', 'nxt').stderr).toContain('--clear takes bead, state, next')
  })

  test('needs a value, as --state and --bead do, and is read from JSON', () => {
    const { cwd, json, run } = project()
    expect(run('context', 'set').stderr).toContain(
      'Pass --bead, --state, --next, each with a text, or --clear',
    )
    const input = '{"next":"Ship it"}'
    expect(notes(['context', 'set', '--from', '-'], { cwd, input }).code).toBe(0)
    expect(json('context').context.next).toBe('Ship it')
  })
})

test('blocker add --eta turns tomorrow into a date, keeps other words, and refuses an invalid date', () => {
  const { run, read } = project()
  const add = (title: string, eta: string) => run('blocker', 'add', title, '--waiting', '--eta', eta)
  add('Keys', 'Tomorrow')
  expect(read()).toMatch(/Waiting: Keys \(ETA: \d{4}-\d\d-\d\d\)/)
  add('Budget', 'next sprint')
  expect(read()).toContain('Waiting: Budget (ETA: next sprint)')
  expect(add('Legal', '2026-13-45')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is not a date'),
  })
})

test('archive moves old decisions to the archive section and older ones to the archive file, and undo brings them back', () => {
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

test.each([
  ['counts on', '1. One\n2. Two', '3. T1\n4. T2'],
  ['counts on past ten', '8) One\n9) Two', '10) T1\n11) T2'],
  ['goes on with ones', '1. One\n1. [ ] Two', '1. [ ] T1\n1. [ ] T2'],
  ['follows a single item', '1. One', '2. T1\n3. T2'],
])('add %s in a numbered list', (_, list, added) => {
  const cwd = folderWith({ 'NOTES.md': `## Active Sub-Goals\n${list}\n`, '.git/': '' })
  for (const title of ['T1', 'T2']) expect(notes(['goal', 'add', title], { cwd }).code).toBe(0)
  expect(readFileSync(join(cwd, 'NOTES.md'), 'utf8')).toBe(`## Active Sub-Goals\n${list}\n${added}\n`)
})

test('archive does not offer notes undo for a change that is too large to undo', () => {
  const entry = (day: number) =>
    `### [2026-01-0${day}T00:00:00Z] Title ${day}\n**Decision**: Use ${day}. ${'It is long. '.repeat(60_000)}\n`
  const cwd = folderWith({ 'NOTES.md': `## Decision Log\n\n${[1, 2, 3].map(entry).join('\n')}`, '.git/': '' })
  const { stdout } = notes(['archive', '--keep', '1'], { cwd })
  expect(stdout).toContain('`notes undo` cannot undo this')
  expect(stdout).toContain('Moved.')
  expect(stdout).not.toContain('reverts it')
})

test('archive prints what it will move and how much that saves before it writes, including with --dry-run and --json', async () => {
  const { cwd, json, read, run } = project()
  for (let n = 1; n <= 4; n++)
    run(...whole.map(word => (word === 'T' ? `T${n}` : word)), '--at', `2025-01-0${n}T00:00:00Z`)
  const options = ['--keep', '2', '--keep-archived', '1']
  const { moved, saved, dryRun } = json('archive', ...options, '--dry-run')
  expect({ moved, dryRun }).toEqual({ moved: { toSection: 3, toFile: 4 }, dryRun: true })
  const plan = `3 decisions to the Decision Archive, 4 decisions to NOTES.archive.md: the notes file shrinks by ${saved.bytes} bytes, about ${saved.tokens} tokens.\n`
  expect(run('archive', ...options, '--dry-run').stdout).toMatch(new RegExp(`\\nWould move ${plan}$`))
  const before = read()
  const seen: string[] = []
  const open = openProject({ cwd, env: {} })
  const announce = () => seen.push(read())
  await archiveProject(open, { keep: 2, keepArchived: 1, announce })
  expect(seen).toEqual([before])
  expect(before.length - read().length).toBe(saved.bytes)
  run('undo')
  expect(run('archive', ...options).stdout).toBe(`Moving ${plan}Moved; \`notes undo\` reverts it.\n`)
  expect(run('archive', ...options).stdout).toBe('Nothing to archive.\n')
})

test('archive says that decisions in the Decision Archive are still part of the notes file', () => {
  expect(project().run('archive', '--keep', '0').stdout).toContain(
    '`notes archive --keep-archived 0` moves them',
  )
})

test('archive --delta exits with 1 when the file may not grow by that many bytes', () => {
  const { run } = project()
  expect([
    run('archive', '--delta', '1000').code,
    run('archive', '--delta', '999999').code,
    run('archive', '--delta=-1').code,
  ]).toEqual([0, 1, 0])
})

describe('bugs found by hostile testing', () => {
  test('question add refuses a NUL character and leaves the notes file usable', () => {
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

  test('decision add --draft adds a row where decisions are a table', () => {
    const { json } = project(
      '## Decisions\n| Date | Decision | Rationale |\n|---|---|---|\n| 2026-01-01 | First | r |\n',
    )
    const [{ status, record }] = json('decision', 'add', '--draft', '--title', 'T').results
    expect([status, record.title, record.status]).toEqual(['added', 'T', 'draft'])
  })

  test('goal block writes its reason into the table cell and replaces an earlier one', () => {
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

  test('blocker add uses the one of two sections that has records, and reports that', () => {
    const { json, read } = project('## Blockers\n\n## Blockers\n- Waiting: a\n')
    expect(json('blocker', 'add', '--waiting', 'b').remarks).toEqual([
      expect.stringMatching(/2 sections.*line 3/),
    ])
    expect(read()).toBe('## Blockers\n\n## Blockers\n- Waiting: a\n- Waiting: b\n')
  })

  test('debt add reports values that the table has no column for', () => {
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
    expect(remarks).toEqual([
      'Left out, because the section has no place for it: severity CRITICAL, found by bob, sprint S9',
    ])
  })

  test('ref verify --json prints one document that includes stale references', () => {
    const { run } = project(seedExample.replace('refresh.ts:12-34', 'gone.ts:12-34'))
    const { code, stdout } = run('ref', 'verify', '--all', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      there: [{ path: 'src/auth/jwt.ts' }],
      stale: [{ path: 'src/auth/gone.ts' }],
    })
  })

  test('undo reverts a question added after an archive run, then the archive run', async () => {
    const { read, run } = project()
    run('archive', '--keep', '1', '--keep-archived', '0')
    run('question', 'add', 'Mine?')
    run('undo')
    expect(run('undo').code).toBe(0)
    expect(read()).toBe(seedExample)
  })

  test('decision add reads back a title that looks like an id', () => {
    const { json } = project()
    const args = whole.map(word => (word === 'T' ? 'TD-001: x' : word))
    expect(json(...args).results[0].record.title).toBe('TD-001: x')
  })
})

describe('the next debt number', () => {
  const next = ({ json }: ReturnType<typeof project>) =>
    json('debt', 'add', 'The next one', '--severity', 'LOW').results[0].record.id

  test('is above every number in the text, including prose', () => {
    expect(next(project(`${seedExample}\n## Learnings\n- We dropped TD-017 (not xTD-099).\n`))).toBe('TD-018')
  })

  test('is not the number of a debt that was removed by hand', () => {
    const made = project()
    made.run('debt', 'add', 'Slow', '--severity', 'LOW')
    writeFileSync(join(made.cwd, 'NOTES.md'), seedExample)
    expect(next(made)).toBe('TD-004')
  })

  test('is not the number of a debt whose addition was undone', () => {
    const made = project()
    made.run('debt', 'add', 'Slow', '--severity', 'LOW')
    made.run('undo')
    expect(made.read()).toBe(seedExample)
    expect(next(made)).toBe('TD-004')
  })

  test('skips the numbers in the archive file, even when the journal cannot be read', () => {
    const made = project()
    writeFileSync(join(made.cwd, 'NOTES.archive.md'), '# Archive\n\nTD-029 was folded.\n')
    mkdirSync(join(made.cwd, '.notes/undo.jsonl'), { recursive: true })
    expect(next(made)).toBe('TD-030')
  })
})

test('a path in the text of a new record is written from the project root, as lint requires', () => {
  const cwd = folderWith({ 'NOTES.md': seedExample, 'src/a.ts': 'a\nb\n', '.git/': '' })
  const run = (...args: string[]) => notes(args, { cwd })
  run('debt', 'add', 'Slow loop in src/a.ts:2', '--severity', 'LOW')
  run('context', 'set', '--state', 'Read src/a.ts:1', '--next', 'run npx tsc src/a.ts, then src/gone.ts')
  const text = readFileSync(join(cwd, 'NOTES.md'), 'utf8')
  expect(text).toContain('Slow loop in ${PROJECT_ROOT}/src/a.ts:2')
  expect(text).toContain('Read ${PROJECT_ROOT}/src/a.ts:1\n')
  expect(text).toContain('run npx tsc src/a.ts, then src/gone.ts')
})

test('a path in a file of another profile is written as it was given', () => {
  const cwd = folderWith({ 'NOTES.md': '## Tech debt\n- old\n', 'src/a.ts': 'a\n', '.git/': '' })
  notes(['debt', 'add', 'Slow loop in src/a.ts:1', '--severity', 'LOW'], { cwd })
  expect(readFileSync(join(cwd, 'NOTES.md'), 'utf8')).toContain('Slow loop in src/a.ts:1\n')
})

test('checkpoint takes an empty --agent and --summary as not given', () => {
  const { run, json } = project()
  expect(run('checkpoint', '--agent', '', '--summary', '')).toMatchObject({ code: 0 })
  expect(json('log', 'list').records).toContainEqual(
    expect.objectContaining({ agent: 'agent', summary: expect.stringMatching(/^Checkpoint/) }),
  )
})

test.each([
  ['--next', 'deploy'],
  ['--clear', 'next'],
])('context set %s %s warns about a next step that the state still names', (...fields) => {
  const { run } = project('## Active Context\n- **Reasoning State**: Rotation works; next: reuse detection\n')
  expect(run('context', 'set', ...fields).stderr).toMatch(/still says "next: reuse detection".*--state/)
  expect(run('context', 'set', '--state', 'Done', ...fields).stderr).toBe('')
})

test('debt add and log add write what lint accepts in a file with shorter ids and dates', () => {
  const { read, run } = project(
    template
      .replace(/(## Discovered Technical Debt\n(?:.*\n){3})/, '$1| TD-9 | a | LOW | x | |\n')
      .replace(/(## Session Continuity Log\n(?:.*\n){3})/, '$1| 2026-01-02 | me | said |\n'),
  )
  run('debt', 'add', 'Slow start', '--severity', 'LOW')
  run('log', 'add', 'Went on', '--agent', 'me')
  expect(read()).toContain('| TD-010 | Slow start |')
  expect(read()).toMatch(/^\| \d{4}-\d\d-\d\dT\d\d:\d\dZ \| me \| Went on \|$/m)
})
