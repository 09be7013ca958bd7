import { groupBy } from '../markdown/group-by.ts'
import { isBeyond, type Placed } from './at-place.ts'
import { closestLines } from './closest.ts'
import { type CodeFile, type CodeReader, codeLines, type Lines, textAt } from './code.ts'
import { bestOf, type Found, findQuote, MAX_PLACES } from './find-quote.ts'
import type { Followed } from './past/follow.ts'
import { MIN_TELLING } from './past/hunks.ts'
import { clearBest, likeness, neighbors } from './past/moved-lines.ts'
import type { Taken } from './past/taken.ts'
import type { Quote } from './quote.ts'
import { extensionOf, searchProject } from './search.ts'
import type { EvidenceCheck, Place } from './states.ts'

/** Below this similarity, the closest line is unrelated. */
const MIN_SIMILARITY = 0.5

/** The limit for the cited line itself, which needs less similarity. */
const MIN_AT_PLACE = 0.3

/** At this similarity the line was edited in place, and a copy of its old text elsewhere belongs to something else. */
const EDITED_SIMILARITY = 0.75

/** The number of a line's six neighbors that its copy must share. With fewer, it is a different line with the same words. */
const MIN_NEIGHBORS = 4

/** A claim's history in git: the commit its quote was taken from, and where those lines are today. */
export interface Past {
  readonly taken: Taken
  readonly followed: Followed
}

/** A claim that is not at its place, and whose lines git did not follow to the work tree. */
export interface Lost {
  readonly one: Placed
  readonly past: Past | undefined
}

type Candidate = Place & Found

/**
 * Searches for quotes by their words: in the file that had them last, then in the project. Skips those for which no
 * time is left.
 */
export function searchLost(all: readonly Lost[], code: CodeReader): ReadonlyMap<Placed, EvidenceCheck> {
  const open = all.flatMap(lost => (code.isOver?.() === true ? [] : inOwnFile(lost, code)))
  const { places, isComplete } = searchProject(
    open.filter(({ inFile, isEdited }) => inFile.length === 0 && !isEdited),
    code,
  )
  const found = open.map(one => bestOf(one.inFile.length > 0 ? one.inFile : (places.get(one) ?? [])))
  const likely = open.map((one, index) => byNeighbors(one, found[index] ?? [], code))
  const isOld = olderPlaces(
    open.flatMap((one, index) => {
      const place = likely[index]
      return place === undefined || place.path === one.path ? [] : [{ one, place }]
    }),
    code,
  )
  const checkOf = (one: Open, index: number): EvidenceCheck => {
    if (one.past === undefined) return byWords(one, found[index] ?? [], isComplete, code)
    const place = likely[index]
    // git had no time to determine whether the copy is older.
    if (place !== undefined && place.path !== one.path && code.history?.(one.path)?.isCut === true)
      return { state: 'unchecked', path: one.path }
    return place === undefined || isOld.has(one)
      ? notFound(one, isComplete, code)
      : movedTo(place, isTelling(one, place))
  }
  return new Map(open.map((one, index) => [one.one, checkOf(one, index)]))
}

interface Open extends Lost {
  readonly quote: Quote
  readonly path: string
  readonly file: CodeFile | undefined
  readonly inFile: readonly Candidate[]
  /** Is there a line so similar that it must be the quoted one, edited? */
  readonly isEdited: boolean
}

const NO_QUOTE: Quote = { lines: [], words: '', isClosed: false }

function inOwnFile({ one, past }: Lost, code: CodeReader): Open {
  const quote = past?.taken.quote ?? one.quote ?? NO_QUOTE
  const path = past?.followed.path ?? one.path
  const read = code.read(path)
  const file = 'problem' in read ? undefined : read
  const lost = { one, past, quote, path, file }
  if (file === undefined || quote.words === '') return { ...lost, inFile: [], isEdited: false }
  const lines = codeLines(file)
  const places = findQuote(lines, quote)
  // Copies that existed when the quote was taken are not its new place.
  const twins = past === undefined ? 0 : findQuote(past.taken.file, quote).length - 1
  const inFile = places.length > twins ? places.map(place => ({ path, ...place })) : []
  const isEdited =
    inFile.length === 0 &&
    past === undefined &&
    closestLines(file, quote, one.cited[0]?.from ?? 1).similarity >= EDITED_SIMILARITY
  return { ...lost, inFile, isEdited }
}

/** Returns the claims whose copy existed when the quote was taken, so that the quote did not move there. */
function olderPlaces(
  copies: readonly { readonly one: Open; readonly place: Candidate }[],
  code: CodeReader,
): ReadonlySet<Open> {
  const old = new Set<Open>()
  for (const [history, group] of groupBy(copies, ({ one }) => code.history?.(one.path))) {
    if (history === undefined) continue
    const commits = new Set(group.map(({ one }) => one.past?.taken.id ?? ''))
    const renames = new Map([...commits].map(id => [id, history.renamesSince(id)]))
    const texts = history.textsAt(
      group.map(({ one, place: { path } }) => {
        const commit = one.past?.taken.id ?? ''
        return { commit, path: renames.get(commit)?.get(path) ?? path }
      }),
    )
    for (const [index, { one }] of group.entries())
      if (findQuote(codeLines({ text: texts[index] ?? '' }), one.quote).length > 0) old.add(one)
  }
  return old
}

/** Judges a claim by its words alone, when git knows nothing about its lines. */
function byWords(
  one: Open,
  found: readonly Candidate[],
  isComplete: boolean,
  code: CodeReader,
): EvidenceCheck {
  const [place, ...more] = found
  if (place === undefined) return notFound(one, isComplete, code)
  if (more.length === 0) return movedTo(place, isTelling(one, place) && (one.inFile.length > 0 || isComplete))
  return { state: 'ambiguous', at: found.slice(0, MAX_PLACES).map(({ path, lines }) => ({ path, lines })) }
}

function movedTo({ path, lines, exact }: Candidate, certain: boolean): EvidenceCheck {
  return { state: 'moved', to: { path, lines }, exact, certain }
}

/**
 * Is the match unmistakable? The quote must be long and the file of the same kind. Unless the file is the cited one,
 * either the cited file must be missing or git must know the lines.
 */
function isTelling({ quote, one, file, past }: Open, { path }: Place): boolean {
  const isSameKind = extensionOf(path) === extensionOf(one.path)
  const isFree = path === one.path || file === undefined || past !== undefined
  return quote.words.length >= MIN_TELLING && isSameKind && isFree
}

/** Returns the copy whose neighboring lines are most like those that the quote had. */
function byNeighbors({ past }: Open, found: readonly Candidate[], code: CodeReader): Candidate | undefined {
  if (past === undefined) return undefined
  const then = aroundOf(past.taken.file, past.taken.lines)
  const score = ({ path, lines }: Candidate): number => {
    const file = code.read(path)
    return 'problem' in file ? 0 : likeness(then, aroundOf(codeLines(file), lines))
  }
  const best = clearBest(found, score)
  const least = Math.min(MIN_NEIGHBORS, then.above.length + then.below.length)
  return best !== undefined && score(best) >= least ? best : undefined
}

/** The maximum distance of a neighbor, in lines, including blank ones. */
const NEAR = 8

function aroundOf(lines: Lines, { from, to }: Place['lines']) {
  const above = from > 1 ? textAt(lines, { from: Math.max(1, from - NEAR), to: from - 1 }).split('\n') : []
  const below =
    to < lines.count ? textAt(lines, { from: to + 1, to: Math.min(lines.count, to + NEAR) }).split('\n') : []
  return { above: neighbors(above.toReversed()), below: neighbors(below) }
}

function notFound(
  { one, past, path, quote, file }: Open,
  isComplete: boolean,
  code: CodeReader,
): EvidenceCheck {
  if (file === undefined) return !isComplete ? { state: 'unchecked', path } : missingFile(path, code)
  if (quote.words === '') return { state: 'gone', path }
  const closest = closestLines(file, quote, one.cited[0]?.from ?? 1)
  const { count } = codeLines(file)
  if (past === undefined) {
    const isThere = closest.lines.from === one.cited[0]?.from
    if (closest.similarity >= (isThere ? MIN_AT_PLACE : MIN_SIMILARITY))
      return { state: 'changed', path, closest }
    if (!isComplete) return { state: 'unchecked', path }
    return isBeyond(one.cited, count)
      ? { state: 'missing', what: 'line', path, count }
      : { state: 'gone', path }
  }
  // A line that was already in the file when the quote was taken is not an edited version of the quote.
  const isNew = () => !past.taken.file.text.includes(closest.text.split('\n')[0] ?? '')
  return closest.similarity >= EDITED_SIMILARITY && isNew()
    ? { state: 'changed', path, closest }
    : { state: 'gone', path }
}

function missingFile(path: string, code: CodeReader): EvidenceCheck {
  const file = code.read(path)
  const problem = 'problem' in file && file.problem !== 'outside' ? file.problem : 'missing'
  return { state: 'missing', what: 'file', path, problem }
}
