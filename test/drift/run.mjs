// `npm run drift`: does `notes verify` know what became of a quote?
//
// Without a clone, it makes its own histories, in which the truth is known, and fails if a goal is missed. With a clone
// (`npm run drift -- CLONE`), it takes quotes some commits before the end, has the product record them, and compares
// the product's answers at the end with where each line went (follow-lines.mjs). CLONE may be a bare repository.
//
//   --at REV               the end, in place of HEAD
//   --distance 50,200      commits between taking and judging, along first parents
//   --starts 3             ranges for each distance: the first ends at REV, the others at earlier commits
//   --quotes 200           quotes of each run
//   --seed 1               determines what is chosen; the same seed gives the same figures
//   --blame 6              files of each run whose truth is compared with `git blame --reverse`
//   --failures FILE        each wrong answer as a line of JSON: type, quote, truth, answer
//   --all FILE             right answers too, and where blame and the truth differ
//   --quiet                no list of failures
//   --json                 figures only
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { randomFrom } from '../writers/random.mjs'
import { git } from './git.mjs'
import { measure } from './judge.mjs'
import { figuresOf, measureMade, printMade } from './made-history.mjs'
import { measureReal, rangesOf } from './real-history.mjs'
import { failureLine, percent, printBy, printDisagreements, printFailures, printTable } from './report.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    at: { type: 'string', default: 'HEAD' },
    distance: { type: 'string', default: '50,200,1000' },
    quotes: { type: 'string', default: '200' },
    starts: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    blame: { type: 'string', default: '6' },
    failures: { type: 'string' },
    all: { type: 'string' },
    json: { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const print = values.json ? () => {} : console.log

async function overClone(clone) {
  const repository = resolve(clone)
  const at = git(repository, ['rev-parse', `${values.at}^{commit}`]).trim()
  const name = basename(repository.replace(/\/(?:repo|\.git)$/, ''))
  print(`${name} at ${at.slice(0, 10)}, seed ${seed}`)
  const all = []
  for (const distance of values.distance.split(',').map(Number)) {
    const random = randomFrom(seed * 1000 + distance)
    const ranges = rangesOf(repository, { at, distance, starts: Number(values.starts), random })
    if (ranges.length === 0) print(`only fewer than ${distance} commits: skipped`)
    for (const range of ranges) {
      const options = {
        ...range,
        count: Number(values.quotes),
        random,
        blameFiles: Number(values.blame),
        commands: true,
      }
      const run = await measureReal(repository, options)
      const label = `${name}+${distance}`
      for (const { quote } of [...run.judged, ...run.unsure]) Object.assign(quote, { run: label })
      for (const one of run.disagreements) one.run = label
      all.push({ ...run, ...range, label, distance, blame: run.blame(run.judged) })
      print(
        `  ${label}: ${range.from.slice(0, 10)}..${range.to.slice(0, 10)}, verify took ${Math.round(run.milliseconds)} ms`,
      )
    }
  }
  return all
}

function reportReal(runs) {
  const judged = runs.flatMap(run => run.judged)
  const references = runs.flatMap(run => run.references)
  const disagreements = runs.flatMap(run => run.disagreements)
  if (values.json) {
    console.log(JSON.stringify(runs.map(summaryOf)))
    return
  }
  console.log('')
  printTable(
    [
      'run',
      'judged',
      'unsure',
      'right',
      'coarse',
      'moves found',
      'precision',
      'false ok',
      'blame agrees',
      'ms',
      'contradictions',
    ],
    runs.map(run => {
      const { quotes, right, coarse, recall, precision, falseOk } = measure(run.judged)
      const blame = `${run.blame.same}/${run.blame.lines}`
      const shares = [right, coarse, recall, precision, falseOk].map(percent)
      return [
        run.label,
        quotes,
        run.unsure.length,
        ...shares,
        blame,
        Math.round(run.milliseconds),
        run.disagreements.length,
      ]
    }),
  )
  printBy('what happened', judged, ({ truth }) => truth.happened)
  printBy('kind', judged, ({ quote }) => quote.kind)
  printBy('when taken', judged, ({ quote }) => quote.copies)
  if (references.length > 0) printBy('references', references, ({ truth }) => truth.state)
  if (!values.quiet) printFailures(judged)
  printDisagreements(disagreements)
  const reasons = new Map()
  for (const { truth } of runs.flatMap(run => run.unsure)) {
    const why = truth.why.replace(/ in [0-9a-f]{10}$/, '')
    reasons.set(why, (reasons.get(why) ?? 0) + 1)
  }
  console.log('\nLeft out, because nobody can tell:')
  for (const [why, count] of reasons) console.log(`  ${why}: ${count}`)
}

const summaryOf = ({ label, from, to, judged, references, unsure, disagreements, blame, milliseconds }) => ({
  label,
  from,
  to,
  ...measure(judged),
  references: measure(references),
  unsure: unsure.length,
  disagreements: disagreements.length,
  blame: { lines: blame.lines, same: blame.same },
  milliseconds: Math.round(milliseconds),
})

function writeFailures(file, judged) {
  mkdirSync(dirname(resolve(file)), { recursive: true })
  const failed = judged.filter(({ isRight }) => !isRight)
  writeFileSync(file, failed.map(one => `${failureLine(one)}\n`).join(''))
  print(`\n${failed.length} failures are in ${file}`)
}

function writeAll(file, runs) {
  const lines = runs.flatMap(({ label, judged, blame }) => [
    ...judged.map(one => JSON.stringify({ label, ...one })),
    ...blame.different.map(one => JSON.stringify({ label, blame: one })),
  ])
  writeFileSync(file, lines.map(line => `${line}\n`).join(''))
}

const [clone] = positionals
if (clone !== undefined) {
  const runs = await overClone(clone)
  reportReal(runs)
  if (values.all) writeAll(values.all, runs)
  if (values.failures)
    writeFailures(
      values.failures,
      runs.flatMap(run => run.judged),
    )
} else {
  print(`Histories made with seed ${seed}`)
  const made = await measureMade(seed)
  const figures = figuresOf(made)
  if (values.json) console.log(JSON.stringify(figures))
  else printMade(made, figures)
  if (!figures.isGood) process.exitCode = 1
  if (values.failures) writeFailures(values.failures, made.judged)
}
