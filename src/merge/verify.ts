import { addTo } from '../markdown/group-by.ts'
import type { KindName } from '../notes/kinds.ts'
import type { Notes } from '../notes/notes.ts'
import { unitsOf } from '../notes/units.ts'
import type { Part } from './conflict.ts'
import type { Sides } from './merge-record.ts'
import type { Paired } from './pair.ts'
import { type All, textsOf } from './resolve.ts'
import type { Placed } from './sequence.ts'

/** A reason to leave a merge to git. */
export class Doubt extends Error {}

/**
 * Throws a `Doubt` unless the result, read again, has each expected record exactly once, and nothing else that looks
 * like a record.
 */
export function verify(after: Notes, placed: readonly Placed[], resolved: All, side: Part | undefined): void {
  const found = new Map<string, KindName[]>()
  for (const { record, text } of unitsOf(after).units)
    if (record !== undefined) addTo(found, text, record.kind)
  for (const one of placed)
    if ('unit' in one && one.unit.record !== undefined) {
      const as = resolved.get(one.token)
      const kind = as !== undefined && 'kind' in as ? as.kind : one.unit.record.kind
      for (const text of textsOf(one, resolved, side)) {
        const kinds = found.get(text) ?? []
        const at = kinds.indexOf(kind)
        if (at < 0) throw new Doubt(`it would read back differently: ${text.slice(0, 60)}`)
        kinds.splice(at, 1)
      }
    }
  // Conflicting lines may contain records of their own.
  if (placed.some(one => 'conflict' in one)) return
  const [more] = [...found].find(([, kinds]) => kinds.length > 0) ?? []
  if (more !== undefined) throw new Doubt(`it would read back differently: ${more.slice(0, 60)}`)
}

/**
 * Throws a `Doubt` unless the result has every record that stays and every line that a side wrote, if only within a
 * conflict.
 */
export function refuseLoss(
  text: string,
  sides: Sides,
  { tokenOf, records }: Paired,
  placed: readonly Placed[],
  resolved: All,
): void {
  const put = new Set(placed.flatMap(one => ('unit' in one ? one.token : [])))
  const open = placed.flatMap(one => ('conflict' in one ? [one.conflict.ours, one.conflict.theirs] : []))
  for (const [token, fate] of resolved) {
    if (fate === undefined || put.has(token)) continue
    const { ours, theirs } = records.get(token) ?? {}
    const isOpen = [ours, theirs].every(unit => !unit || open.some(said => said?.includes(unit.text)))
    if (!isOpen) throw new Doubt(`a record would be lost: ${(ours ?? theirs)?.text.slice(0, 60)}`)
  }
  const kept = new Set([
    ...sides.base.units.map(unit => unit.text),
    ...placed.flatMap(one => textsOf(one, resolved, 'ours')),
  ])
  const changed = [...sides.ours.units, ...sides.theirs.units].filter(unit => {
    const found = unit.record === undefined ? undefined : resolved.get(tokenOf(unit))
    return !kept.has(unit.text) && !(found !== undefined && 'from' in found && found.from === 'both')
  })
  if (changed.length === 0) return
  const lines = new Set([text, sides.base.notes.document.text].flatMap(whole => whole.split('\n')))
  const lost = changed.flatMap(unit => unit.text.split('\n')).find(line => !lines.has(line))
  if (lost !== undefined) throw new Doubt(`a line would be lost: ${lost.slice(0, 60)}`)
}
