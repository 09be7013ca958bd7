import { isNewestFirst } from '../change/plan/plan-add.ts'
import { diffLines } from '../markdown/line-diff.ts'
import { threeWay } from '../markdown/three-way.ts'
import { type NotesRecord, titleOf } from '../notes/kinds.ts'
import { readHeadingName } from '../notes/section-kind.ts'
import type { Unit } from '../notes/units.ts'
import { oneLine } from '../safety/one-line.ts'
import type { Conflict, Name } from './conflict.ts'
import type { Sides } from './merge-record.ts'
import type { Paired } from './pair.ts'

/** A unit of the result, or lines in conflict, each with the blank lines above it. */
export type Placed = { readonly lead: string } & (
  | { readonly unit: Unit; readonly token: string }
  | { readonly conflict: Conflict }
)

interface Parts {
  readonly base: readonly Unit[]
  readonly ours: readonly Unit[]
  readonly theirs: readonly Unit[]
}

/** The outcome for a record. */
interface Fate {
  readonly stays: (token: string) => boolean
  /** Returns the side whose place is used, if only one side moved the record. */
  readonly placeOf: (token: string) => Name | undefined
}

/**
 * Puts the units of both sides in order. Records added at one place by both sides follow the order of their section;
 * other lines are merged as text.
 */
export function sequence(
  sides: Sides,
  { tokenOf, records }: Paired,
  { stays, placeOf }: Fate,
): readonly Placed[] {
  const [base, ours, theirs] = [sides.base.units, sides.ours.units, sides.theirs.units]
  const placed: Placed[] = []
  const done = new Set<string>()
  const put = (unit: Unit, lead = unit.lead): void => {
    const token = tokenOf(unit)
    if (unit.record !== undefined) {
      const place = placeOf(token)
      const isElsewhere = place !== undefined && records.get(token)?.[place] !== unit
      if (done.has(token) || !stays(token) || isElsewhere) return
      done.add(token)
    }
    placed.push({ unit, token, lead: leadAfter(placed.at(-1), unit, lead) })
  }
  /** Must the unit still be put here, although `by` removed it or has it in another place? */
  const isOwed = (unit: Unit, by: Name): boolean => {
    const token = tokenOf(unit)
    const versions = records.get(token)
    if (versions === undefined || !stays(token)) return false
    return versions[by] === undefined || (placeOf(token) ?? by) !== by
  }
  const putConflict = (part: Parts): void => {
    const units = [...part.ours, ...part.theirs]
    for (const unit of units) done.add(tokenOf(unit))
    const label = labelOf([...units, ...part.base])
    const conflict = { label, base: textOf(part.base), ours: textOf(part.ours), theirs: textOf(part.theirs) }
    placed.push({ conflict, lead: units[0]?.lead ?? '' })
  }
  const putBoth = (whole: Parts): void => {
    const { start, end } = alike(whole.ours, whole.theirs, tokenOf)
    const middle = (units: readonly Unit[]): readonly Unit[] => units.slice(start, units.length - end)
    const [mine, yours] = [middle(whole.ours), middle(whole.theirs)]
    // Both sides replaced the base with the same lines, and one of them added more lines.
    const isReplaced = start + end > 0 && (mine.length === 0 || yours.length === 0)
    const part = { base: isReplaced ? [] : whole.base, ours: mine, theirs: yours }
    for (const unit of whole.ours.slice(0, start)) put(unit)
    const [left, right] = [splitAdded(part.ours), splitAdded(part.theirs)]
    const lines = [...left.lines, ...right.lines]
    const hasLines = lines.length + left.sections.length + right.sections.length > 0
    const isEdited = hasLines && part.base.some(({ record }) => record === undefined)
    if (isEdited) putEdited(part)
    else if (left.lines.length > 0 && right.lines.length > 0) putConflict(part)
    else {
      const [one, other] = [left, right].map(({ run }) => run.filter(unit => stays(tokenOf(unit))))
      const isDown = isDescending(sides, one?.[0] ?? other?.[0])
      for (const unit of interleaved(one ?? [], other ?? [], tokenOf, isDown)) put(unit)
      for (const unit of lines) put(unit)
      for (const [mine, yours] of sectionsOfBoth(sides, left.sections, right.sections))
        if (mine !== undefined && yours !== undefined) putBoth({ base: [], ours: mine, theirs: yours })
        else for (const unit of mine ?? yours ?? []) put(unit)
    }
    for (const unit of whole.ours.slice(whole.ours.length - end)) put(unit)
  }
  /**
   * Places lines that one side edited, and what the other side wrote directly above or below them. Keeps the text of
   * both sides if either contains a record.
   */
  const putEdited = (part: Parts): void => {
    const { base: lines, ours: mine, theirs: yours } = part
    const isBase = (units: readonly Unit[]): boolean =>
      units.length === lines.length && units.every((unit, at) => tokenOf(unit) === tokenOf(lines[at] ?? unit))
    const hasRecord = [...mine, ...yours].some(({ record }) => record !== undefined)
    for (const [kept, edited] of hasRecord ? [[mine, yours] as const, [yours, mine] as const] : []) {
      const [above, below] = [
        kept.slice(0, Math.max(0, kept.length - lines.length)),
        kept.slice(lines.length),
      ]
      if (isBase(kept.slice(0, lines.length)) && edited.every(({ record }) => record !== undefined))
        putBoth({ base: [], ours: below, theirs: edited })
      else if (isBase(kept.slice(0, lines.length))) for (const unit of [...edited, ...below]) put(unit)
      else if (isBase(kept.slice(above.length))) for (const unit of [...above, ...edited]) put(unit)
      else continue
      return
    }
    putConflict(part)
  }
  for (const stretch of threeWay(base.map(tokenOf), ours.map(tokenOf), theirs.map(tokenOf))) {
    const part = {
      base: base.slice(stretch.base.from, stretch.base.to),
      ours: ours.slice(stretch.ours.from, stretch.ours.to),
      theirs: theirs.slice(stretch.theirs.from, stretch.theirs.to),
    }
    if (stretch.changed === 'none')
      part.base.forEach(({ lead }, index) => {
        const [left, right] = [part.ours[index], part.theirs[index]]
        if (left === undefined || right === undefined) return
        const unit = placeOf(tokenOf(left)) === 'theirs' ? right : left
        put(unit, left.lead === lead ? right.lead : left.lead)
      })
    else if (stretch.changed === 'both') putBoth(part)
    else {
      const by = stretch.changed
      if (part.base.some(unit => isOwed(unit, by))) putBoth(part)
      else for (const unit of part[by]) put(unit)
    }
  }
  return placed
}

/** Chooses the blank lines above a unit. The unit before it in the result may differ from the one on its own side. */
function leadAfter(before: Placed | undefined, unit: Unit, lead: string): string {
  if (before === undefined || !('unit' in before) || unit.record === undefined) return lead
  if (before.unit.record !== undefined && !unit.follows)
    return isLine(before.unit) && isLine(unit) ? '' : lead || '\n'
  return before.unit.record === undefined && unit.follows && isHeading(before.unit) ? lead || '\n' : lead
}

const isLine = ({ text }: Unit): boolean => /^\s*(?:\||[-*+] |\d+[.)] )[^\n]*$/.test(text)

const isHeading = (unit: Unit | undefined): boolean => /^#{1,6}[ \t]/.test(unit?.text ?? '')

/** One side's units at a place: records, other lines, whole sections. */
interface Added {
  readonly run: readonly Unit[]
  readonly lines: readonly Unit[]
  readonly sections: readonly (readonly Unit[])[]
}

function splitAdded(units: readonly Unit[]): Added {
  const [line, heading] = [
    units.findIndex(unit => unit.record === undefined || isHeadingLine(unit)),
    units.findIndex(isHeadingLine),
  ]
  const [end, from] = [line < 0 ? units.length : line, heading < 0 ? units.length : heading]
  const sections: Unit[][] = []
  for (const unit of units.slice(from))
    if (isHeadingLine(unit)) sections.push([unit])
    else sections.at(-1)?.push(unit)
  return { run: units.slice(0, end), lines: units.slice(end, from), sections }
}

/** Does the unit open a section? A record may be a section of its own, such as a dated decision. */
const isHeadingLine = (unit: Unit): boolean =>
  isHeading(unit) &&
  (unit.record === undefined || unit.record.span.start === unit.record.section.heading?.span.start)

type Pair<One> = readonly [One | undefined, One | undefined]

/** Orders the new sections of both sides, and joins those with the same heading. */
function sectionsOfBoth(
  sides: Sides,
  ours: Added['sections'],
  theirs: Added['sections'],
): readonly Pair<readonly Unit[]>[] {
  const titleOf = ([heading]: readonly Unit[]): string => heading?.text ?? ''
  const pairs: Pair<readonly Unit[]>[] = []
  let [i, j] = [0, 0]
  const pairUp = (to: number): void => {
    for (; i < to; i++, j++) pairs.push([ours[i], theirs[j]])
  }
  for (const { before, after } of diffLines(ours.map(titleOf), theirs.map(titleOf))) {
    pairUp(before.from)
    const mine = ours.slice(before.from, before.to).map((one): Pair<readonly Unit[]> => [one, undefined])
    const yours = theirs.slice(after.from, after.to).map((one): Pair<readonly Unit[]> => [undefined, one])
    const isSwapped = isBefore(sides, yours[0]?.[1]?.[0], mine[0]?.[0]?.[0])
    pairs.push(...(isSwapped ? [...yours, ...mine] : [...mine, ...yours]))
    ;[i, j] = [before.to, after.to]
  }
  pairUp(ours.length)
  return pairs
}

const textOf = (units: readonly Unit[]): string | undefined =>
  units.length === 0
    ? undefined
    : units.map((unit, index) => (index === 0 ? '' : unit.lead) + unit.text).join('\n')

function labelOf(units: readonly Unit[]): string {
  const record = units.find(unit => unit.record !== undefined)?.record
  if (record !== undefined) return nameOf(record)
  return (units[0]?.text ?? '').slice(0, MAX_LABEL).trim()
}

/** A name for a record on the line of a conflict marker. */
export function nameOf(record: NotesRecord): string {
  const title = titleOf(record)
  return oneLine(record.id === undefined ? title : `${record.id} ${title}`, MAX_LABEL)
}

const MAX_LABEL = 60

/**
 * Counts the equal units at the start and the end of both runs. If a heading lies in between, the end starts with a
 * heading too, so that its units stay below their own.
 */
function alike(
  ours: readonly Unit[],
  theirs: readonly Unit[],
  tokenOf: (unit: Unit) => string,
): { start: number; end: number } {
  const [one, other] = [ours.map(tokenOf), theirs.map(tokenOf)]
  const max = Math.min(one.length, other.length)
  let [start, end] = [0, 0]
  while (start < max && one[start] === other[start]) start++
  while (end < max - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const hasHeading = [ours, theirs].some(units => units.slice(start, units.length - end).some(isHeadingLine))
  while (hasHeading && end > 0 && !isHeading(ours.at(-end))) end--
  return { start, end }
}

/** Interleaves two runs of records, keeping the shared ones in place. */
function interleaved(
  one: readonly Unit[],
  other: readonly Unit[],
  tokenOf: (unit: Unit) => string,
  isDown: boolean,
): readonly Unit[] {
  const result: Unit[] = []
  let at = 0
  for (const { before, after } of diffLines(one.map(tokenOf), other.map(tokenOf))) {
    result.push(...one.slice(at, before.from))
    result.push(...inOrder(one.slice(before.from, before.to), other.slice(after.from, after.to), isDown))
    at = before.to
  }
  return [...result, ...one.slice(at)]
}

function inOrder(one: readonly Unit[], other: readonly Unit[], isDown: boolean): readonly Unit[] {
  const result: Unit[] = []
  let at = 0
  for (const unit of one) {
    for (let next = other[at]; next !== undefined && compare(unit, next, isDown) > 0; next = other[++at])
      result.push(next)
    result.push(unit)
  }
  return [...result, ...other.slice(at)]
}

/** Compares two units by time, then by number and words, so that the order does not depend on which side is ours. */
function compare(one: Unit, other: Unit, isDown: boolean): number {
  const [a, b] = [one.record?.at?.at, other.record?.at?.at]
  if (a !== undefined && b !== undefined && a !== b) return a < b === isDown ? 1 : -1
  const [x, y] = [one, other].map(({ record, text }) => `${record?.id ?? ''} ${text}`)
  return (x ?? '') < (y ?? '') ? -1 : 1
}

/** Does the section put the newest record first? Judged by its records in the base. */
function isDescending({ base }: Sides, unit: Unit | undefined): boolean {
  const wanted = unit?.record
  if (wanted === undefined) return false
  const { sections, profile } = base.notes
  const section = sections.find(
    ({ kind, title }) => kind === wanted.section.kind && title === wanted.section.title,
  )
  const known = section === undefined ? [] : base.notes.recordsOf(section)
  return isNewestFirst(
    known.filter(({ kind }) => kind === wanted.kind),
    profile,
  )
}

/** Does the first new section go before the other? Dated sections follow the order of the existing ones. */
function isBefore({ base }: Sides, one: Unit | undefined, other: Unit | undefined): boolean {
  const [a, b] = [one, other].map(unit => readHeadingName(unit?.text.replace(/^#+\s+/, '') ?? '').at?.at)
  if (a === undefined || b === undefined || a === b) return (one?.text ?? '') < (other?.text ?? '')
  const dated = base.notes.sections.flatMap(({ at }) => at?.at ?? [])
  const isDown = dated.length < 2 || (dated[0] ?? 0) > (dated.at(-1) ?? 0)
  return a > b === isDown
}
