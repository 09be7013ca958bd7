import { groupBy } from '../markdown/group-by.ts'
import { matchRecords } from '../notes/gone.ts'
import { letterOf, ownTitle } from '../notes/handle.ts'
import { kindOf, type NotesRecord } from '../notes/kinds.ts'
import type { Side, Unit } from '../notes/units.ts'
import type { Name } from './conflict.ts'

/** The three versions of one record, as far as they exist. */
export interface Versions {
  readonly base?: Unit | undefined
  readonly ours?: Unit | undefined
  readonly theirs?: Unit | undefined
}

export interface Paired {
  /** Returns the same token for all versions of a record, and for equal lines outside of records. */
  tokenOf(unit: Unit): string
  readonly records: ReadonlyMap<string, Versions>
}

/** Pairs the records of the three texts. `known` holds the pairs of each side with the base. */
export function pairRecords(
  { base, ours, theirs }: Readonly<Record<Name | 'base', Side>>,
  known: Readonly<Record<Name, readonly Pair[]>>,
): Paired {
  const tokens = new Map<Unit, string>()
  const records = new Map<string, { -readonly [Name in keyof Versions]: Versions[Name] }>()
  const put = (token: string, name: keyof Versions, unit: Unit): void => {
    const versions = records.get(token) ?? {}
    versions[name] = unit
    records.set(token, versions)
    tokens.set(unit, token)
  }
  for (const unit of base.units) if (unit.record !== undefined) put(`\0${tokens.size}`, 'base', unit)
  for (const [side, name] of [[ours, 'ours'] as const, [theirs, 'theirs'] as const]) {
    for (const [unit, same] of known[name]) put(tokens.get(unit) ?? '', name, same)
    const seen = new Map<string, number>()
    for (const unit of side.units) {
      if (unit.record === undefined || tokens.has(unit)) continue
      const key = `\0new ${mergeKey(unit.record)}`
      const count = seen.get(key) ?? 0
      seen.set(key, count + 1)
      put(`${key}${count}`, name, unit)
    }
  }
  return { tokenOf: unit => tokens.get(unit) ?? unit.text, records }
}

export type Pair = readonly [base: Unit, side: Unit]

/**
 * Returns the same pairs for a side whose lines were rewritten in place; undefined when they now read as other records.
 */
export function rewritten(pairs: readonly Pair[], from: Side, to: Side): readonly Pair[] | undefined {
  const isSame = from.units.every(({ record }, index) => to.units[index]?.record?.kind === record?.kind)
  if (!isSame || from.units.length !== to.units.length) return undefined
  const now = new Map(from.units.map((unit, index) => [unit, to.units[index] ?? unit]))
  return pairs.map(([base, side]): Pair => [base, now.get(side) ?? side])
}

/**
 * Pairs the records of the base with those that a side still has: equal text first, then text that differs only in
 * renumbered ids, then records that were moved or edited.
 */
export function samePairs(base: Side, side: Side): readonly Pair[] {
  const isRecord = ({ record }: Unit): boolean => record !== undefined
  const exact = pairsBy(({ text }) => text, base.units.filter(isRecord), side.units.filter(isRecord))
  const alike = pairsBy(withoutNumbers, exact.left, exact.rest)
  const pairs = [...exact.pairs, ...alike.pairs]
  const rest = new Map(alike.rest.flatMap(unit => (unit.record ? [[unit.record, unit]] : [])))
  const before = {
    document: base.notes.document,
    records: alike.left.flatMap(({ record }) => record ?? []),
  }
  const matched = matchRecords(before, { document: side.notes.document, records: [...rest.keys()] })
  for (const unit of alike.left) {
    const found = unit.record && matched.get(unit.record)
    const same = found !== undefined && isSame(unit.record, found) ? rest.get(found) : undefined
    if (same !== undefined) pairs.push([unit, same])
  }
  return pairs
}

/** Pairs units with equal words, in order, and returns the unpaired ones. */
function pairsBy(wordsOf: (unit: Unit) => string, base: readonly Unit[], side: readonly Unit[]) {
  const byWords = groupBy(side.toReversed(), wordsOf)
  const pairs: Pair[] = []
  const left: Unit[] = []
  for (const unit of base) {
    const same = byWords.get(wordsOf(unit))?.pop()
    if (same?.record?.kind === unit.record?.kind && same !== undefined) pairs.push([unit, same])
    else left.push(unit)
  }
  const taken = new Set(pairs.map(([, same]) => same))
  return { pairs, left, rest: side.filter(unit => !taken.has(unit)) }
}

/**
 * Masks the numbers of records, as in `Repay TD-# of c1x2`: two branches that merged each other may have given one
 * record different numbers.
 */
const withoutNumbers = ({ text }: Unit): string => text.replaceAll(/\b([A-Z]{1,8}-)\d{1,6}\b/g, '$1#')

/** Returns a key that is the same on both sides when both add the same record. */
export function mergeKey(record: NotesRecord): string {
  const { merge, write } = kindOf(record)
  const said = merge?.key?.(record) ?? write?.identity(record) ?? []
  const first = said.map(text => (text === record.title ? ownTitle(record) : text))
  return JSON.stringify([letterOf(record), record.section.date?.text ?? '', ...first.map(text => text ?? '')])
}

/** Can these be versions of one record? Not if the number or the time differs, and the title does too. */
export function isSame(one: NotesRecord | undefined, other: NotesRecord): boolean {
  if (one === undefined) return false
  if (one.title !== undefined && one.title === other.title) return true
  return one.id === other.id && one.at?.text === other.at?.text
}
