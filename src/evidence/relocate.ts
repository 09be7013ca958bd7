import type { CodeReader } from './code.ts'
import { bestOf, type Found, findQuote } from './find-quote.ts'
import { codeLines } from './lines.ts'
import { readQuote } from './quote.ts'
import type { Claim, Moved, Place } from './states.ts'

/** Squeezed, so many units are enough to know a quote again in another file; `return token` is not. */
const SHORTEST_KNOWN_AGAIN = 16

/**
 * Where a quote went with a file that was renamed, or into another one: for claims whose check says that the file is
 * missing or that the quote is nowhere in it. Undefined unless it stands exactly once in all the candidates
 * (project-relative paths; those that cannot be read are passed over), exact places before others; and when it is too
 * short to be known again, unless the candidate has the cited file's name.
 */
export function relocate(claim: Claim, candidates: Iterable<string>, code: CodeReader): Moved | undefined {
  const quote = readQuote(claim.quote ?? '')
  if (quote === undefined) return undefined
  const cited = claim.locator !== undefined && 'path' in claim.locator ? nameOf(claim.locator.path) : ''
  const isTooShort = quote.words.length < SHORTEST_KNOWN_AGAIN
  const found: (Place & Found)[] = []
  for (const path of new Set(candidates)) {
    if (isTooShort && nameOf(path) !== cited) continue
    const file = code.read(path)
    if ('problem' in file) continue
    const lines = codeLines(file)
    for (const place of findQuote(lines, quote, { from: 1, to: lines.count })) found.push({ path, ...place })
  }
  const [place, ...more] = bestOf(found)
  if (place === undefined || more.length > 0) return undefined
  return { state: 'moved', to: { path: place.path, lines: place.lines }, exact: place.exact }
}

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}
