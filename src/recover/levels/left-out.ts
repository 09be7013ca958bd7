import { around, type Span } from '../../markdown/block.ts'
import { partWeight } from '../../markdown/tokens.ts'
import { type KindName, kindOf } from '../../notes/kinds.ts'
import { linesOf, printRange } from '../layout/slice.ts'
import type { Group } from './item.ts'

/** Records of one kind that did not fit. */
export interface Missing {
  readonly count: number
  readonly span: Span
}

export type Omitted = Readonly<Partial<Record<KindName, Missing>>>

/** Returns the key of a kind in the JSON of `omitted`: `decisions`, `references`. */
export function manyOf(kind: KindName): string {
  const { key, many } = kindOf({ kind }).words
  return key ?? many
}

/** Counts the records that are not shown. A context is one record, and counts as shown once its first line is. */
export function omittedFrom(groups: readonly Group[], shown: ReadonlyMap<Group, number>): Omitted {
  const omitted: Partial<Record<KindName, Missing>> = {}
  for (const group of groups) {
    const from = shown.get(group) ?? 0
    if (from >= group.spans.length || group.isAside === true) continue
    const before = omitted[group.kind]
    const left = group.spans.slice(from).map(({ span }) => span)
    const span = around(before === undefined ? left : [before.span, ...left])
    omitted[group.kind] = { count: group.spans.length - from + (before?.count ?? 0), span }
  }
  return omitted
}

/**
 * Names every kind that is left out: `More: 2 blockers L54-60, 37 decisions L80-300`. Drops the lines, or even the
 * numbers, if there is no room for them.
 */
export function leftOut(
  omitted: Omitted,
  lineAt: (offset: number) => number,
  most: number,
): string | undefined {
  const all = Object.entries(omitted) as [KindName, Missing][]
  if (all.length === 0) return undefined
  const named = (where: (missing: Missing) => string): string =>
    `More: ${all.map(([kind, missing]) => `${counted(kind, missing.count)}${where(missing)}`).join(', ')}`
  const count = all.reduce((sum, [, { count }]) => sum + count, 0)
  const lines = [
    named(({ span }) => ` ${printRange(linesOf(span, lineAt))}`),
    named(() => ''),
    `More: ${all.map(([kind]) => kindOf({ kind }).words.many).join(', ')}`,
    `More: ${count} record${count === 1 ? '' : 's'}`,
  ]
  return lines.find(line => partWeight(line) <= most)
}

/** Tokens that `leftOut` needs to name every kind. */
export function costOfNames(groups: readonly Group[], shown: ReadonlyMap<Group, number>): number {
  const counts = new Map<KindName, number>()
  for (const group of groups) {
    const count = group.spans.length - (shown.get(group) ?? 0)
    if (count > 0 && group.isAside !== true) counts.set(group.kind, count + (counts.get(group.kind) ?? 0))
  }
  return counts.size === 0
    ? 0
    : partWeight(`More: ${[...counts].map(([kind, count]) => counted(kind, count)).join(', ')}`)
}

function counted(kind: KindName, count: number): string {
  const { one, many } = kindOf({ kind }).words
  return `${count} ${count === 1 ? one : many}`
}
