// Prints the figures, and the failures so that one can see at a glance what went wrong.
import { groupBy } from './group-by.mjs'
import { measure } from './judge.mjs'

const MAX_LISTED = 20

export const percent = share => (share === undefined ? '-' : `${(100 * share).toFixed(1)} %`)

export function printTable(head, rows) {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map(row => String(row[column]).length)))
  const line = row =>
    row
      .map((cell, at) => (at === 0 ? String(cell).padEnd(widths[at]) : String(cell).padStart(widths[at])))
      .join('  ')
  console.log([head, ...rows].map(line).join('\n'))
}

const HEAD = [
  'quotes',
  'state right',
  'coarse',
  'moves found',
  'precision',
  'false ok',
  'false gone',
  'closest right',
]

const cellsOf = judged => {
  const { quotes, right, coarse, recall, precision, falseOk, falseGone, closest } = measure(judged)
  return [quotes, ...[right, coarse, recall, precision, falseOk, falseGone, closest].map(percent)]
}

export function printBy(title, judged, groupOf) {
  const groups = groupBy(judged, groupOf)
  const rows = [...groups].sort((one, other) => other[1].length - one[1].length)
  console.log('')
  printTable(
    [title, ...HEAD],
    [...rows.map(([group, list]) => [group, ...cellsOf(list)]), ['all', ...cellsOf(judged)]],
  )
}

/** Prints the failures, the most frequent type first, with the quote, the truth and the answer. */
export function printFailures(judged) {
  const failed = judged.filter(({ isRight }) => !isRight)
  const types = [...groupBy(failed, ({ failure }) => failure)].sort(
    (one, other) => other[1].length - one[1].length,
  )
  for (const [type, list] of types) {
    console.log(`\n== truth ${type}: ${list.length}`)
    for (const one of list.slice(0, MAX_LISTED)) console.log(describeFailure(one))
  }
}

const short = text => (text.length > 160 ? `${text.slice(0, 157)}...` : text).replace(/\n/g, '\n           ')
const placeOf = ({ path, from, to }) =>
  from === undefined ? path : `${path}:${from === to ? from : `${from}-${to}`}`

function describeFailure({ quote, truth, answer }) {
  const truly = truth.path === undefined ? truth.state : `${truth.state} ${placeOf(truth)}`
  const alike = truth.similarity === undefined ? '' : `, alike ${truth.similarity.toFixed(2)}`
  const places = answer?.places.slice(0, 3).map(placeOf).join(' | ') ?? ''
  const more = (answer?.places.length ?? 0) > 3 ? ` and ${answer.places.length - 3} more` : ''
  const closest = answer?.closest ? `closest ${answer.closest.from}: ${short(answer.closest.text)}` : ''
  const lines = [
    `  ${quote.run ?? ''} ${placeOf(quote)}  (${quote.kind}, ${quote.copies})`,
    `    quote  ${short(quote.text)}`,
    `    truth  ${truly} (${truth.happened}${alike})`,
    ...(truth.code === undefined || truth.state !== 'changed' ? [] : [`           ${short(truth.code)}`]),
    `    said   ${answer?.state ?? 'nothing'} ${answer?.what ?? ''} ${places}${more} ${closest}`.trimEnd(),
  ]
  return lines.join('\n')
}

/** A failure as one line of JSON. */
export const failureLine = ({ quote, truth, answer, failure }) =>
  JSON.stringify({ failure, quote, truth, answer })

export function printDisagreements(disagreements) {
  console.log(`\nCommands that contradict verify: ${disagreements.length}`)
  const kinds = groupBy(disagreements, ({ command, verify, says }) => {
    const word = typeof says === 'string' && says.length > 30 ? 'a finding' : says
    return `${command} says ${word}, verify ${verify}`
  })
  for (const [kind, list] of kinds)
    console.log(
      `  ${kind}: ${list.length} (${list
        .slice(0, 3)
        .map(({ run, id }) => `${run ?? ''} ${id}`.trim())
        .join(', ')})`,
    )
}
