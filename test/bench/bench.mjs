// `npm run bench`: the goals of the design (section 14) with today's figures. `--quick` for a look, `--seed N`.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, release, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { notesFileOf } from './generate.mjs'
import { spawnRatios } from './spawn-ratios.mjs'
import { measureWriters } from './writers.mjs'

const quick = process.argv.includes('--quick')
const seed = Number(process.argv[process.argv.indexOf('--seed') + 1]) || 1
const rounds = quick ? 10 : 50
const notes = fileURLToPath(new URL('../../dist/notes.cjs', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'notes-bench-'))

/** Start-up ratios: measured together, in one run. The baseline comes first. */
function startUps() {
  const { text, decisions } = notesFileOf(53_000, seed)
  const cwd = join(scratch, 'project')
  mkdirSync(join(cwd, 'grimoires/loa'), { recursive: true })
  writeFileSync(join(cwd, 'grimoires/loa/NOTES.md'), text)
  writeFileSync(join(scratch, 'empty.cjs'), '')
  const commands = [
    { name: 'empty', args: [join(scratch, 'empty.cjs')], cwd },
    { name: 'version', args: [notes, '--version'], cwd },
    { name: 'help', args: [notes, '--help'], cwd },
    { name: 'show', args: [notes, 'show'], cwd },
    { name: 'status', args: [notes, 'status'], cwd },
  ]
  const results = spawnRatios(commands, rounds)
  console.log(`notes file: ${Buffer.byteLength(text)} bytes, ${decisions} decisions; ${rounds} rounds`)
  for (const { command, milliseconds } of results)
    console.log(`  ${command.name.padEnd(8)} ${milliseconds.toFixed(1)} ms at best`)
  return Object.fromEntries(results.map(result => [result.command.name, result]))
}

/** The ratio of the minima is the steadier figure and decides; the median is printed beside it. */
const ratio = ({ minimum, median }, goal) => ({
  figure: `${minimum.toFixed(2)} (median ${median.toFixed(2)})`,
  met: minimum <= goal,
})
/** Every count of something that must not happen. */
const none = ({ lost = 0, missing = 0, duplicated, torn, failed = 0 }) => ({
  figure: String(lost + missing + duplicated + torn + failed),
  met: lost + missing + duplicated + torn + failed === 0,
})
const replaced = ({ longestReplaceMs }) => ({
  figure: `${Math.round(longestReplaceMs)} ms at worst`,
  met: longestReplaceMs <= 1000,
})
const later = issue => ({ figure: `not yet (${issue})` })

const start = startUps()
const { together, killed } = await measureWriters({ processes: 32, rows: 50, kills: quick ? 10 : 100, seed })
rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })

const rows = [
  ['an empty hot command / node empty.cjs', '<= 1.15', ratio(start.version, 1.15)],
  ['notes show, 53 KB / empty', '<= 2.5', ratio(start.show, 2.5)],
  ['notes hook session-start, 53 KB / empty', '<= 1.15', later('issue 5')],
  ['notes hook user-prompt-submit / empty', '<= 1.20', later('with the Claude Code hooks')],
  ['Level 1 at 10,000 decisions / at 3', '<= 3', later('issue 5')],
  ["any other command's start (--help) / empty", '<= 1.6', ratio(start.help, 1.6)],
  ['lint, 10,000: times faster than markdownlint-cli2', '>= 50', later('issue 4')],
  ['lint, 10,000: times faster than remark-lint', '>= 75', later('issue 4')],
  ['lint 30,000 / 3,000, start-up taken off', '<= 12', later('issue 4')],
  ['lint peak RSS at 10,000', '<= 200 MB', later('issue 4')],
  ['Level 2 at 10,000 / empty', '<= 5', later('issue 5')],
  ['32 writers x 50 rows: lost, doubled, torn, failed', '0', none(together)],
  [`${killed.kills} writers killed: acknowledged rows missing`, '0', none(killed)],
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
  `\nwriters: ${together.rowsPerSecond} rows a second together; ${killed.holdersKilled} of the killed held the lock`,
)
