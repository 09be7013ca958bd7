// Histories of generated code. Every line keeps its identity while it is edited, so the expected answers need no diff.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomFrom } from '../writers/random.mjs'
import { cloneInto, git } from './git.mjs'
import { measure } from './judge.mjs'
import { makeFile, pick, printedLines, printFile } from './made-code.mjs'
import { FORMATS, isKept, LAYOUTS, LINE_EDITS } from './made-edits.mjs'
import { copiesOf, pickQuotes, readFiles } from './pick-quotes.mjs'
import { judgeProject, writeNotes } from './real-history.mjs'
import { recordQuotes } from './record-quotes.mjs'
import { percent, printBy, printDisagreements, printFailures, printTable } from './report.mjs'
import { truthOf } from './truth.mjs'
import { similarityOf, squeezeLines, tokensOf, wordsOf } from './words.mjs'

const HISTORIES = 6
const QUOTES = 200
const FILES = 48
const COMMITS = 40
/** The number of files that one commit formats. */
const FORMATTED = 2
const FOLDERS = ['src/auth', 'src/store', 'lib/jobs', 'lib/net', 'tools']
const SECONDS_APART = 7200
const FIRST_SECOND = 1_700_000_000

const MUST_NOTICE = [
  'commented out',
  'block comment on its line',
  'block comment around it',
  'operand appended',
  'negated',
]

export async function measureMade(seed) {
  const runs = []
  for (let turn = 0; turn < HISTORIES; turn++)
    runs.push(await measureOne(randomFrom(seed * 100 + turn), `made ${turn + 1}`))
  return {
    judged: runs.flatMap(({ judged }) => judged),
    unsure: runs.flatMap(({ unsure }) => unsure),
    disagreements: runs.flatMap(({ disagreements }) => disagreements),
    milliseconds: runs.map(({ milliseconds }) => milliseconds),
    followed: runs.flatMap(({ followed }) => followed),
  }
}

async function measureOne(random, label) {
  const scratch = mkdtempSync(join(tmpdir(), 'notesmd-drift-'))
  try {
    const repository = join(scratch, 'repository')
    const folder = join(scratch, 'project')
    git(undefined, ['init', '--quiet', '--bare', '--initial-branch=main', repository])
    const stream = new CommitStream()
    const files = Array.from({ length: FILES }, (_, index) => {
      const name = `${pick(random, ['index', 'users', 'tokens', 'routes', 'cache', 'report'])}${index}`
      return makeFile(`${pick(random, FOLDERS)}/${name}.${index % 3 === 2 ? 'py' : 'ts'}`, random)
    })
    stream.commit('Start', files)
    const from = importInto(repository, stream)
    cloneInto(folder, repository, from)
    const sources = readFiles(folder)
    const quotes = chooseQuotes(sources, files, random)
    const at = new Date(stream.seconds * 1000).toISOString().replace('.000', '')
    const cited = quotes.filter(({ isPart }) => !isPart).slice(0, 20)
    const { text, accepted, references } = recordQuotes(folder, quotes, { at, references: cited })
    editAll(stream, files, accepted, random)
    const to = importInto(repository, stream)
    git(folder, ['fetch', '--quiet'])
    git(folder, ['checkout', '--quiet', '--force', '--detach', to])
    writeNotes(folder, text)
    const truths = knownTruths(accepted, files)
    const run = judgeProject(folder, { quotes: accepted, truths, cited: references, commands: true })
    const followed = compareTruths(truths, await truthOf(accepted, sources, { repository, from, to, folder }))
    for (const { quote } of run.judged) {
      quote.run = label
      delete quote.owners
    }
    for (const one of run.disagreements) one.run = label
    return { ...run, followed }
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Commits for `git fast-import`: the same edits produce the same hashes. */
class CommitStream {
  #text = ''
  #printed = new Map()
  seconds = FIRST_SECOND

  commit(subject, files) {
    const now = new Map(files.map(file => [file.path, printFile(file)]))
    const gone = [...this.#printed.keys()].filter(path => !now.has(path))
    const changed = [...now].filter(([path, text]) => this.#printed.get(path) !== text)
    if (gone.length + changed.length === 0) return
    this.seconds += SECONDS_APART
    const who = `Ada <ada@example.com> ${this.seconds} +0000`
    // Within one stream git continues the branch by itself.
    const from = this.#text === '' && this.#printed.size > 0 ? 'from refs/heads/main^0\n' : ''
    this.#text += `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\n${sized(subject)}${from}`
    for (const path of gone) this.#text += `D ${path}\n`
    for (const [path, text] of changed) this.#text += `M 100644 inline ${path}\n${sized(text)}`
    this.#printed = now
  }

  take() {
    const text = this.#text
    this.#text = ''
    return text
  }
}

const sized = text => `data ${Buffer.byteLength(text)}\n${text}\n`

function importInto(repository, stream) {
  git(repository, ['fast-import', '--quiet', '--date-format=raw'], stream.take())
  return git(repository, ['rev-parse', 'refs/heads/main']).trim()
}

/** Chooses quotes, each with the owners of the lines that it is taken from. */
function chooseQuotes(sources, files, random) {
  const printed = new Map(files.map(file => [file.path, printedLines(file)]))
  return pickQuotes(sources, { count: QUOTES, random }).map(quote => ({
    ...quote,
    copies: copiesOf(quote, sources),
    owners: printed
      .get(quote.path)
      .slice(quote.from - 1, quote.to)
      .map(({ owner }) => owner),
  }))
}

/** Makes many commits: each edits some quoted lines, and the format or layout of a file. */
function editAll(stream, files, quotes, random) {
  const edits = Object.keys(LINE_EDITS)
  const waiting = quotes.filter(() => random() < 0.6)
  // Few lines can be negated or take an operand, so these edits are tried more often, as are those in `MUST_NOTICE`.
  const rare = ['operand appended', 'negated']
  const wanted = [...edits, ...MUST_NOTICE, ...Array(8).fill(rare).flat()]
  for (let turn = 0; turn < COMMITS; turn++) {
    const share = Math.ceil(waiting.length / (COMMITS - turn))
    for (const quote of waiting.splice(0, share)) editQuote(quote, { files, random, wanted })
    if (turn % 3 === 0) for (let times = 0; times < FORMATTED; times++) format(pick(random, files), random)
    else layOut(files, random)
    stream.commit(`Change ${turn + 1}`, files)
  }
}

function editQuote({ owners }, { files, random, wanted }) {
  const owner = owners.find(one => one !== undefined && /\w/.test(one.parts[0]))
  if (owner === undefined || owner.edit !== undefined || owner.parts.length !== 1) return
  const file = files.find(({ blocks }) => blocks.some(block => block.includes(owner)))
  if (file === undefined) return
  for (let tries = 0; tries < 30; tries++) {
    const edit = pick(random, wanted)
    const answer = LINE_EDITS[edit](owner.parts[0], { python: file.python, random })
    if (answer === undefined) continue
    owner.edit = edit
    const block = file.blocks.find(lines => lines.includes(owner))
    const at = block.indexOf(owner)
    if (answer.length === 0) {
      owner.isGone = true
      block.splice(at, 1)
      return
    }
    const [text, around] = answer
    owner.parts = [text]
    if (around !== undefined) block.splice(at, 1, { parts: [around.above] }, owner, { parts: [around.below] })
    return
  }
}

function format(file, random) {
  const name = pick(random, Object.keys(FORMATS))
  const context = { python: file.python, tabs: random() < 0.5 }
  for (const owner of file.blocks.flat()) {
    if (owner.parts.length !== 1 || (owner.edit !== undefined && name === 'arguments reflowed')) continue
    const parts = FORMATS[name](owner.parts, context)
    if (parts.join('\n') === owner.parts[0]) continue
    owner.parts = parts
    owner.format = name
  }
}

function layOut(files, random) {
  // A folder holds many files: renaming it moves as many quotes as all other layouts, so it is renamed less often.
  const names = Object.keys(LAYOUTS)
  const name = pick(random, [...names, ...names.filter(one => one !== 'folder renamed')])
  const paths = new Set(files.map(({ path }) => path))
  LAYOUTS[name]({
    file: pick(random, files),
    files,
    random,
    happens: block => {
      for (const owner of block) owner.layout = name
    },
    remove: owner => {
      owner.isGone = true
      owner.layout = name
    },
    rename: path => {
      let free = path
      for (let number = 2; paths.has(free); number++) free = path.replace(/(\.\w+)$/, `${number}$1`)
      paths.add(free)
      return free
    },
  })
}

/** Returns where the lines of each quote are now, and whether they still say what was quoted. */
function knownTruths(quotes, files) {
  const places = new Map()
  for (const file of files)
    for (const [index, { owner, text }] of printedLines(file).entries())
      if (owner !== undefined) {
        const place = places.get(owner) ?? { path: file.path, from: index + 1, texts: [] }
        place.texts.push(text)
        place.to = index + 1
        places.set(owner, place)
      }
  return quotes.map(quote => knownTruth(quote, places))
}

function knownTruth(quote, places) {
  const owners = quote.owners.filter(owner => owner !== undefined && owner.parts.join('').trim() !== '')
  const label = ['edit', 'format', 'layout']
    .map(name => owners.find(owner => owner[name])?.[name])
    .find(Boolean)
  const live = owners.filter(owner => !owner.isGone).map(owner => places.get(owner))
  if (live.length === 0) return { state: 'gone', happened: label }
  if (new Set(live.map(({ path }) => path)).size > 1)
    return { state: 'unsure', why: 'its lines are in two files' }
  const [{ path }] = live
  const place = {
    path,
    from: Math.min(...live.map(({ from }) => from)),
    to: Math.max(...live.map(({ to }) => to)),
  }
  const texts = live.flatMap(({ texts }) => texts)
  const code = texts.join('\n')
  const changes = owners.filter(({ edit, isGone }) => isGone || (edit !== undefined && !isKept(edit)))
  const isWhole = place.to - place.from + 1 - texts.length <= quote.owners.length - owners.length
  const isInterrupted = live.length > 1 && (owners.some(({ edit }) => isKept(edit)) || !isWhole)
  if (live.length > 1 && (isInterrupted || live.some(({ from }, at) => at > 0 && from < live[at - 1].from)))
    return { state: 'unsure', why: 'other lines came between' }
  const rest = { ...place, code, similarity: similarityOf(tokensOf(quote.text), tokensOf(code)) }
  if (quote.isPart) return truthOfPart(quote, owners[0], { ...rest, texts, label })
  if (changes.length > 0) return { state: 'changed', ...rest, happened: label }
  const isThere = path === quote.path && place.from === quote.from
  return {
    state: isThere ? 'ok' : 'moved',
    ...rest,
    happened: label ?? (isThere ? 'stays' : 'shifted in its file'),
  }
}

/** Compares the known truth with the truth read from patches, which real histories have to rely on. */
function compareTruths(known, followed) {
  return known.flatMap((truth, index) => {
    const other = followed[index]
    if (truth.state === 'unsure') return []
    if (other.state === 'unsure') return [{ known: truth, followed: other, verdict: 'left out' }]
    const isSame = truth.state === other.state && truth.path === other.path && truth.from === other.from
    return [{ known: truth, followed: other, verdict: isSame ? 'same' : 'different' }]
  })
}

/** A quoted part of a line holds as long as its words are there and nothing reverses their meaning. */
function truthOfPart(quote, { edit }, { texts, label, ...place }) {
  const words = wordsOf(quote.text)
  const now = squeezeLines(texts).text
  const stands = now.includes(words)
  const isOff = ['commented out', 'block comment on its line', 'block comment around it'].includes(edit)
  const isNegated = stands && /(?:!|not)$/.test(now.slice(0, now.indexOf(words)))
  if (edit === 'operand appended' && stands) return { state: 'unsure', why: 'an operand after a quoted part' }
  if (!stands || isOff || isNegated) return { state: 'changed', ...place, happened: label }
  const { text, lineOf } = squeezeLines(texts)
  const at = text.indexOf(words)
  const from = place.from + lineOf[at]
  const to = place.from + lineOf[at + words.length - 1]
  const isThere = place.path === quote.path && from === quote.from
  const happened = label ?? (isThere ? 'stays' : 'shifted in its file')
  return { ...place, state: isThere ? 'ok' : 'moved', from, to, happened }
}

/** Returns the figures, and whether each meets its goal. */
export function figuresOf({ judged, disagreements, followed }) {
  const figures = measure(judged)
  const noticed = MUST_NOTICE.map(edit => {
    const list = judged.filter(({ truth }) => truth.happened === edit && truth.state === 'changed')
    return { name: `noticed: ${edit}`, now: list.filter(one => one.noticed).length / list.length, goal: 0.98 }
  })
  const formatted = judged.filter(({ truth }) => truth.happened in FORMATS && truth.state !== 'changed')
  const kept = formatted.filter(({ isRight }) => isRight).length / formatted.length
  const decided = followed.filter(({ verdict }) => verdict !== 'left out')
  const trusted = decided.filter(({ verdict }) => verdict === 'same').length / decided.length
  const goals = [
    { name: 'states right', now: figures.right, goal: 0.95 },
    { name: 'moves found', now: figures.recall, goal: 0.95 },
    { name: 'precision of moves', now: figures.precision, goal: 0.99 },
    { name: 'false ok', now: figures.falseOk, goal: 0.003, isLimit: true },
    ...noticed,
    { name: 'formatting followed', now: kept, goal: 0.98 },
    { name: 'this harness: truth read from patches', now: trusted, goal: 0.98 },
  ].map(one => ({ ...one, isMet: one.isLimit ? one.now <= one.goal : one.now >= one.goal }))
  const contradictions = disagreements.length
  return { figures, goals, contradictions, isGood: contradictions === 0 && goals.every(({ isMet }) => isMet) }
}

export function printMade(
  { judged, unsure, disagreements, milliseconds, followed },
  { goals, contradictions },
) {
  printFailures(judged)
  printBy('what happened', judged, ({ truth }) => truth.happened)
  printBy('kind', judged, ({ quote }) => quote.kind)
  printBy('when taken', judged, ({ quote }) => quote.copies)
  printEdits(judged)
  printDisagreements(disagreements)
  const [same, different, out] = ['same', 'different', 'left out'].map(
    verdict => followed.filter(one => one.verdict === verdict).length,
  )
  console.log(
    `\nThe truth read from patches, as for real histories: ${same} same, ${different} different, ${out} left out`,
  )
  const times = milliseconds.map(Math.round).join(', ')
  console.log(`\n${judged.length} quotes judged, ${unsure.length} left out; verify took ${times} ms\n`)
  printTable(
    ['goal', 'now', 'wanted', ''],
    [
      ...goals.map(({ name, now, goal, isMet }) => [
        name,
        percent(now),
        percent(goal),
        isMet ? 'met' : 'MISSED',
      ]),
      ['contradictions', contradictions, 0, contradictions === 0 ? 'met' : 'MISSED'],
    ],
  )
}

/** For each kind of edit, prints how often it was noticed if the words changed, and followed if they did not. */
function printEdits(judged) {
  const names = [...Object.keys(LINE_EDITS), ...Object.keys(FORMATS), ...Object.keys(LAYOUTS)]
  const rows = names.flatMap(name => {
    const list = judged.filter(({ truth }) => truth.happened === name)
    const [stale, standing] = [true, false].map(isStale =>
      list.filter(({ truth }) => (truth.state === 'changed' || truth.state === 'gone') === isStale),
    )
    const noticed = stale.filter(({ noticed }) => noticed).length
    const followed = standing.filter(({ isRight }) => isRight).length
    return list.length === 0
      ? []
      : [[name, `${noticed} of ${stale.length}`, `${followed} of ${standing.length}`]]
  })
  console.log('')
  printTable(['edit', 'noticed', 'followed'], rows)
}
