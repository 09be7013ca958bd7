import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fields } from '../../src/config/fields.ts'
import { BUDGETS, MIN_BUDGET } from '../../src/recover/layout/slice.ts'
import { notesFile } from '../bench/generate.mjs'
import { folderWith } from '../config/folder.ts'
import { seedExample } from '../fixtures/markdown.ts'
import { shapes } from '../fixtures/notes-shapes.ts'
import { bin, cacheFolder, environment, notes } from '../notes-cli.ts'
import { repository } from '../project/repository.ts'

const FILE = 'grimoires/loa/NOTES.md'
const project = (text: string, files: Record<string, string> = {}): string =>
  folderWith({ '.git/HEAD': 'ref: refs/heads/main\n', [FILE]: text, ...files })
const recover = (cwd: string, ...args: string[]) => notes(['recover', ...args], { cwd })
const json = (cwd: string, ...args: string[]) => JSON.parse(recover(cwd, '--json', ...args).stdout)

test('recover allows 100 tokens for level 1 and 500 for level 2 without a configuration', () => {
  expect(BUDGETS).toEqual({ 1: 100, 2: 500, 3: null })
  expect(fields.tokens.factor.default).toBe(1)
})

const code = {
  'src/auth/jwt.ts': `${'\n'.repeat(51)}export function isTokenExpired(token: Token, graceMs = 900000) {}\n`,
}

/** Checks that `recover` prints the same without the hot path, which an empty configuration file turns off. */
const sameWithoutHotPath = (cwd: string, ...args: string[]) => {
  const hot = recover(cwd, ...args)
  writeFileSync(join(cwd, 'notes.config.json'), '{}')
  const cold = recover(cwd, ...args)
  rmSync(join(cwd, 'notes.config.json'))
  expect(hot).toEqual(cold)
  return hot
}

test.each<readonly [string, string]>([
  ["the protocol's example", seedExample],
  ["the protocol's example with CRLF", seedExample.replaceAll('\n', '\r\n')],
  ['a file of 300 decisions', notesFile(300)],
  ['a damaged file', `${seedExample}\n\`\`\`\n`],
  ['an empty file', ''],
  ...shapes.slice(0, 12).map(({ name, text }) => [name, text] as const),
])('recover prints the same on the hot path and in the full CLI for %s', (_, text) => {
  for (const args of [[], ['--json'], ['--budget', '40'], ['--level', '1', '--json', '--budget', '300']]) {
    const { code: exit, stdout } = sameWithoutHotPath(project(text, code), ...args)
    expect(exit).toBe(0)
    expect(stdout).not.toBe('')
  }
})

test.each([
  ['src/auth/jwt.ts', 'changed', `${'\n'.repeat(51)}export function isTokenExpired(token: Token) {}\n`],
])('recover marks evidence in %s as %s', (path, state, text) => {
  const { stdout } = sameWithoutHotPath(project(seedExample, { [path]: text }))
  expect(stdout).toContain(`(evidence ${state})`)
})

test('recover does not mark evidence that certainly moved, since it still holds', () => {
  const moved = { 'src/auth/jwt.ts': `\n\n${code['src/auth/jwt.ts']}` }
  expect(sameWithoutHotPath(project(seedExample, moved)).stdout).not.toContain('(evidence')
})

test('recover does not mark evidence that matches, and reads none outside the project', () => {
  expect(sameWithoutHotPath(project(seedExample, code)).stdout).not.toContain('(evidence')
  const outside = folderWith({ 'jwt.ts': code['src/auth/jwt.ts'] })
  const cwd = project(seedExample, { 'src/auth/x': '' })
  symlinkSync(join(outside, 'jwt.ts'), join(cwd, 'src/auth/jwt.ts'))
  expect(sameWithoutHotPath(cwd).stdout).toContain('(evidence outside)')
})

test('recover prints the kept slice until the notes or the cited code change', async () => {
  const cwd = project(seedExample, code)
  // A slice is not kept while the notes are only moments old.
  await new Promise(resolve => setTimeout(resolve, 80))
  const first = recover(cwd).stdout
  const kept = readdirSync(cacheFolder)
    .map(name => join(cacheFolder, name))
    .find(path => readFileSync(path, 'utf8').includes(cwd))
  if (kept === undefined) throw new Error('nothing was kept')
  expect(recover(cwd).stdout).toBe(first)
  const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
  const marked = { ...JSON.parse(readFileSync(kept, 'utf8')), text: `as it was kept </notes> ${token}` }
  writeFileSync(kept, JSON.stringify(marked))
  expect(recover(cwd).stdout).toMatch(/^<notes [^\n]*\n[^\n]*\nas it was kept \(\/notes> ghp_…\n<\/notes>\n$/)
  writeFileSync(kept, JSON.stringify({ ...marked, text: 'over the budget '.repeat(100) }))
  expect(recover(cwd).stdout).toBe(first)

  writeFileSync(join(cwd, 'src/auth/jwt.ts'), 'gone\n'.repeat(90))
  expect(recover(cwd).stdout).toContain('(evidence gone)')
  writeFileSync(join(cwd, FILE), seedExample.replace('Where we left off', 'Somewhere else'))
  expect(recover(cwd).stdout).toContain('Somewhere else')
  rmSync(join(cwd, 'src'), { recursive: true })
  expect(recover(cwd).stdout).toContain('(evidence missing)')
})

test('recover checks evidence again when its folder becomes a link out of the project', async () => {
  const cwd = project(seedExample, { ...code, '.notes/.gitignore': '*\n' })
  const outside = folderWith()
  await new Promise(resolve => setTimeout(resolve, 80))
  expect(recover(cwd).stdout).not.toContain('(evidence')
  renameSync(join(cwd, 'src'), join(outside, 'src'))
  symlinkSync(join(outside, 'src'), join(cwd, 'src'))
  expect(recover(cwd).stdout).toContain('(evidence outside)')
})

test('recover and hook SessionStart load no node modules beyond those of bare node and `vm`', async () => {
  const cwd = project(seedExample, { ...code, '.notes/.gitignore': '*\n' })
  const loaded = join(cwd, 'loaded.json')
  const spy = join(cwd, 'spy.cjs')
  writeFileSync(
    spy,
    `const tell = () => require('fs').writeFileSync(${JSON.stringify(loaded)}, JSON.stringify(process.moduleLoadList))
     const leave = process.reallyExit
     process.reallyExit = code => { tell(); leave.call(process, code) }
     process.on('exit', tell)`,
  )
  const env = { NODE_OPTIONS: `--require=${JSON.stringify(spy)}` }
  const modules = (): string[] => {
    const all: string[] = JSON.parse(readFileSync(loaded, 'utf8'))
    rmSync(loaded)
    return all
      .filter(name => name.startsWith('NativeModule '))
      .map(name => name.slice('NativeModule '.length))
  }
  expect(spawnSync(process.execPath, ['-'], { cwd, env: { ...process.env, ...env }, input: '' }).status).toBe(
    0,
  )
  const bare = modules()
  // A slice is not kept while the notes are only moments old.
  await new Promise(resolve => setTimeout(resolve, 80))
  for (const args of [['recover'], ['hook', 'SessionStart'], ['hook', 'session-start']]) {
    expect(notes(args, { cwd, env, input: '{}' }).code).toBe(0)
    // Making a slice needs more modules; none of them takes a millisecond to load.
    const making = ['vm', 'os', 'process']
    expect(modules().filter(name => !bare.includes(name) && !making.includes(name))).toEqual([])
    notes(args, { cwd, env, input: '{}' })
    // `vm` runs what V8 compiled before, which saves more than it costs.
    expect(modules().filter(name => !bare.includes(name) && name !== 'vm')).toEqual([])
  }
})

test('recover takes --level, --query and --budget, and refuses invalid values', () => {
  const cwd = project(seedExample, code)
  expect(json(cwd, '--query', 'token expiry')).toMatchObject({
    level: 2,
    budget: 500,
    engine: 'bm25',
    source: FILE,
  })
  expect(json(cwd, '--query', 'token expiry').records[0]).toMatchObject({ kind: 'decision', lines: [26, 34] })
  expect(json(cwd, '--level', '2')).toMatchObject({ level: 2, budget: 500 })
  expect(recover(cwd, '--level', '3').stdout).toContain(seedExample.trim())
  const outline = json(cwd, '--level', '3', '--budget', '120')
  expect(outline.text).toContain('### Decision Log L22-34')
  expect(outline.tokens).toBeLessThanOrEqual(120)
  for (const args of [
    ['--level', '4'],
    ['--budget', '0'],
    ['--budget', '19'],
    ['--level', '3', '--budget', '1'],
    ['--budget', 'x'],
    ['--level', '1', '--query', 'x'],
  ])
    expect(recover(cwd, ...args).code).toBe(2)
  expect(json(cwd, '--budget', '19').error).toMatchObject({
    code: 'usage',
    message: 'Unexpected budget of 19 tokens, expected 20 or more',
  })
  // Any other invalid budget gets the same hint.
  expect(json(cwd, '--budget', 'x').error.hint).toContain('Write a whole number, 20 or more')
  for (const { minimum } of [fields.recovery.level1, fields.recovery.level2]) expect(minimum).toBe(MIN_BUDGET)
})

test.skipIf(process.platform === 'win32')(
  'recover, pad, show and lint report a deleted working folder, and hook SessionStart falls back to the cwd in its input',
  () => {
    const cwd = folderWith({ '.git/HEAD': '', [FILE]: seedExample })
    const gone = join(cwd, 'gone')
    const run = (input: string, ...args: string[]) =>
      spawnSync(
        'sh',
        ['-c', 'mkdir gone && cd gone && rmdir ../gone && exec "$@"', 'sh', process.execPath, bin, ...args],
        {
          cwd,
          encoding: 'utf8',
          env: environment,
          input,
        },
      )
    for (const args of [['recover'], ['pad', 'block'], ['show'], ['lint']]) {
      const { status, stderr } = run('', ...args)
      expect(stderr).toBe(
        'error: The working folder no longer exists\n  fix: Change to the project first: `cd FOLDER`\n',
      )
      expect(status).toBe(2)
    }
    for (const told of [cwd, gone])
      expect(run(JSON.stringify({ cwd: told }), 'hook', 'SessionStart')).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('Bead: '),
      })
    expect(run('{}', 'hook', 'SessionStart')).toMatchObject({ status: 0, stdout: '', stderr: '' })
  },
)

test('recover names notes heal first when git has the notes file, and npx where the package is installed', () => {
  const { cwd } = repository(seedExample, { file: FILE })
  rmSync(join(cwd, FILE))
  expect(recover(cwd).stdout).toContain('; notes heal puts back the last one, notes init starts one.')
  mkdirSync(join(cwd, 'node_modules/.bin/notes'), { recursive: true })
  expect(recover(cwd).stdout).toContain('; npx notes heal puts back the last one, npx notes init starts one.')
})

test('recover prints one line when there is no notes file', () => {
  const cwd = folderWith({ '.git/HEAD': '' })
  const { code: exit, stdout } = recover(cwd)
  expect(exit).toBe(0)
  expect(stdout).toContain('There is no notes file (grimoires/loa/NOTES.md); notes init starts one.')
  expect(json(cwd, '--budget', '20').tokens).toBeLessThanOrEqual(20)
})

test.skipIf(process.platform === 'win32').each([
  [['--file', 'nope.md'], 'notes init --file nope.md'],
  [['--file', "../it's here.md"], `notes init --file '../it'\\''s here.md'`],
  [['--root', '../other'], 'notes init --root ../other'],
  [['--root', '.', '--file', 'y/n.md'], 'notes init --root . --file y/n.md'],
])('recover suggests a notes init command that works, with the options %j', (options, command) => {
  const cwd = join(folderWith({ 'here/x': '', 'other/x': '', '.git/HEAD': '' }), 'here')
  const { stdout } = recover(cwd, '--budget', '200', ...options)
  expect(stdout).toContain(`; ${command} starts one.`)
  const shell = `notes() { "${process.execPath}" "${bin}" "$@"; }; ${command}`
  expect(spawnSync('sh', ['-c', shell], { cwd, env: environment }).status).toBe(0)
  expect(recover(cwd, ...options).stdout).not.toContain('There is no notes file')
})

test('recover finds the project from a subfolder, by CLAUDE_PROJECT_DIR and without git, and applies its configuration', () => {
  const cwd = project(seedExample, { 'deep/er/x': '' })
  const said = recover(cwd).stdout
  expect(recover(join(cwd, 'deep/er')).stdout).toBe(said)
  const elsewhere = folderWith()
  expect(notes(['recover'], { cwd: elsewhere, env: { CLAUDE_PROJECT_DIR: cwd } }).stdout).toBe(said)
  expect(recover(folderWith({ [FILE]: seedExample })).stdout).toBe(said)
  const configured = project(seedExample, {
    'notes.config.json': '{"recovery":{"level1":40},"tokens":{"factor":1.3}}',
  })
  expect(json(configured)).toMatchObject({ budget: 40 })
})

test('recover exits with 2 for an unreadable notes file and says why', () => {
  const { code: exit, stderr } = recover(project('a\0b'))
  expect(exit).toBe(2)
  expect(stderr).toContain('NUL byte')
  const folder = folderWith({ '.git/HEAD': '', [`${FILE}/x`]: '' })
  expect(recover(folder).code).toBe(2)
})

test('recover --query merges the ranking of ck when ck is installed and has an index', async () => {
  const text = `# N\n\n## Learnings\n\n- alpha one\n- alpha two\n- nothing alike at all\n`
  const cwd = project(text, { '.ck/manifest': '' })
  const bin = folderWith()
  const answer = (body: string): void => {
    writeFileSync(
      join(bin, 'ck'),
      `#!/bin/sh\ncase "$1" in --status-json) echo '{"embedded_chunks":3}';; *) ${body};; esac\n`,
    )
    chmodSync(join(bin, 'ck'), 0o755)
  }
  const ask = () => {
    const { stdout } = notes(['recover', '--query', 'alpha', '--json'], {
      cwd,
      env: { PATH: `${bin}:${process.env.PATH}` },
    })
    return JSON.parse(stdout)
  }
  const hit = (line: number) => `echo '{"path":"${FILE}","span":{"line_start":${line},"line_end":${line}}}'`
  answer(hit(7))
  // Polled: ck has three seconds to answer, and on a busy machine it may need them just to start.
  await expect.poll(ask, { timeout: 60_000 }).toMatchObject({
    engine: 'bm25+ck',
    records: expect.arrayContaining([expect.objectContaining({ title: 'nothing alike at all' })]),
  })
  for (const failure of ['exit 1', 'echo garbage', 'sleep 100; touch woke', 'echo \'{"path":"x"}\'', ':']) {
    answer(failure)
    expect(ask()).toMatchObject({ engine: 'bm25' })
  }
  expect(existsSync(join(cwd, 'woke'))).toBe(false)
  rmSync(join(cwd, '.ck'), { recursive: true })
  answer('touch called')
  ask()
  expect(existsSync(join(cwd, 'called'))).toBe(false)
}, 240_000)

test('recover drops the kept slice when a notes file appears in a preferred place', async () => {
  const cwd = folderWith({
    '.git/HEAD': '',
    'notes.config.json': '{"root":"pk"}',
    'pk/NOTES.md': '# Notes\n\n## Blockers\n- [ ] first place\n',
  })
  await new Promise(resolve => setTimeout(resolve, 80))
  expect(recover(cwd).stdout).toContain('first place')
  mkdirSync(join(cwd, 'pk/grimoires/loa'), { recursive: true })
  writeFileSync(join(cwd, 'pk', FILE), seedExample)
  expect(recover(cwd).stdout).toContain('bd-x7y8')
})

test('recover writes nothing into the project and works from a new subfolder', () => {
  const cwd = project(seedExample, { '.notes/.gitignore': '*\n' })
  for (let turn = 0; turn < 2; turn++) recover(cwd, '--budget', `${100 + turn}`)
  expect(readdirSync(join(cwd, '.notes'))).toEqual(['.gitignore'])
  mkdirSync(join(cwd, 'x'))
  expect(recover(join(cwd, 'x')).stdout).toContain('bd-x7y8')
})

test.each(['', '   ', '!!!', '🚀→'])(
  'recover refuses the query %j without a word and shows an example',
  query => {
    const cwd = project(seedExample)
    const { code: exit, stdout, stderr } = sameWithoutHotPath(cwd, '--query', query)
    expect([exit, stdout]).toEqual([2, ''])
    expect(stderr).toContain('no word to look for')
    expect(stderr).toContain('notes recover --query "token expiry"')
  },
)

test.each(['é', '令牌', '7'])('recover accepts a query in any script: %s', query => {
  expect(sameWithoutHotPath(project(seedExample), '--query', query).code).toBe(0)
})

test('hook SessionStart prints the kept slice that the last command wrote, without loading the code of recover', () => {
  const cwd = project(seedExample, code)
  const loaded = join(cwd, 'loaded.json')
  const spy = join(cwd, 'spy.cjs')
  writeFileSync(
    spy,
    `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(loaded)}, JSON.stringify(Object.keys(require.cache))))`,
  )
  const env = { NODE_OPTIONS: `--require=${JSON.stringify(spy)}`, NOTES_NO_CODE_CACHE: '1' }
  const input = JSON.stringify({ cwd, hook_event_name: 'SessionStart' })
  const startsWith = (): string => {
    // The client sets CLAUDE_PROJECT_DIR for its hooks, but not for the agent's shell.
    const { stdout } = notes(['hook'], { cwd, env: { ...env, CLAUDE_PROJECT_DIR: cwd }, input })
    expect(
      JSON.parse(readFileSync(loaded, 'utf8')).filter((file: string) => file.includes('recover')),
    ).toEqual([])
    return stdout
  }
  expect(notes(['context', 'set', '--state', 'Who rotates the keys?'], { cwd, env }).code).toBe(0)
  expect(startsWith()).toContain('Who rotates the keys?')
  writeFileSync(join(cwd, FILE), seedExample.replace('sliding', 'Key Expiry'))
  expect(notes(['status'], { cwd, env }).code).toBe(0)
  expect(startsWith()).toContain('Key Expiry')
})

test.each([
  ['in a subfolder of a repository', 'src/auth', { '.git/HEAD': 'ref: refs/heads/main\n' }],
  ['in a folder without git', '.', {}],
] as const)(
  'a command %s leaves one fresh slice for a session there and for a hook at the project root',
  (_, below, git) => {
    const root = folderWith({ [FILE]: seedExample, ...code, ...git })
    const cwd = join(root, below)
    const loaded = join(root, 'loaded.json')
    const spy = join(root, 'spy.cjs')
    writeFileSync(
      spy,
      `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(loaded)}, JSON.stringify(Object.keys(require.cache))))`,
    )
    const env = { NODE_OPTIONS: `--require=${JSON.stringify(spy)}`, NOTES_NO_CODE_CACHE: '1' }
    const starts = [
      { cwd, env },
      { cwd: root, env: { ...env, CLAUDE_PROJECT_DIR: root } },
    ]
    const file = join(root, FILE)
    const commands = {
      'Who rotates the keys?': () =>
        notes(['context', 'set', '--state', 'Who rotates the keys?'], { cwd, env }),
      'Key Expiry': () => {
        writeFileSync(file, readFileSync(file, 'utf8').replace('sliding', 'Key Expiry'))
        return notes(['status'], { cwd, env })
      },
    }
    for (const [said, command] of Object.entries(commands)) {
      expect(command().code).toBe(0)
      for (const start of starts) {
        const { stdout } = notes(['recover'], start)
        expect(readFileSync(loaded, 'utf8')).not.toContain('recover.cjs')
        expect(stdout).toContain(said)
        const fresh = notes(['recover'], { ...start, env: { ...start.env, XDG_CACHE_HOME: folderWith({}) } })
        expect(stdout).toBe(fresh.stdout)
      }
    }
  },
)

test('recover notices a change that leaves the size and time of the notes file the same', () => {
  const cwd = project(seedExample, code)
  const file = join(cwd, FILE)
  recover(cwd)
  const { atime, mtime } = statSync(file)
  // Same size and, for a coarse clock, same time.
  writeFileSync(file, seedExample.replace('sliding', 'gliding'))
  utimesSync(file, atime, mtime)
  expect(recover(cwd).stdout).toContain('Use gliding window')
})

test('recover --query also finds records in the archive file, which recover reads only for a query', () => {
  const archived = `# Archive\n\n## Decision Archive\n| Date | Decision | Rationale |\n|---|---|---|\n| 2023-05-01 | **Queue**: Use a ring buffer | Bounded memory |\n`
  const cwd = project(seedExample, { 'grimoires/loa/NOTES.archive.md': archived })
  expect(sameWithoutHotPath(cwd, '--query', 'ring buffer').stdout).toMatch(
    /\nArchived in grimoires\/loa\/NOTES\.archive\.md:\nL6 archive d-\w+\nQueue: Use a ring buffer/,
  )
  expect(json(cwd, '--query', 'ring buffer').records).toMatchObject([
    { kind: 'archive', handle: expect.stringMatching(/^d-/), file: 'grimoires/loa/NOTES.archive.md' },
  ])
  const handle = json(cwd, '--query', 'ring buffer').records[0].handle
  expect(notes(['decision', 'show', handle], { cwd }).stdout).toContain('Use a ring buffer')
  rmSync(join(cwd, 'grimoires/loa/NOTES.archive.md'))
  mkdirSync(join(cwd, 'grimoires/loa/NOTES.archive.md'))
  expect(recover(cwd, '--level', '2').code).toBe(0)
})
