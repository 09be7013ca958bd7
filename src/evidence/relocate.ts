import type { CodeReader } from './code.ts'
import { bestOf, type Found, findQuote } from './find-quote.ts'
import { groupBy } from './group-by.ts'
import { codeLines, type Lines } from './lines.ts'
import { projectPath } from './project-path.ts'
import { type Quote, readQuote } from './quote.ts'
import { startsIn } from './starts-in.ts'
import type { Ambiguous, Claim, Moved, Place } from './states.ts'

/** Squeezed, so many units are enough to know a quote again in another file; `return token` is not. */
const SHORTEST_KNOWN_AGAIN = 16

/** More than this is not searched, in files and in UTF-16 units: a second or two on a large project. */
const MOST_FILES = 20_000
const MOST_UNITS = 32 * 1024 * 1024

const MOST_PLACES = 100

/** What a claim is looked for by. */
interface Wanted {
  readonly quote: Quote
  /** The name of the cited file, without its folders. */
  readonly name: string
  readonly isGone: boolean
  readonly found: (Place & Found)[]
}

/**
 * Where quotes went with files that were renamed, or into other files: for claims whose check says that the file is
 * missing or that the quote is nowhere in it. Answers in their order; undefined where a quote is nowhere, or too short
 * to be known again and in no file of the cited name. Exact places count before others. One pass over the project
 * serves all of them.
 */
export function relocateAll(
  claims: readonly Claim[],
  candidates: readonly string[],
  code: CodeReader,
): readonly (Moved | Ambiguous | undefined)[] {
  const wanted = claims.map(claim => wantedOf(claim, code))
  const isWhole = searchProject(
    wanted.filter(one => one !== undefined),
    candidates,
    code,
  )
  return wanted.map(one => one && answer(one, isWhole))
}

function wantedOf({ quote: text, locator }: Claim, code: CodeReader): Wanted | undefined {
  const quote = readQuote(text ?? '')
  if (quote === undefined) return undefined
  const cited = locator !== undefined && 'path' in locator ? locator : undefined
  const path = cited === undefined ? undefined : projectPath(cited, code)
  const isGone = path === undefined || 'problem' in code.read(path)
  return { quote, name: nameOf(cited?.path ?? ''), isGone, found: [] }
}

function answer({ found, isGone }: Wanted, isWhole: boolean): Moved | Ambiguous | undefined {
  const [place, ...more] = bestOf(found)
  if (place === undefined) return undefined
  if (more.length > 0) return { state: 'ambiguous', at: [place, ...more].slice(0, MOST_PLACES).map(placeOf) }
  return { state: 'moved', to: placeOf(place), exact: place.exact, certain: isGone && isWhole }
}

const placeOf = ({ path, lines }: Place): Place => ({ path, lines })

/** Whether all of the project could be searched. */
function searchProject(wanted: readonly Wanted[], candidates: readonly string[], code: CodeReader): boolean {
  const isLong = ({ quote }: Wanted) => quote.words.length >= SHORTEST_KNOWN_AGAIN
  const find = startsIn(wanted.filter(isLong), ({ quote }) => quote.words, SHORTEST_KNOWN_AGAIN)
  const shortByName = groupBy(
    wanted.filter(one => !isLong(one)),
    ({ name }) => name,
  )
  const names = new Set(wanted.map(({ name }) => name))
  const sorts = new Set([...names].map(isMarkdown))
  let units = 0
  let count = 0
  for (const path of likeliestFirst(candidates, names)) {
    if (!sorts.has(isMarkdown(path))) continue
    if (++count > MOST_FILES || units > MOST_UNITS) return false
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

/** A renamed file mostly keeps its name or its extension, so that what is cut off is what matters least. */
function likeliestFirst(paths: readonly string[], names: ReadonlySet<string>): readonly string[] {
  const extensions = new Set([...names].map(extensionOf))
  const rank = (path: string): number =>
    names.has(nameOf(path)) ? 0 : extensions.has(extensionOf(path)) ? 1 : 2
  return [...new Set(paths)].toSorted((a, b) => rank(a) - rank(b))
}

/** Pages and notes quote code too, and are not where it went. */
const isMarkdown = (name: string): boolean => /\.(?:md|mdx|markdown)$/i.test(name)

const nameOf = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

const extensionOf = (name: string): string => /\.[^./\\]*$/.exec(name)?.[0] ?? ''
