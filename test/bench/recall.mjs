// Measures recall@3 of `notes recover --query` on a labeled set, beside that of plain grep and minisearch.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { recallSet } from './recall-set.mjs'

const AT = 3

/** Ranks the decisions with `notes recover --query`. */
function ours(folder, notes, { text, entries }) {
  mkdirSync(join(folder, 'grimoires/loa'), { recursive: true })
  mkdirSync(join(folder, '.git'), { recursive: true })
  writeFileSync(join(folder, 'grimoires/loa/NOTES.md'), text)
  const idOf = new Map(entries.map(({ id, title }) => [title, id]))
  return query => {
    const args = [notes, 'recover', '--query', query, '--budget', '2000', '--json']
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    return JSON.parse(stdout).records.map(({ title }) => idOf.get(title))
  }
}

/** Ranks entries by how many query words they contain, then in file order, like `grep -i` with a patient reader. */
function grep({ entries }) {
  return query => {
    const words = query.toLowerCase().match(/[\w]+/g) ?? []
    return entries
      .map(({ id, text }) => ({ id, found: words.filter(word => text.toLowerCase().includes(word)).length }))
      .filter(({ found }) => found > 0)
      .sort((a, b) => b.found - a.found)
      .map(({ id }) => id)
  }
}

/** Searches with prefixes, typos and a boost for titles, as the documentation of minisearch recommends. */
function minisearch({ entries }) {
  const index = new MiniSearch({
    fields: ['title', 'text'],
    searchOptions: { prefix: true, fuzzy: 0.2, boost: { title: 2 } },
  })
  index.addAll(entries)
  return query => index.search(query).map(({ id }) => id)
}

/**
 * Returns in `results`, for `ours`, `minisearch` and `grep`, the share of queries whose decision is among the first
 * three, overall and by style.
 */
export function measureRecall({ folder, notes, seed }) {
  const set = recallSet(seed)
  const engines = { ours: ours(folder, notes, set), minisearch: minisearch(set), grep: grep(set) }
  const results = {}
  for (const [name, search] of Object.entries(engines)) {
    const hits = set.queries.map(({ query, id, style }) => ({
      style,
      hit: search(query).slice(0, AT).includes(id),
    }))
    const share = some => some.filter(({ hit }) => hit).length / some.length
    const styles = [...new Set(hits.map(({ style }) => style))]
    results[name] = {
      recall: share(hits),
      styles: Object.fromEntries(
        styles.map(style => [style, share(hits.filter(hit => hit.style === style))]),
      ),
    }
  }
  return { queries: set.queries.length, decisions: set.entries.length, results }
}

if (process.argv[1]?.endsWith('recall.mjs')) {
  const [folder, notes, seed = '1'] = process.argv.slice(2)
  console.log(JSON.stringify(measureRecall({ folder, notes, seed: Number(seed) }), null, 1))
}
