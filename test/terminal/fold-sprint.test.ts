import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { bin, environment, notes } from '../notes-cli.ts'

const text = `# Agent Working Memory (NOTES.md)

## Session Continuity

### Active Context
- **Current Bead**: bd-x7y8 (task)
- **Last Checkpoint**: 2026-01-22T14:30:00Z
- **Reasoning State**: here

## Discovered Technical Debt
| ID | Description | Severity | Found By | Sprint |
|----|-------------|----------|----------|--------|
| TD-001 | ~~N+1 query~~ | MEDIUM | me | S03 |
| TD-002 | Missing input validation | HIGH | me | S03 |
| TD-003 | ~~Slow start~~ | LOW | me | sprint-03 |

## Session Continuity Log
| Timestamp | Agent | Summary |
|-----------|-------|---------|
| 2026-01-05T14:30Z | me | Started S03 |
| 2026-01-19T16:45Z | me | Sprint 3: review |
| 2026-01-21T16:45Z | me | S04 goes on |

## Decision Archive
| Date | Decision | Rationale | Decided By |
|------|----------|-----------|------------|
| 2026-01-08 | Use PostgreSQL | vectors | me |
`
const summary = 'S03: 2 debts resolved, 2 log rows (2026-01-05 – 2026-01-19)'

function project(source = text, more: Record<string, string> = {}) {
  const cwd = folderWith({ 'NOTES.md': source, '.git/': '', ...more })
  const archivePath = join(cwd, 'NOTES.archive.md')
  const read = () => readFileSync(join(cwd, 'NOTES.md'), 'utf8')
  const readArchive = () => (existsSync(archivePath) ? readFileSync(archivePath, 'utf8') : undefined)
  const run = (...args: string[]) => notes(args, { cwd })
  const json = (...args: string[]) => JSON.parse(run(...args, '--json').stdout)
  return { cwd, read, readArchive, run, json }
}

test('archive --sprint --dry-run prints the diff of both files and the bytes it would save, and writes nothing', () => {
  const { read, readArchive, run, json } = project()
  const { code, stdout } = run('archive', '--sprint', 'Sprint 3', '--dry-run')
  expect(code).toBe(0)
  expect(stdout).toContain('-| TD-001 | ~~N+1 query~~ | MEDIUM | me | S03 |\n')
  expect(stdout).toContain(`+${summary}\n`)
  expect(stdout).toContain('Stays: 1 debt (line 14): open')
  const { saved, changed, dryRun } = json('archive', '--sprint', 'S3', '--dry-run')
  expect([changed, dryRun]).toEqual([false, true])
  expect(stdout).toContain(`The notes file shrinks by ${saved.bytes} bytes, about ${saved.tokens} tokens.\n`)
  expect([read(), readArchive()]).toEqual([text, undefined])
  expect(run('archive', '--sprint', 'S03').stdout).toMatch(
    new RegExp(`^Folding into NOTES\\.archive\\.md: .*\\nThe notes file shrinks by ${saved.bytes} bytes, `),
  )
  expect(saved.bytes).toBe(Buffer.byteLength(text) - Buffer.byteLength(read()))
})

test('archive --sprint folds a sprint once, and undo restores both files', () => {
  const { read, readArchive, run, json } = project()
  expect(json('archive', '--sprint', 's03')).toMatchObject({
    changed: true,
    summary,
    archive: 'NOTES.archive.md',
    folded: { debts: 2, decisions: 0, logRows: 2 },
  })
  const [after, archived] = [read(), readArchive()]
  expect(archived).toContain(`## Sprint S03\n\n${summary}\n`)
  const again = run('archive', '--sprint', 'sprint-03')
  expect([again.code, again.stdout]).toEqual([
    0,
    expect.stringContaining('Nothing more of sprint-03 to fold.'),
  ])
  expect([read(), readArchive()]).toEqual([after, archived])
  expect(run('undo').code).toBe(0)
  expect([read(), readArchive()]).toEqual([text, undefined])
})

test('undo of archive --sprint restores a CRLF archive file byte for byte', () => {
  const archive = '# NOTES.md: archive\r\n\r\nMy own words.\r\n'
  const { read, readArchive, run } = project(text.replaceAll('\n', '\r\n'), { 'NOTES.archive.md': archive })
  expect(run('archive', '--sprint', 'S03').code).toBe(0)
  expect(readArchive()?.startsWith(archive)).toBe(true)
  expect(run('undo').code).toBe(0)
  expect([read(), readArchive()]).toEqual([text.replaceAll('\n', '\r\n'), archive])
})

test('archive --sprint exits with 1 for a sprint without records and names the sprints that have some', () => {
  const { read, run, json } = project()
  const { code, stdout } = run('archive', '--sprint', 'S09')
  expect([code, stdout]).toEqual([
    1,
    'No closed record or log row belongs to S09.\nIt names: S03 (4 to fold), Sprint 4 (1 to fold)\n',
  ])
  expect(json('archive', '--sprint', 'S09').sprints).toMatchObject([{ key: 'sprint-3' }, { key: 'sprint-4' }])
  expect(run('archive', '--sprint', 'S03 | x').code).toBe(1)
  expect(read()).toBe(text)
})

test.each([
  ['--keep', '3'],
  ['--keep-archived', '3'],
  ['--delta', '5'],
])('archive --sprint refuses the option %s', (...more) => {
  const { read, run } = project()
  expect(run('archive', '--sprint', 'S03', ...more).code).toBe(2)
  expect(read()).toBe(text)
})

test('debt add does not reuse the TD number of a folded debt', () => {
  const { run, json } = project()
  run('archive', '--sprint', 'S03')
  expect(json('debt', 'add', 'New', '--severity', 'LOW').results[0].record.id).toBe('TD-004')
})

test('log-append-only accepts committed log rows that archive --sprint folded away', () => {
  const { cwd, run } = project()
  const git = (...args: string[]) =>
    spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, env: environment })
  git('init', '-q')
  git('add', 'NOTES.md')
  expect(git('commit', '-qm', 'x').status).toBe(0)
  run('archive', '--sprint', 'S03')
  const rules = () => run('lint').stdout
  expect(rules()).not.toContain('log-append-only')
  writeFileSync(join(cwd, 'NOTES.archive.md'), '# Archive\n')
  expect(rules()).toContain('log-append-only')
})

describe('notes status', () => {
  test('suggests archive --sprint once sprint.suggestAfter rows are closed, until the sprint is folded', () => {
    const { run, json } = project(text, { 'notes.config.json': '{"sprint":{"suggestAfter":2}}' })
    const hints = () => json('status').hints
    const hint = {
      what: expect.stringMatching(/^\d+ closed debts and superseded decisions of S03$/),
      next: '`notes archive --sprint S03` folds them into the archive file',
    }
    expect(hints()).toContainEqual(hint)
    run('archive', '--sprint', 'S03')
    expect(hints()).not.toContainEqual(hint)
  })

  test('does not suggest archive --sprint for fewer than ten closed rows', () => {
    expect(project().run('status').stdout).not.toContain('--sprint')
  })
})

test('archive --sprint completes a run that was killed with kill -9, without duplicates', async () => {
  const whole = project()
  whole.run('archive', '--sprint', 'S03')
  const wanted = [whole.read(), whole.readArchive()]
  for (let round = 0; round < 10; round++) {
    const { cwd, read, readArchive, run } = project()
    const child = spawn(process.execPath, [bin, 'archive', '--sprint', 'S03'], { cwd, env: environment })
    const ended = new Promise(resolve => child.on('close', resolve))
    while (readArchive() === undefined && child.exitCode === null) await wait(1)
    if (round % 2 === 1) await wait(round)
    child.kill('SIGKILL')
    await ended
    const at = [existsSync(join(cwd, 'NOTES.md')) && read() === text, readArchive() === wanted[1]]
    // The archive is written first: rows that are in neither file would be lost.
    expect(at).not.toEqual([false, false])
    expect(run('archive', '--sprint', 'S03').code).toBe(0)
    expect([read(), readArchive()]).toEqual(wanted)
  }
})
