import { addTo } from '../../markdown/group-by.ts'
import type { LineRange } from '../../markdown/lines.ts'
import { DAY, type Timestamp } from '../../notes/text/timestamp.ts'
import { findCited, isBeyond, type Placed } from '../at-place.ts'
import { type CodeReader, codeLines, type Lines, textAt } from '../code.ts'
import { type Quote, type Rest, readQuote, restOf } from '../quote.ts'
import type { Claim } from '../states.ts'
import type { CodeHistory, Commit } from './history.ts'

/** A quote in the commit from which it was taken. */
export interface Taken {
  /** The index of the commit, and its id. */
  readonly commit: number
  readonly id: string
  /** The file as it was. */
  readonly file: Lines
  /** The whole lines that hold the quote. */
  readonly lines: LineRange
  /** The claim's quote, or a reference's lines. */
  readonly quote: Quote
  readonly rest: Rest
}

const HOUR = 3_600_000

/** The period that a timestamp of each precision covers, in milliseconds. */
const LENGTH: Readonly<Record<Timestamp['precision'], number>> = {
  second: 1_000,
  minute: 60_000,
  date: DAY,
  range: DAY,
  time: 0,
}

/** Times without an offset may be in any time zone. */
const ZONES = 14 * HOUR

/** Limits the commits looked at before and after a claim's time, among those that touched its file. */
const MAX_BEFORE = 4
const MAX_AFTER = 8

/**
 * Finds the commit from which each quote was taken: the newest commit up to the quote's time that has it at its place,
 * or else one of the next commits to touch the file, because code is often committed after notes were written about it.
 * Undefined when there is none.
 */
export function whenTaken(
  placed: readonly Placed[],
  commits: readonly Commit[],
  history: CodeHistory,
): readonly (Taken | undefined)[] {
  const known = new Map<string, Lines>()
  /** Reads the files of all these commits at once, and takes each quote from the first of its commits that has it. */
  const takeFrom = (numbers: readonly (readonly number[])[]): readonly (Taken | undefined)[] => {
    const tries = placed.map(({ path }, index) =>
      (numbers[index] ?? []).flatMap(commit => {
        const id = commits[commit]?.id
        return id === undefined ? [] : [{ commit, id, path, key: `${id}:${path}` }]
      }),
    )
    const fresh = new Map(tries.flat().flatMap(one => (known.has(one.key) ? [] : [[one.key, one]])))
    const texts = history.textsAt([...fresh.values()].map(({ id, path }) => ({ commit: id, path })))
    for (const [index, key] of [...fresh.keys()].entries())
      known.set(key, codeLines({ text: texts[index] ?? '' }))
    return placed.map((one, index) => {
      for (const { key, commit, id } of tries[index] ?? []) {
        const file = known.get(key)
        const taken = file === undefined ? undefined : takenFrom(one, file, { commit, id })
        if (taken !== undefined) return taken
      }
      return undefined
    })
  }
  const starts = placed.map(one => startOf(one, commits))
  const taken = takeFrom(starts.map(start => (start === undefined ? [] : [start])))
  const isOpen = (index: number): boolean => taken[index] === undefined && starts[index] !== undefined
  const open = placed.filter((_, index) => isOpen(index))
  const [base] = commits
  if (open.length === 0 || base === undefined) return taken
  const touched = commitsOf(open, base, commits, history)
  const others = takeFrom(
    placed.map(({ path }, index) =>
      isOpen(index) ? nearby(starts[index] ?? 0, touched.get(path) ?? []) : [],
    ),
  )
  return taken.map((one, index) => one ?? others[index])
}

/** Picks the commits in which a quote may be found: the nearest ones first, then the last one. */
function nearby(start: number, touched: readonly number[]): readonly number[] {
  const before = touched.filter(number => number < start)
  const after = touched.filter(number => number > start)
  return [
    ...before.slice(-MAX_BEFORE).toReversed(),
    ...(start === 0 ? [] : [0]),
    ...after.slice(0, MAX_AFTER),
    ...after.slice(-MAX_BEFORE).toReversed(),
  ]
}

/** Returns the earliest time that any claim may have, whatever its zone; undefined when no claim has a time. */
export function oldestTime(placed: readonly Placed[]): number | undefined {
  const times = placed.flatMap(({ claim }) => claim.at?.at ?? [])
  return times.length === 0 ? undefined : times.reduce((least, time) => Math.min(least, time)) - ZONES
}

/**
 * Returns the index of the newest commit before the end of the day, minute or second that a claim names, or 0 when all
 * are later. Undefined for a claim without a time.
 */
function startOf({ claim: { at } }: Placed, commits: readonly Commit[]): number | undefined {
  if (at?.at === undefined || commits.length === 0) return undefined
  const end = at.at + LENGTH[at.precision]
  return Math.max(
    0,
    commits.findLastIndex(commit => commit.at < end),
  )
}

type When = Pick<Taken, 'commit' | 'id'>

function takenFrom({ cited, quote }: Placed, file: Lines, when: When): Taken | undefined {
  if (file.text === '') return undefined
  if (quote === undefined) return referenceIn(cited, file, when)
  const found = findCited(file, cited, quote)
  if (found === undefined) return undefined
  return { ...when, file, lines: found.lines, quote, rest: restOf(file, quote, found) }
}

/** Takes the lines of a reference as its quote. */
function referenceIn(cited: readonly LineRange[], file: Lines, when: When): Taken | undefined {
  if (isBeyond(cited, file.count)) return undefined
  const last = Math.min(file.count, cited.at(-1)?.to ?? file.count)
  const lines = { from: Math.max(1, cited[0]?.from ?? 1), to: last }
  const quote = readQuote(textAt(file, lines))
  return quote === undefined
    ? undefined
    : { ...when, file, lines, quote, rest: { before: '', after: '', inComment: false } }
}

/** The commits that touched each file. */
function commitsOf(
  placed: readonly Placed[],
  base: Commit,
  commits: readonly Commit[],
  history: CodeHistory,
): ReadonlyMap<string, readonly number[]> {
  const order = new Map(commits.map(({ id }, index) => [id, index]))
  const touched = new Map<string, number[]>()
  const paths = [...new Set(placed.map(({ path }) => path))]
  for (const { commit, files } of history.patchesSince(base.id, paths)) {
    const number = order.get(commit)
    if (number === undefined) continue
    for (const path of new Set(
      files.flatMap(({ from, to }) => [from, to].filter(path => path !== undefined)),
    ))
      addTo(touched, path, number)
  }
  return touched
}

/**
 * Dates a reference. A reference stamped only with a time of day gets the last such time before its row was committed,
 * in UTC unless the stamp has an offset. A reference without a date gets the time at which its line was committed, but
 * only if its file is lost.
 */
export function dated(claim: Claim, code: CodeReader, isLost = false): Claim {
  const { at, locator, isReference = false } = claim
  if (!isReference || locator === undefined) return claim
  if (at === undefined && isLost) {
    const known = code.writtenAt?.([locator.text])
    return known === undefined
      ? claim
      : { ...claim, at: { text: '', precision: 'second', approximate: false, at: known } }
  }
  if (at?.precision !== 'time') return claim
  const clock = /(\d\d):(\d\d)(?::(\d\d))?(?:\.\d+)?(?:([+-])(\d\d):?(\d\d))?/.exec(at.text)
  const known = code.writtenAt?.([locator.text, at.text])
  if (clock === null || known === undefined) return claim
  const [hours, minutes, seconds, , zoneHours, zoneMinutes] = clock.slice(1).map(part => Number(part ?? 0))
  const zone = ((zoneHours ?? 0) * 60 + (zoneMinutes ?? 0)) * (clock[4] === '-' ? -1 : 1)
  const ofDay = (((hours ?? 0) * 60 + (minutes ?? 0) - zone) * 60 + (seconds ?? 0)) * 1000
  return { ...claim, at: { ...at, precision: 'second', at: known - ((known - ofDay) % DAY) } }
}
