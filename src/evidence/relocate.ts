import { groupBy } from '../markdown/group-by.ts'
import { checkEvidence } from './check.ts'
import { type CodeReader, projectPath } from './code.ts'
import { bestOf, type Found, findQuote } from './find-quote.ts'
import { codeLines, type Lines } from './lines.ts'
import { onItsLine } from './on-its-line.ts'
import { type Quote, readQuote } from './quote.ts'
import type { Ambiguous, Claim, EvidenceCheck, Moved, Place } from './states.ts'

/**
 * At this similarity the line was edited in place, and a copy of its old text elsewhere belongs to something else.
 */
const EDITED_SIMILARITY = 0.75

/**
 * Checks all claims against the code. Quotes missing from their file are searched in the whole project, if the reader
 * can list its files. That reads every file, so it happens only when a claim fails.
 */
export function checkAll(claims: readonly Claim[], code: CodeReader): readonly EvidenceCheck[] {
  const compared = claims.map(claim => ({
    claim,
    check: onItsLine(claim, code) ?? checkEvidence(claim, code),
  }))
  const lost = compared.filter(({ check }) => isLost(check))
  if (lost.length === 0 || code.files === undefined) return compared.map(({ check }) => check)
  const found = relocateAll(
    lost.map(({ claim }) => claim),
    code.files(),
    code,
  )
  const places = new Map(lost.map((one, index) => [one, found[index]]))
  return compared.map(one => {
    const elsewhere = places.get(one)
    // The closest line in the cited file is more helpful than several copies elsewhere.
    const isBetter = elsewhere?.state === 'moved' || one.check.state !== 'changed'
    return isBetter ? (elsewhere ?? one.check) : one.check
  })
}

/** Is the quote missing from its file, or the file itself missing? */
function isLost(check: EvidenceCheck): boolean {
  if (check.state === 'changed') return check.closest.similarity < EDITED_SIMILARITY
  if (check.state !== 'missing') return false
  return check.what === 'line' || (check.what === 'file' && check.problem === 'missing')
}

/** The squeezed length from which a quote is recognizable in another file; `return token` is too short. */
const MIN_RECOGNIZABLE = 16

/** Limits of one search, in files and UTF-16 units: a second or two on a large project. */
const MAX_FILES = 20_000
const MAX_UNITS = 32 * 1024 * 1024

const MAX_PLACES = 100

/** A claim prepared for the search. */
interface Wanted {
  readonly quote: Quote
  /** The name of the cited file, without its directory. */
  readonly name: string
  readonly isGone: boolean
  readonly found: (Place & Found)[]
}

/**
 * Finds quotes whose file was renamed, or that moved to another file: for claims whose check says that the file is
 * missing or lacks the quote. Results are in the order of the claims; undefined when a quote is not found, or is too
 * short to be recognized in a file of another name. Exact matches win. One pass over the project serves all claims.
 */
export function relocateAll(
  claims: readonly Claim[],
  candidates: readonly string[],
  code: CodeReader,
): readonly (Moved | Ambiguous | undefined)[] {
  const wanted = claims.map(claim => wantedOf(claim, code))
  const isComplete = searchProject(
    wanted.filter(one => one !== undefined),
    candidates,
    code,
  )
  return wanted.map(one => one && answer(one, isComplete))
}

function wantedOf({ quote: text, locator }: Claim, code: CodeReader): Wanted | undefined {
  const quote = readQuote(text ?? '')
  if (quote === undefined) return undefined
  const cited = locator !== undefined && 'path' in locator ? locator : undefined
  const path = cited === undefined ? undefined : projectPath(cited, code)
  const isGone = path === undefined || 'problem' in code.read(path)
  return { quote, name: nameOf(cited?.path ?? ''), isGone, found: [] }
}

function answer({ found, isGone }: Wanted, isComplete: boolean): Moved | Ambiguous | undefined {
  const [place, ...more] = bestOf(found)
  if (place === undefined) return undefined
  if (more.length > 0) return { state: 'ambiguous', at: [place, ...more].slice(0, MAX_PLACES).map(placeOf) }
  return { state: 'moved', to: placeOf(place), exact: place.exact, certain: isGone && isComplete }
}

const placeOf = ({ path, lines }: Place): Place => ({ path, lines })

/** Searches the project. Returns false when it is too large to be searched completely. */
function searchProject(wanted: readonly Wanted[], candidates: readonly string[], code: CodeReader): boolean {
  const isLong = ({ quote }: Wanted) => quote.words.length >= MIN_RECOGNIZABLE
  const find = startsIn(wanted.filter(isLong), ({ quote }) => quote.words, MIN_RECOGNIZABLE)
  const shortByName = groupBy(
    wanted.filter(one => !isLong(one)),
    ({ name }) => name,
  )
  const names = new Set(wanted.map(({ name }) => name))
  const markdownOrCode = new Set([...names].map(isMarkdown))
  let units = 0
  let count = 0
  for (const path of likeliestFirst(candidates, names)) {
    if (!markdownOrCode.has(isMarkdown(path))) continue
    if (++count > MAX_FILES || units > MAX_UNITS) return false
    const file = code.read(path)
    if ('problem' in file) continue
    units += file.text.length
    const lines = codeLines(file)
    const short = shortByName.get(nameOf(path)) ?? []
    for (const one of [...short, ...find(() => lines.squeezed().text)])
      if (isMarkdown(path) === isMarkdown(one.name)) addPlaces(one, path, lines)
  }
  return true
}

function addPlaces({ quote, found }: Wanted, path: string, lines: Lines): void {
  for (const place of findQuote(lines, quote, { from: 1, to: lines.count })) found.push({ path, ...place })
}

/** A renamed file usually keeps its name or extension, so the limits cut off the least likely files. */
function likeliestFirst(paths: readonly string[], names: ReadonlySet<string>): readonly string[] {
  const extensions = new Set([...names].map(extensionOf))
  const rank = (path: string): number =>
    names.has(nameOf(path)) ? 0 : extensions.has(extensionOf(path)) ? 1 : 2
  return [...new Set(paths)].toSorted((a, b) => rank(a) - rank(b))
}

/** Documents and notes quote code too, but code does not move there. */
const isMarkdown = (name: string): boolean => /\.(?:md|mdx|markdown)$/i.test(name)

const nameOf = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

const extensionOf = (name: string): string => /\.[^./\\]*$/.exec(name)?.[0] ?? ''

/** Searches for many strings in one pass: returns those whose first `width` units occur in a text (Rabin-Karp). */
export function startsIn<One>(
  all: readonly One[],
  wordsOf: (one: One) => string,
  width: number,
): (text: () => string) => readonly One[] {
  const byStart = groupBy(all, one => wordsOf(one).slice(0, width))
  const byHash = groupBy([...byStart.keys()], hashOf)
  // The factor of the unit that leaves the window.
  let weight = 1
  for (let step = 1; step < width; step++) weight = Math.imul(weight, BASE)
  return textOf => {
    const text = all.length === 0 ? '' : textOf()
    const found = new Set<string>()
    let hash = hashOf(text.slice(0, width))
    for (let end = width; end <= text.length; end++) {
      const starts = byHash.get(hash)
      if (starts !== undefined)
        for (const start of starts) if (text.startsWith(start, end - width)) found.add(start)
      const without = (hash - Math.imul(text.charCodeAt(end - width), weight)) | 0
      hash = (Math.imul(without, BASE) + text.charCodeAt(end)) | 0
    }
    return [...found].flatMap(start => byStart.get(start) ?? [])
  }
}

const BASE = 0x01000193

function hashOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, BASE) + text.charCodeAt(at)) | 0
  return hash
}
