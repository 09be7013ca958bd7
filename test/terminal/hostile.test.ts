import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { seedExample } from '../fixtures/markdown.ts'
import { notes } from '../notes-cli.ts'

const bin = fileURLToPath(new URL('../../dist/notes.cjs', import.meta.url))

function project(text: string = seedExample, files: Readonly<Record<string, string>> = {}) {
  const cwd = folderWith({ 'NOTES.md': text, 'src/a.ts': 'one\ntwo\n', '.git/': '', ...files })
  const path = join(cwd, 'NOTES.md')
  const read = () => readFileSync(path, 'utf8')
  const run = (...args: string[]) => notes(args, { cwd })
  const pipe = (input: string | Uint8Array, ...args: string[]) => notes(args, { cwd, input })
  return { cwd, path, read, run, pipe }
}

/** Runs the same command several times at once. */
const together = (cwd: string, count: number, ...args: string[]) =>
  Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<{ code: number | null; stdout: string; stderr: string }>(done => {
          const child = spawn(process.execPath, [bin, ...args], { cwd })
          const said = { stdout: '', stderr: '' }
          child.stdout.on('data', part => (said.stdout += part))
          child.stderr.on('data', part => (said.stderr += part))
          child.on('close', code => done({ code, ...said }))
        }),
    ),
  )

describe('adding a record that already exists', () => {
  test.each([
    [
      ['blocker', 'add', '--waiting', 'OAuth provider credentials', '--eta', '2027-01-01'],
      /--eta 2027-01-01 \(it says 2024-01-15\).*notes edit b-[0-9a-f]+ --eta/,
    ],
    [
      ['debt', 'add', 'N+1 query in user list endpoint', '--severity', 'LOW', '--found-by', 'me'],
      /--severity LOW \(it says MEDIUM\), --found-by me .*notes edit t-[0-9a-f]+ --severity "…" --found-by/,
    ],
    [
      ['goal', 'add', 'Refactor database layer', '--blocking', 'rain'],
      /--blocking rain.*notes goal block g-[0-9a-f]+/,
    ],
    [
      ['decision', 'add', '--draft', '--title', 'Token Expiry Handling', '--scenario', 'x'],
      /--scenario.*supersede/,
    ],
  ])('reports the values that it does not write: %s', (args, said) => {
    const { read, run } = project()
    const { code, stderr } = run(...args)
    expect([code, read()]).toEqual([0, seedExample])
    expect(stderr).toMatch(said)
    const { remarks } = JSON.parse(run(...args, '--json').stdout)
    expect(remarks.join('\n')).toMatch(said)
  })

  test('reports the dropped severity when one run adds the same debt twice', () => {
    const { pipe } = project()
    const input = '[{"title":"A","severity":"LOW"},{"title":"A","severity":"HIGH"}]'
    expect(pipe(input, 'debt', 'add', '--from', '-').stderr).toMatch(/--severity HIGH \(it says LOW\)/)
  })

  test('reports a dropped --how of question resolve and --by of decision supersede on the second run', () => {
    const { run } = project()
    run('question', 'resolve', 'grace')
    expect(run('question', 'resolve', 'grace', '--how', 'no').stderr).toMatch(/--how no/)
    run('decision', 'supersede', 'Token', '--by', 'D-2', '--force')
    expect(run('decision', 'supersede', 'Token', '--by', 'D-2').stderr).toBe('')
    expect(run('decision', 'supersede', 'Token', '--by', 'D-3').stderr).toMatch(
      /already superseded by D-2.*--by D-3/,
    )
  })

  test('reports a dropped --at when log add repeats a handoff of the same day', () => {
    const { run } = project()
    const at = (time: string) => run('log', 'add', '--agent', 'me', 'done', '--at', `2026-02-01T${time}Z`)
    expect(at('10:00:00').stderr).toBe('')
    expect(at('10:00').stderr).toBe('')
    expect(at('11:30').stderr).toMatch(/--at 2026-02-01T11:30Z/)
  })

  test('changes nothing when context set repeats the same context a second later', async () => {
    const { read, run } = project()
    const args = ['context', 'set', '--bead', 'bd-1 (x)', '--state', 'None'] as const
    expect(run(...args).stdout).toMatch(/^changed/)
    const once = read()
    await new Promise(done => setTimeout(done, 1100))
    expect(run(...args).stdout).toMatch(/^already there/)
    expect(read()).toBe(once)
  })
})

test.each([
  ['a block', '## Decision Log\n### 2026-01-01 - T\n**Status**: Draft\n**Decision**: d\n'],
  [
    'a row',
    '## Decisions\n| Date | Decision | Rationale |\n|---|---|---|\n| 2026-01-01 | **T**: d | **Status**: Draft |\n',
  ],
  ['a bullet', '## Decisions\n- 2026-01-01 **T**: d<br>**Status**: Draft\n'],
])('decision supersede leaves one status in a draft that is %s', (_, text) => {
  const { read, run } = project(text)
  expect(run('decision', 'supersede', 'T', '--by', 'D | 9', '--force').code).toBe(0)
  expect(read().match(/\*\*Status\*\*|superseded/gi)).toHaveLength(2)
  expect(JSON.parse(run('decision', 'list', '--all', '--json').stdout)).toMatchObject({
    records: [{ status: 'superseded' }],
  })
})

describe('a read-only notes file', () => {
  test('is left unchanged, and the error suggests chmod, even for root', () => {
    const { path, read, run } = project()
    chmodSync(path, 0o444)
    const { code, stderr } = run('question', 'add', 'x')
    expect([code, read()]).toEqual([2, seedExample])
    expect(stderr).toMatch(/read-only.*\n.*\n.*chmod u\+w/)
    expect(run('question', 'add', 'x', '--dry-run').code).toBe(0)
  })
})

test('log add and learning add keep the mixed line endings of all other lines', () => {
  const head = '## Session Log\n| Timestamp | Agent | Summary |\r\n|---|---|---|\n'
  const text = `${head}| 2026-01-01T10:00Z | a | b |\r\n| 2026-01-02T10:00Z | a | c |\n\r\n## Learnings\r\n- x\n`
  const { read, run } = project(text)
  expect(run('log', 'add', '--agent', 'me', 'new').code).toBe(0)
  const added = read()
  const row = /\| [^|]+ \| me \| new \|(?:\r\n|\n)/.exec(added)?.[0] ?? '?'
  expect(added.replace(row, '')).toBe(text)
  expect(run('learning', 'add', 'y').code).toBe(0)
  expect(read()).toBe(`${added}- y\n`)
})

describe('notes archive', () => {
  const decisions = Array.from(
    { length: 5 },
    (_, n) => `### 2026-01-0${n + 1} - D${n}\n**Decision**: d\n**Rationale**: r\n`,
  ).join('\n')
  const text = `## Decision Log\n\n${decisions}`
  const args = ['archive', '--keep', '1', '--keep-archived', '1'] as const

  test('archives once when five runs start together, and one undo restores everything', async () => {
    const { cwd, read, run } = project(text)
    const runs = await together(cwd, 5, ...args)
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0])
    expect(runs.filter(({ stdout }) => stdout.includes('Moved'))).toHaveLength(1)
    expect(existsSync(join(cwd, 'NOTES.archive.md'))).toBe(true)
    expect(run('undo').code).toBe(0)
    expect(read()).toBe(text)
    expect(readdirSync(cwd).sort()).toEqual(['.git', '.notes', 'NOTES.md', 'src'])
    expect(run('undo').code).toBe(1)
  })

  test('refuses an archive file that links out of the project, even with --dry-run', () => {
    const { cwd, run } = project(text)
    const other = folderWith({ 'secret.md': 'secret' })
    symlinkSync(join(other, 'secret.md'), join(cwd, 'NOTES.archive.md'))
    for (const more of [['--dry-run'], []]) {
      const { code, stdout, stderr } = run(...args, ...more)
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toMatch(/leads out of the project root/)
    }
  })

  test('cannot be undone without the archive file, and undo reports that', () => {
    const { cwd, run } = project(text)
    run(...args)
    rmSync(join(cwd, 'NOTES.archive.md'))
    expect(run('undo').stderr).toMatch(/NOTES.archive.md is gone\n.*\n.*Restore the file/)
  })
})

test('eight concurrent undo runs revert one change each', async () => {
  const { cwd, read, run } = project()
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) run('question', 'add', `Q ${name}`)
  const runs = await together(cwd, 8, 'undo')
  expect(runs.filter(({ code }) => code === 0)).toHaveLength(6)
  for (const { stderr } of runs.filter(({ code }) => code !== 0)) expect(stderr).toMatch(/nothing to undo/)
  expect(read()).toBe(seedExample)
})

describe('the placeholder of an empty section', () => {
  const sections = [
    ...['## Active Context', 'None.', '', '## Decision Log', '_None_', '', '## Session Log', '', 'None', ''],
    ...[
      '## Technical Debt',
      '| ID | Description | Severity |',
      '|---|---|---|',
      '',
      '(none)',
      '',
      '## Blockers',
    ],
    ...['- None', '', '## Learnings', 'None yet', 'but soon', ''],
  ].join('\n')

  test.each([
    [['context', 'set', '--state', 's'], 'None.'],
    [['decision', 'add', '--draft', '--title', 'T'], '_None_'],
    [['log', 'add', '--agent', 'a', 's'], '\nNone\n'],
    [['debt', 'add', 'd', '--severity', 'LOW'], '(none)'],
    [['blocker', 'add', '--waiting', 'w'], '- None\n'],
  ])('is removed by %s and restored by undo', (args, marker) => {
    for (const text of [sections, sections.replaceAll('\n', '\r\n')]) {
      const { read, run } = project(text)
      expect(run(...args)).toMatchObject({ code: 0, stderr: '' })
      expect(read().replaceAll('\r\n', '\n')).not.toContain(marker)
      expect(read()).not.toMatch(/(?:\r?\n){3}/)
      expect(run('undo').code).toBe(0)
      expect(read()).toBe(text)
    }
  })

  test('stays when it says more than that the section is empty', () => {
    const { read, run } = project(sections)
    run('learning', 'add', 'l')
    expect(read()).toContain('None yet\nbut soon\n')
  })
})

describe('input for --from -', () => {
  test('may start with a byte order mark on standard input', () => {
    const { pipe, read } = project()
    expect(pipe('\uFEFF{"title":"marked"}', 'question', 'add', '--from', '-').code).toBe(0)
    expect(read()).toContain('- [ ] marked\n')
  })

  test('is refused with an error that names the entry and field of an empty value', () => {
    const { pipe, read, run } = project()
    const whole = {
      title: 't',
      decision: 'd',
      rationale: 'r',
      evidence: ['src/a.ts:1'],
      scenario: ['a', 'b', 'c'],
    }
    const input = JSON.stringify([whole, { ...whole, title: 'u', scenario: ['a', ' ', 'c'] }])
    expect(pipe(input, 'decision', 'add', '--from', '-').stderr).toMatch(
      /Entry 2: "scenario": item 2 is empty/,
    )
    expect(pipe('[{"title":"a"},{"title":""}]', 'goal', 'add', '--from', '-').stderr).toMatch(
      /Entry 2: title is missing/,
    )
    expect(run('decision', 'add', '--draft', '--title', 't', '--scenario', '').stderr).toMatch(
      /--scenario: item 1/,
    )
    expect(read()).toBe(seedExample)
  })
})

describe('an unusable file', () => {
  const nothing = (cwd: string, env: Record<string, string>, ...args: string[]) => {
    const { code, stdout, stderr } = notes(args, { cwd, env })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).not.toMatch(/bug in notes|Unexpected/)
    return stderr
  }

  test('is refused by init when it is a folder in place of the notes file', () => {
    const cwd = folderWith({ '.git/': '', 'grimoires/loa/NOTES.md/': '' })
    expect(nothing(cwd, {}, 'init')).toMatch(/is a folder.*\n.*\n.*--file/)
  })

  test.each([['question', 'add', 'x'], ['show'], ['init']])(
    'is refused by %s when it is a link loop, a name that is too long, or -',
    (...args) => {
      const { cwd } = project()
      symlinkSync('b', join(cwd, 'a'))
      symlinkSync('a', join(cwd, 'b'))
      expect(nothing(cwd, { NOTES_FILE: 'a' }, ...args)).toMatch(/leads back to itself/)
      expect(nothing(cwd, {}, ...args, '--file', 'a')).toMatch(/leads back to itself/)
      expect(nothing(cwd, { NOTES_FILE: 'x'.repeat(5000) }, ...args)).toMatch(/longer name/)
      expect(nothing(cwd, {}, ...args, '--file', '-')).toMatch(/\.\/-/)
    },
  )

  test.runIf(existsSync('/dev/full'))(
    'is reported by notes --version when standard output is a full disk',
    () => {
      const { cwd } = project()
      const full = openSync('/dev/full', 'w')
      const child = spawn(process.execPath, [bin, '--version'], { cwd, stdio: ['ignore', full, 'pipe'] })
      let said = ''
      child.stderr?.on('data', part => (said += part))
      return new Promise<void>(done =>
        child.on('close', code => {
          expect([code, said]).toEqual([
            2,
            expect.stringMatching(/Cannot write to standard output \(ENOSPC\)/),
          ])
          done()
        }),
      )
    },
  )

  test('is reported with the line of its damage by question add and archive', () => {
    const { path, run } = project()
    writeFileSync(path, `${seedExample}\n\`\`\`\n`)
    expect(run('question', 'add', 'x').stderr).toMatch(/at: NOTES.md:\d+:1/)
    expect(run('archive').stderr).toMatch(/at: NOTES.md:\d+:1/)
  })
})

test('debt resolve --how does not become part of the debt title', () => {
  const { run } = project()
  expect(run('debt', 'resolve', 'TD-001', '--how', 'see ~~x~~ | y').code).toBe(0)
  expect(JSON.parse(run('debt', 'list', '--all', '--json').stdout).records[0]).toMatchObject({
    title: 'N+1 query in user list endpoint',
    done: true,
  })
})

test('ref add and debt add create missing sections at the end of a dated file', () => {
  const { read, run } = project(
    '## Session Continuity — 2026-05-11\n\n**Status:** red\n\n## Decision Log — 2026-04-30\n\n- **2026-04-30:** Keep\n',
  )
  expect(run('ref', 'add', 'src/a.ts:1', 'One').code).toBe(0)
  expect(read()).toContain('\n\n## Lightweight Identifiers\n')
  expect(run('debt', 'add', 'Slow', '--severity', 'LOW', '--found-by', 'me', '--sprint', 'S1').stderr).toBe(
    '',
  )
  expect(read()).toContain('| TD-001 | Slow | LOW | me | S1 |')
})
