import { type KindName, kindOf } from '../notes/kinds.ts'
import { type Conflict, type Name, type Part, printConflict } from './conflict.ts'
import { mergeRecord, type Sides } from './merge-record.ts'
import type { Versions } from './pair.ts'
import { nameOf, type Placed } from './sequence.ts'

/** The outcome for a record: its text, both texts, or a conflict. Undefined when it is gone. */
export type Resolved =
  | {
      readonly texts: readonly string[]
      readonly from: Name | 'both'
      readonly kind: KindName
      /** The side whose place is used, if only one side moved the record. */
      readonly place?: Name
    }
  | Conflict
  | undefined

export function resolve(versions: Versions, sides: Sides, appendOnly: boolean): Resolved {
  const { base, ours, theirs } = versions
  const record = ours?.record ?? theirs?.record
  if (record === undefined) return undefined
  // A heading that one side added or removed above the record changes the kind of the record.
  const { kind } = ours?.record?.kind === base?.record?.kind ? (theirs?.record ?? record) : record
  const keepsAll = appendOnly || kindOf(record).write?.appendOnly === true
  if (ours === undefined || theirs === undefined) {
    const [one, from] = ours === undefined ? ([theirs, 'theirs'] as const) : ([ours, 'ours'] as const)
    if (one === undefined || one.text === base?.text) return undefined
    if (base === undefined || keepsAll) return { texts: [one.text], from, kind }
  } else {
    const mover = moverOf(versions)
    const moved = mover === undefined ? undefined : versions[mover]?.record
    const put = mover === undefined ? { kind } : { kind: moved?.kind ?? kind, place: mover }
    if (theirs.text === base?.text || ours.text === theirs.text)
      return { texts: [ours.text], from: 'ours', ...put }
    if (ours.text === base?.text) return { texts: [theirs.text], from: 'theirs', ...put }
    // One side moved the record and the other edited it: keep the edit. Archiving can be repeated, an edit cannot.
    const other = mover === 'ours' ? 'theirs' : 'ours'
    const edited = mover && versions[other]
    if (edited?.record !== undefined)
      return { texts: [edited.text], from: 'both', kind: edited.record.kind, place: other }
    const text = mergeRecord(versions, sides)
    if (text !== undefined) return { texts: [text], from: 'both', kind }
    if (keepsAll) return { texts: [ours.text, theirs.text], from: 'both', kind }
  }
  return { label: nameOf(record), base: base?.text, ours: ours?.text, theirs: theirs?.text }
}

/**
 * Returns the side that moved a record to a section of another kind, if only one did. If both sides added the record,
 * the one that has it in the archive moved it.
 */
function moverOf({ base, ours, theirs }: Versions): Name | undefined {
  const [left, right] = [ours?.record?.kind, theirs?.record?.kind]
  const was = base?.record?.kind ?? (left === 'archive' ? right : left)
  if (was === undefined || left === right) return undefined
  return was === left ? 'theirs' : was === right ? 'ours' : undefined
}

export type All = ReadonlyMap<string, Resolved>

export function conflictOf(one: Placed, resolved: All): Conflict | undefined {
  if ('conflict' in one) return one.conflict
  const found = one.unit.record === undefined ? undefined : resolved.get(one.token)
  return found !== undefined && 'label' in found ? found : undefined
}

/** Returns the texts of one unit of the result: as `side` has them, or with conflicts marked if `side` is undefined. */
export function textsOf(one: Placed, resolved: All, side: Part | undefined, size = 7): readonly string[] {
  const conflict = conflictOf(one, resolved)
  const chosen = side === undefined ? conflict && printConflict(conflict, size) : conflict?.[side]
  if (conflict !== undefined) return chosen === undefined ? [] : [chosen]
  if ('conflict' in one) return []
  const found = one.unit.record === undefined ? { texts: [one.unit.text] } : resolved.get(one.token)
  return found !== undefined && 'texts' in found ? found.texts : []
}
