import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'
import { NASTY, project } from './project.ts'

const rows = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))

describe('notes debt --export', () => {
  test('prints one bead per line for every open debt', () => {
    const { run } = project({ debts: ['Slow query', 'No retry'] })
    run('debt', 'resolve', 'TD-002')
    const { code, stdout, stderr } = run('debt', '--export')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(rows(stdout)).toEqual([
      {
        id: 'bd-n0pxjuko',
        title: 'Slow query',
        description: 'Slow query\n\nSource: grimoires/loa/NOTES.md:34 (TD-001)\nnotes-debt: notes:TD-001',
        status: 'open',
        priority: 2,
        issue_type: 'chore',
        created_at: '2000-01-01T00:00:00Z',
        created_by: 'notes',
        updated_at: '2000-01-01T00:00:00Z',
        external_ref: 'notes:TD-001',
        labels: ['notes-debt', 'severity:medium'],
      },
    ])
    expect(run('debt', 'export').stdout).toBe(stdout)
  })

  test('prints the same bytes in another clone', () => {
    const { run, cwd } = project({ debts: NASTY })
    const clone = folderWith()
    cpSync(cwd, clone, { recursive: true })
    const first = run('debt', '--export').stdout
    expect(first).not.toBe('')
    expect(notes(['debt', '--export'], { cwd: clone }).stdout).toBe(first)
  })

  test('exports any title as plain text, cut at 500 bytes, with the full title in the description', () => {
    const { run } = project({ debts: NASTY })
    const found = rows(run('debt', '--export').stdout)
    expect(found.map(({ title }) => title)).toEqual([
      ...NASTY.slice(0, 3),
      'two lines',
      NASTY[4],
      expect.stringMatching(/^long é+…$/),
    ])
    for (const [index, { title, description }] of found.entries()) {
      expect(Buffer.byteLength(title)).toBeLessThanOrEqual(500)
      expect(description.startsWith(`${NASTY[index]}\n\n`)).toBe(true)
    }
  })

  test.each([
    [['--severity', 'high'], ['notes:TD-001']],
    [['--sprint', 's04'], ['notes:TD-002']],
    [
      ['--severity', 'HIGH', '--severity', 'LOW'],
      ['notes:TD-001', 'notes:TD-002'],
    ],
    [['--sprint', 'S09'], []],
  ])('filters the exported debts by %j', (options, refs) => {
    const { run } = project({})
    run('debt', 'add', 'A', '--severity', 'HIGH', '--sprint', 'S03')
    run('debt', 'add', 'B', '--severity', 'LOW', '--sprint', 'S04')
    const { stdout } = run('debt', '--export', '--json', ...options)
    expect(JSON.parse(stdout).items.map((row: { external_ref: string }) => row.external_ref)).toEqual(refs)
  })

  test('--all prints resolved debts too, as closed beads', () => {
    const { run } = project({ debts: ['A'] })
    run('debt', 'resolve', 'TD-001')
    expect(rows(run('debt', '--export', '--all').stdout)).toMatchObject([
      { status: 'closed', closed_at: '2000-01-01T00:00:00Z' },
    ])
  })

  test('--format commands quotes its commands for a shell', () => {
    const { run } = project({ debts: ["it's $(x)"] })
    expect(run('debt', '--export', '--format', 'commands').stdout).toContain(
      "bd create '--title=it'\\''s $(x)' '--description=",
    )
  })

  test('--format csv quotes commas and quotation marks', () => {
    const { run } = project({ debts: ['a, "b"'] })
    expect(run('debt', '--export', '--format', 'csv').stdout).toBe(
      'ref,title,priority,status,labels,bead\nnotes:TD-001,"a, ""b""",2,open,notes-debt severity:medium,\n',
    )
  })

  test('masks a secret and says so on standard error', () => {
    const { run, file, read } = project({ debts: ['PLACE'] })
    const token = `ghp_${'a1B2'.repeat(9)}`
    writeFileSync(file, read().replace('PLACE', `Remove ${token}`))
    for (const format of ['jsonl', 'csv', 'commands', 'markdown']) {
      const { stdout, stderr } = run('debt', '--export', '--format', format)
      expect(stdout).not.toContain(token)
      expect(stderr).toContain('TD-001 contains a secret')
    }
  })

  test('leaves out the second of two debts with the same id and reports it', () => {
    const { run, file, read } = project({ debts: ['A', 'B'] })
    writeFileSync(file, read().replace('TD-002', 'TD-001'))
    const { stdout, stderr } = run('debt', '--export')
    expect(rows(stdout)).toHaveLength(1)
    expect(stderr).toMatch(/note: L35 has the same key as L34 \(notes:TD-001\)/)
  })

  test('puts the path of a second notes file into the external refs', () => {
    const { run, cwd, read } = project({ debts: ['A'] })
    mkdirSync(join(cwd, 'docs'))
    writeFileSync(join(cwd, 'docs/NOTES.md'), read())
    expect(rows(run('debt', '--export', '--file', 'docs/NOTES.md').stdout)).toMatchObject([
      { external_ref: 'notes:docs/NOTES.md#TD-001' },
    ])
    expect(rows(run('debt', '--export', '--file', 'grimoires/loa/NOTES.md').stdout)).toMatchObject([
      { external_ref: 'notes:TD-001' },
    ])
  })

  test.each([
    [['--export', '--dry-run'], '--dry-run needs --apply'],
    [['--export', '--sync'], '--export and --sync cannot be combined'],
    [['--export', '--apply', '--format', 'csv'], 'cannot be combined'],
    [['--severity', 'HIGH'], '--severity needs --export'],
    [['--export', '--severity', 'hihg'], 'Unknown severity "hihg"'],
    [['--export', '--severity', 'HIGH,LOW'], 'repeat --severity'],
  ])('refuses the options %j', (args, message) => {
    const { code, stderr } = project({}).run('debt', ...args)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })
})

test('notes goal --export links a goal to the goal it waits for', () => {
  const { run } = project({})
  run('goal', 'add', 'Ship it')
  run('goal', 'add', 'Announce', '--depends-on', 'ship it')
  const [ship, announce] = rows(run('goal', '--export').stdout)
  expect(announce.dependencies).toMatchObject([
    { issue_id: announce.id, depends_on_id: ship.id, type: 'blocks' },
  ])
  expect(ship.dependencies).toBeUndefined()
})

test('notes blocker --export prints blockers with their ETA', () => {
  const { run } = project({})
  run('blocker', 'add', '--waiting', 'OAuth credentials', '--eta', '2026-12-01')
  expect(rows(run('blocker', '--export').stdout)).toMatchObject([
    { title: 'OAuth credentials', priority: 1, labels: ['notes-blocker', 'waiting'] },
  ])
})
