import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { seedExample } from '../fixtures/markdown.ts'
import { notes } from '../notes-cli.ts'

const code = 'export const ttl = 15\nexport const retries = 3\n'

function project(text: string = seedExample) {
  const cwd = folderWith({ 'NOTES.md': text, 'src/auth/session.ts': code, '.git/': '' })
  const read = () => readFileSync(join(cwd, 'NOTES.md'), 'utf8')
  const run = (...args: string[]) => notes(args, { cwd })
  const pipe = (input: string, ...args: string[]) => notes(args, { cwd, input })
  return { cwd, read, run, pipe }
}

describe('the command word of a record kind', () => {
  test.each(['decision', 'question', 'goal', 'blocker', 'debt', 'ref', 'log', 'learning'])(
    '%s alone lists its records',
    word => {
      const { run } = project()
      const listed = run(word, 'list')
      expect(listed).toMatchObject({ code: 0, stderr: '' })
      expect(run(word)).toEqual(listed)
      expect(run(word, '--json').stdout).toBe(run(word, 'list', '--json').stdout)
    },
  )

  test.each([
    'decisions',
    'questions',
    'goals',
    'blockers',
    'debts',
    'refs',
    'references',
    'reference',
    'logs',
    'learnings',
  ])('may be the plural or the full word: %s', word =>
    expect(project().run(word, 'list')).toMatchObject({ code: 0, stderr: '' }),
  )

  test('with an unknown second word is still an unknown command', () => {
    const { code: exit, stderr } = project().run('debts', 'lst')
    expect([exit, stderr]).toEqual([2, expect.stringContaining('Did you mean debt list')])
  })
})

test.each([
  ['question', 'done'],
  ['question', 'close'],
  ['goal', 'resolve'],
  ['goal', 'close'],
  ['blocker', 'done'],
  ['debt', 'close'],
])('%s %s closes a record, as the usual verb of its kind does', (kind, verb) => {
  const { run, read } = project(`${seedExample}`)
  const [{ handle }] = JSON.parse(run(kind, '--json').stdout).records
  expect(run(kind, verb, handle)).toMatchObject({ code: 0, stderr: '' })
  expect(read()).not.toBe(seedExample)
})

test.each(['high', 'High', 'HIGH'])(
  'debt add accepts --severity %s, and writes it as the protocol spells it',
  severity => {
    const { run, read } = project()
    expect(run('debt', 'add', 'Slow', '--severity', severity).code).toBe(0)
    expect(read()).toContain('| TD-003 | Slow | HIGH |')
  },
)

test('debt add refuses an unknown severity and lists the valid ones', () => {
  expect(project().run('debt', 'add', 'Slow', '--severity', 'bad').stderr).toMatch(
    /CRITICAL, HIGH, MEDIUM, LOW/,
  )
})

describe('blocker add', () => {
  test.each([
    [['--waiting', 'Key'], '- Waiting: Key'],
    [['Key', '--waiting'], '- Waiting: Key'],
    [['Key', '--blocked', '--eta', '2027-01-01'], '- Blocked: Key (ETA: 2027-01-01)'],
    [['--blocked', 'Key'], '- Blocked: Key'],
  ])('takes its words before or after the type: %j', (args, line) => {
    const { run, read } = project()
    expect(run('blocker', 'add', ...args)).toMatchObject({ code: 0, stderr: '' })
    expect(read()).toContain(`${line}\n`)
  })

  test.each([
    [['Key']],
    [['--waiting']],
    [['Key', '--waiting', '--blocked']],
    [['Key', '--waiting', 'Other']],
  ])('refuses %j', args => {
    const { run, read } = project()
    expect(run('blocker', 'add', ...args).code).toBe(2)
    expect(read()).toBe(seedExample)
  })

  test('notes edit keeps the shape of a blocker without a type', () => {
    const { run, read } = project('## Blockers\n- API key is missing\n')
    expect(run('edit', 'API', '--title', 'API token is missing')).toMatchObject({ code: 0, stderr: '' })
    expect(read()).toBe('## Blockers\n- API token is missing\n')
  })
})

describe('--from - reads what --json prints', () => {
  test.each(['decision', 'question', 'goal', 'blocker', 'debt', 'ref', 'log', 'learning'])(
    'of %s list',
    kind => {
      const from = project()
      const evidence = [
        '--evidence',
        'src/auth/session.ts:1',
        '--scenario',
        'a',
        '--scenario',
        'b',
        '--scenario',
        'c',
      ]
      from.run('remove', 'Token Expiry')
      from.run('decision', 'add', '--title', 'T', '--decision', 'D', '--rationale', 'R', ...evidence)
      for (const reference of ['Token validation', 'Refresh flow']) from.run('ref', 'remove', reference)
      from.run('ref', 'add', 'src/auth/session.ts:1-2', 'Limits')
      from.run('learning', 'add', 'Cold starts dominate')
      const printed = from.run(kind, 'list', '--json').stdout
      const { records } = JSON.parse(printed)
      expect(records.length).toBeGreaterThan(0)
      const to = project('# Notes\n')
      expect(to.pipe(printed, kind, 'add', '--from', '-')).toMatchObject({ code: 0, stderr: '' })
      const copied = JSON.parse(to.run(kind, 'list', '--json').stdout).records
      const words = ({
        lines,
        id,
        handle,
        verified,
        evidence: cited,
        dated,
        ...rest
      }: Record<string, unknown>) => ({
        ...rest,
        cited: JSON.stringify(cited ?? []).replaceAll(/"lines":\[[\d,]+\]/g, ''),
      })
      expect(copied.map(words)).toEqual(records.map(words))
    },
  )

  test('refuses a closed record', () => {
    const { run, pipe } = project()
    run('debt', 'resolve', 'TD-001')
    const { code: exit, stderr } = pipe(
      run('debt', 'list', '--all', '--json').stdout,
      'debt',
      'add',
      '--from',
      '-',
    )
    expect([exit, stderr]).toEqual([2, expect.stringContaining('Entry 1 is closed')])
  })
})

describe('a place in the code', () => {
  test.each([
    'src/auth/session.ts:2',
    'session.ts:2',
    './session.ts:2',
    '${PROJECT_ROOT}/src/auth/session.ts:2',
  ])('is found from a subfolder as %s', place => {
    const { cwd } = project()
    const { code: exit, stdout } = notes(['ref', 'get', place], { cwd: join(cwd, 'src/auth') })
    expect([exit, stdout]).toEqual([0, 'export const retries = 3\n'])
  })

  test('in a missing file is reported as a path below the working folder', () => {
    const { cwd } = project()
    mkdirSync(join(cwd, 'docs'))
    expect(notes(['ref', 'get', 'nope.ts:1'], { cwd: join(cwd, 'docs') }).stderr).toContain(
      'docs/nope.ts is missing',
    )
  })

  test('without a line is refused by ref add, because notes lint would report it', () => {
    const { run, read } = project()
    const { code: exit, stderr } = run('ref', 'add', 'src/auth/session.ts', 'all of it')
    expect([exit, read()]).toEqual([2, seedExample])
    expect(stderr).toContain('Add one: src/auth/session.ts:1')
  })
})
