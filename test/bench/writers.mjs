// Measures 32 processes that write one notes file, writers that are killed as they write, and 20 writers beside two
// editors.
//   node test/bench/writers.mjs [--processes 32] [--rows 50] [--kills 100] [--saves 2000] [--seed 1]
// Exits with 1 unless lost, duplicated, torn and failed are 0, and a killed holder of the lock is replaced within a
// second.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { buildSync } from 'esbuild'
import { randomFrom } from '../writers/random.mjs'
import { saveTogether } from '../writers/two-editors.mjs'

const here = import.meta.dirname
const WORKER = join(here, 'writers-worker.mjs')
const HEAD = `# Notes\n\n${'| a row that was there before | 0 |\n'.repeat(1500)}`
const ROW = /^\| (?:w\d+ \| \d+) \|$/
/** The number of writers that run beside the one that is killed. */
const OTHERS = 4

/**
 * Runs all three measurements. Every result is a plain number; times are in ms.
 * @param {{processes?: number, rows?: number, kills?: number, saves?: number, seed?: number}} options
 */
export async function measureWriters({
  processes = 32,
  rows = 50,
  kills = 100,
  saves = 2000,
  seed = 1,
} = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'notes-writers-')))
  try {
    const bundle = bundleInto(folder)
    return {
      seed,
      together: await writeTogether(bundle, folder, processes, rows),
      killed: await killWriters(bundle, folder, kills, randomFrom(seed)),
      edited: await saveTogether({ saves, seed }),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function bundleInto(folder) {
  const outfile = join(folder, 'update-file.mjs')
  const entry = join(here, '../../src/files/update-file.ts')
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  })
  return pathToFileURL(outfile).href
}

/** All writers start at once, and each adds its rows one update at a time. */
async function writeTogether(bundle, folder, processes, rows) {
  const file = join(folder, 'together.md')
  writeFileSync(file, HEAD)
  const writers = Array.from({ length: processes }, (_, n) => start(bundle, file, `w${n}`, rows))
  await Promise.all(writers.map(writer => writer.ready))
  const begun = performance.now()
  const codes = await Promise.all(writers.map(writer => writer.ended))
  const seconds = (performance.now() - begun) / 1000
  const found = rowsIn(file)
  const expected = processes * rows
  return {
    processes,
    rows,
    failed: codes.filter(code => code !== 0).length,
    lost: expected - new Set(found.rows).size,
    duplicated: found.rows.length - new Set(found.rows).size,
    torn: found.whole ? 0 : 1,
    rowsPerSecond: Math.round(expected / seconds),
    leftOver: litter(folder, 'together.md'),
  }
}

/**
 * Five writers write endlessly. Time and again, one is killed at a random point of its update, mostly while it holds
 * the lock, and a new one takes its place. The time is measured from the kill until the next writer is inside the lock.
 */
async function killWriters(bundle, folder, kills, random) {
  const file = join(folder, 'killed.md')
  writeFileSync(file, HEAD)
  const all = []
  let next = 0
  const add = () => {
    const writer = start(bundle, file, `w${next}`, Number.POSITIVE_INFINITY)
    next += 1
    all.push(writer)
    return writer
  }
  const running = Array.from({ length: OTHERS + 1 }, add)
  await Promise.all(running.map(writer => writer.ready))
  let torn = 0
  let holders = 0
  let longest = 0
  for (let kill = 0; kill < kills; kill += 1) {
    const at = Math.floor(random() * running.length)
    const victim = running[at]
    await victim.ready
    await victim.insideLock()
    // An update takes one or two milliseconds: most kills hit it, some come after it.
    const until = performance.now() + random() * 4
    while (performance.now() < until);
    victim.child.kill('SIGKILL')
    const killedAt = Date.now()
    const code = await victim.ended
    if (code !== null) throw new Error(`a writer ended by itself: ${code}`)
    if (victim.isInside()) holders += 1
    if (!rowsIn(file).whole) torn += 1
    const enteredAt = await firstInside(
      running.filter(writer => writer !== victim),
      killedAt,
    )
    longest = Math.max(longest, enteredAt - killedAt)
    running[at] = add()
  }
  for (const writer of running) writer.child.kill('SIGKILL')
  await Promise.all(running.map(writer => writer.ended))
  const { rows, whole } = rowsIn(file)
  const there = new Set(rows)
  const acknowledged = all.flatMap(writer => writer.wrote)
  return {
    kills,
    holdersKilled: holders,
    torn: torn + (whole ? 0 : 1),
    acknowledged: acknowledged.length,
    missing: acknowledged.filter(row => !there.has(row)).length,
    duplicated: rows.length - there.size,
    longestReplaceMs: longest,
    leftOver: litter(folder, 'killed.md'),
  }
}

function start(bundle, file, name, rows) {
  const child = spawn(process.execPath, [WORKER, bundle, file, name, String(rows)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const writer = { child, wrote: [], enteredAt: 0, inside: false, waiting: [] }
  const { promise: ready, resolve: isReady } = Promise.withResolvers?.() ?? resolvers()
  let pending = ''
  child.stdout.setEncoding('utf8').on('data', piece => {
    const lines = `${pending}${piece}`.split('\n')
    pending = lines.pop()
    for (const line of lines) {
      const what = line.slice(6)
      writer.inside = line.startsWith('holds')
      if (line.startsWith('ready')) isReady()
      else if (line.startsWith('wrote')) writer.wrote.push(what)
      else writer.enteredAt = Number(what)
    }
    if (writer.inside) for (const resolve of writer.waiting.splice(0)) resolve()
  })
  return {
    child,
    ready,
    ended: new Promise(resolve => child.once('close', resolve)),
    wrote: writer.wrote,
    isInside: () => writer.inside,
    enteredAt: () => writer.enteredAt,
    insideLock: () => new Promise(resolve => writer.waiting.push(resolve)),
  }
}

async function firstInside(writers, after) {
  for (let waited = 0; waited < 20_000; waited += 1) {
    const times = writers.map(writer => writer.enteredAt()).filter(time => time > after)
    if (times.length > 0) return Math.min(...times)
    await wait(1)
  }
  return Number.POSITIVE_INFINITY
}

function rowsIn(file) {
  const text = readPatiently(file)
  const lines = text.slice(HEAD.length).split('\n')
  const whole = text.startsWith(HEAD) && lines.pop() === '' && lines.every(line => ROW.test(line))
  return { whole, rows: lines.map(line => line.slice(2, -2)) }
}

/** Waits for the file: a writer killed during the swap leaves no file in place until the next writer runs. */
function readPatiently(file) {
  for (const until = performance.now() + 2000; ; ) {
    try {
      return readFileSync(file, 'utf8')
    } catch (error) {
      if (error.code !== 'ENOENT' || performance.now() > until) throw error
    }
  }
}

function litter(folder, name) {
  return readdirSync(folder).filter(entry => entry.startsWith(`.${name}`)).length
}

function resolvers() {
  let resolve
  const promise = new Promise(done => {
    resolve = done
  })
  return { promise, resolve }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = { type: 'string' }
  const { values } = parseArgs({
    options: { processes: text, rows: text, kills: text, saves: text, seed: text },
  })
  const numbers = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]))
  const { seed, together, killed, edited } = await measureWriters(numbers)
  console.log(`seed ${seed}`)
  console.table({ together })
  console.table({ killed })
  console.log({ edited })
  const bad = together.failed + together.lost + together.duplicated + together.torn
  const failed = edited.lost + edited.errors.length
  if (bad + failed + killed.torn + killed.missing + killed.duplicated > 0 || killed.longestReplaceMs > 1000)
    process.exitCode = 1
}
