// A second opinion on the truth, from `git blame --reverse`, which follows lines only while they stay the same.
import { git } from './git.mjs'
import { countWordCharacters } from './words.mjs'

/** Compares the truth with blame for the quoted lines in a few files: do both name the same place, or none? */
export function compareWithBlame(judged, { repository, from, to, files }) {
  const lines = judged.filter(({ quote }) => quote.from === quote.to && countWordCharacters(quote.text) >= 6)
  const paths = [...new Set(lines.map(({ quote }) => quote.path))].slice(0, files)
  const sum = { lines: 0, same: 0, different: [] }
  for (const path of paths) {
    const places = blameReversed(repository, path, { from, to })
    for (const { quote, truth } of lines.filter(({ quote }) => quote.path === path)) {
      const place = places.get(quote.from)
      const stands = truth.state === 'ok' || truth.state === 'moved'
      const isSame = stands
        ? place !== undefined && place.path === truth.path && place.number === truth.from
        : place === undefined || (place.path === truth.path && place.number === truth.from)
      sum.lines++
      if (isSame) sum.same++
      else sum.different.push({ quote, truth, blame: place ?? 'not at the end' })
    }
  }
  return sum
}

/** Returns the place at `to` of each line that the file has at `from`; lines that are gone by then are left out. */
function blameReversed(repository, path, { from, to }) {
  const args = ['blame', '--reverse', '--first-parent', '-w', '-M', '-C', '--porcelain']
  const places = new Map()
  const fileOf = new Map()
  let open
  for (const line of git(repository, [...args, `${from}..${to}`, '--', path]).split('\n')) {
    const head = /^([0-9a-f]{40}) (\d+) (\d+)/.exec(line)
    if (head !== null) open = { commit: head[1], number: Number(head[2]), at: Number(head[3]) }
    else if (line.startsWith('filename ')) fileOf.set(open.commit, line.slice(9))
    else if (line.startsWith('\t') && open.commit === to)
      places.set(open.at, { path: fileOf.get(open.commit), number: open.number })
  }
  return places
}
