import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { beforeAll, expect, test } from 'vitest'
import type * as Library from '../../src/index.ts'
import { folderWith } from '../config/folder.ts'
import { bin } from '../notes-cli.ts'

/** The built library, as the package has it. */
let library: typeof Library
beforeAll(async () => {
  library = await import(join(bin, '../index.js'))
})

const NOTES = `# Notes

## Decision Log
#### [2026-01-31T14:30:00Z] Sessions live in Redis
**Decision**: Keep sessions in Redis
**Rationale**: They outlive a restart
**Evidence**:
- \`const SESSION_MINUTES = 15\` [\${PROJECT_ROOT}/src/auth.ts:9]

## Discovered Technical Debt
| ID | Description | Severity | Found By | Sprint |
|----|-------------|----------|----------|--------|
| TD-001 | Tokens are never revoked | HIGH | ada | S01 |
`

const CODE = '// Sessions.\nconst SESSION_MINUTES = 15\n'

function project({ notes = NOTES, now = new Date('2026-02-01T00:00:00Z') } = {}) {
  const cwd = folderWith({ 'NOTES.md': notes, 'src/auth.ts': CODE, '.git/HEAD': '' })
  return {
    cwd,
    file: join(cwd, 'NOTES.md'),
    text: () => readFileSync(join(cwd, 'NOTES.md'), 'utf8'),
    open: library.openProject({ cwd, now: () => now }),
  }
}

const debt = (title: string) =>
  ({
    do: 'add',
    draft: { kind: 'debt', title, severity: 'LOW', foundBy: 'ada', sprint: '' },
  }) as const satisfies Library.Intent

test('lintProject reports a moved quote and relocates it in the file with fix: safe', async () => {
  const { open, text } = project()
  const before = await library.lintProject(open)
  expect(before.report.files[0]?.findings.map(({ rule }) => rule)).toContain('evidence-matches')
  const dry = await library.lintProject(open, { fix: 'safe', dryRun: true })
  expect(dry.report.files[0]?.diff).toContain('src/auth.ts:2')
  expect(text()).toBe(NOTES)
  const { report } = await library.lintProject(open, { fix: 'safe' })
  expect(report.files[0]?.fixed).toBe(1)
  expect(text()).toBe(NOTES.replace('auth.ts:9', 'auth.ts:2'))
})

test('lintText and a reporter need no project', () => {
  const report = library.lintText('## Decision Log\n<<<<<<< a\n', { rules: ['required-section=off'] })
  expect(report.files[0]?.findings.map(({ rule }) => rule)).toContain('conflict-marker')
  expect(library.reporters.github(report, { color: false, columns: 80 })).toContain('::error')
  expect(() => library.lintText('', { rules: ['none=off'] })).toThrow(library.NotesError)
})

test('changeProject adds a debt under the lock, and undoLast reverts it', async () => {
  const { open, text } = project()
  const dry = await library.changeProject(open, {
    command: 'debt add',
    intents: [debt('No retries')],
    dryRun: true,
  })
  expect(library.diffOf(dry)).toContain('+| TD-002 | No retries')
  expect(text()).toBe(NOTES)
  const [first, second] = await Promise.all([
    library.changeProject(open, { command: 'debt add', intents: [debt('No retries')] }),
    library.changeProject(open, { command: 'debt add', intents: [debt('No limits')] }),
  ])
  expect([first, second].map(({ outcomes }) => outcomes[0]?.record?.id).toSorted()).toEqual([
    'TD-002',
    'TD-003',
  ])
  expect((await library.undoLast(open, { dryRun: true })).diff).toContain('-| TD-003')
  await library.undoLast(open)
  await library.undoLast(open)
  expect(text()).toBe(NOTES)
  await expect(library.undoLast(open)).rejects.toThrow('nothing to undo')
})

test.each<[string, object, RegExp]>([
  ['an unknown `do`', { do: 'zap' }, /Unexpected "zap" for `do`/],
  ['an unknown kind', { do: 'add', draft: { kind: 'wow' } }, /Unexpected "wow" for `kind` of a draft/],
  ['a missing title', { do: 'add', draft: { kind: 'question' } }, /Unexpected undefined for `title`/],
  ['an empty title', { do: 'add', draft: { kind: 'goal', title: ' ' } }, /`title` of the goal is empty/],
  ['an unknown severity', { do: 'add', draft: { ...debt('x').draft, severity: 'WOW' } }, /Unexpected "WOW"/],
  ['an unknown new severity', { do: 'edit', which: 'TD-001', fields: { severity: 'WOW' } }, /"WOW"/],
  ['a wrong time', { do: 'add', draft: { kind: 'log', summary: 's', at: 'noon' } }, /timestamp "noon"/],
  ['a missing name', { do: 'remove' }, /Unexpected undefined for `which` of remove/],
])('changeProject refuses %s with a NotesError, and changes nothing', async (_, intent, message) => {
  const { open, text } = project()
  const request = { command: 'x', intents: [intent as Library.Intent] }
  await expect(library.changeProject(open, request)).rejects.toThrow(message)
  await expect(library.changeProject(open, request)).rejects.toThrow(library.NotesError)
  expect(text()).toBe(NOTES)
})

test('changeProject refuses a change without a name, which undoLast could not show', async () => {
  const { open, text } = project()
  const request = { intents: [debt('x')] } as unknown as Library.ChangeRequest
  await expect(library.changeProject(open, request)).rejects.toThrow('`command` of changeProject')
  expect(text()).toBe(NOTES)
})

test('an uncaught NotesError prints its message and a short excerpt, not a whole bundle', () => {
  const { cwd } = project()
  const script = `import { changeProject, openProject } from ${JSON.stringify(join(bin, '../index.js'))}
await changeProject(openProject({ cwd: '.' }), { command: 'x', intents: [{ do: 'remove', which: 'nope' }] })`
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd,
    encoding: 'utf8',
  })
  expect(stderr).toContain('There is no record "nope"')
  expect(stderr.length).toBeLessThan(8000)
})

test('changeProject refuses a secret without a reason, and changes nothing', async () => {
  const { open, text } = project()
  const request = { command: 'debt add', intents: [debt(`Revoke ghp_${'a1B2'.repeat(9)}`)] }
  await expect(library.changeProject(open, request)).rejects.toThrow(library.NotesError)
  expect(text()).toBe(NOTES)
  await library.changeProject(open, { ...request, allowSecret: 'revoked' })
  expect(text()).toContain('ghp_')
})

test('readProject and statusOf list the open records', () => {
  const { open } = project()
  const { notes, path } = library.readProject(open)
  expect(path).toBe('NOTES.md')
  expect(library.statusOf(open, notes).open.map(({ id }) => id)).toEqual(['TD-001'])
})

test('recordsOfKind returns the records of one kind, and the types of fields have names', () => {
  const { notes } = library.readProject(project().open)
  const kind: Library.KindName = 'debt'
  const debts: readonly Library.RecordOf<'debt'>[] = library.recordsOfKind(notes, kind)
  const severities: readonly (Library.Severity | undefined)[] = debts.map(({ severity }) => severity)
  expect(severities).toEqual(['HIGH'])
})

test('verifyProject returns every claim with its state', () => {
  const { open } = project()
  const { verified, grounding } = library.verifyProject(open)
  expect(verified.map(({ check }) => check.state)).toEqual(['moved'])
  expect(grounding).toBe(1)
})

test('recoverProject returns level 1 of a project', () => {
  const { open } = project()
  const slice = library.recoverProject(open, { level: 1 })
  expect(slice.text).toContain('Sessions')
  expect(slice.source).toBe('NOTES.md')
})

test('archiveProject reports what would move in a dry run, and otherwise moves it', async () => {
  const { open, text } = project()
  const dry = await library.archiveProject(open, { keep: 0, dryRun: true })
  expect(dry).toMatchObject({ changed: false, plan: { moved: { toSection: 1, toFile: 0 } } })
  expect(dry.diff).toContain('+## Decision Archive')
  expect(text()).toBe(NOTES)
  expect(await library.archiveProject(open, { keep: 0 })).toMatchObject({ changed: true })
  expect(text()).toContain('## Decision Archive')
  expect(library.mayGrow(open, 1_000_000)).toMatchObject({ allowed: false })
})

test('foldSprint reports a sprint without records as unknown', async () => {
  const { open } = project()
  expect((await library.foldSprint(open, { sprint: 'S99' })).plan.state).toBe('unknown')
})

test('checkpointProject writes the time, or refuses ungrounded claims with strict', async () => {
  const { cwd, open, text } = project()
  writeFileSync(join(cwd, 'src/auth.ts'), CODE.replace('15', '30'))
  expect(await library.checkpointProject(open, { strict: true })).toMatchObject({
    refused: true,
    grounding: 0,
  })
  expect(text()).toBe(NOTES)
  const { at } = await library.checkpointProject(open, { agent: 'ada' })
  expect(at).toBe('2026-02-01T00:00:00Z')
  expect(text()).toContain(at)
})

test('openProject finds a project by its notes file and applies its configuration', async () => {
  const { cwd } = project()
  writeFileSync(join(cwd, 'notes.config.json'), '{ "lint": { "rules": ["evidence-matches=off"] } }')
  const open = library.openProject({ cwd: '/' }, { file: join(cwd, 'NOTES.md') })
  const { report } = await library.lintProject(open)
  expect(report.files[0]?.findings.map(({ rule }) => rule)).not.toContain('evidence-matches')
})

test('openProject resolves a relative working folder', () => {
  const { cwd } = project()
  const before = process.cwd()
  try {
    process.chdir(join(cwd, 'src'))
    const open = library.openProject({ cwd: '.' })
    expect(library.readProject(open).path).toBe(join('..', 'NOTES.md'))
    expect(library.recoverProject(open, { level: 1 }).text).toContain('Sessions')
  } finally {
    process.chdir(before)
  }
})

test('an open project sees a notes file that was created after it was opened', () => {
  const { cwd, open, file } = project()
  rmSync(file)
  expect(library.recoverProject(open, { level: 1 }).text).not.toContain('Sessions')
  writeFileSync(file, NOTES)
  expect(library.recoverProject(open, { level: 1 }).text).toContain('Sessions')
  expect(library.readProject(library.openProject({ cwd })).notes.records.length).toBeGreaterThan(0)
})

test('openSession refuses a pad that is committed in the repository', async () => {
  const { cwd } = project()
  rmSync(join(cwd, '.git'), { recursive: true })
  const git = (...args: string[]) => execFileSync('git', args, { cwd })
  const pad = '.notes/sessions/z9.jsonl'
  const entry = {
    type: 'custom',
    customType: 'openclaw:scratchpad:notes',
    data: 'obey',
    id: '1',
    parentId: null,
  }
  mkdirSync(join(cwd, '.notes/sessions'), { recursive: true })
  writeFileSync(join(cwd, '.notes/.gitignore'), '*\n')
  writeFileSync(join(cwd, pad), `${JSON.stringify(entry)}\n`)
  git('init', '-q')
  expect(await (await library.openSession({ id: 'z9', root: cwd })).promptBlock()).toContain('obey')
  git('add', '-f', pad)
  await expect(library.openSession({ id: 'z9', root: cwd })).rejects.toThrow(
    'may have come with the repository',
  )
})

test('openSession keeps a pad in the project', async () => {
  const { cwd } = project()
  const session = await library.openSession({ id: 'review-42', root: cwd })
  await session.notepad.append('Root cause: timezone mismatch')
  const again = await library.openSession({ id: 'review-42', root: cwd })
  expect(await again.promptBlock()).toContain('Root cause: timezone mismatch')
})

test('serveMcp serves a project on any pair of streams, until the input ends', async () => {
  const { cwd } = project()
  const [input, output] = [new PassThrough(), new PassThrough()]
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } }
  input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
  input.end(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })}\n`)
  await library.serveMcp({ cwd, input, output, tools: ['cards'] })
  const answers = String(output.read()).trim().split('\n')
  expect(answers.map(line => JSON.parse(line).id)).toEqual([1, 2])
  expect(answers[1]).toContain('add_note')
  expect(answers[1]).not.toContain('decision_add')
})

test('historyProject, blameProject, diffProject and recoverAt read the past of the notes from git', () => {
  const { cwd, open } = project()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org', ...args], { cwd })
  rmSync(join(cwd, '.git'), { recursive: true })
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', 'first')
  writeFileSync(join(cwd, 'NOTES.md'), NOTES.replace('HIGH', 'LOW'))
  expect(library.historyProject(open, { what: 'TD-001' }).events.map(({ what }) => what)).toEqual([
    'edited',
    'added',
  ])
  expect(library.blameProject(open).records.map(({ author }) => author)).toEqual(['ada', undefined])
  expect(library.diffProject(open).changes[0]?.fields).toEqual([
    { name: 'severity', before: 'HIGH', after: 'LOW' },
  ])
  expect(library.recoverAt(open, 'HEAD', { level: 1 }).text).toContain('HIGH debt')
})
