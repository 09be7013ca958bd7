import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { beadState, prefixIn, readBeads } from '../../src/beads/answers.ts'
import { type Answer, project, replay } from './project.ts'

const folder = fileURLToPath(new URL('recorded/', import.meta.url))
const recordings = readdirSync(folder).map(name => {
  const said = JSON.parse(readFileSync(join(folder, name), 'utf8'))
  return [name, said] as const
})

describe.each(recordings)('the recorded answers of %s', (_, said) => {
  test('list every bead, including closed ones', () => {
    expect(
      readBeads(said.list.stdout)?.toSorted((a, b) => (a.ref ?? '').localeCompare(b.ref ?? '')),
    ).toMatchObject([
      { id: said.first, title: '--a $(touch x) | "b" 😀', status: 'open', priority: 0, ref: 'notes:TD-001' },
      {
        id: said.second,
        status: 'closed',
        ref: 'notes:TD-002',
        // The first versions do not list the reason.
        closeReason: said.list.stdout.includes('close_reason') ? 'done in 9c4fe73' : undefined,
      },
    ])
  })

  test('contain the new bead after create and the prefix after where or config', () => {
    expect(readBeads(said.create.stdout)).toMatchObject([{ id: said.first }])
    expect(prefixIn(said.where.stdout) ?? prefixIn(said.prefix.stdout)).toBe('my-proj')
  })

  // Older recordings lack these answers.
  test.skipIf(said.update === undefined)(
    'contain the updated bead after update, and no bead when the list is empty',
    () => {
      expect(readBeads(said.update.stdout)).toMatchObject([{ id: said.first, title: '--b' }])
      expect(readBeads(said.empty.stdout)).toEqual([])
    },
  )

  test.skipIf(said.given === undefined)(
    'accept a given id under a hyphenated prefix or name the reason for refusing it',
    () => {
      if (said.given.status === 0)
        expect(readBeads(said.given.stdout)).toMatchObject([{ id: 'my-proj-n0pxjuko' }])
      else expect(said.given.stderr).toMatch(/prefix mismatch|unexpected argument '--id'/)
    },
  )

  test.skipIf(said.looked === undefined)(
    'contain the bead after show --readonly or report an unknown flag',
    () => {
      if (said.looked.status === 0) expect(beadState(said.first, said.looked)).toBe('open')
      else expect(said.looked.stderr).toContain('unknown flag: --readonly')
    },
  )

  test('distinguish open, closed and missing beads and match only full ids', () => {
    expect(beadState(said.first, said.open)).toBe('open')
    expect(beadState(said.second, said.closed)).toBe('closed')
    expect(beadState('my-proj-nope1', said.missing)).toBe('missing')
    expect(beadState(said.first.slice(0, -1), said.part)).toBe('missing')
  })
})

/** Answers of versions that are not recorded here, observed or read in their source (facts page on Beads). */
test.each([
  ['an empty answer with exit code 0 (bd 0.47 and 0.49)', { status: 0, stdout: '', stderr: '' }, 'missing'],
  ['an error object (bd 0.36)', { status: 1, stdout: '{"error":"no issue found"}', stderr: '' }, 'missing'],
  [
    'an error object with a version (bd 0.63 and later)',
    { status: 1, stdout: '{"error":"no issue found matching \\"bd-1a\\"","schema_version":1}', stderr: '' },
    'missing',
  ],
  [
    'the error object of br',
    { status: 3, stdout: '', stderr: '{"error":{"code":"ISSUE_NOT_FOUND","message":"x"}}' },
    'missing',
  ],
  [
    'an envelope (bd 2)',
    { status: 0, stdout: '{"data":[{"id":"bd-1a","title":"t","status":"closed"}]}', stderr: '' },
    'closed',
  ],
  [
    'a tombstone (bd 0.47)',
    { status: 0, stdout: '[{"id":"bd-1a","title":"t","status":"tombstone"}]', stderr: '' },
    'missing',
  ],
  [
    'another bead whose id begins with it (all)',
    { status: 0, stdout: '[{"id":"bd-1ab","title":"t","status":"open"}]', stderr: '' },
    'missing',
  ],
  [
    'an empty answer with exit code 1 (bd 0.24 and 0.29)',
    { status: 1, stdout: '', stderr: '' },
    'unverified',
  ],
  [
    'an error text with exit code 1 (bd 0.24 and 0.29)',
    { status: 1, stdout: '', stderr: 'Error resolving ID bd-1a: no issue found matching "bd-1a"' },
    'missing',
  ],
  ['a truncated answer', { status: 0, stdout: '[{"id":"bd-1a"', stderr: '' }, 'unverified'],
  ['a broken database', { status: 1, stdout: '', stderr: 'database "x" not found' }, 'unverified'],
  ['a timeout', { status: null, stdout: '', stderr: '' }, 'unverified'],
])('beadState reads the state of the current bead from %s', (_, answer, state) => {
  expect(beadState('bd-1a', answer)).toBe(state)
})

/** From the facts page: the shapes of `list --json` that no recorded version has. */
test.each([
  ['{"schema_version":1,"items":[BEAD]}', 1],
  ['{"issues":[BEAD],"total":1}', 1],
  ['{"schema_version":1,"data":[BEAD]}', 1],
  ['{"schema_version":1,"data":{"items":[BEAD]}}', 1],
  ['{"schema_version":1,"data":[]}', 0],
  ['{"schema_version":1}', undefined],
  ['[BEAD,{"id":"bd-2"}]', undefined],
])('readBeads handles a list of the shape %s', (shape, count) => {
  const one = '{"id":"bd-1","title":"A","status":"open","external_ref":"notes:TD-001"}'
  expect(readBeads(shape.replace('BEAD', one))?.length).toBe(count)
})

/** From the facts page: what some version of `bd import` does with a row that lacks the field. */
test.each([
  ['id', 'every import makes a new bead (Dolt) or is refused (SQLite)', /^bd-n\d[0-9a-z]{6}$/],
  ['priority', 'the bead gets priority 0', /^2$/],
  ['issue_type', 'the bead becomes a task', /^chore$/],
  ['created_at', 'br refuses the row', /^2000-01-01T00:00:00Z$/],
  ['updated_at', 'a newer bead is overwritten (1.0.5)', /^2000-01-01T00:00:00Z$/],
  ['description', 'bd refuses the row under create.require-description', /\nnotes-debt: notes:TD-001$/],
  ['external_ref', 'br refuses the row (no spaces, at most 200 bytes)', /^\S{1,200}$/],
])('debt --export writes a valid %s, because otherwise %s', (field, _, expected) => {
  const { run } = project({ debts: ['A'] })
  expect(String(JSON.parse(run('debt', '--export').stdout)[field])).toMatch(expected)
})

test('debt --export keeps every line below 64 KB, the limit of bd before 0.56', () => {
  const { run, file, read } = project({ debts: ['PLACE'] })
  writeFileSync(file, read().replace('PLACE', '"😀'.repeat(30_000)))
  expect(Buffer.byteLength(run('debt', '--export').stdout)).toBeLessThan(64 * 1024)
})

const version: Answer = { status: 0, stdout: 'bd version 1.0.5 (dev)\n' }
const bead = (id: string, fields: object = {}) => ({ id, title: 'A', status: 'open', priority: 2, ...fields })
const list = (...beads: readonly object[]): Answer => ({ status: 0, stdout: JSON.stringify(beads) })
const where: Answer = { status: 0, stdout: '{"prefix":"bd"}' }

/** The fake `bd` needs a shebang, which Windows ignores. */
describe.skipIf(process.platform === 'win32')('the Beads bridge', () => {
  function workspace(answers: Record<string, Answer>, debts: readonly string[] = ['A']) {
    const tool = replay({ '--version': version, where, ...answers })
    const made = project({ debts, path: tool.path })
    mkdirSync(join(made.cwd, '.beads/embeddeddolt'), { recursive: true })
    return { ...made, ...tool, created: () => tool.asked().filter(([word]) => word === 'create') }
  }

  test.each([
    [
      'fails',
      { status: 1, stdout: '', stderr: 'Error: database is locked' },
      'failed (1): Error: database is locked',
    ],
    ['prints half an answer', { status: 0, stdout: '[{"id":"bd-1"' }, 'gave no usable answer: [{"id":"bd-1"'],
    ['prints something else', { status: 0, stdout: '[{"id":"bd-1"}]' }, 'gave no usable answer'],
    ['prints an error', { status: 0, stdout: '{"error":"no"}' }, 'gave no usable answer: {"error":"no"}'],
  ])('leaves beads and notes alone when bd list %s', (_, answer, message) => {
    const { run, read, created } = workspace({ list: answer })
    const before = read()
    for (const args of [
      ['--export', '--apply'],
      ['--sync', '--write'],
    ]) {
      const { code, stderr } = run('debt', ...args)
      expect(code).toBe(2)
      expect(stderr).toContain(`\`bd list --all --limit 0 --json\` ${message}`)
    }
    expect(read()).toBe(before)
    expect(created()).toEqual([])
  })

  test('reports the bd create command that failed and writes no id', () => {
    const { run, read } = workspace({
      list: list(),
      create: { status: 1, stdout: '', stderr: 'Error: read only' },
    })
    const before = read()
    const { code, stderr } = run('debt', '--export', '--apply')
    expect(code).toBe(2)
    expect(stderr).toMatch(/`bd create --title=A .* failed \(1\): Error: read only/)
    expect(read()).toBe(before)
  })

  test('creates no second bead for a debt whose bead it finds by ref, marker or id', () => {
    const { run, read, created } = workspace(
      {
        list: list(
          bead('bd-1', { external_ref: 'notes:TD-001', status: 'closed' }),
          bead('bd-2', { description: 'x\nnotes-debt: notes:TD-002' }),
          bead('bd-n8q5pbc0'),
        ),
      },
      ['A', 'B', 'C'],
    )
    expect(run('debt', '--export', '--apply').code).toBe(0)
    expect(created()).toEqual([])
    expect(read()).toMatch(/TD-001.*bd-1 [\s\S]*TD-002.*bd-2 [\s\S]*TD-003.*bd-n8q5pbc0 /)
  })

  test('creates nothing and names both beads when two beads have the ref of the same debt', () => {
    const ref = { external_ref: 'notes:TD-001' }
    const { run, read, created } = workspace({ list: list(bead('bd-1', ref), bead('bd-2', ref)) })
    const before = read()
    expect(run('debt', '--export', '--apply').stderr).toContain('several beads (bd-1, bd-2)')
    expect(created()).toEqual([])
    expect(read()).toBe(before)
  })

  test('runs exactly the bd create command that --dry-run prints, without a shell', () => {
    const { run, created, asked } = workspace(
      { list: list(), create: { status: 0, stdout: JSON.stringify(bead('bd-9')) } },
      ['$(touch pwned) "q" \'r\''],
    )
    const [planned] = JSON.parse(run('debt', '--export', '--apply', '--dry-run', '--json').stdout).results
    expect(asked().some(([word]) => word === 'create')).toBe(false)
    run('debt', '--export', '--apply')
    expect(['bd', ...(created()[0] ?? [])]).toEqual(planned.command)
    expect(planned.command).toContain('--title=$(touch pwned) "q" \'r\'')
  })

  test('creates no bead when its id cannot be written to the table', () => {
    const { run, file, read, created } = workspace({
      list: list(),
      create: { status: 0, stdout: JSON.stringify(bead('bd-9')) },
    })
    writeFileSync(file, read().replace('| TD-001 | A |', '| TD-001 | A | B | C |'))
    const { code, stderr } = run('debt', '--export', '--apply')
    expect(code).toBe(2)
    expect(stderr).toContain('no Bead column can be added')
    expect(created()).toEqual([])
  })

  test('writes bead ids after the title with beads.idIn "inline", and nowhere with "none"', () => {
    for (const [idIn, expected] of [
      ['inline', '| TD-001 | A (bd-9) |'],
      ['none', '| TD-001 | A |'],
    ] as const) {
      const { run, cwd, read } = workspace({
        list: list(),
        create: { status: 0, stdout: JSON.stringify(bead('bd-9')) },
      })
      writeFileSync(join(cwd, 'notes.config.json'), JSON.stringify({ beads: { idIn } }))
      expect(run('debt', '--export', '--apply').stderr).toBe('')
      expect(read()).toContain(expected)
    }
  })

  test('leaves the current bead unverified when bd does not answer', () => {
    const { run } = workspace({ show: { status: null, stdout: '' } })
    run('context', 'set', '--bead', 'bd-1a (x)')
    const { code, stdout } = run('context')
    expect(code).toBe(0)
    expect(stdout).toContain('bd-1a x (unverified)')
    expect(run('lint').stdout).not.toContain('bead-')
  }, 120_000)

  test.each([
    ['missing', { status: 0, stdout: '' }, 1, 'bead-missing'],
    ['closed', list(bead('bd-1a', { status: 'closed' })), 0, 'bead-closed'],
  ])('reports a %s current bead in notes context and lint', (_, show, code, rule) => {
    const { run, asked } = workspace({ show })
    run('context', 'set', '--bead', 'bd-1a (x)', '--state', 'on it')
    expect(run('context').code).toBe(code)
    const { stdout } = run('lint', '--format', 'github')
    expect(stdout).toContain(rule)
    expect(asked()).toHaveLength(2)
  })

  test('asks a bd before 0.29 for the current bead without --readonly', () => {
    const { run, asked } = workspace({
      'show bd-1a --json --readonly --sandbox': {
        status: 1,
        stdout: '',
        stderr: 'Error: unknown flag: --readonly',
      },
      'show bd-1a --json --sandbox': list(bead('bd-1a')),
    })
    run('context', 'set', '--bead', 'bd-1a (x)')
    expect(JSON.parse(run('context', '--json').stdout).beadState).toBe('open')
    expect(asked()).toHaveLength(2)
  })

  test('works with a bd that needs a workspace to answer --version', () => {
    const { run } = workspace({
      '--version': { status: 1, stdout: '', stderr: 'Error: no beads database found' },
      version,
      list: list(bead('bd-1', { external_ref: 'notes:TD-001' })),
    })
    expect(run('debt', '--export', '--apply').stdout).toContain('already there')
  })

  test('leaves the current bead unverified in a fresh clone without a database and does not run bd', () => {
    const { run, cwd, asked } = workspace({ show: { status: 0, stdout: '' } })
    rmSync(join(cwd, '.beads/embeddeddolt'), { recursive: true })
    writeFileSync(join(cwd, '.beads/metadata.json'), '{"backend":"dolt"}')
    run('context', 'set', '--bead', 'bd-1a (x)')
    expect(run('context').stdout).toContain('(unverified)')
    expect(asked()).toEqual([])
  })

  test('checks the current bead even if files in the workspace are links to devices', () => {
    const { run, cwd } = workspace({ show: { status: 0, stdout: '' } })
    for (const name of ['redirect', 'metadata.json', 'issues.jsonl'])
      symlinkSync('/dev/zero', join(cwd, '.beads', name))
    run('context', 'set', '--bead', 'bd-1a (x)')
    expect(run('context').code).toBe(1)
  })

  test('does not report the current bead as missing when only the JSONL file has it', () => {
    const { run, cwd } = workspace({ show: { status: 0, stdout: '' } })
    writeFileSync(join(cwd, '.beads/issues.jsonl'), '{"id":"bd-1a","title":"x"}\n')
    run('context', 'set', '--bead', 'bd-1a (x)')
    expect(run('context').stdout).toContain('(unverified)')
    run('context', 'set', '--bead', 'bd-1 (x)')
    expect(run('context').code).toBe(1)
  })

  test('never opens a SQLite workspace with a bd that would migrate it', () => {
    const { run, cwd, asked } = workspace({ list: list() })
    writeFileSync(join(cwd, '.beads/metadata.json'), '{"database":"beads.db"}')
    mkdirSync(join(cwd, 'sqlite/.beads'), { recursive: true })
    writeFileSync(join(cwd, 'sqlite/.beads/metadata.json'), '{"database":"beads.db"}')
    writeFileSync(join(cwd, '.beads/redirect'), 'sqlite/.beads')
    const { code, stderr } = run('debt', '--export', '--apply')
    expect(code).toBe(2)
    expect(stderr).toContain('kept in SQLite')
    expect(asked()).toEqual([])
  })
})
