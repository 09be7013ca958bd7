// Works out what became of a quote from what became of its lines.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { followLines } from './follow-lines.mjs'
import {
  countWordCharacters,
  isComment,
  isInsideBlock,
  isSameStatement,
  similarityOf,
  squeezeLines,
  tokensOf,
  wordsOf,
} from './words.mjs'

/**
 * Returns the truth about each quote: `state` is `ok`, `moved`, `changed`, `gone` or `unsure`. Lines are followed with
 * two of git's diff algorithms; when these lead to different lines, the quote is `unsure`.
 */
export async function truthOf(quotes, files, { repository, from, to, folder }) {
  const textOf = new Map(files.map(({ path, lines }) => [path, lines]))
  const lines = quotes.flatMap((quote, owner) =>
    numbersOf(quote)
      .map(number => ({ owner, path: quote.path, number, text: textOf.get(quote.path)[number - 1] }))
      .filter(({ text }) => countWordCharacters(text) > 0),
  )
  const [myers, histogram] = await Promise.all(
    ['myers', 'histogram'].map(algorithm => followLines(repository, lines, { from, to, algorithm })),
  )
  const read = endReader(folder)
  return quotes.map((quote, owner) => {
    const own = ({ followed }) => followed.filter((_, index) => lines[index].owner === owner)
    const truth = judge(quote, own(myers), textOf.get(quote.path), read)
    const other = judge(quote, own(histogram), textOf.get(quote.path), read)
    return isSameTruth(truth, other)
      ? truth
      : { ...truth, state: 'unsure', why: 'two diffs lead to two places' }
  })
}

const numbersOf = ({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

const isSameTruth = (one, other) =>
  one.state === other.state && one.path === other.path && one.from === other.from && one.to === other.to

/** Returns a function that reads the lines of a file as they are at the end. */
function endReader(folder) {
  const read = new Map()
  return path => {
    if (!read.has(path)) read.set(path, readFileSync(join(folder, path), 'utf8').split(/\r?\n/))
    return read.get(path)
  }
}

function judge(quote, followed, before, read) {
  const unsure = followed.find(line => line.unsure !== undefined)
  if (unsure !== undefined) return { state: 'unsure', why: unsure.unsure }
  const live = followed.filter(line => line.gone === undefined)
  if (live.length === 0) return { state: 'gone', happened: 'deleted' }
  const [{ path }] = live
  if (live.some(line => line.path !== path))
    return { state: 'unsure', why: 'its lines are in different files now' }
  const numbers = live.flatMap(line => line.numbers)
  if (numbers.some((number, at) => at > 0 && number < numbers[at - 1]))
    return { state: 'unsure', why: 'its lines changed places' }
  const after = read(path)
  const isJoined = live.some(line => line.joined)
  const events = new Set(live.flatMap(line => [...line.events]))
  const place = widen(quote, { from: numbers[0], to: numbers.at(-1) }, after)
  const code = after.slice(place.from - 1, place.to).join('\n')
  const stands = live.length === followed.length && standsIn(quote, code, { isJoined, before })
  if (stands && isInsideBlock(after, place.from, path) !== isInsideBlock(before, quote.from, quote.path))
    return { state: 'unsure', why: 'inside a block comment now, perhaps' }
  const stood = stands && quote.isPart ? narrow(quote, place, after) : place
  const isThere = path === quote.path && stood.from === quote.from
  const state = stands ? (isThere ? 'ok' : 'moved') : 'changed'
  const similarity = similarityOf(tokensOf(quote.text), tokensOf(code))
  return {
    state,
    path,
    ...place,
    code,
    similarity,
    happened: happenedTo(quote, { state, events, code, similarity }),
  }
}

/** Extends the place to lines without words, such as a closing brace, which are not followed themselves. */
function widen(quote, { from, to }, after) {
  if (quote.from === quote.to) return { from, to }
  const words = wordsOfLines(quote.text)
  for (let above = 0; above <= 3; above++)
    for (let below = 0; below <= 4; below++) {
      const [start, end] = [from - above, to + below]
      if (start >= 1 && wordsOfLines(after.slice(start - 1, end).join('\n')) === words)
        return { from: start, to: end }
    }
  return { from, to }
}

/** When the quoted line was broken into several, finds those that hold the quoted part. */
function narrow(quote, { from, to }, after) {
  const { text, lineOf } = squeezeLines(after.slice(from - 1, to))
  const words = wordsOf(quote.text)
  const at = text.indexOf(words)
  return at < 0 ? { from, to } : { from: from + lineOf[at], to: from + lineOf[at + words.length - 1] }
}

const wordsOfLines = text => squeezeLines(text.split('\n')).text

function standsIn(quote, code, { isJoined, before }) {
  if (quote.isPart || isJoined) {
    const line = before[quote.from - 1]
    if (isComment(code) && !isComment(line)) return false
    const [words, now] = [wordsOf(quote.text), wordsOfLines(code)]
    const at = now.indexOf(words)
    if (at < 0) return false
    return isPlainBefore(now.slice(0, at)) || wasSo(line, words)
  }
  return quote.from === quote.to
    ? isSameStatement(quote.text, code)
    : wordsOfLines(quote.text) === wordsOfLines(code)
}

/** Is there nothing before the words that reverses their meaning? */
const isPlainBefore = start => !/(?:!|\bnot|\/\/|\/\*|#)$/.test(start)

const wasSo = (line, words) => {
  const all = wordsOf(line)
  return !isPlainBefore(all.slice(0, all.indexOf(words)))
}

function happenedTo(quote, { state, events, code, similarity }) {
  if (state === 'changed') {
    const grew = wordsOfLines(code).includes(wordsOfLines(quote.text))
    const how = !grew
      ? similarity < 0.6
        ? 'edited much'
        : 'edited'
      : isComment(code) && !isComment(quote.text)
        ? 'commented out'
        : 'grew'
    const isElsewhere = ['file renamed', 'moved to another file'].some(event => events.has(event))
    return isElsewhere ? `${how}, in another file` : how
  }
  for (const event of ['moved to another file', 'moved inside its file', 'file renamed'])
    if (events.has(event)) return event
  if (events.has('edited')) return 'edited and back, or around it'
  if (events.has('reformatted')) return 'reformatted'
  return state === 'ok' ? 'stays' : 'shifted in its file'
}
