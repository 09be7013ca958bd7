// Started by run.mjs with Windows' own node and the folder of the installed package. A plain script, because vitest
// does not start under wine; it prints with writeSync, because console.error fails there.
import { spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

// Opening stderr throws EBADF under wine, and node:assert asks it for colors as soon as it is loaded.
Object.defineProperty(process, 'stderr', { value: undefined })
const assert = process.getBuiltinModule('node:assert/strict')

const [, self, given] = process.argv
/** The path with its drive: under wine, `/tmp` is on Z:, but a process that runs on C: takes it to be on C:. */
const installed = resolve(given)
const bin = join(installed, 'dist/notes.cjs')
/** This folder is on C: under wine, while the package is on Z:. */
const scratch = mkdtempSync(join(tmpdir(), 'notes-windows-'))
const env = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(NOTES|CLAUDE|GIT|XDG|NODE_EXTRA_CA)_/.test(name)),
  ),
  LOCALAPPDATA: join(scratch, 'user'),
}
const NOTES = 'grimoires/loa/NOTES.md'
const CODE = 'export const issuer = "a"\nexport const ttl = 15 * 60\nexport const grace = 60\n'

const say = line => writeSync(1, `${line}\n`)

// --- Functions that the cases call ---

function notes(cwd, args, input = '') {
  const run = () => spawnSync(process.execPath, [bin, ...args], { cwd, env, input, encoding: 'utf8' })
  let { status, stdout, stderr, error } = run()
  if (error?.code === 'UNKNOWN' && status === null) {
    // Wine itself failed, and the process never started. Our own failures have another code.
    console.log(`        Wine did not start notes ${args.join(' ')}: started again`)
    ;({ status, stdout, stderr, error } = run())
  }
  // Wine also reports UNKNOWN when it writes input to a process that has read it all and ended.
  if (error && (error.code !== 'UNKNOWN' || status === null)) throw error
  return { code: status, stdout, stderr }
}

/** Runs a command that must end with `code` and print text that matches `pattern`. */
function expectNotes(cwd, args, pattern = /\S/, { code = 0, input } = {}) {
  const answer = notes(cwd, args, input)
  const text = answer.stdout + answer.stderr
  assert.equal(
    answer.code,
    code,
    `notes ${args.join(' ')} ended with ${answer.code}, expected ${code}\n${text}`,
  )
  assert.match(text, pattern, `notes ${args.join(' ')}`)
  return answer
}

/** Starts `notes` and returns once its process runs. `ended` resolves to what it printed and how long it took. */
async function startNotes(cwd, args) {
  const [mark, started] = [join(scratch, 'mark.cjs'), join(scratch, 'started')]
  writeFileSync(mark, `require('fs').writeFileSync(${JSON.stringify(started)}, '')`)
  const options = { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }
  const child = spawn(process.execPath, ['-r', mark, bin, ...args], options)
  let text = ''
  child.stdout.on('data', data => (text += data))
  child.stderr.on('data', data => (text += data))
  const ended = new Promise(resolve =>
    child.on('close', code => resolve({ code, text, ms: performance.now() - begun })),
  )
  while (!existsSync(started)) await sleep(5)
  const begun = performance.now()
  rmSync(started)
  return { child, ended }
}

function project(files = {}) {
  const cwd = mkdtempSync(join(scratch, 'project-'))
  for (const [name, text] of Object.entries({ 'src/auth.ts': CODE, ...files })) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
  if (files[NOTES] === undefined) expectNotes(cwd, ['init'])
  return cwd
}

const read = cwd => readFileSync(join(cwd, NOTES), 'utf8')
const count = (text, pattern) => [...text.matchAll(pattern)].length
/** Locks, temporary files and versions set aside, which no command may leave beside the notes. */
const litter = cwd => readdirSync(join(cwd, dirname(NOTES))).filter(name => name.startsWith('.'))

const decision = (title, place) => [
  ...['decision', 'add', '--title', title, '--decision', 'D', '--rationale', 'R', '--evidence', place],
  ...['--scenario', 'a -> b', '--scenario', 'c -> d', '--scenario', 'e -> f'],
]

// --- Programs that hold the notes file open ---

/** libuv's UV_FS_O_EXLOCK: CreateFile without any sharing, so that no other program can even read. */
const EXCLUSIVE = 0x10000000

/** Holds a file open without sharing it, as a backup program does, until `release` is called. */
function holdExclusively(file) {
  const fd = openSync(file, EXCLUSIVE)
  return { release: () => closeSync(fd) }
}

/** Holds a file open and lets others only read it, as a virus scanner does: cmd.exe opens redirected input this way. */
async function holdForReading(file) {
  const [held, over] = [join(scratch, 'held'), join(scratch, 'over')]
  const script = `fs.writeFileSync(String.raw\`${held}\`, ''); setInterval(() => fs.existsSync(String.raw\`${over}\`) && process.exit(), 20)`
  const child = spawn(`"${process.execPath}" -e "${script}" < "${file}"`, {
    env,
    shell: true,
    stdio: 'ignore',
  })
  const closed = new Promise(resolve => child.on('close', resolve))
  while (!existsSync(held)) await sleep(20)
  return {
    async release() {
      writeFileSync(over, '')
      await closed
      for (const mark of [held, over]) rmSync(mark)
    },
  }
}

// --- The cases ---

const cases = {
  'runs on Windows'() {
    assert.equal(process.platform, 'win32')
    assert.match(scratch, /^[A-Z]:\\/)
    expectNotes(scratch, ['--version'], /^\d+\.\d+\.\d+/)
  },

  'each command group works once'() {
    const cwd = project()
    const run = (...args) => expectNotes(cwd, args)
    run('init', '--config')
    expectNotes(cwd, decision('Sliding window', 'src/auth.ts:2'), /added.+decision.+Sliding window/)
    run('decision', 'add', '--draft', '--title', 'Older', '--decision', 'Fixed window')
    run('decision', 'supersede', 'Older', '--by', 'Sliding window')
    run('decision', 'archive', 'Older')
    run('ref', 'add', 'src/auth.ts:2-3', 'Expiry')
    run('ref', 'list')
    run('context', 'set', '--bead', 'bd-1 (expiry)', '--state', 'tests are red')
    run('question', 'add', 'Is a grace period configurable?')
    run('question', 'resolve', 'grace period', '--how', 'yes')
    run('goal', 'add', 'Ship it')
    run('goal', 'block', 'Ship', 'waiting for access')
    run('blocker', 'add', '--waiting', 'OAuth credentials', '--eta', '2027-01-01')
    expectNotes(cwd, ['debt', 'add', 'N+1 query', '--severity', 'LOW'], /TD-001/)
    run('debt', 'resolve', 'TD-001')
    run('log', 'add', '--agent', 'tester', 'Began')
    run('learning', 'add', 'Cold starts dominate')
    run('pad', 'write', 'First line of the pad')
    expectNotes(cwd, ['pad', 'show'], /First line of the pad/)
    expectNotes(cwd, ['pad', 'export'], /First line of the pad/)
    run('pad', 'promote', 'L1', '--as', 'learning')
    expectNotes(cwd, ['card', 'add', 'Rows are doubled', '--tag', 'finding'])
    expectNotes(cwd, ['card', 'search', 'doubled'], /Rows are doubled/)
    run('goal', 'export')
    run('show', '--json')
    run('decision', 'list')
    run('status')
    expectNotes(cwd, ['verify'], /grounding 1\.00/)
    run('checkpoint', '--agent', 'tester')
    expectNotes(cwd, ['recover'], /Sliding window/)
    run('lint')
    run('lint', '--fix')
    run('archive', '--keep', '0')
    run('gc', '--sessions')
    run('rules')
    run('explain', 'path-prefix')
    run('config')
    run('completion', 'bash')
    assert.deepEqual(litter(cwd), [])
  },

  'init --claude installs hooks, and says whether they run'() {
    const cwd = project()
    // Claude Code finds node on the PATH; wine has none there.
    const key = Object.keys(env).find(name => name.toUpperCase() === 'PATH') ?? 'PATH'
    env[key] = `${dirname(process.execPath)};${env[key] ?? ''}`
    expectNotes(cwd, ['init', '--claude'], /does not run[\s\S]*npm install --save-dev notesmd/, { code: 1 })
    cpSync(installed, join(cwd, 'node_modules/notesmd'), { recursive: true })
    expectNotes(cwd, ['init', '--claude'], /\bruns\b.+9 hooks/)
  },

  'undo gives back the bytes from before'() {
    const cwd = project()
    const before = read(cwd)
    expectNotes(cwd, ['question', 'add', 'Why?'])
    assert.notEqual(read(cwd), before)
    expectNotes(cwd, ['undo'])
    assert.equal(read(cwd), before)
  },

  'a path with a drive letter or backslashes is written relative to the project'() {
    const cwd = project()
    const absolute = join(cwd, 'src', 'auth.ts')
    const lower = absolute[0].toLowerCase() + absolute.slice(1)
    for (const [title, place] of Object.entries({
      one: 'src\\auth.ts:1',
      two: `${absolute}:2`,
      three: `${lower}:3`,
    }))
      expectNotes(cwd, decision(title, place))
    for (const line of [1, 2, 3])
      assert.ok(read(cwd).includes(`\${PROJECT_ROOT}/src/auth.ts:${line}`), read(cwd))
    assert.doesNotMatch(read(cwd), /[A-Za-z]:\\|\\auth/)
    expectNotes(cwd, ['verify'], /grounding 1\.00/)
    expectNotes(scratch, ['--file', join(cwd, NOTES), 'status'])
    expectNotes(scratch, ['--root', cwd, 'decision', 'list'], /three/)
    expectNotes(scratch, ['--root', cwd, 'lint'], /No findings/)
  },

  'evidence outside of the project is refused, on another drive too'() {
    const cwd = project()
    const before = read(cwd)
    for (const place of [`${bin}:1`, '..\\other.ts:1'])
      assert.notEqual(notes(cwd, decision('Outside', place)).code, 0, place)
    assert.equal(read(cwd), before)
  },

  'a file with CRLF keeps CRLF in every line'() {
    const crlf = read(project()).replaceAll('\n', '\r\n')
    const cwd = project({ [NOTES]: crlf })
    expectNotes(cwd, ['question', 'add', 'Why?'])
    expectNotes(cwd, ['debt', 'add', 'Slow', '--severity', 'LOW'])
    expectNotes(cwd, decision('With evidence', 'src/auth.ts:2'))
    expectNotes(cwd, ['lint', '--fix'])
    assert.equal(count(read(cwd), /(?<!\r)\n/g), 0)
    assert.match(read(cwd), /Why\?/)
  },

  'eight writers at once lose nothing'() {
    const cwd = project()
    return raceOf(cwd, 8, 4)
  },

  'the lock of a killed writer is replaced'() {
    return killedWriter()
  },

  async 'a file held for half a second is written then'() {
    for (const hold of [holdExclusively, holdForReading]) {
      const cwd = project()
      const { release } = await hold(join(cwd, NOTES))
      const { ended } = await startNotes(cwd, ['question', 'add', 'Held?'])
      await sleep(500)
      await release()
      const { code, text } = await ended
      assert.equal(code, 0, `${hold.name}: ${text}`)
      assert.match(read(cwd), /Held\?/)
      assert.deepEqual(litter(cwd), [])
    }
  },

  async 'a file held for good is reported after two seconds, and nothing changes'() {
    for (const hold of [holdExclusively, holdForReading]) {
      const cwd = project()
      const before = read(cwd)
      const { release } = await hold(join(cwd, NOTES))
      const { code, text, ms } = await (await startNotes(cwd, ['question', 'add', 'Held?'])).ended
      await release()
      assert.equal(code, 2, `${hold.name}: ${text}`)
      assert.match(text, /fix: Another program has the file open: close it there/, `${hold.name}: ${text}`)
      assert.ok(ms > 1900, `${hold.name} gave up after ${ms} ms`)
      assert.equal(read(cwd), before)
      assert.deepEqual(litter(cwd), [])
    }
  },

  async 'the log of a pad held for half a second is appended then'() {
    const cwd = project()
    expectNotes(cwd, ['pad', 'write', 'one'])
    const { release } = holdExclusively(join(cwd, '.notes/sessions/default.jsonl'))
    const { ended } = await startNotes(cwd, ['pad', 'append', 'two'])
    await sleep(500)
    release()
    const { code, text } = await ended
    assert.equal(code, 0, text)
    expectNotes(cwd, ['pad', 'show'], /L1 {2}one\s+L2 {2}two/)
  },

  'the hook answers a SessionStart payload with one JSON document'() {
    const cwd = project()
    expectNotes(cwd, decision('Sliding window', 'src/auth.ts:2'))
    for (const source of ['startup', 'clear']) {
      const input = JSON.stringify({ session_id: 'w1', cwd, hook_event_name: 'SessionStart', source })
      const { stdout } = expectNotes(scratch, ['hook', 'SessionStart'], /\S/, { input })
      assert.match(JSON.parse(stdout).hookSpecificOutput.additionalContext, /Sliding window/)
    }
  },

  'the hook answers with 0 and one document when the notes are held'() {
    const cwd = project()
    const input = JSON.stringify({
      session_id: 'w1',
      cwd,
      hook_event_name: 'SessionStart',
      source: 'startup',
    })
    const { release } = holdExclusively(join(cwd, NOTES))
    const { stdout } = expectNotes(cwd, ['hook', 'SessionStart'], /\S/, { input })
    assert.match(JSON.parse(stdout).hookSpecificOutput.additionalContext, /NOTES\.md/)
    release()
  },

  'a command that needs git says so'() {
    if (spawnSync('git', ['--version']).status === 0) return 'git is here'
    const { stderr } = expectNotes(project(), ['lint', '--changed'], /git/i, { code: 2 })
    assert.match(stderr, /^error: .+\n {2}fix: /)
  },
}

/** Runs writers as separate processes, `rounds` commands each. Afterwards, every question must be in the file. */
async function raceOf(cwd, writers, rounds) {
  const children = Array.from({ length: writers }, (_, writer) =>
    spawn(process.execPath, [self, installed, 'writer', cwd, writer, rounds], { env, stdio: 'ignore' }),
  )
  const codes = await Promise.all(children.map(child => new Promise(resolve => child.on('close', resolve))))
  assert.deepEqual(codes, Array(writers).fill(0))
  const asked = Array.from({ length: writers * rounds }, (_, n) => `Race ${n % writers} ${n >> 3}?`)
  const lost = asked.filter(question => !read(cwd).includes(question))
  assert.deepEqual(lost, [])
  assert.deepEqual(litter(cwd), [])
  return `${asked.length} of ${asked.length} kept`
}

/** Holds the file so that a writer that has taken the lock must wait, and kills the writer meanwhile. */
async function killedWriter() {
  const cwd = project()
  const lock = join(cwd, dirname(NOTES), '.NOTES.md.lock')
  const { release } = await holdForReading(join(cwd, NOTES))
  const { child, ended } = await startNotes(cwd, ['question', 'add', 'Killed?'])
  while (!existsSync(lock)) await sleep(5)
  await sleep(100)
  child.kill('SIGKILL')
  await ended
  assert.ok(existsSync(lock), 'the killed writer left no lock')
  await release()
  const begun = performance.now()
  expectNotes(cwd, ['question', 'add', 'After it?'])
  const ms = Math.round(performance.now() - begun)
  assert.match(read(cwd), /After it\?/)
  assert.doesNotMatch(read(cwd), /Killed\?/)
  assert.deepEqual(litter(cwd), [])
  return `${ms} ms`
}

if (process.argv[3] === 'writer') {
  const [cwd, writer, rounds] = process.argv.slice(4)
  for (let round = 0; round < Number(rounds); round += 1)
    expectNotes(cwd, ['question', 'add', `Race ${writer} ${round}?`])
  process.exit()
}

const begun = performance.now()
const [, , , word = ''] = process.argv
const chosen = Object.entries(cases).filter(([name]) => name.includes(word))
let failed = 0
for (const [name, run] of chosen) {
  const start = performance.now()
  try {
    const note = await run()
    say(`ok      ${name} (${note ? `${note}, ` : ''}${((performance.now() - start) / 1000).toFixed(1)} s)`)
  } catch (error) {
    failed += 1
    say(`FAILED  ${name}\n${error.message}`)
  }
}
rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
say(`windows, node ${process.version}: ${((performance.now() - begun) / 1000).toFixed(0)} s`)
say(`${chosen.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
