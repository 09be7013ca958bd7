import { partWeight, tokenWeight } from '../../markdown/tokens.ts'
import { kindOf } from '../../notes/kinds.ts'
import { showLine } from '../../safety/show-text.ts'
import type { Mark, MarkOf } from '../evidence-marks.ts'
import { clip } from '../layout/clip.ts'
import { type Fitted, fill, type Line, type Lines, prepareLine, printLine } from '../layout/line.ts'
import { linesOf, makeSlice, type Slice, type SliceOf, type SliceRecord } from '../layout/slice.ts'
import { damageNotice } from '../read/damage-notice.ts'
import { nothingKnown } from './contents.ts'
import type { Level1Source } from './essentials.ts'
import type { Essentials, Group, Item, ItemKind } from './item.ts'
import { leftOut, manyOf, type Omitted, omittedFrom } from './left-out.ts'

/** An item that is part of the text. */
export interface Shown {
  readonly item: Item
  readonly mark: Mark | undefined
}

export interface Rendered {
  readonly text: string
  readonly shown: readonly Shown[]
  readonly omitted: Omitted
}

export interface Level1Options {
  readonly budget: number
  /** Multiplier for token estimates, depending on the model's tokenizer. */
  readonly factor: number
  readonly markOf: MarkOf
  readonly lineAt: (offset: number) => number
}

/** Minimum tokens for the task and its state. */
const MIN_CONTEXT = 16

/** Reserved for the line that tells what was left out, unless the budget is small. */
const POINTER = 12
const POINTER_FROM = 80

/** Minimum budget at which decisions have dates. */
const DATED_FROM = 150

/** Renders level 1: never over budget, and never empty. */
function renderLevel1(essentials: Essentials, options: Level1Options): Rendered {
  const most = options.budget / options.factor
  const groups = essentials.groups.map(group => prepareGroup(group, most, options))
  // The sum of line costs is an estimate. The whole can cost a little more, so measure it.
  for (let spend = most; spend > 0; ) {
    const rendered = compose(essentials, groups, spend, options)
    const over = Math.ceil(tokenWeight(rendered.text) * options.factor) - options.budget
    // The pointer to omitted records is useless on its own.
    if (rendered.text === '' || rendered.isPointerAlone) break
    if (over <= 0) return rendered
    spend -= Math.max(over / options.factor, 0.5)
  }
  return leastOf(essentials, most, options)
}

interface Prepared {
  readonly kind: ItemKind
  readonly lines: Lines
}

/** Creates lines on demand, since most are never used. */
function prepareGroup({ kind, items }: Group, most: number, { budget, markOf }: Level1Options): Prepared {
  const made: Line[] = []
  const make = (item: Item): Line =>
    prepareLine(budget < DATED_FROM ? item : withDate(item), markOf(item), most)
  return {
    kind,
    lines: {
      length: items.length,
      at(index) {
        const item = items[index]
        if (item !== undefined) made[index] ??= make(item)
        return made[index]
      },
    },
  }
}

const withDate = (item: Item): Item =>
  item.date === undefined ? item : { ...item, label: item.label.replace(/: $/, ` ${item.date}: `) }

function compose(
  essentials: Essentials,
  groups: readonly Prepared[],
  spend: number,
  options: Level1Options,
): Rendered & { readonly isPointerAlone: boolean } {
  const notice = noticeOf(essentials, options)
  const head = notice === undefined ? undefined : clip(notice, spend * 0.3)
  const headCost = head === undefined ? 0 : partWeight(head) + 0.5
  const pointer = spend >= POINTER_FROM && canBeShort(essentials, groups, spend) ? POINTER : 0
  const fitted = distribute(groups, spend - headCost - pointer)
  const shown = fitted.map(({ line: { item, mark } }) => ({ item: originalOf(essentials, item), mark }))
  const omitted = omittedFrom(essentials.groups, shown)
  const lines = fitted.map(printLine)
  if (essentials.groups.every(({ items }) => items.length === 0))
    lines.push(...nothingKnown(essentials.contents?.(), spend - headCost))
  const used = fitted.reduce((sum, { cost }) => sum + cost, headCost)
  const last = leftOut(omitted, options.lineAt, spend - used)
  const text = [head, ...lines, last].filter(part => part !== undefined).join('\n')
  return { text, shown, omitted, isPointerAlone: head === undefined && lines.length === 0 }
}

/** First gives each kind its share plus what the kinds before it left, then distributes the rest in a second round. */
function distribute(groups: readonly Prepared[], purse: number): Fitted[] {
  const shares: (readonly Fitted[])[] = []
  let left = purse
  let passedOn = 0
  for (const { kind, lines } of groups) {
    const least = kind === 'context' ? Math.min(purse, MIN_CONTEXT) : 0
    const most = Math.min(Math.max(purse * kindOf({ kind }).recover.share + passedOn, least), left)
    const fitted = fill(lines, most)
    const cost = costOf(fitted)
    passedOn = most - cost
    left -= cost
    shares.push(fitted)
  }
  groups.forEach(({ lines }, index) => {
    const before = shares[index] ?? []
    const cost = costOf(before)
    if (lines.length === before.length && before.every(({ line, cost: spent }) => spent === line.cost)) return
    const after = fill(lines, cost + left)
    if (costOf(after) < cost || after.length < before.length) return
    left -= costOf(after) - cost
    shares[index] = after
  })
  return shares.flat()
}

const costOf = (fitted: readonly Fitted[]): number => fitted.reduce((sum, { cost }) => sum + cost, 0)

/** The original of an item, since dated items are copies. */
function originalOf({ groups }: Essentials, item: Item): Item {
  if (item.date === undefined) return item
  const group = groups.find(({ kind }) => kind === item.kind)
  return group?.items.find(({ span }) => span === item.span) ?? item
}

/** Are there more records than `spend` can show? */
function canBeShort({ groups }: Essentials, prepared: readonly Prepared[], spend: number): boolean {
  if (groups.some(({ rest }) => rest !== undefined)) return true
  let sum = 0
  for (const { lines } of prepared)
    for (let at = 0; at < lines.length && sum <= spend; at++) sum += lines.at(at)?.cost ?? 0
  return sum > spend
}

const noticeOf = ({ damage }: Essentials, { lineAt }: Level1Options): string | undefined =>
  damage === undefined ? undefined : damageNotice(damage, lineAt)

const MAX_TRIED = 10

/** Fallback if not even one line fits: the most needed line, clipped. */
function leastOf(essentials: Essentials, most: number, options: Level1Options): Rendered {
  const items = essentials.groups.flatMap(group => group.items).slice(0, MAX_TRIED)
  const texts = [noticeOf(essentials, options) ?? '', ...items.map(({ label, text }) => text || label.trim())]
  const lines = texts.filter(text => text !== '').map(text => clip(text, most))
  const line = lines.find(line => line !== undefined) ?? clip('more', most) ?? '…'
  return { text: line, shown: [], omitted: omittedFrom(essentials.groups, []) }
}

/** Level 1 as a slice. */
export function level1Slice(
  { essentials, lineAt }: Level1Source,
  about: { readonly source: string; readonly budget: number; readonly factor: number },
  markOf: MarkOf,
): Slice {
  const { text, shown, omitted } = renderLevel1(essentials, { ...about, markOf, lineAt })
  return makeSlice({ ...about, level: 1 }, text, {
    records: recordsOf(shown, lineAt),
    omitted: counts(omitted),
  })
}

/** The slice of a project without a notes file: one line that tells how to start it. */
export function sliceOfNothing(about: SliceOf, init = 'notes init'): Slice {
  const said = showLine(`There is no notes file (${about.source}); ${init} starts one.`)
  const most = about.budget === null ? Number.POSITIVE_INFINITY : about.budget / about.factor - 1
  return makeSlice(about, clip(said, most) ?? clip('notes init', most) ?? '…', { records: [], omitted: {} })
}

/** The shown records. All lines of the context count as one. */
function recordsOf(shown: readonly Shown[], lineAt: (offset: number) => number): SliceRecord[] {
  const firstOfContext = shown.findIndex(({ item }) => item.kind === 'context')
  return shown
    .filter(
      ({ item }, index) => item.kind !== 'context' || (index === firstOfContext && item.isProse !== true),
    )
    .map(({ item: { kind, id, title, span }, mark }) => ({
      kind,
      ...(id === undefined ? {} : { id }),
      ...(title === undefined ? {} : { title }),
      lines: linesOf(span, lineAt),
      ...(mark === undefined ? {} : { state: mark }),
    }))
}

function counts(omitted: Omitted): Record<string, number> {
  const counted: Record<string, number> = {}
  for (const [kind, missing] of Object.entries(omitted)) counted[manyOf(kind as ItemKind)] = missing.count
  return counted
}
