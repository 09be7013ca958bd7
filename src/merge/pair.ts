import { matchRecords } from '../notes/gone.ts'
import { letterOf } from '../notes/handle.ts'
import { kindOf, type NotesRecord } from '../notes/kinds.ts'
import type { Side, Unit } from './units.ts'

/** The three versions of one record, as far as they exist. */
export interface Versions {
  readonly base?: Unit | undefined
  readonly ours?: Unit | undefined
  readonly theirs?: Unit | undefined
}

export interface Paired {
  /** Equal for versions of one record, and for equal lines outside of records. */
  tokenOf(unit: Unit): string
  readonly records: ReadonlyMap<string, Versions>
}

/** Finds out which records of the three texts are the same one. */
export function pairRecords(base: Side, ours: Side, theirs: Side): Paired {
  const tokens = new Map<Unit, string>()
  const records = new Map<string, Versions>()
  const put = (token: string, version: Versions, unit: Unit): void => {
    tokens.set(unit, token)
    records.set(token, { ...records.get(token), ...version })
  }
  for (const unit of base.units) if (unit.record !== undefined) put(`\0${tokens.size}`, { base: unit }, unit)
  for (const [side, name] of [[ours, 'ours'] as const, [theirs, 'theirs'] as const]) {
    const matched = matchRecords(base.notes, side.notes)
    const units = new Map(side.units.map(unit => [unit.record, unit]))
    for (const unit of base.units) {
      const found = unit.record && matched.get(unit.record)
      const same = found !== undefined && isSame(unit.record, found) ? units.get(found) : undefined
      if (same !== undefined && !tokens.has(same)) put(tokens.get(unit) ?? '', { [name]: same }, same)
    }
    const seen = new Map<string, number>()
    for (const unit of side.units) {
      if (unit.record === undefined || tokens.has(unit)) continue
      const key = `\0new ${mergeKey(unit.record)}`
      const count = seen.get(key) ?? 0
      seen.set(key, count + 1)
      put(`${key}${count}`, { [name]: unit }, unit)
    }
  }
  return { tokenOf: unit => tokens.get(unit) ?? unit.text, records }
}

/** What two sides call one record when both of them add it. */
export function mergeKey(record: NotesRecord): string {
  const { merge, write } = kindOf(record)
  const said = merge?.key?.(record) ?? write?.identity(record) ?? []
  return JSON.stringify([letterOf(record), record.section.date?.text ?? '', ...said.map(text => text ?? '')])
}

/** Not the same record, however alike: another number or another moment, and another title. */
function isSame(one: NotesRecord | undefined, other: NotesRecord): boolean {
  if (one === undefined) return false
  if (one.title !== undefined && one.title === other.title) return true
  return one.id === other.id && one.at?.text === other.at?.text
}
