import { groupBy } from '../markdown/group-by.ts'
import { atPlace, isAtPlace, type Placed } from './at-place.ts'
import { closestAt, closestLines } from './closest.ts'
import { type CodeReader, codeLines, textAt } from './code.ts'
import { bestOf, findQuote } from './find-quote.ts'
import { onItsLine } from './on-its-line.ts'
import { followAll } from './past/follow.ts'
import type { CodeHistory } from './past/history.ts'
import { dated, oldestTime, whenTaken } from './past/taken.ts'
import { isChanged, restOf } from './quote.ts'
import { type Lost, type Past, searchLost } from './search-lost.ts'
import type { Claim, EvidenceCheck } from './states.ts'

/**
 * Compares claims with the code: the one engine behind `verify`, `lint`, `recover`, `status`, `why` and the hooks.
 * Claims that are not clearly at their place are followed through git's history; lines unknown to git are searched for.
 */
export function checkClaims(claims: readonly Claim[], code: CodeReader): readonly EvidenceCheck[] {
  const first = claims.map(claim => onItsLine(claim, code) ?? atPlace(claim, code))
  const known = code.checked ?? new Map<string, EvidenceCheck>()
  const open = first.filter(isOpen).filter(one => !known.has(keyOf(one)))
  const fresh = checkOpen(open, code)
  for (const [one, check] of fresh) if (check.state !== 'unchecked') known.set(keyOf(one), check)
  return first.map(one => {
    if ('state' in one) return one
    const check = isOpen(one) ? (fresh.get(one) ?? known.get(keyOf(one))) : undefined
    return check ?? atItsPlace(one)
  })
}

/** Adds to each item the result of its claim. All are checked at once, so that git is asked once. */
export function withChecks<One extends { readonly claim: Claim }>(
  all: readonly One[],
  code: CodeReader,
): readonly (One & { readonly check: EvidenceCheck })[] {
  const checks = checkClaims(
    all.map(({ claim }) => claim),
    code,
  )
  return all.flatMap((one, index) => {
    const check = checks[index]
    return check === undefined ? [] : [{ ...one, check }]
  })
}

const keyOf = ({ path, claim: { quote, locator, at, isReference } }: Placed): string =>
  JSON.stringify([path, quote, locator?.text, at?.text, isReference])

function checkOpen(open: readonly Placed[], code: CodeReader): ReadonlyMap<Placed, EvidenceCheck> {
  const pasts = pastsOf(open, code)
  const checks = new Map<Placed, EvidenceCheck>()
  const lost: Lost[] = []
  for (const one of open) {
    const past = pasts.get(one)
    const check = fromPast(one, past, code)
    if (check === undefined) lost.push({ one, past })
    else checks.set(one, check)
  }
  const found = searchLost(lost, code)
  for (const { one } of lost) checks.set(one, found.get(one) ?? { state: 'unchecked', path: one.path })
  return checks
}

export const checkClaim = (claim: Claim, code: CodeReader): EvidenceCheck =>
  checkClaims([claim], code)[0] ?? { state: 'missing', what: 'place' }

const isOpen = (one: Placed | EvidenceCheck): one is Placed =>
  !('state' in one) && !(one.isSure && one.found !== undefined)

function atItsPlace({ path, found }: Placed): EvidenceCheck {
  return found === undefined ? { state: 'unchecked', path } : { state: 'ok', path, ...found }
}

/** Asks git about all claims at once, repository by repository. */
function pastsOf(placed: readonly Placed[], code: CodeReader): ReadonlyMap<Placed, Past> {
  const pasts = new Map<Placed, Past>()
  for (const [history, group] of groupBy(placed, ({ path }) => code.history?.(path)))
    if (history !== undefined) for (const [one, past] of pastsIn(history, group, code)) pasts.set(one, past)
  return pasts
}

function pastsIn(
  history: CodeHistory,
  placed: readonly Placed[],
  code: CodeReader,
): readonly (readonly [Placed, Past])[] {
  const open = placed.map(one => ({ ...one, claim: dated(one.claim, code, one.lines === undefined) }))
  const since = oldestTime(open)
  if (since === undefined) return []
  const commits = history.commits(since)
  const starts = whenTaken(open, commits, history).flatMap((taken, index) => {
    const one = placed[index]
    if (taken === undefined || one === undefined) return []
    const { commit, lines, file } = taken
    const text = textAt(file, lines).split('\n')
    return [{ one, taken, path: one.path, commit, lines, text, file: file.text }]
  })
  const followed = followAll(starts, commits, history, code)
  // When git is cut short, lines may have been followed only partway, so their place today is unknown.
  if (history.isCut) return []
  return starts.flatMap(({ one, taken }, index) => {
    const way = followed[index]
    return way === undefined ? [] : [[one, { taken, followed: way }] as const]
  })
}

/** Judges a claim by its history. Undefined if its lines were lost, so that its words must be searched for. */
function fromPast(one: Placed, past: Past | undefined, code: CodeReader): EvidenceCheck | undefined {
  if (past === undefined) {
    // If git blame ran out of time, the day of a time of day or the time of a lost reference is unknown.
    const { at, isReference = false } = one.claim
    const needsBlame =
      at?.precision === 'time' || (at === undefined && isReference && one.lines === undefined)
    const isUndated = needsBlame && code.isOver?.() === true
    const isCut = isUndated || code.history?.(one.path)?.isCut === true
    return isCut ? { state: 'unchecked', path: one.path } : withoutPast(one)
  }
  const { taken, followed } = past
  const file = code.read(followed.path)
  if (followed.lost !== undefined || 'problem' in file) return undefined
  const { path, lines } = followed
  const here = codeLines(file)
  const [found] = bestOf(findQuote(here, taken.quote, lines))
  if (found !== undefined && !isChanged(taken.rest, restOf(here, taken.quote, found)))
    return path === one.path && isAtPlace(one, found.lines)
      ? { state: 'ok', path, ...found }
      : { state: 'moved', to: { path, lines: found.lines }, exact: found.exact, certain: true }
  const { similarity } = closestLines({ text: textAt(here, lines) }, taken.quote, 1)
  return { state: 'changed', path, closest: closestAt(file, lines, similarity) }
}

/**
 * Judges a claim without git's history: a quote holds if it is where it is cited, a reference if its lines exist.
 * Nothing is known about the lines of a reference without a date.
 */
function withoutPast({ claim, path, found, lines, cited }: Placed): EvidenceCheck | undefined {
  if (found !== undefined) return { state: 'ok', path, ...found }
  if (claim.isReference !== true || lines === undefined) return undefined
  const [range] = cited
  if (cited.some(({ from, to }) => from < 1 || to > lines.count))
    return { state: 'missing', what: 'line', path, count: lines.count }
  if (claim.at === undefined) return { state: 'unquoted', path }
  return { state: 'ok', path, exact: true, ...(range === undefined ? {} : { lines: range }) }
}
