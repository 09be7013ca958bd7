// Merges two versions of a large notes file, each with new decisions, debts and log rows: `node test/bench/merge.mjs`.
import { argv } from 'node:process'
import { mergeNotes } from '../../dist/index.js'
import { notesFile } from './generate.mjs'

const count = Number(argv[2] ?? 10_000)
const base = notesFile(count)

/** Edits every hundredth decision, removes some, and adds a hundred new ones on top. */
function version(name, offset) {
  const entries = base.split(/(?=^#### )/m)
  const [head = '', ...decisions] = entries
  const edited = decisions
    .filter((_, index) => index % 500 !== offset)
    .map((text, index) =>
      index % 100 === offset && index % 500 > 20
        ? text.replace('**Decision**: Use', `**Decision**: ${name} use`)
        : text,
    )
  const fresh = Array.from({ length: 100 }, (_, index) => {
    const at = new Date(Date.UTC(2026, 1, 1 + offset) + index * 60_000).toISOString().slice(0, 19)
    return `#### ${at}Z - ${name} ${index}\n**Decision**: Use ${name} ${index}\n**Rationale**: because\n\n`
  })
  return `${head}${fresh.toReversed().join('')}${edited.join('')}`
}

const [ours, theirs] = [version('alpha', 3), version('beta', 7)]
const times = Array.from({ length: 5 }, () => {
  const start = performance.now()
  const { conflicts, report } = mergeNotes({
    base,
    ours,
    theirs,
    textMerge: () => ({ text: '', conflicts: 1 }),
  })
  return { ms: performance.now() - start, conflicts, by: report.by, why: report.why }
})
const sorted = times.map(({ ms }) => ms).toSorted((a, b) => a - b)
console.log(
  `${count} decisions, ${(base.length / 1e6).toFixed(1)} MB: first ${Math.round(times[0].ms)} ms, median ${Math.round(sorted[2])} ms`,
)
console.log(`by ${times[0].by} ${times[0].why ?? ''}, ${times[0].conflicts} conflicts`)
