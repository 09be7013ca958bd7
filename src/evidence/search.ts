import { groupBy } from '../markdown/group-by.ts'
import { type CodeReader, codeLines } from './code.ts'
import { type Found, findQuote, MAX_PLACES, matchAt } from './find-quote.ts'
import { MIN_TELLING } from './past/hunks.ts'
import type { Quote } from './quote.ts'
import type { Place } from './states.ts'

/** The limits of one search, in files and UTF-16 units: it takes a second or two on a large project. */
const MAX_FILES = 20_000
const MAX_UNITS = 32 * 1024 * 1024

/** A quote to search for, and its former file. */
interface Wanted {
  readonly quote: Quote
  readonly path: string
}

interface SearchResult<One> {
  /** Each quote's places outside its own file. */
  readonly places: ReadonlyMap<One, readonly (Place & Found)[]>
  /** False when the project is too large to be searched completely, or when time ran out. */
  readonly isComplete: boolean
}

/**
 * Searches the project for quotes that are no longer in their file. Short quotes are looked for only in files of the
 * same name. One pass over the files serves all quotes.
 */
export function searchProject<One extends Wanted>(
  wanted: readonly One[],
  code: CodeReader,
): SearchResult<One> {
  const places = new Map<One, (Place & Found)[]>(wanted.map(one => [one, []]))
  const add = (one: One, place: Place & Found): void => {
    const found = places.get(one)
    if (found !== undefined && found.length < MAX_PLACES) found.push(place)
  }
  const isLong = ({ quote }: Wanted) => quote.words.length >= MIN_TELLING
  const find = partsFinder(wanted.filter(isLong), ({ quote }) => quote.words, MIN_TELLING)
  const shortByName = groupBy(
    wanted.filter(one => !isLong(one)),
    ({ path }) => nameOf(path),
  )
  const names = new Set(wanted.map(({ path }) => nameOf(path)))
  const kinds = new Set([...names].map(isDocument))
  const read = code.peek ?? code.read
  let units = 0
  let count = 0
  for (const path of likeliestFirst(wanted.length === 0 ? [] : (code.files?.() ?? []), names)) {
    if (!kinds.has(isDocument(path))) continue
    if (++count > MAX_FILES || units > MAX_UNITS || code.isOver?.() === true)
      return { places, isComplete: false }
    const file = read(path)
    if ('problem' in file) continue
    units += file.text.length
    const lines = codeLines(file)
    const isMeant = (one: Wanted) => path !== one.path && isDocument(path) === isDocument(one.path)
    for (const one of (shortByName.get(nameOf(path)) ?? []).filter(isMeant))
      for (const place of findQuote(lines, one.quote)) add(one, { path, ...place })
    for (const [one, at] of find(() => lines.squeezed().text)) {
      const place = isMeant(one) ? matchAt(lines, one.quote, at) : undefined
      if (place !== undefined) add(one, { path, ...place })
    }
  }
  return { places, isComplete: true }
}

/** A renamed file usually keeps its name or extension, so the limits cut off the least likely files. */
function likeliestFirst(paths: readonly string[], names: ReadonlySet<string>): readonly string[] {
  const extensions = new Set([...names].map(extensionOf))
  const rank = (path: string): number =>
    names.has(nameOf(path)) ? 0 : extensions.has(extensionOf(path)) ? 1 : 2
  return [...new Set(paths)].toSorted((a, b) => rank(a) - rank(b))
}

/** Documents, notes and pictures quote code too, but code does not move there. */
const isDocument = (name: string): boolean =>
  /\.(?:md|mdx|markdown|rst|adoc|txt|svg|html?|ipynb)$/i.test(name)

const nameOf = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

export const extensionOf = (name: string): string => /\.[^./\\]*$/.exec(name)?.[0] ?? ''

/**
 * Searches for many strings in one pass: returns those that occur in a text, and where. Looks for a part of each string
 * that is `width` units long (Rabin-Karp): the part that the fewest other strings share, since thousands may start with
 * `export function`.
 */
export function partsFinder<One>(
  all: readonly One[],
  wordsOf: (one: One) => string,
  width: number,
): (text: () => string) => readonly (readonly [one: One, at: number])[] {
  const partOf = rarestPart(all.map(wordsOf), width)
  const byPart = groupBy(all, one => partOf(wordsOf(one)))
  const byHash = groupBy([...byPart.keys()], hashOf)
  // The factor of the unit that leaves the window.
  let weight = 1
  for (let step = 1; step < width; step++) weight = Math.imul(weight, BASE)
  return textOf => {
    const text = all.length === 0 ? '' : textOf()
    const found: [One, number][] = []
    const tries = new Map<One, number>()
    let hash = hashOf(text.slice(0, width))
    for (let end = width; end <= text.length; end++) {
      const at = end - width
      for (const part of byHash.get(hash) ?? NONE)
        if (text.startsWith(part, at))
          for (const one of byPart.get(part) ?? []) {
            const start = at - wordsOf(one).indexOf(part)
            const tried = tries.get(one) ?? 0
            tries.set(one, tried + 1)
            if (tried < MAX_TRIES && text.startsWith(wordsOf(one), start)) found.push([one, start])
          }
      const without = (hash - Math.imul(text.charCodeAt(at), weight)) | 0
      hash = (Math.imul(without, BASE) + text.charCodeAt(end)) | 0
    }
    return found
  }
}

/** Parts start this many units apart. */
const STRIDE = 4
/** Only this many units at the start of a string are searched for a rare part. */
const MAX_LOOKED_AT = 80

function rarestPart(all: readonly string[], width: number): (words: string) => string {
  const counts = new Map<string, number>()
  for (const words of all)
    for (const part of partsOf(words, width)) counts.set(part, (counts.get(part) ?? 0) + 1)
  return words => {
    const parts = partsOf(words, width)
    const least = Math.min(...parts.map(part => counts.get(part) ?? 0))
    return parts.find(part => counts.get(part) === least) ?? words.slice(0, width)
  }
}

function partsOf(words: string, width: number): readonly string[] {
  const parts: string[] = []
  for (let at = 0; at + width <= Math.min(words.length, MAX_LOOKED_AT); at += STRIDE)
    parts.push(words.slice(at, at + width))
  return parts
}

/** Limits the comparisons for one quote: a quote of a thousand braces may start at every brace of a file. */
const MAX_TRIES = 1_000

const NONE: readonly string[] = []

const BASE = 0x01000193

function hashOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, BASE) + text.charCodeAt(at)) | 0
  return hash
}
