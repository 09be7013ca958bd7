import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { beadState } from '../../src/beads/bead-state.ts'
import { prefixIn, readBeads } from '../../src/beads/listing.ts'
import { type Answer, project, replay } from './project.ts'

const folder = fileURLToPath(new URL('recorded/', import.meta.url))
const recordings = readdirSync(folder).map(name => {
  const said = JSON.parse(readFileSync(join(folder, name), 'utf8'))
  return [name, said] as const
})

describe.each(recordings)('%s', (_, said) => {
  test('its list holds every bead, closed ones too', () => {
    expect(
      readBeads(said.list.stdout)?.toSorted((a, b) => (a.ref ?? '').localeCompare(b.ref ?? '')),
    ).toMatchObject([
      { id: said.first, title: '--a $(touch x) | "b" 😀', status: 'open', priority: 0, ref: 'notes:TD-001' },
      {
        id: said.second,
        status: 'closed',
        ref: 'notes:TD-002',
        // The first versions keep the reason to themselves.
        closeReason: said.list.stdout.includes('close_reason') ? 'done in 9c4fe73' : undefined,
      },
    ])
  })

  test('create answers with the new bead, and where or config with the prefix', () => {
    expect(readBeads(said.create.stdout)).toMatchObject([{ id: said.first }])
    expect(prefixIn(said.where.stdout) ?? prefixIn(said.prefix.stdout)).toBe('my-proj')
  })

  // Recordings made before these were asked for lack them.
  test.skipIf(said.update === undefined)('update answers with the bead, an empty list with none', () => {
    expect(readBeads(said.update.stdout)).toMatchObject([{ id: said.first, title: '--b' }])
    expect(readBeads(said.empty.stdout)).toEqual([])
  })

  test.skipIf(said.given === undefined)(
    'create takes an id below a prefix with a hyphen, or names the prefix when it refuses',
    () => {
      if (said.given.status === 0)
        expect(readBeads(said.given.stdout)).toMatchObject([{ id: 'my-proj-n0pxjuko' }])
      else expect(said.given.stderr).toMatch(/prefix mismatch|unexpected argument '--id'/)
    },
  )

  test.skipIf(said.looked === undefined)('show only looks, or says that it has no --readonly', () => {
    if (said.looked.status === 0) expect(beadState(said.first, said.looked)).toBe('open')
    else expect(said.looked.stderr).toContain('unknown flag: --readonly')
  })

  test('show tells open, closed and missing beads apart, and takes no other bead for the one asked for', () => {
    expect(beadState(said.first, said.open)).toBe('open')
    expect(beadState(said.second, said.closed)).toBe('closed')
    expect(beadState('my-proj-nope1', said.missing)).toBe('missing')
    expect(beadState(said.first.slice(0, -1), said.part)).toBe('missing')
  })
})

/** From the facts page on Beads (what other versions were seen or read to answer), not recorded here. */
test.each([
  ['nothing, with 0 (bd 0.47 and 0.49)', { status: 0, stdout: '', stderr: '' }, 'missing'],
  ['an error object (bd 0.36)', { status: 1, stdout: '{"error":"no issue found"}', stderr: '' }, 'missing'],
  [
    'an error object with a version (bd 0.63 and later)',
    { status: 1, stdout: '{"error":"no issue found matching \\"bd-1a\\"","schema_version":1}', stderr: '' },
    'missing',
  ],
  [
    'its own error object (br)',
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
    'another bead that has the id as a part (all)',
    { status: 0, stdout: '[{"id":"bd-1ab","title":"t","status":"open"}]', stderr: '' },
    'missing',
  ],
  ['nothing, with 1 (bd 0.24 and 0.29)', { status: 1, stdout: '', stderr: '' }, 'unverified'],
  [
    'a reason, with 1 (bd 0.24 and 0.29)',
    { status: 1, stdout: '', stderr: 'Error resolving ID bd-1a: no issue found matching "bd-1a"' },
    'missing',
  ],
  ['half an answer', { status: 0, stdout: '[{"id":"bd-1a"', stderr: '' }, 'unverified'],
  ['a broken database', { status: 1, stdout: '', stderr: 'database "x" not found' }, 'unverified'],
  ['no answer in time', { status: null, stdout: '', stderr: '' }, 'unverified'],
])('the current bead when bd answers %s', (_, answer, state) => {
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
])('a list of beads as %s is read', (shape, count) => {
  const one = '{"id":"bd-1","title":"A","status":"open","external_ref":"notes:TD-001"}'
  expect(readBeads(shape.replace('BEAD', one))?.length).toBe(count)
})

/** From the facts page: what `bd import` of one version or another does to a row that lacks this. */
test.each([
  ['id', 'every import makes a new bead (Dolt), or is refused (SQLite)', /^bd-n\d[0-9a-z]{6}$/],
  ['priority', 'the bead gets priority 0', /^2$/],
  ['issue_type', 'the bead becomes a task', /^chore$/],
  ['created_at', 'br refuses the row', /^2000-01-01T00:00:00Z$/],
  ['updated_at', 'a newer bead is overwritten (1.0.5)', /^2000-01-01T00:00:00Z$/],
  ['description', 'create.require-description refuses it', /\nnotes-debt: notes:TD-001$/],
  ['external_ref', 'br refuses blanks in it, or 200 bytes', /^\S{1,200}$/],
])('an exported row has %s, without which %s', (field, _, expected) => {
  const { run } = project({ debts: ['A'] })
  expect(String(JSON.parse(run('debt', '--export').stdout)[field])).toMatch(expected)
})

test('no line of an export is longer than the 64 KB that bd before 0.56 reads', () => {
  const { run, file, read } = project({ debts: ['PLACE'] })
  writeFileSync(file, read().replace('PLACE', '"😀'.repeat(30_000)))
  expect(Buffer.byteLength(run('debt', '--export').stdout)).toBeLessThan(64 * 1024)
})

const version: Answer = { status: 0, stdout: 'bd version 1.0.5 (dev)\n' }
const bead = (id: string, fields: object = {}) => ({ id, title: 'A', status: 'open', priority: 2, ...fields })
const list = (...beads: readonly object[]): Answer => ({ status: 0, stdout: JSON.stringify(beads) })
const where: Answer = { status: 0, stdout: '{"prefix":"bd"}' }

/** Needs a program that starts by its first line. */
describe.skipIf(process.platform === 'win32')('a Beads workspace that', () => {
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
    ['answers half', { status: 0, stdout: '[{"id":"bd-1"' }, 'gave no usable answer: [{"id":"bd-1"'],
    ['answers with something else', { status: 0, stdout: '[{"id":"bd-1"}]' }, 'gave no usable answer'],
    [
      'answers with an error',
      { status: 0, stdout: '{"error":"no"}' },
      'gave no usable answer: {"error":"no"}',
    ],
  ])('%s is left alone, and so are the notes', (_, answer, message) => {
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

  test('refuses a bead says which command said what, and no id is written', () => {
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

  test('has the bead by its ref, its marker or its id gets no second one', () => {
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

  test('has two beads of one row: nothing is done, and both are named', () => {
    const ref = { external_ref: 'notes:TD-001' }
    const { run, read, created } = workspace({ list: list(bead('bd-1', ref), bead('bd-2', ref)) })
    const before = read()
    expect(run('debt', '--export', '--apply').stderr).toContain('several beads (bd-1, bd-2)')
    expect(created()).toEqual([])
    expect(read()).toBe(before)
  })

  test('gets exactly the words that --dry-run prints, and no shell sees them', () => {
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

  test('cannot be written to the table creates no bead', () => {
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

  test('writes ids behind the title with beads.idIn inline, and nowhere with none', () => {
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

  test('does not answer leaves the current bead unverified', () => {
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
  ])('says that the current bead is %s: notes context and lint say so', (_, show, code, rule) => {
    const { run, asked } = workspace({ show })
    run('context', 'set', '--bead', 'bd-1a (x)', '--state', 'on it')
    expect(run('context').code).toBe(code)
    const { stdout } = run('lint', '--format', 'github')
    expect(stdout).toContain(rule)
    expect(asked()).toHaveLength(2)
  })

  test('of a bd before 0.29, which has no --readonly, is asked for the current bead without it', () => {
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

  test('is of a bd that needs one to answer --version is opened all the same', () => {
    const { run } = workspace({
      '--version': { status: 1, stdout: '', stderr: 'Error: no beads database found' },
      version,
      list: list(bead('bd-1', { external_ref: 'notes:TD-001' })),
    })
    expect(run('debt', '--export', '--apply').stdout).toContain('already there')
  })

  test('has no database yet, as in a fresh clone, leaves the current bead unverified and is not asked', () => {
    const { run, cwd, asked } = workspace({ show: { status: 0, stdout: '' } })
    rmSync(join(cwd, '.beads/embeddeddolt'), { recursive: true })
    writeFileSync(join(cwd, '.beads/metadata.json'), '{"backend":"dolt"}')
    run('context', 'set', '--bead', 'bd-1a (x)')
    expect(run('context').stdout).toContain('(unverified)')
    expect(asked()).toEqual([])
  })

  test('has links to devices in place of its files is read all the same', () => {
    const { run, cwd } = workspace({ show: { status: 0, stdout: '' } })
    for (const name of ['redirect', 'metadata.json', 'issues.jsonl'])
      symlinkSync('/dev/zero', join(cwd, '.beads', name))
    run('context', 'set', '--bead', 'bd-1a (x)')
    expect(run('context').code).toBe(1)
  })

  test('has a bead in its JSONL that the database lacks does not call it missing', () => {
    const { run, cwd } = workspace({ show: { status: 0, stdout: '' } })
    writeFileSync(join(cwd, '.beads/issues.jsonl'), '{"id":"bd-1a","title":"x"}\n')
    run('context', 'set', '--bead', 'bd-1a (x)')
    expect(run('context').stdout).toContain('(unverified)')
    run('context', 'set', '--bead', 'bd-1 (x)')
    expect(run('context').code).toBe(1)
  })

  test('is kept in SQLite is never opened with a bd that would migrate it', () => {
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
