// Measures whole tasks as users meet them: many files in CI, many entries at once, a renamed folder, a very large file.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { writeCitingProject } from './cited-code.mjs'
import { notesFileOf } from './generate.mjs'
import { measurePeak } from './peak-memory.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const markdownlint = join(root, 'node_modules/markdownlint-cli2/markdownlint-cli2-bin.mjs')

export function measureTasks({ folder, installation, seed, quick }) {
  const notes = join(installation, 'notes.cjs')
  const within = mkdtempSync(join(folder, 'tasks-'))
  return {
    files: lintFiles({ notes, cwd: join(within, 'files'), seed, count: quick ? 50 : 200 }),
    entries: addEntries({ notes, cwd: join(within, 'entries'), count: 4_000 }),
    renamed: verifyRenamed({ notes, cwd: join(within, 'renamed'), seed, quotes: quick ? 2_000 : 10_000 }),
    large: everyCommand({ notes, cwd: join(within, 'large'), seed, decisions: quick ? 3_000 : 30_000 }),
  }
}

function timed(program, args, { cwd, input = '', statuses = [0] }) {
  const { NODE_EXTRA_CA_CERTS, ...env } = process.env
  const start = performance.now()
  const { status, stderr } = spawnSync(program, args, {
    cwd,
    env,
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  })
  const seconds = (performance.now() - start) / 1000
  if (!statuses.includes(status))
    throw new Error(`${args.join(' ')} ended with ${status}\n${stderr.slice(0, 2000)}`)
  return seconds
}

const node = (args, options) => timed(process.execPath, args, options)

function commit(cwd) {
  const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com']
  timed('git', ['init', '--quiet'], { cwd })
  timed('git', ['add', '.'], { cwd })
  timed('git', [...identity, 'commit', '--quiet', '-m', 'All'], { cwd })
}

/** Lints committed files of 6 KB in one run. */
function lintFiles({ notes, cwd, seed, count }) {
  const { text } = notesFileOf(6_000, seed)
  const small = text.replaceAll(/ \[\$\{PROJECT_ROOT\}[^\]]*\]/g, ' [#12]')
  for (let at = 0; at < count; at++) {
    const file = join(cwd, `packages/p${at}/NOTES.md`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, small)
  }
  commit(cwd)
  const pattern = 'packages/*/NOTES.md'
  const run = () => node([notes, 'lint', pattern], { cwd, statuses: [0, 1] })
  const ours = Math.min(run(), run(), run())
  return { count, seconds: ours, faster: node([markdownlint, pattern], { cwd, statuses: [0, 1] }) / ours }
}

function addEntries({ notes, cwd, count }) {
  mkdirSync(cwd, { recursive: true })
  node([notes, 'init'], { cwd })
  const entries = Array.from({ length: count }, (_, at) => ({ title: `Debt ${at}`, severity: 'LOW' }))
  return node([notes, 'debt', 'add', '--from', '-'], { cwd, input: JSON.stringify(entries) })
}

/** Verifies quotes after their folder was renamed; there are five quotes in each file. */
function verifyRenamed({ notes, cwd, seed, quotes }) {
  writeCitingProject(cwd, { decisions: quotes, files: quotes / 5, seed })
  commit(cwd)
  renameSync(join(cwd, 'src/cited'), join(cwd, 'src/moved'))
  return node([notes, 'verify'], { cwd, statuses: [0, 1] })
}

/** Measures the time and the peak memory of each command on one file. */
function everyCommand({ notes, cwd, seed, decisions }) {
  writeCitingProject(cwd, { decisions, seed })
  const commands = {
    recover: ['recover', '--budget', '99'],
    status: ['status'],
    show: ['show'],
    list: ['decision', 'list'],
    lint: ['lint'],
    verify: ['verify'],
    add: ['question', 'add', 'Who rotates the keys?'],
    undo: ['undo'],
    archive: ['archive', '--dry-run'],
  }
  return Object.entries(commands).map(([name, args]) => {
    const copy = join(cwd, `../large-${name}`)
    if (name === 'undo') node([notes, ...commands.add], { cwd })
    if (name === 'undo') return measured(name, cwd, args)
    cpSync(cwd, copy, { recursive: true })
    return measured(name, copy, args)
  })
  function measured(name, place, args) {
    const start = performance.now()
    const { peak } = measurePeak({ folder: cwd, args: [notes, ...args], cwd: place, statuses: [0, 1] })
    return { name, seconds: (performance.now() - start) / 1000, peak }
  }
}
