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

/** An item that stands in the text. */
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
  /** What an estimate is multiplied by, for the model's tokenizer. */
  readonly factor: number
  readonly markOf: MarkOf
  readonly lineAt: (offset: number) => number
}

/** So much the task and its state get in any case. */
const LEAST_CONTEXT = 16

/** Kept for the line that says what was left out, and where it stands; of a small budget nothing is. */
const POINTER = 12
const POINTER_FROM = 80

/** From this budget on, decisions say when. */
const DATED_FROM = 150

/** The view of level 1: never over budget, and never empty. */
function renderLevel1(essentials: Essentials, options: Level1Options): Rendered {
  const most = options.budget / options.factor
  const groups = essentials.groups.map(group => prepareGroup(group, most, options))
  // Costs of lines are added up; the whole can cost a little more, and is what counts.
  for (let spend = most; spend > 0; ) {
    const rendered = compose(essentials, groups, spend, options)
    const over = Math.ceil(tokenWeight(rendered.text) * options.factor) - options.budget
    // Where things stand that are not said is of no use alone.
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

/** Each line is made when it is asked for: most of them never are. */
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

/** First each kind by its share and what those before it left, then once more by what is left of all. */
function distribute(groups: readonly Prepared[], purse: number): Fitted[] {
  const shares: (readonly Fitted[])[] = []
  let left = purse
  let passedOn = 0
  for (const { kind, lines } of groups) {
    const least = kind === 'context' ? Math.min(purse, LEAST_CONTEXT) : 0
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

/** The item as its group has it: a dated one is a copy. */
function originalOf({ groups }: Essentials, item: Item): Item {
  if (item.date === undefined) return item
  const group = groups.find(({ kind }) => kind === item.kind)
  return group?.items.find(({ span }) => span === item.span) ?? item
}

/** Whether more is known than `spend` can show. */
function canBeShort({ groups }: Essentials, prepared: readonly Prepared[], spend: number): boolean {
  if (groups.some(({ rest }) => rest !== undefined)) return true
  let sum = 0
  for (const { lines } of prepared)
    for (let at = 0; at < lines.length && sum <= spend; at++) sum += lines.at(at)?.cost ?? 0
  return sum > spend
}

const noticeOf = ({ damage }: Essentials, { lineAt }: Level1Options): string | undefined =>
  damage === undefined ? undefined : damageNotice(damage, lineAt)

const MOST_TRIED = 10

/** When not even one line fits: the start of what is needed most, cut wherever it must be. */
function leastOf(essentials: Essentials, most: number, options: Level1Options): Rendered {
  const items = essentials.groups.flatMap(group => group.items).slice(0, MOST_TRIED)
  const texts = [noticeOf(essentials, options) ?? '', ...items.map(({ label, text }) => text || label.trim())]
  const lines = texts.filter(text => text !== '').map(text => clip(text, most))
  const line = lines.find(line => line !== undefined) ?? clip('more', most) ?? '…'
  return { text: line, shown: [], omitted: omittedFrom(essentials.groups, []) }
}

/** Level 1 of what was read. */
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

/** For a project without a notes file: still one line, which says what to do. */
export function sliceOfNothing(about: SliceOf, init = 'notes init'): Slice {
  const said = showLine(`There is no notes file (${about.source}); ${init} starts one.`)
  const most = about.budget === null ? Number.POSITIVE_INFINITY : about.budget / about.factor - 1
  return makeSlice(about, clip(said, most) ?? clip('notes init', most) ?? '…', { records: [], omitted: {} })
}

/** The lines of the context are one record. */
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
