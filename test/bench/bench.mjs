// `npm run bench` checks the goals in the design (section 14). `--quick` runs fewer rounds on less data; `--seed N`
// varies the data.

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, release, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { install } from '../writers/many-writers.mjs'
import { measureDifferentWrites } from './different-writes.mjs'
import { notesFileOf } from './generate.mjs'
import { measureHooks } from './hooks.mjs'
import { measureLargeFile } from './large-file.mjs'
import { measureLint } from './lint.mjs'
import { measureMarks } from './marks.mjs'
import { measureMemoryServer } from './memory-server.mjs'
import { measurePads, ordinaryPad } from './pads.mjs'
import { measureRecall } from './recall.mjs'
import { measureRecovery } from './recovery.mjs'
import { measureSecrets } from './secrets.mjs'
import { spawnRatios } from './spawn-ratios.mjs'
import { measureTokens, printTokens } from './tokens.mjs'
import { measureTasks } from './whole-tasks.mjs'
import { measureWhy } from './why.mjs'
import { measureWriters } from './writers.mjs'

const quick = process.argv.includes('--quick')
const seed = Number(process.argv[process.argv.indexOf('--seed') + 1]) || 1
const rounds = quick ? 10 : 50
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'notes-bench-')))
const installation = install(scratch)
const notes = join(installation, 'notes.cjs')
// Keeps the cache and state of this run apart from the user's own.
for (const kind of ['CACHE', 'STATE']) process.env[`XDG_${kind}_HOME`] = join(scratch, kind.toLowerCase())
const empty = { name: 'empty', args: [join(scratch, 'empty.cjs')], cwd: scratch }
writeFileSync(join(scratch, 'empty.cjs'), '')

/** Measures the start-up ratios together, in one run. The baseline comes first. */
async function startUps() {
  const { text, decisions } = notesFileOf(53_000, seed)
  const project = name => {
    const cwd = join(scratch, name)
    const file = join(cwd, 'grimoires/loa/NOTES.md')
    mkdirSync(join(cwd, 'grimoires/loa'), { recursive: true })
    const prepare = () => writeFileSync(file, text)
    prepare()
    return { cwd, prepare }
  }
  const { cwd } = project('read')
  const log = ['log', 'add', '--agent', 'implementing-tasks', 'Finished user auth, OAuth comes next']
  const debt = ['debt', 'add', 'N+1 query in user list', '--severity', 'MEDIUM', '--sprint', 'S03']
  const pad = join(scratch, 'pad')
  mkdirSync(pad, { recursive: true })
  await ordinaryPad(pad)
  const commands = [
    empty,
    { name: 'pad', args: [notes, 'pad', 'block'], cwd: pad },
    { name: 'version', args: [notes, '--version'], cwd },
    { name: 'help', args: [notes, '--help'], cwd },
    { name: 'show', args: [notes, 'show'], cwd },
    { name: 'status', args: [notes, 'status'], cwd },
    // Each run gets a fresh copy: a record that the file already has would not be written again.
    { name: 'log', args: [notes, ...log], ...project('log') },
    { name: 'debt', args: [notes, ...debt], ...project('debt') },
  ]
  const results = spawnRatios(commands, rounds)
  console.log(`notes file: ${Buffer.byteLength(text)} bytes, ${decisions} decisions; ${rounds} rounds`)
  for (const { command, milliseconds } of results)
    console.log(`  ${command.name.padEnd(8)} ${milliseconds.toFixed(1)} ms at best`)
  return Object.fromEntries(results.map(result => [result.command.name, result]))
}

/** The ratio of the minima is steadier, so it decides whether the goal is met; the median is printed beside it. */
const ratio = ({ minimum, median }, goal) => ({
  figure: `${minimum.toFixed(2)} (median ${median.toFixed(2)})`,
  ...(goal === undefined ? {} : { met: minimum <= goal }),
})
const percent = share => `${(100 * share).toFixed(0)} %`
const bestOf = ({ ours, minisearch, grep }) => ({
  figure: `ours ${percent(ours.recall)}, minisearch ${percent(minisearch.recall)}, grep ${percent(grep.recall)}`,
  met: ours.recall >= Math.max(minisearch.recall, grep.recall),
})
const worstUnder = kinds => {
  const { kind, under } = kinds.toSorted((a, b) => a.under - b.under)[0]
  return { figure: `${-under.toFixed(0)} % (${kind})`, met: under >= -15 }
}
/** Adds up the counts that must all be 0. */
const none = ({ lost = 0, missing = 0, duplicated, torn, failed = 0 }) => ({
  figure: String(lost + missing + duplicated + torn + failed),
  met: lost + missing + duplicated + torn + failed === 0,
})
const replaced = ({ longestReplaceMs }) => ({
  figure: `${Math.round(longestReplaceMs)} ms at worst`,
  met: longestReplaceMs <= 1000,
})
const atMost = (figure, goal) => ({ figure: figure.toFixed(2), met: figure <= goal })
const thousands = count => count.toLocaleString('en-US')
const faster = (peer, goal) => ({
  figure: `${linted.faster[peer].toFixed(1)} x`,
  // The goal is for 10,000 decisions: with 3,000, process start-up weighs more.
  ...(compared === 10_000 ? { met: linted.faster[peer] >= goal } : {}),
})
const withinMs = (milliseconds, goal) => ({
  figure: `${milliseconds.toFixed(2)} ms`,
  met: milliseconds <= goal,
})
const turn = ({ total, ours }) => ({
  figure: `${ours.toFixed(0)} ms (with the starts ${total.toFixed(0)} ms)`,
  met: ours <= 150,
})
const inSeconds = seconds => `${seconds.toFixed(2)} s`
const withinSeconds = (seconds, goal) => ({ figure: inSeconds(seconds), met: seconds <= goal })
const slowest = commands => {
  const { name, seconds } = commands.toSorted((a, b) => b.seconds - a.seconds)[0]
  return { figure: `${inSeconds(seconds)} (${name})`, met: seconds <= 3 }
}
const largest = commands => {
  const { name, peak } = commands.toSorted((a, b) => b.peak - a.peak)[0]
  return { figure: `${megabytes(peak)} (${name})`, met: peak <= 300 * 2 ** 20 }
}

const init = cwd => {
  const { status, stderr } = spawnSync(process.execPath, [notes, 'init'], { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}
const megabytes = bytes => `${Math.round(bytes / 2 ** 20)} MB`
const sideBySide = ({ kept, all }, server) => ({
  figure: `ours ${kept}/${all}, server-memory ${server.kept}/${all}`,
  met: kept === all,
})
const inOnePass = ({ milliseconds, minimum, peak }) => ({
  figure: `${Math.round(milliseconds)} ms = ${minimum.toFixed(1)} x empty, peak RSS ${megabytes(peak)}`,
})
const masked = ({ count, of }, isMet) => ({ figure: `${count} of ${of}`, met: isMet(count / of) })
const withoutRemark = ({ loaded, isKept }) => ({
  figure: isKept ? 'written, with remark.cjs deleted' : 'NOT as it should be',
  met: isKept && !loaded.includes('remark.cjs'),
})

const start = await startUps()
const pads = await measurePads({ folder: scratch, cards: quick ? 2_000 : 10_000 })
const recovery = measureRecovery({ folder: scratch, notes, empty, rounds: quick ? 8 : 30, seed })
const hooks = measureHooks({
  notes,
  scratch,
  empty,
  decisions: notesFileOf(53_000, seed).decisions,
  seed,
  rounds,
})
const why = measureWhy({ folder: scratch, notes, empty, rounds: quick ? 8 : 30, seed })
const marks = measureMarks({ folder: join(scratch, 'marks'), notes })
const recall = measureRecall({ folder: join(scratch, 'recall'), notes, seed })
const tokens = measureTokens(seed)
const secrets = measureSecrets(installation)
const large = measureLargeFile({ folder: scratch, installation, empty, rounds: quick ? 2 : 10, seed })
// With `--quick`, the file is smaller: the other linters take 20 s and 28 s on the large one.
const compared = quick ? 3_000 : 10_000
const linted = measureLint({
  folder: scratch,
  installation,
  empty,
  rounds: quick ? 2 : 10,
  seed,
  decisions: compared,
})
const tasks = measureTasks({ folder: scratch, installation, seed, quick })
const different = await measureDifferentWrites({ folder: scratch, installation, writers: 20, init })
const server = await measureMemoryServer({ folder: scratch, writers: 20, writes: 20 })
const { together, killed, edited } = await measureWriters({
  processes: 32,
  rows: 50,
  kills: quick ? 10 : 100,
  saves: quick ? 200 : 2000,
  seed,
})
rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })

const rows = [
  ['notes pad block / empty', '<= 1.20', ratio(start.pad, 1.2)],
  ['10,000 cards: one add, on the disk, at the end', '<= 1 ms', withinMs(pads.add.late, 1)],
  ['10,000 cards: one search', '<= 10 ms', withinMs(pads.search.median, 10)],
  ['a session of 10,000 lines opens in', '<= 50 ms', withinMs(pads.open.median, 50)],
  ['an empty hot command / node empty.cjs', '<= 1.15', ratio(start.version, 1.15)],
  ['notes show, 53 KB / empty', '<= 2.5', ratio(start.show, 2.5)],
  ['notes recover, level 1, 53 KB / empty', '<= 1.15', ratio(recovery.kept, 1.15)],
  ['  the same, the notes changed since', '', ratio(recovery.anew)],
  ['notes hook session-start, 53 KB / empty', '<= 1.15', ratio(recovery.hook, 1.15)],
  ['  with a configuration', '<= 1.15', ratio(recovery.configured, 1.15)],
  ['  with "notes" in package.json', '<= 1.15', ratio(recovery.inPackage, 1.15)],
  ['  without git', '<= 1.15', ratio(recovery.withoutGit, 1.15)],
  ['  with a .notes folder', '<= 1.15', ratio(recovery.withPads, 1.15)],
  ['  after an edit that nobody saw', '<= 1.9', ratio(recovery.hookAnew, 1.9)],
  ['  the same, with a configuration', '<= 1.9', ratio(recovery.configuredAnew, 1.9)],
  ['hook SessionStart (startup) / empty', '<= 1.15', ratio(hooks.start, 1.15)],
  ['  the same after /clear', '<= 1.15', ratio(hooks.clear, 1.15)],
  ['hook UserPromptSubmit / empty', '<= 1.20', ratio(hooks.prompt, 1.2)],
  ['hook PreToolUse on a file that concerns nobody / empty', '<= 1.15', ratio(hooks.before, 1.15)],
  ['hook PostToolUse on such a file / empty', '<= 1.15', ratio(hooks.after, 1.15)],
  ['hook PostToolBatch / empty', '', ratio(hooks.batch)],
  ['hook Stop / empty', '', ratio(hooks.stop)],
  [
    'hooks of a turn with ten tool calls, two of them edits, made at once, beyond bare starts of node',
    '<= 150 ms',
    turn(hooks.turn.atOnce),
  ],
  ['  the same, one call after the other', '<= 150 ms', turn(hooks.turn.inARow)],
  ['notes statusline / empty', '<= 1.15', ratio(hooks.statusline, 1.15)],
  ['notes why, 1,000 decisions / empty', '<= 3', ratio(why, 3)],
  ['Level 1 at 10,000 decisions / at 3', '<= 3', atMost(recovery.growth, 3)],
  ['  the same, the notes changed since', '<= 3', atMost(recovery.growthAnew, 3)],
  ["any other command's start (--help) / empty", '<= 1.9', ratio(start.help, 1.9)],
  ['notes status, 53 KB / empty', '', ratio(start.status)],
  ['notes log add, 53 KB / empty', '<= 3', ratio(start.log, 3)],
  ['notes debt add, 53 KB / empty', '<= 3', ratio(start.debt, 3)],
  ['  the session start after it', '<= 1.15', ratio(recovery.afterCommand, 1.15)],
  ['  the session start in a fresh clone, second time', '<= 1.15', ratio(recovery.clone, 1.15)],
  ['notes log add, 5 MB, in one pass', '', inOnePass(large)],
  ['notes log add, 5 MB, without remark', 'written', withoutRemark(large)],
  [`lint, ${thousands(compared)}: times faster than markdownlint-cli2`, '>= 50', faster('markdownlint', 50)],
  [`lint, ${thousands(compared)}: times faster than remark-lint`, '>= 75', faster('remark', 75)],
  ['lint 30,000 / 3,000, start-up taken off', '<= 12', atMost(linted.growth, 12)],
  [
    'lint peak RSS at 10,000',
    '<= 200 MB',
    { figure: megabytes(linted.peak), met: linted.peak <= 200 * 2 ** 20 },
  ],
  ['notes lint, 6 KB / empty', '<= 2.2', ratio(linted.cold, 2.2)],
  ['notes lint, 53 KB / empty', '<= 2.8', ratio(linted.usual, 2.8)],
  [
    `lint, ${tasks.files.count} committed files of 6 KB: times faster than markdownlint-cli2`,
    '>= 4',
    {
      figure: `${tasks.files.faster.toFixed(1)} x (${inSeconds(tasks.files.seconds)})`,
      met: tasks.files.faster >= 4,
    },
  ],
  ['--from - with 4,000 entries', '<= 1.2 s', withinSeconds(tasks.entries, 1.2)],
  ['verify after a rename, 10,000 quotes in 2,000 files', '<= 3 s', withinSeconds(tasks.renamed, 3)],
  ['every command at 30,000 decisions: the slowest', '<= 3 s', slowest(tasks.large)],
  ['  the most memory', '<= 300 MB', largest(tasks.large)],
  ['lint, 10,000, one of them out of shape / all alike', '<= 1.2', atMost(linted.bent, 1.2)],
  ['lint, 10,000, committed in git / without git', '<= 1.5', atMost(linted.inGit, 1.5)],
  ['Level 2 at 10,000 / empty', '<= 5', ratio(recovery.level2, 5)],
  [
    `Level 2, recall at 3, ${recall.queries} queries, ${recall.decisions} decisions`,
    'the best',
    bestOf(recall.results),
  ],
  ...marks.map(({ budget, marks: all, fit, arrived, steps, stale, projects }) => [
    `Level 1 at ${budget} tokens: facts that arrive of those that fit, ${projects} projects`,
    '>= 95 %',
    {
      figure: `${arrived} of ${Math.min(fit, all)} (${all} in all); next step ${steps}/${projects}, stale ${stale}`,
      met: arrived >= fit * 0.95 && stale === 0,
    },
  ]),
  ['secret corpus: known positives masked', '>= 95 %', masked(secrets.known, share => share >= 0.95)],
  [
    'secret corpus: harmless lines masked',
    '<= 1 of 200',
    masked(secrets.harmless, share => share <= 1 / 200),
  ],
  ['token estimate at 100 tokens: worst under', '<= 15 %', worstUnder(tokens)],
  ['20 x 20 different writes kept', '400/400', sideBySide(different, server)],
  ['32 writers x 50 rows: lost, doubled, torn, failed', '0', none(together)],
  [`${killed.kills} writers killed: acknowledged rows missing`, '0', none(killed)],
  [
    `${edited.writers} writers, two editors (in place, renaming), ${edited.saves} saves`,
    'lost 0, false errors 0',
    {
      figure: `lost ${edited.lost}, false errors ${edited.errors.length}`,
      met: edited.lost + edited.errors.length === 0,
    },
  ],
  ['a killed holder is replaced in', '<= 1000 ms', replaced(killed)],
]

console.log()
const [cpu] = cpus()
console.log(`machine: ${cpus().length} x ${cpu?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB`)
console.log(`system:  ${process.platform} ${release()}, node ${process.version}, seed ${seed}`)
console.log()
const widths = [0, 1].map(column => Math.max(...rows.map(row => row[column].length)))
for (const [what, goal, { figure, met }] of rows) {
  const verdict = met === undefined ? '' : met ? '  ok' : '  MISS'
  console.log(`${what.padEnd(widths[0])}  ${goal.padEnd(widths[1])}  ${figure}${verdict}`)
}
console.log(
  `\n5 MB:    ${large.bytes} bytes, ${large.decisions} decisions; loaded ${large.loaded.filter(name => name !== 'witness.cjs').join(', ')}`,
)
console.log(
  `lint:    10,000 decisions in ${Math.round(linted.milliseconds)} ms; 200 code files cited; the small file has ${linted.bytes.small} bytes`,
)
console.log()
printTokens(tokens)
const perSecond = ({ seconds }) => `${Math.round(400 / seconds)} a second`
console.log(
  `20 x 20: ours ${perSecond(different)}, ${different.refused} refused; server-memory ${perSecond(server)}, ` +
    `${server.refused} refused, ${400 - server.refused - server.kept} lost though it said they were stored`,
)
console.log(
  `writers: ${together.rowsPerSecond} rows a second together; ${killed.holdersKilled} of the killed held the lock`,
)
console.log(
  `editors: ${edited.saves} saves beside ${edited.writes} writes in ${edited.seconds} s; the renaming one replaced ${edited.overwritten} rows unseen, and found the file away ${edited.away} times`,
)
