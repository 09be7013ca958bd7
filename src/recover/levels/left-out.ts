import { around, type Span } from '../../markdown/block.ts'
import { partWeight } from '../../markdown/tokens.ts'
import { kindOf } from '../../notes/kinds.ts'
import type { Group, Item, ItemKind } from './item.ts'

/** Records of one kind that did not fit. */
export interface Missing {
  readonly count: number
  readonly span: Span
}

export type Omitted = Readonly<Partial<Record<ItemKind, Missing>>>

/** `decisions`, `references`: the keys of `omitted` in JSON. */
export function manyOf(kind: ItemKind): string {
  const { key, many } = kindOf({ kind }).words
  return key ?? many
}

export function omittedFrom(groups: readonly Group[], shown: readonly { readonly item: Item }[]): Omitted {
  const there = new Set(shown.map(({ item }) => item))
  const omitted: Partial<Record<ItemKind, Missing>> = {}
  for (const { kind, items, rest } of groups) {
    const missing = items.filter(item => !there.has(item))
    // The lines of a context belong to one record, which counts as shown when any of them is.
    const whole = kind === 'context' ? items.length > 0 && missing.length === items.length : false
    const spans = kind === 'context' ? missing.slice(0, whole ? 1 : 0) : missing
    const count = spans.length + (rest?.count ?? 0)
    if (count === 0) continue
    const all = [...spans.map(({ span }) => span), ...(rest === undefined ? [] : [rest.span])]
    omitted[kind] = { count, span: around(all) }
  }
  return omitted
}

/** Prints `More: 72 decisions L24-900, 3 references L15-20`, with as many kinds as fit. */
export function leftOut(
  omitted: Omitted,
  lineAt: (offset: number) => number,
  most: number,
): string | undefined {
  let line: string | undefined
  for (const [kind, missing] of Object.entries(omitted) as [ItemKind, Missing][]) {
    const next = `${line === undefined ? 'More: ' : `${line}, `}${describe(kind, missing, lineAt)}`
    if (partWeight(next) > most) break
    line = next
  }
  return line
}

function describe(kind: ItemKind, { count, span }: Missing, lineAt: (offset: number) => number): string {
  const { one, many } = kindOf({ kind }).words
  const [from, to] = [lineAt(span.start), lineAt(Math.max(span.start, span.end - 1))]
  return `${count} ${count === 1 ? one : many} L${from}${from === to ? '' : `-${to}`}`
}
