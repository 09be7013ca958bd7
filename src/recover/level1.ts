import { tokenWeight } from '../document/tokens.ts'
import { clip } from './clip.ts'
import type { MarkOf } from './evidence-marks.ts'
import type { Essentials, Group, Item, ItemKind } from './item.ts'
import { leftOut, type Omitted, omittedFrom } from './left-out.ts'
import { fill } from './share.ts'

/** An item as it stands in the text. */
export interface Shown {
  readonly item: Item
  readonly line: string
  readonly mark: ReturnType<MarkOf>
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

/** What each kind may spend at first; what is left over goes round again, in the order of need. */
const SHARES: Readonly<Record<ItemKind, number>> = {
  context: 0.5,
  decision: 0.3,
  question: 0.14,
  reference: 0.06,
  blocker: 0.04,
  goal: 0,
  learning: 0.4,
  log: 0.3,
  debt: 0.3,
  archive: 0,
}

/** The view of level 1: never over budget, and never empty. */
export function renderLevel1(essentials: Essentials, options: Level1Options): Rendered {
  const most = options.budget / options.factor
  // Costs of lines are added up; the whole can cost a little more, and is what counts.
  for (let spend = most; spend > 0; ) {
    const rendered = compose(essentials, spend, options)
    const over = Math.ceil(tokenWeight(rendered.text) * options.factor) - options.budget
    if (over <= 0 && rendered.text !== '') return rendered
    if (rendered.text === '') break
    spend -= Math.max(over / options.factor, 0.5)
  }
  return leastOf(essentials, most, options)
}

function compose(essentials: Essentials, spend: number, options: Level1Options): Rendered {
  const notice = noticeOf(essentials, options)
  const first = notice === undefined ? undefined : clip(notice, spend * 0.3)
  let left = first === undefined ? spend : spend - costOf(first)
  const purse = left - (spend >= 80 && canBeShort(essentials, spend) ? POINTER : 0)
  left = purse
  const shares = essentials.groups.map(group => ({ group, lines: [] as readonly Shown[], cost: 0 }))
  let passedOn = 0
  for (const share of shares) {
    const least = share.group.kind === 'context' ? Math.min(purse, LEAST_CONTEXT) : 0
    const most = Math.max(purse * SHARES[share.group.kind] + passedOn, least)
    place(share, most, options)
    passedOn = most - share.cost
    left -= share.cost
  }
  for (const share of shares) {
    const before = share.cost
    place(share, before + left, options)
    left -= share.cost - before
  }
  const shown = shares.flatMap(({ lines }) => lines)
  const omitted = omittedFrom(essentials.groups, shown)
  const lines = shown.map(({ line }) => line)
  if (shown.length === 0 && essentials.groups.every(({ items }) => items.length === 0))
    lines.push(...nothingKnown(essentials, left))
  const used = lines.reduce((sum, line) => sum + costOf(line), first === undefined ? 0 : costOf(first))
  const last = leftOut(omitted, options.lineAt, spend - used)
  const text = [...(first === undefined ? [] : [first]), ...lines, ...(last === undefined ? [] : [last])]
  return { text: text.join('\n'), shown, omitted }
}

function place(
  share: { readonly group: Group; lines: readonly Shown[]; cost: number },
  most: number,
  options: Level1Options,
): void {
  const { items } = share.group
  const dated = options.budget >= DATED_FROM
  const lines = fill(items, most, item => lineOf(dated ? withDate(item) : item, options.markOf(item)), costOf)
  const shown = lines.map(({ item, line }) => ({ item, line, mark: options.markOf(item) }))
  const cost = shown.reduce((sum, { line }) => sum + costOf(line), 0)
  if (cost < share.cost || shown.length < share.lines.length) return
  share.lines = shown
  share.cost = cost
}

/** From this budget on, decisions say when. */
const DATED_FROM = 150

const withDate = (item: Item): Item =>
  item.date === undefined ? item : { ...item, label: item.label.replace(/: $/, ` ${item.date}: `) }

/** A whole line, or as much of it as costs no more than `most`, if that still says something. */
function lineOf(
  { kind, label, text, stands }: Item,
  mark: Shown['mark'],
): (most: number) => string | undefined {
  const tail = mark === undefined ? '' : ` (evidence ${mark})`
  const fixed = costOf(`${label}${tail}`)
  return most => {
    const clipped = text === '' ? undefined : clip(text, most - fixed)
    const says = clipped === text || tokenWeight(clipped ?? '') >= leastText(kind)
    if (clipped !== undefined && says) return `${label}${clipped}${tail}`
    return (text === '' || stands === true) && fixed <= most ? `${label.trimEnd()}${tail}` : undefined
  }
}

/** What a cut text must at least have: `Open: S…` is a waste of the five tokens. */
function leastText(kind: ItemKind): number {
  if (kind === 'context') return 3
  return kind === 'decision' ? 5 : kind === 'goal' ? 12 : 7
}

/** So much the task and its state get in any case. */
const LEAST_CONTEXT = 16

/** Kept for the line that says what was left out, and where it stands. */
const POINTER = 12

/** Whether more is known than `spend` can show. */
function canBeShort({ groups }: Essentials, spend: number): boolean {
  if (groups.some(({ rest }) => rest !== undefined)) return true
  const lines = groups.flatMap(({ items }) => items.map(({ label, text }) => label + text))
  return lines.reduce((sum, line) => sum + costOf(line), 0) > spend
}

/** With the line end that follows it. */
const costOf = (line: string): number => tokenWeight(line) + 0.35

function noticeOf({ damage }: Essentials, { lineAt }: Level1Options): string | undefined {
  return damage === undefined ? undefined : `Damaged: ${damage.what} at line ${lineAt(damage.at)}`
}

function nothingKnown({ sections }: Essentials, most: number): string[] {
  const titles =
    sections.length === 0 ? 'The notes file is empty' : `No records; sections: ${sections.join('; ')}`
  const line = clip(titles, most)
  return line === undefined ? [] : [line]
}

/** When not even one line fits: the start of what is needed most, cut wherever it must be. */
function leastOf(essentials: Essentials, most: number, options: Level1Options): Rendered {
  const [item] = essentials.groups.flatMap(group => group.items)
  const text = noticeOf(essentials, options) ?? item?.text ?? ''
  const line = clip(text, most) ?? clip('more', most) ?? '…'
  return { text: line, shown: [], omitted: omittedFrom(essentials.groups, []) }
}
