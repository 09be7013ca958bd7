import { execFile, execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { environment, notes } from '../notes-cli.ts'

const bin = join(import.meta.dirname, '../../dist/notes.cjs')

const clean = { CLAUDE_CODE_SESSION_ID: '', NOTES_SESSION: '' }

/** A project with functions that run commands in it. */
function project(files: Readonly<Record<string, string>> = {}) {
  const cwd = folderWith({ '.git/': '', ...files })
  const run = (args: readonly string[], input = '', env: Record<string, string> = {}) =>
    notes(args, { cwd, env: { ...clean, ...env }, input })
  const json = (...args: readonly string[]) => {
    const { stdout, stderr, code } = run([...args, '--json'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout)
  }
  return { cwd, run, json, sessions: join(cwd, '.notes/sessions') }
}

describe('a pad text', () => {
  test('comes from one argument, several, or standard input without its last line break', () => {
    const { run, json } = project()
    run(['pad', 'write', 'one'])
    run(['pad', 'append', 'two', 'words'])
    run(['pad', 'append'], 'three\n')
    run(['pad', 'append', '-'], 'four\n\n')
    run(['pad', 'prepend', 'zero'])
    expect(json('pad').notes).toBe('zero\none\ntwo words\nthree\nfour\n')
  })

  test('may begin with a dash and a space, before or after options', () => {
    const { run, json } = project()
    run(['pad', 'write', '- [ ] Fix', '--session', 'x'])
    expect(run(['pad', 'replace', '--session', 'x', '- [ ] Fix', '- [x] Fix'])).toMatchObject({ code: 0 })
    run(['pad', '--session', 'x', 'append', '-- two dashes'])
    expect(json('pad', '--session', 'x')).toMatchObject({ session: 'x', notes: '- [x] Fix\n-- two dashes' })
    expect(run(['pad', 'append', '-x']).code).toBe(2)
  })

  test('is not cleared by empty standard input, only by an empty argument', () => {
    const { run, json } = project()
    run(['pad', 'write', 'kept'])
    expect(run(['pad', 'write'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nothing changed'),
    })
    expect(json('pad').notes).toBe('kept')
    expect(run(['pad', 'write', '']).code).toBe(0)
    expect(json('pad').notes).toBe('')
  })

  test('is refused when it is too long, and no session is created', () => {
    const { run, sessions } = project()
    for (const command of ['write', 'append', 'prepend', 'plan'])
      expect(run(['pad', command], 'x'.repeat(5_000_000))).toMatchObject({ code: 2, stdout: '' })
    expect(readdirSync(sessions)).toEqual(['.gitignore'])
  })

  test('is refused when it is not UTF-8, and a byte order mark is dropped', () => {
    const { cwd, run, json } = project()
    run(['pad', 'write', 'kept'])
    for (const input of [
      Buffer.from('a\xffb', 'latin1'),
      Buffer.from('\ufeffa', 'utf16le'),
      Buffer.from([0xc3]),
    ]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'pad', 'write'], {
        cwd,
        env: { ...environment, ...clean },
        input,
        encoding: 'utf8',
      })
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
      expect(stderr).toMatch(/^error: Standard input is not UTF-8; nothing changed\n {2}fix: /)
    }
    run(['pad', 'write'], '\ufefftext \ufffd\n')
    expect(json('pad').notes).toBe('text \ufffd')
  })

  test('keeps NUL and lone surrogates in the session log and is shown without them', () => {
    const { cwd, run, json, sessions } = project()
    const log = () => readFileSync(join(sessions, 'default.jsonl'), 'utf8')
    run(['pad', 'write'], 'a\0b')
    expect(log()).toContain('"data":"a\\u0000b"')
    expect(json('pad').notes).toBe('ab')
    const lone = { type: 'custom', customType: 'openclaw:scratchpad:notes', data: 'x\ud83dy' }
    writeFileSync(join(cwd, 'lone.jsonl'), JSON.stringify(lone))
    run(['pad', 'import', 'lone.jsonl', '--replace'])
    expect(log()).toContain('"data":"x\\ud83dy"')
    expect(json('pad').notes).toBe('x\ufffdy')
  })
})

describe('a pad session', () => {
  test('is chosen by --session, then NOTES_SESSION, CLAUDE_CODE_SESSION_ID, notes pad use, and default', () => {
    const { run } = project()
    const env = { NOTES_SESSION: 'b', CLAUDE_CODE_SESSION_ID: 'c' }
    const named = (args: readonly string[], more: Record<string, string>) =>
      JSON.parse(run(['pad', '--json', ...args], '', more).stdout).session
    expect(run(['pad', 'use', 'd']).code).toBe(0)
    expect(named(['--session', 'a'], env)).toBe('a')
    expect(named([], env)).toBe('b')
    expect(named([], { CLAUDE_CODE_SESSION_ID: 'c' })).toBe('c')
    expect(named([], {})).toBe('d')
    run(['pad', 'use', 'default'])
    expect(named([], {})).toBe('default')
  })

  test.each([
    '../../x',
    'a/b',
    'a\\b',
    '.hidden',
    '',
    ' ',
    'con',
    'nul.txt',
    'x'.repeat(129),
    'a.',
    'é',
    '-x',
  ])('cannot have the name %j', id => {
    const { run, cwd } = project()
    const { code, stderr } = run(['pad', 'write', 'x', `--session=${id}`])
    expect(code).toBe(2)
    expect(stderr).toContain('is not a session name')
    expect(existsSync(join(cwd, '.notes'))).toBe(false)
  })

  test('is refused with an error that says where its invalid name comes from', () => {
    const { run, sessions } = project()
    expect(run(['pad'], '', { NOTES_SESSION: '../x' }).stderr).toContain('NOTES_SESSION')
    run(['pad', 'use', 'mine'])
    writeFileSync(join(sessions, 'current'), '../../etc\n')
    expect(run(['pad']).stderr).toContain('.notes/sessions/current')
  })

  test('has its log in a folder that git ignores', () => {
    const { run, sessions } = project()
    run(['pad', 'write', 'x', '--session', 'a'])
    expect(readFileSync(join(sessions, '.gitignore'), 'utf8')).toBe('*\n')
  })

  test.skipIf(process.platform === 'win32')('has a log that only its user can read', () => {
    const { run, sessions } = project()
    run(['pad', 'write', 'x', '--session', 'a'])
    expect(statSync(join(sessions, 'a.jsonl')).mode & 0o777).toBe(0o600)
    expect(statSync(sessions).mode & 0o777).toBe(0o700)
  })
})

test('notes pad without a command shows the pad, and an unknown command is refused', () => {
  const { run, json } = project()
  run(['pad', 'write', 'one'])
  expect(run(['pad']).stdout).toBe(run(['pad', 'show']).stdout)
  expect(json('pad')).toEqual(json('pad', 'show'))
  expect(run(['pad', 'wrte', 'x'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean pad write?'),
  })
  expect(run(['pad', '--help']).stdout).toContain('append [text...]')
})

test('pad plan, ref, replace and delete change the plan, the references and the notes', () => {
  const { run, json } = project()
  run(['pad', 'plan', '1. a'])
  expect(run(['pad', 'plan', 'add', '2. b'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Quote'),
  })
  expect(run(['pad', 'ref', 'add', 'a.ts', 'b.ts']).stdout).toBe(
    'refs.add: added "a.ts". 1/50 refs used.\nrefs.add: added "b.ts". 2/50 refs used.\n',
  )
  run(['pad', 'ref', 'remove', 'a.ts'])
  expect(run(['pad', 'ref', 'remove', 'a.ts'])).toMatchObject({ code: 1 })
  expect(json('pad')).toMatchObject({ plan: '1. a', refs: ['b.ts'] })
  run(['pad', 'ref', 'set'])
  run(['pad', 'write', 'x x x'])
  run(['pad', 'replace', 'x', 'y'])
  run(['pad', 'delete', 'x'])
  expect(json('pad')).toMatchObject({ notes: 'y  x', refs: [] })
  expect(run(['pad', 'replace', 'nope', 'y'])).toMatchObject({ code: 1 })
  run(['pad', 'replace', ' ', '', '--all'])
  expect(json('pad').notes).toBe('yx')
  run(['pad', 'replace', 'yx'], 'two\nlines\n')
  run(['pad', 'replace', 'two', '-'], 'three\n')
  expect(json('pad').notes).toBe('three\nlines')
  expect(run(['pad', 'replace', 'three'])).toMatchObject({ code: 2, stdout: '' })
  expect(json('pad').notes).toBe('three\nlines')
})

test('notes pad suggests a session with a similar name when the named one is empty', () => {
  const { run } = project()
  run(['pad', 'write', 'x', '--session', 'review-42'])
  expect(run(['pad', '--session', 'reveiw-42']).stdout).toMatch(
    /is empty.*\nDid you mean --session review-42\?\n$/,
  )
  expect(run(['pad', '--session', 'another']).stdout).not.toContain('Did you mean')
  expect(run(['pad']).stdout).not.toContain('Did you mean')
})

describe('notes pad block', () => {
  const withPad = (files = {}) => {
    const made = project(files)
    made.run(['pad', 'write', 'n'])
    made.run(['pad', 'plan', 'p'])
    return made
  }
  const BLOCK = '[Session Scratchpad]\nn\n\nPlan:\np\n[End Scratchpad]\n\n'

  test('prints the same scratchpad block on the fast path and in the full CLI', () => {
    const { run, cwd } = withPad()
    run(['pad', 'write', 'other', '--session', 'o'])
    expect(run(['pad', 'block'])).toEqual({ code: 0, stdout: BLOCK, stderr: '' })
    // Only the full CLI handles `--root`.
    expect(run(['pad', 'block', '--root', '.'])).toEqual({ code: 0, stdout: BLOCK, stderr: '' })
    for (const more of [[], ['--root', cwd]])
      expect(run(['pad', 'block', '--session', 'o', ...more]).stdout).toContain('other')
    expect(run(['pad', 'block'], '', { NOTES_SESSION: 'o' }).stdout).toContain('other')
    expect(
      notes(['pad', 'block'], { cwd: folderWith(), env: { ...clean, CLAUDE_PROJECT_DIR: cwd } }).stdout,
    ).toBe(BLOCK)
    expect(JSON.parse(run(['pad', 'block', '--json']).stdout)).toEqual({ block: BLOCK })
  })

  test('prints the scratchpad block with only the bin, the hot path and pad-block.cjs installed', () => {
    const { cwd } = withPad()
    const alone = join(folderWith(), 'notes.cjs')
    for (const file of ['notes.cjs', 'cli.cjs', 'pad-block.cjs'])
      copyFileSync(join(import.meta.dirname, '../../dist', file), join(dirname(alone), file))
    const env = { ...environment, ...clean, CLAUDE_PROJECT_DIR: '' }
    expect(execFileSync(process.execPath, [alone, 'pad', 'block'], { cwd, env, encoding: 'utf8' })).toBe(
      BLOCK,
    )
  })

  test('tells session names apart by case', () => {
    const { run } = project()
    run(['pad', 'write', 'capital', '--session', 'Review'])
    run(['pad', 'write', 'small', '--session', 'review'])
    for (const [id, text] of [
      ['Review', 'capital'],
      ['review', 'small'],
    ] as const)
      for (const more of [[], ['--root', '.']])
        expect(run(['pad', 'block', '--session', id, ...more]).stdout).toContain(`\n${text}\n`)
  })

  test('masks secrets and drops hidden characters on the fast path and in the full CLI', () => {
    const { run } = project()
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
    run(['pad', 'write'], `a\u202eb\0 ${secret} “é”`)
    const { stdout } = run(['pad', 'block'])
    expect(stdout).toBe(run(['pad', 'block', '--root', '.']).stdout)
    expect(stdout).toMatch(/^\[Session Scratchpad\]\nab ghp_\S{0,8} “é”\n\[End/)
    expect(stdout).not.toContain(secret)
  })

  test.each([
    '42',
    '[]',
    'garbage',
    '\0',
    '{"type":"custom","customType":"notes:card","data":7}',
    '\ufffd',
    '{"type"',
  ])('warns about the unreadable session log line %j and prints the rest', garbage => {
    const { run, sessions } = withPad()
    appendFileSync(join(sessions, 'default.jsonl'), garbage === '{"type"' ? garbage : `${garbage}\n`)
    const { code, stdout, stderr } = run(['pad', 'block'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: BLOCK })
    expect(stderr).toMatch(/^warning: line 3 of /)
  })

  test('prints nothing for an empty pad or a missing session', () => {
    const { run } = project()
    expect(run(['pad', 'block'])).toEqual({ code: 0, stdout: '', stderr: '' })
    run(['card', 'add', 'x'])
    expect(run(['pad', 'block'])).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  test.each([
    ['{ "session": { "enabled": false } }', ''],
    ['{ "session": { "refs": { "max": 1 } } }', '• b\n[End'],
  ])('applies the configuration %s to the scratchpad block', (config, part) => {
    const { run, cwd } = withPad()
    run(['pad', 'ref', 'set', 'a', 'b'])
    writeFileSync(join(cwd, 'notes.config.json'), config)
    const { stdout } = run(['pad', 'block'])
    if (part === '') expect(stdout).toBe('')
    else expect(stdout).toContain(`References:\n${part}`)
  })

  test('prints the scratchpad block of an archived session', () => {
    const { run, sessions } = withPad()
    run(['pad', 'use', 'other'])
    const old = new Date(Date.now() - 40 * 86_400_000)
    utimesSync(join(sessions, 'default.jsonl'), old, old)
    expect(run(['gc', '--sessions', '--older-than', '30d']).stdout).toContain('archived  default')
    expect(run(['pad', 'block', '--session', 'default']).stdout).toBe(BLOCK)
  })
})

test('notes pad sums up 500 unreadable session log lines in a few warnings', () => {
  const { run, sessions, json } = project()
  run(['pad', 'write', 'x'])
  const garbage = Array.from({ length: 500 }, (_, number) => `${number}\n`).join('')
  appendFileSync(join(sessions, 'default.jsonl'), garbage)
  const { stderr, stdout } = run(['pad'])
  expect(stdout).toContain('L1  x')
  expect(stderr.split('\n')).toHaveLength(12)
  expect(stderr).toMatch(/^warning: line 2 of .*\n(?:.*\n)*warning: 490 more problems; --json lists all\n$/)
  expect(JSON.parse(run(['pad', '--json']).stdout).problems).toHaveLength(500)
  run(['pad', 'write', 'y', '--session', 'other'])
  expect(
    run(['pad', 'import', '.notes/sessions/default.jsonl', '--session', 'new']).stderr.split('\n'),
  ).toHaveLength(12)
  expect(json('pad', '--session', 'new').notes).toBe('x')
})

test('pad history keeps the text that a tool cut off', () => {
  const { run, json, cwd } = project()
  run(['pad', 'write', 'one'])
  run(['pad', 'write', 'two'])
  expect(json('pad', 'history').versions).toMatchObject([
    { number: 1, space: 'notes', text: 'one' },
    { number: 2, space: 'notes', text: 'two' },
  ])
  expect(run(['pad', 'history', '--show', '1']).stdout).toBe('one\n')
  expect(run(['pad', 'history', '--show', '3']).code).toBe(1)
  expect(json('pad', 'history', '--space', 'plan').versions).toEqual([])
  const cut = (data: object) => JSON.stringify({ type: 'custom', customType: 'notes:cut', data })
  writeFileSync(
    join(cwd, '.notes/sessions/c.jsonl'),
    `${cut({ space: 'notes', text: 'rest' })}\n{"type":"custom","customType":"openclaw:scratchpad:notes","data":"the "}\n`,
  )
  expect(run(['pad', 'history', '--show', '1', '--session', 'c']).stdout).toBe('the rest\n')
  expect(run(['pad', 'history', '--session', 'c']).stdout).toContain('4 (+4 cut off)')
})

test('pad fork copies a pad, pad spawn starts an empty one, and --use switches to it', () => {
  const { run, json } = project()
  run(['pad', 'write', 'known'])
  expect(run(['pad', 'fork', 'b', '--use']).stdout).toBe('b\n')
  expect(json('pad')).toMatchObject({
    session: 'b',
    notes: 'known',
    lineage: { kind: 'fork', from: 'default' },
  })
  expect(run(['pad', 'spawn', 'c']).stdout).toBe('c\n')
  expect(json('pad', '--session', 'c')).toMatchObject({ notes: '', lineage: { kind: 'spawn', from: 'b' } })
  run(['pad', 'spawn', 'd', '--copy-notepad'])
  expect(json('pad', '--session', 'd').notes).toBe('known')
  expect(run(['pad', 'fork', 'c'])).toMatchObject({ code: 1 })
  expect(json('pad', 'sessions')).toMatchObject({ current: 'b', from: 'notes pad use' })
  expect(
    json('pad', 'sessions')
      .sessions.map(({ id }: { id: string }) => id)
      .sort(),
  ).toEqual(['b', 'c', 'd', 'default'])
})

test('concurrent pad forks without a name get a session each, and fork refuses a session that has only references', async () => {
  const { run, json, cwd } = project()
  run(['pad', 'write', 'known'])
  const fork = () =>
    promisify(execFile)(process.execPath, [bin, 'pad', 'fork'], { cwd, env: { ...environment, ...clean } })
  const names = (await Promise.all([fork(), fork(), fork(), fork()])).map(({ stdout }) => stdout.trim())
  expect(names.toSorted()).toEqual(['default-2', 'default-3', 'default-4', 'default-5'])
  for (const name of names) expect(json('pad', '--session', name).notes).toBe('known')
  run(['pad', 'ref', 'add', 'a.ts', '--session', 'r'])
  expect(run(['pad', 'fork', 'r'])).toMatchObject({ code: 1 })
  expect(json('pad', '--session', 'r')).toMatchObject({ notes: '', refs: ['a.ts'] })
})

describe('notes pad import', () => {
  const line = (key: string, data: unknown, id: string, parentId: string | null) =>
    JSON.stringify({ type: 'custom', customType: key, data, id, parentId, timestamp: '2026-01-31T12:00:00Z' })
  const openclaw = [
    '{"type":"session","version":3,"id":"x","timestamp":"2026-01-31T12:00:00Z","cwd":"/"}',
    line('openclaw:scratchpad', 'legacy', '1', null),
    line('openclaw:scratchpad:notes', 'kept', '2', '1'),
    line('openclaw:scratchpad:notes', 'abandoned', '3', '2'),
    'garbage',
    '{"type":"message","id":"4","parentId":"2","message":{"role":"user","content":"hi"}}',
    line('openclaw:scratchpad:plan', 'p', '5', '4'),
    line('openclaw:scratchpad:refs', ['r', 7], '6', '5'),
    line('openclaw:other', 'foreign', '7', '6'),
  ].join('\n')

  test('takes the last entries on the newest branch of an OpenClaw session and warns about garbage', () => {
    const { run, json } = project({ 'host.jsonl': openclaw })
    const { code, stderr } = run(['pad', 'import', 'host.jsonl'])
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'warning: line 5 of host.jsonl is not a JSON object\n',
    })
    expect(json('pad')).toMatchObject({
      notes: 'kept',
      plan: 'p',
      refs: ['r'],
      lineage: { kind: 'import', from: 'host.jsonl' },
    })
  })

  test('restores the pad that notes pad export printed', () => {
    const { run, json, cwd } = project()
    run(['pad', 'write', 'n'])
    run(['pad', 'plan', 'p'])
    run(['pad', 'ref', 'add', 'r'])
    run(['card', 'add', 'c', '--tag', 't'])
    writeFileSync(join(cwd, 'out.jsonl'), run(['pad', 'export']).stdout)
    run(['pad', 'import', 'out.jsonl', '--session', 'b'])
    const { notes: text, plan, refs, cards } = json('pad')
    expect(json('pad', '--session', 'b')).toMatchObject({ notes: text, plan, refs, cards })
    expect(cards).toMatchObject([{ content: 'c', tags: ['t'] }])
  })

  test('replaces an existing pad only with --replace', () => {
    const { run, json, cwd } = project({ 'host.jsonl': openclaw, 'empty.jsonl': '', 'prose.txt': 'Hello\n' })
    run(['pad', 'write', 'mine'])
    expect(run(['pad', 'import', 'host.jsonl'])).toMatchObject({ code: 1 })
    expect(json('pad').notes).toBe('mine')
    expect(run(['pad', 'import', 'host.jsonl', '--replace'])).toMatchObject({ code: 0 })
    expect(json('pad').notes).toBe('kept')
    run(['pad', 'write', 'mine', '--session', 'b'])
    run(['pad', 'plan', 'old plan', '--session', 'b'])
    run(['pad', 'ref', 'add', 'old', '--session', 'b'])
    writeFileSync(join(cwd, 'notes.jsonl'), line('openclaw:scratchpad:notes', 'new', '1', null))
    run(['pad', 'import', 'notes.jsonl', '--replace', '--session', 'b'])
    expect(json('pad', '--session', 'b')).toMatchObject({ notes: 'new', plan: '', refs: [] })
    for (const file of ['empty.jsonl', 'prose.txt', 'nope.jsonl'])
      expect(run(['pad', 'import', file, '--replace'])).toMatchObject({ code: 1 })
    expect(run(['pad', 'import', '.', '--replace'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('fix: Name a session log that'),
    })
  })
})

describe('notes pad promote', () => {
  const begin = () => {
    const made = project()
    made.run(['init'])
    const file = join(made.cwd, 'grimoires/loa/NOTES.md')
    return { ...made, file, text: () => readFileSync(file, 'utf8') }
  }

  test.each([
    ['decision', '#### '],
    ['debt', '| TD-001 | Cold starts dominate | MEDIUM |'],
    ['question', '- [ ] Cold starts dominate'],
    ['blocker', 'Blocked: Cold starts dominate'],
    ['learning', '- Cold starts dominate'],
  ])('turns a pad line into a %s once', (as, written) => {
    const { run, text } = begin()
    run(['pad', 'write', '- [ ] Cold starts dominate\nmore'])
    expect(run(['pad', 'promote', 'L1', '--as', as])).toMatchObject({ code: 0 })
    const once = text()
    expect(once).toContain(written)
    expect(once).toContain('Cold starts dominate')
    const again = run(['pad', 'promote', 'L1', '--as', as])
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('; nothing to do') })
    expect(text()).toBe(once)
    expect(run(['pad']).stdout).toContain(`[promoted: ${as}]`)
  })

  test('makes a decision with missing parts a draft, but not a complete decision', () => {
    const { run, text, json } = begin()
    run(['pad', 'write', 'Token expiry\nSliding window\n15 min grace'])
    run(['pad', 'promote', 'L1-3', '--as', 'decision'])
    expect(text()).toContain('Status**: Draft')
    expect(text()).toContain('Decision**: Sliding window 15 min grace')
    run(['pad', 'append', 'Retry three times'])
    const whole = ['--rationale', 'Measured', '--evidence', '#12']
    const scenarios = ['a', 'b', 'c'].flatMap(name => ['--scenario', `${name} -> done`])
    const { record } = json('pad', 'promote', 'L4', '--as', 'decision', ...whole, ...scenarios)
    expect(record).toMatchObject({ title: 'Retry three times', rationale: 'Measured' })
    expect(text().match(/Draft/g)).toHaveLength(1)
  })

  test('promotes a card by its id, and the same card as two kinds', () => {
    const { run, json, text } = begin()
    const { id } = json('card', 'add', 'Q3 total is off by 45k', '--tag', 'finance')
    expect(run(['pad', 'promote', id, '--as', 'debt', '--severity', 'HIGH']).stdout).toContain('added')
    expect(text()).toContain('| Q3 total is off by 45k | HIGH |')
    expect(run(['pad', 'promote', id, '--as', 'learning']).stdout).toContain('added')
    expect(json('pad').promoted).toMatchObject([
      { card: id, as: 'debt' },
      { card: id, as: 'learning' },
    ])
  })

  test('writes one record when it runs again after a kill between its two writes', () => {
    const { run, text, cwd } = begin()
    run(['pad', 'write', 'Cold starts dominate'])
    const pad = readFileSync(join(cwd, '.notes/sessions/default.jsonl'))
    run(['pad', 'promote', 'L1', '--as', 'learning'])
    writeFileSync(join(cwd, '.notes/sessions/default.jsonl'), pad)
    expect(run(['pad', 'promote', 'L1', '--as', 'learning']).stdout).toContain('already there')
    expect(text().match(/Cold starts/g)).toHaveLength(1)
    expect(run(['pad']).stdout).toContain('[promoted: learning]')
  })

  const KINDS = ['decision', 'debt', 'question', 'blocker', 'learning']

  test.each(KINDS)('promotes a %s again after undo', as => {
    const { run, text } = begin()
    run(['pad', 'write', '- Cold starts dominate'])
    const before = text()
    run(['pad', 'promote', 'L1', '--as', as])
    run(['undo'])
    expect(text()).toBe(before)
    const again = run(['pad', 'promote', 'L1', '--as', as])
    expect(again.code).toBe(0)
    expect(again.stdout).toMatch(
      new RegExp(
        `^The ${as} promoted on .* is no longer in .*NOTES.md: written again\n(?:Created.*\n)?added  [a-z]-[0-9a-f]{4}`,
      ),
    )
    const once = text()
    expect(once).toContain('Cold starts dominate')
    expect(run(['pad', 'promote', 'L1', '--as', as]).stdout).toMatch(
      /^Already promoted to a .*; nothing to do$/m,
    )
    expect(text()).toBe(once)
    expect(run(['pad']).stdout).toContain(`L1  - Cold starts dominate  [promoted: ${as}]\n`)
  })

  test.each([
    ['question', ['question', 'resolve', 'Cold', '--how', 'Measured']],
    ['debt', ['debt', 'resolve', 'TD-001']],
    ['blocker', ['blocker', 'resolve', 'Cold']],
  ])('does not promote a done %s again', (as, done) => {
    const { run, text } = begin()
    run(['pad', 'write', '- Cold starts dominate'])
    run(['pad', 'promote', 'L1', '--as', as])
    const open = text()
    run(done)
    const closed = text()
    expect(closed).not.toBe(open)
    expect(run(['pad', 'promote', 'L1', '--as', as]).stdout).toMatch(
      /^Already promoted to a .*; nothing to do$/m,
    )
    expect(text()).toBe(closed)
  })

  test('does not promote again a decision that was reworded or archived', () => {
    const { run, text, file } = begin()
    run(['pad', 'write', 'Token expiry\nRetries\nNewest'])
    run(['pad', 'promote', 'L1', '--as', 'decision'])
    writeFileSync(file, text().replace('- Token expiry', '- Expiry of tokens'))
    expect(run(['pad', 'promote', 'L1', '--as', 'decision']).stdout).toContain('Already')
    run(['pad', 'promote', 'L2', '--as', 'decision'])
    run(['pad', 'promote', 'L3', '--as', 'decision'])
    writeFileSync(file, text().replaceAll(/^\*\*Status\*\*: Draft\n/gm, ''))
    expect(run(['archive', '--keep', '1', '--keep-archived', '0']).code).toBe(0)
    expect(text()).not.toContain('Retries')
    expect(readFileSync(file.replace('.md', '.archive.md'), 'utf8')).toContain('Retries')
    expect(run(['pad', 'promote', 'L2', '--as', 'decision']).stdout).toContain('Already')
  })

  test('finds the promoted record by its text when an older version did not store the record', () => {
    const { run, text, cwd } = begin()
    run(['pad', 'write', '- Cold starts dominate'])
    run(['pad', 'promote', 'L1', '--as', 'learning'])
    const log = join(cwd, '.notes/sessions/default.jsonl')
    const old = readFileSync(log, 'utf8').replace(/"record":\{[^}]*\},?/, '')
    expect(old).not.toBe(readFileSync(log, 'utf8'))
    writeFileSync(log, old)
    expect(run(['pad', 'promote', 'L1', '--as', 'learning']).stdout).toMatch(
      /^Already promoted to a .*; nothing to do$/m,
    )
    run(['undo'])
    expect(run(['pad', 'promote', 'L1', '--as', 'learning']).stdout).toContain('written again')
    expect(text().match(/Cold starts/g)).toHaveLength(1)
  })

  test.each(KINDS)('writes one %s when three processes promote the same line', async as => {
    const { run, text, cwd } = begin()
    run(['pad', 'write', '- Cold starts dominate'])
    const promote = () =>
      promisify(execFile)(process.execPath, [bin, 'pad', 'promote', 'L1', '--as', as], {
        cwd,
        env: { ...environment, ...clean },
      })
    const said = (await Promise.all([promote(), promote(), promote()])).map(({ stdout }) => stdout)
    expect(said.filter(one => one.includes('added'))).toHaveLength(1)
    expect(said.filter(one => /already/i.test(one))).toHaveLength(2)
    const [title = ''] = text().match(/^.*Cold starts dominate$|^.*Cold starts dominate [|].*$/m) ?? []
    expect(text().split(title)).toHaveLength(2)
    expect(JSON.parse(run(['pad', '--json']).stdout).promoted).toHaveLength(1)
  })

  test('reports a record that is written but cannot be marked in a read-only pad', context => {
    const { run, text, sessions, json } = begin()
    run(['pad', 'write', 'Cold starts dominate'])
    const log = readFileSync(join(sessions, 'default.jsonl'))
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', sessions]).status !== 0)
      return context.skip('needs the right to mount a small tmpfs')
    onTestFinished(() => void spawnSync('umount', [sessions]))
    writeFileSync(join(sessions, 'default.jsonl'), log)
    execFileSync('mount', ['-o', 'remount,ro', sessions])
    const { code, stdout, stderr } = run(['pad', 'promote', 'L1', '--as', 'learning'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^error: Written to .*NOTES\.md, but not marked in the pad of default: .*EROFS/)
    expect(text().match(/Cold starts/g)).toHaveLength(1)
    execFileSync('mount', ['-o', 'remount,rw', sessions])
    expect(run(['pad', 'promote', 'L1', '--as', 'learning']).stdout).toContain('already there')
    expect(json('pad').promoted).toHaveLength(1)
    expect(text().match(/Cold starts/g)).toHaveLength(1)
  })

  test('writes no record and marks no line with --dry-run', () => {
    const { run, text } = begin()
    run(['pad', 'write', 'Cold starts dominate'])
    const before = text()
    expect(run(['pad', 'promote', 'Cold starts', '--as', 'question', '--dry-run']).stdout).toContain(
      '+- [ ] Cold starts',
    )
    expect(text()).toBe(before)
    expect(run(['pad']).stdout).not.toContain('promoted')
  })

  test.each([
    ['L9', ['--as', 'learning'], 1],
    ['L2', ['--as', 'learning'], 1],
    ['nope', ['--as', 'learning'], 1],
    ['', ['--as', 'learning'], 1],
    ['L1', [], 2],
    ['L1', ['--as', 'poem'], 2],
  ])('refuses the selection %j with the options %j', (what, more, code) => {
    const { run, text } = begin()
    run(['pad', 'write', 'one\n\nthree'])
    const before = text()
    expect(run(['pad', 'promote', what, ...more])).toMatchObject({ code, stdout: '' })
    expect(text()).toBe(before)
  })
})

describe('notes gc', () => {
  test('archives old sessions, never the current one, and deletes nothing', () => {
    const { run, json, sessions } = project()
    for (const id of ['old', 'new', 'default']) run(['pad', 'write', id, '--session', id])
    const then = new Date(Date.now() - 31 * 86_400_000)
    for (const id of ['old', 'default']) utimesSync(join(sessions, `${id}.jsonl`), then, then)
    expect(json('gc', '--sessions', '--older-than', '30d', '--dry-run')).toEqual({
      dryRun: true,
      archived: ['old'],
    })
    expect(existsSync(join(sessions, 'old.jsonl'))).toBe(true)
    expect(json('gc', '--sessions')).toEqual({ dryRun: false, archived: ['old'] })
    expect(json('pad', 'sessions').sessions.length).toBe(2)
    expect(json('pad', 'sessions', '--archived').sessions.length).toBe(3)
    expect(json('pad', '--session', 'old').notes).toBe('old')
    run(['pad', 'append', 'again', '--session', 'old'])
    expect(json('pad', 'sessions').sessions.length).toBe(3)
  })

  test('reports a session that it cannot archive and archives the others', () => {
    const { run, sessions } = project()
    mkdirSync(join(sessions, 'archive'), { recursive: true })
    for (const id of ['a', 'b', 'c']) run(['pad', 'write', id, '--session', id])
    writeFileSync(join(sessions, 'archive/b.jsonl'), 'earlier')
    const { code, stdout, stderr } = run(['gc', '--sessions', '--older-than', '0d', '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ archived: ['c', 'a'], failed: [{ id: 'b' }] })
    expect(stderr).toMatch(/^warning: b stays: .*archive\/b\.jsonl already exists\n$/)
    expect(readFileSync(join(sessions, 'archive/b.jsonl'), 'utf8')).toBe('earlier')
    expect(run(['pad', '--session', 'b']).stdout).toContain('L1  b')
  })

  test.each([[[]], [['--sessions', '--older-than', '30']], [['--sessions', '--older-than', '-1d']]])(
    'refuses the options %j',
    args => {
      expect(project().run(['gc', ...args]).code).toBe(2)
    },
  )
})

describe('notes card', () => {
  test('adds, finds, lists, updates, scratches and deletes cards and counts their tags', () => {
    const { run, json } = project()
    const { id } = json('card', 'add', 'Q3 total is off', '--tag', 'Finding', '--tag', 'finding')
    run(['card', 'add'], 'from standard input\n')
    run(['card', 'scratch', 'quick'])
    expect(json('card', 'list')).toMatchObject({ total: 3, shown: 3 })
    expect(json('card', 'search', 'q3', 'total', '--tag', 'FINDING')).toMatchObject({
      result_count: 1,
      notes: [{ id }],
    })
    expect(run(['card', 'update', id])).toMatchObject({ code: 2, stdout: '' })
    expect(json('card', 'tags').tags).toEqual([{ tag: 'finding', count: 1 }])
    run(['card', 'update', id, 'Q3 is right', '--tag', 'done'])
    expect(json('card', 'tags').tags).toEqual([{ tag: 'done', count: 1 }])
    expect(run(['card', 'scratch', '--id', id]).stdout).toBe(`Note ${id} marked as scratched\n`)
    expect(json('card', 'list')).toMatchObject({ total: 2 })
    expect(json('card', 'list', '--scratched', '--limit', '1')).toMatchObject({ total: 3, shown: 1 })
    expect(run(['card', 'delete', 'note_'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('3 cards begin with note_'),
    })
    expect(run(['card', 'delete', id])).toMatchObject({ code: 0 })
    expect(run(['card', 'delete', id])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('note not found'),
    })
    expect(json('pad').cards.length).toBe(2)
  })

  test.each([
    ['total', 'Did you mean note_'],
    ['Q3 TOTAL', '(Q3 total is off)?'],
    ['nothing like it', '`notes card list --scratched` shows the ids'],
    ['', '`notes card list --scratched` shows the ids'],
  ])('answers the unknown card id %j with a suggestion', (typed, hint) => {
    const { run, json } = project()
    const { id } = json('card', 'add', 'Q3 total is off')
    for (const args of [
      ['delete', typed],
      ['update', typed, 'x'],
      ['scratch', '--id', typed],
    ])
      expect(run(['card', ...args])).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^error: note not found: .*\n {2}fix: /),
      })
    expect(run(['card', 'delete', typed]).stderr).toContain(hint)
    expect(run(['card', 'delete', `${id.slice(0, -1)}7`]).stderr).toContain(`Did you mean ${id} `)
    expect(json('card', 'list').total).toBe(1)
  })

  test('enforces the tag minimum of the configured card profile', () => {
    const { run } = project({ 'notes.config.json': '{ "session": { "cards": { "profile": "forge" } } }' })
    expect(run(['card', 'add', 'x'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('note requires at least 1 tag (got 0)'),
    })
    expect(run(['card', 'add', 'x', '--tag', 'a']).code).toBe(0)
  })
})

test('pad and card commands remove control characters from every field of a session log', () => {
  const { run, sessions } = project()
  run(['init'])
  run(['pad', 'use', 'default'])
  const evil = 'x\x1b]0;owned\x07\x1b[2Jy\u009b31m'
  const entry = (customType: string, data: unknown, id: string) =>
    `${JSON.stringify({ type: 'custom', customType, data, id, timestamp: evil })}\n`
  const card = { id: `note_${evil}`, content: evil, tags: [evil], createdAt: evil, updatedAt: evil }
  const log = [
    entry('openclaw:scratchpad:notes', evil, '1'),
    entry('openclaw:scratchpad:plan', evil, '2'),
    entry('openclaw:scratchpad:refs', [evil], '3'),
    entry('notes:card', card, '4'),
    entry('notes:lineage', { kind: 'fork', from: evil, at: evil }, '5'),
    entry('notes:promoted', { text: evil, as: 'learning', record: { title: evil, at: evil }, at: evil }, '6'),
    entry(`notes:${evil}`, evil, evil),
    `${evil}\n`,
  ].join('')
  const file = join(sessions, 'default.jsonl')
  for (const args of [
    ['pad'],
    ['pad', 'block'],
    ['pad', 'history'],
    ['pad', 'history', '--show', '1'],
    ['pad', 'export'],
    ['pad', 'sessions'],
    ['pad', 'promote', 'L1', '--as', 'learning'],
    ['pad', 'promote', 'L1', '--as', 'learning', '--dry-run'],
    ['pad', 'promote', 'L1', '--as', 'debt'],
    ['pad', 'plan', evil],
    ['pad', 'ref', 'remove', evil],
    ['pad', 'ref', 'remove', 'nope'],
    ['pad', 'replace', 'nope', 'x'],
    ['pad', 'import', '.notes/sessions/default.jsonl', '--session', 'other'],
    ['card', 'list'],
    ['card', 'search', 'x'],
    ['card', 'tags'],
    ['card', 'update', 'note_', '--tag', 'a'],
    ['card', 'scratch', '--id', 'note_'],
    ['card', 'delete', 'owned'],
    ['card', 'delete', 'note_'],
    ['card', 'delete', 'note_x\x1b[31m'],
  ]) {
    writeFileSync(file, log)
    const { stdout, stderr } = run(args)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(`${stdout}${stderr}`, args.join(' ')).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/)
  }
})

describe('notes pad in a hostile folder', () => {
  test.skipIf(process.platform === 'win32')(
    'reads and writes nothing through a session link that leads out of the project',
    () => {
      for (const link of [
        '.notes',
        '.notes/sessions',
        '.notes/sessions/default.jsonl',
        '.notes/sessions/current',
      ]) {
        const { run, cwd } = project()
        const outside = folderWith({
          'file.jsonl': '{"type":"custom","customType":"openclaw:scratchpad:notes","data":"leak"}\n',
        })
        mkdirSync(join(cwd, link, '..'), { recursive: true })
        symlinkSync(
          link.includes('default') || link.includes('current') ? join(outside, 'file.jsonl') : outside,
          join(cwd, link),
        )
        for (const args of [['pad'], ['pad', 'block'], ['pad', 'append', 'x'], ['pad', 'use', 'x']]) {
          const { code, stdout } = run(args)
          expect(stdout).not.toContain('leak')
          if (args[1] === 'append') expect(code, `${link} ${args}`).toBe(2)
        }
        expect(readdirSync(outside)).toEqual(['file.jsonl'])
        expect(readFileSync(join(outside, 'file.jsonl'), 'utf8')).toContain('leak')
      }
    },
  )
})

test('pad report shows what subagents and spawned sessions wrote, and no other session', () => {
  const { run, json } = project()
  expect(run(['pad', 'report']).stdout).toBe('No subagent of default has written anything.\n')
  run(['pad', 'write', 'Survey'])
  run(['pad', 'write', 'Found in db.ts', '--session', 'default.a1'])
  run(['pad', 'spawn', 'sub-b'])
  run(['pad', 'write', 'Tests pass', '--session', 'sub-b'])
  run(['pad', 'write', 'Of somebody else', '--session', 'other'])
  expect(run(['pad', 'report']).stdout).toBe('default.a1:\n  Found in db.ts\nsub-b:\n  Tests pass\n')
  expect(json('pad', 'report').reports).toMatchObject([
    { id: 'default.a1', text: 'Found in db.ts' },
    { id: 'sub-b', text: 'Tests pass' },
  ])
})
