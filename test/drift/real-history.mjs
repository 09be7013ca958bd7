// One run over a real history: quotes taken at a commit, judged at a later one.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { askVerify, findDisagreements } from './answers.mjs'
import { compareWithBlame } from './blame.mjs'
import { cloneInto, git } from './git.mjs'
import { judge } from './judge.mjs'
import { pickQuotes, readFiles } from './pick-quotes.mjs'
import { NOTES, recordQuotes } from './record-quotes.mjs'
import { truthOf } from './truth.mjs'

const REFERENCES = 40

/**
 * Returns `starts` ranges of commits, each `distance` long: the first one ends at `at`, the others earlier. A rebase
 * can make several commits in one second. A range then starts at the last of them, because the time of a quote cannot
 * name the others.
 */
export function rangesOf(repository, { at, distance, starts, random }) {
  const list = git(repository, ['rev-list', '--first-parent', '--timestamp', at]).trim().split('\n')
  const [times, commits] = [0, 1].map(part => list.map(line => line.split(' ')[part]))
  const spare = commits.length - 1 - distance
  if (spare < 0) return []
  return Array.from({ length: starts }, (_, turn) => {
    const end = turn === 0 ? 0 : Math.floor(random() * (spare + 1))
    let start = end + distance
    while (start > end && times[start - 1] === times[start]) start--
    return { to: commits[end], from: commits[start] }
  })
}

export async function measureReal(repository, { from, to, count, random, blameFiles, commands }) {
  const scratch = mkdtempSync(join(tmpdir(), 'notesmd-drift-'))
  try {
    const folder = join(scratch, 'project')
    cloneInto(folder, repository, from)
    const at = utc(git(repository, ['log', '-1', '--format=%cI', from]).trim())
    const files = readFiles(folder)
    const picked = pickQuotes(files, { count, random })
    const references = picked.filter(({ isPart }) => !isPart).slice(0, REFERENCES)
    const { text, accepted, references: cited } = recordQuotes(folder, picked, { at, references })
    git(folder, ['checkout', '--quiet', '--force', '--detach', to])
    writeNotes(folder, text)
    const truths = await truthOf(accepted, files, { repository, from, to, folder })
    return { ...judgeProject(folder, { quotes: accepted, truths, cited, commands }), blame: blameOf }

    function blameOf(judged) {
      return compareWithBlame(judged, { repository, from, to, files: blameFiles })
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
  }
}

const utc = date => new Date(date).toISOString().replace('.000', '')

/** Writes the notes again, and makes their folder, which a later commit may not have. */
export function writeNotes(folder, text) {
  mkdirSync(dirname(join(folder, NOTES)), { recursive: true })
  writeFileSync(join(folder, NOTES), text)
}

/** Asks the product about all claims of a project, and compares its answers with the truth. */
export function judgeProject(folder, { quotes, truths, cited, commands }) {
  const verified = askVerify(folder)
  const [evidence, places] = [false, true].map(
    isReference =>
      new Map(
        verified.answers
          .filter(answer => answer.isReference === isReference)
          .map(answer => [answer.id, answer]),
      ),
  )
  const known = quotes.map((quote, index) => ({ quote, truth: truths[index] }))
  const sure = known.filter(({ truth }) => truth.state !== 'unsure')
  const ids = new Set(cited.map(({ id }) => id))
  return {
    judged: sure.map(({ quote, truth }) => judge(quote, truth, evidence.get(quote.id))),
    references: sure
      .filter(({ quote }) => ids.has(quote.id))
      .map(({ quote, truth }) => judge(quote, truth, places.get(quote.id))),
    unsure: known.filter(({ truth }) => truth.state === 'unsure'),
    disagreements: commands ? findDisagreements(folder, verified) : [],
    milliseconds: verified.milliseconds,
  }
}
