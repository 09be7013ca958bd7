// Records the quotes as a user does, with the product itself, at the time of the commit that they are taken from.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { env } from './git.mjs'

const program = fileURLToPath(new URL('../../dist/notes.cjs', import.meta.url))

export function notes(folder, args, { input, ends = [0, 1] } = {}) {
  const options = { cwd: folder, env, encoding: 'utf8', input, maxBuffer: 1 << 28 }
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [program, ...args], options)
  if (error !== undefined || !ends.includes(status))
    throw new Error(`notes ${args.join(' ')} ended with ${status}\n${error ?? stderr}`)
  return { status, stdout, stderr }
}

export const NOTES = 'grimoires/loa/NOTES.md'

/** Writes a decision for each quote and a reference for some; returns the text and the quotes that were accepted. */
export function recordQuotes(folder, quotes, { at, references }) {
  notes(folder, ['init'])
  const accepted = addAll(folder, ['decision', 'add'], quotes, quote => decisionOf(quote, at))
  const once = references.filter(
    (quote, index) => references.findIndex(other => placeOf(other) === placeOf(quote)) === index,
  )
  const places = addAll(folder, ['ref', 'add'], once, quote => ({ place: placeOf(quote), purpose: quote.id }))
  const file = join(folder, NOTES)
  // `ref add` stamps a reference with the current time: replace it with the time of the commit.
  const text = readFileSync(file, 'utf8').replace(
    /^(\| \$\{PROJECT_ROOT\}.* \| )(?:\d{4}-\d\d-\d\dT)?\d{2}:\d{2}:\d{2}Z \|$/gm,
    `$1${at} |`,
  )
  writeFileSync(file, text)
  return { text, accepted, references: places }
}

const placeOf = ({ path, from, to }) => `${path}:${from === to ? from : `${from}-${to}`}`

const decisionOf = (quote, at) => ({
  title: quote.id,
  decision: `Rest on ${quote.id}`,
  rationale: 'It is so in the code',
  evidence: [quote.isPart ? `${placeOf(quote)}="${quote.text}"` : placeOf(quote)],
  scenario: ['as usual -> it holds', 'at the edge -> it holds', 'on failure -> it is said'],
  at,
})

/** One refused record makes `add` refuse the whole list: halve the list until only refused records are left out. */
function addAll(folder, command, quotes, recordOf) {
  if (quotes.length === 0) return []
  const input = JSON.stringify(quotes.map(recordOf))
  const args = [...command, '--from', '-', '--beside', '--json', '--allow-secret', 'quotes of public code']
  const { status } = notes(folder, args, { input, ends: [0, 1, 2] })
  if (status === 0) return quotes
  if (quotes.length === 1) return []
  const half = Math.ceil(quotes.length / 2)
  return [quotes.slice(0, half), quotes.slice(half)].flatMap(some => addAll(folder, command, some, recordOf))
}
