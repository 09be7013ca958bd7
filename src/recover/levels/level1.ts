import type { Claim } from '../../evidence/states.ts'
import { estimateTokens, partWeight } from '../../markdown/tokens.ts'
import { handleOf } from '../../notes/handle.ts'
import type { KindName } from '../../notes/kinds.ts'
import type { Notes, NotesRecord } from '../../notes/notes.ts'
import { showLine } from '../../safety/show-text.ts'
import type { Mark, MarkOf } from '../evidence-marks.ts'
import { clip } from '../layout/clip.ts'
import type { NotesCommand } from '../layout/frame.ts'
import { type Line, shortLine, wholeLine } from '../layout/line.ts'
import { type FoundRecord, linesOf, makeSlice, type Slice, type SliceOf } from '../layout/slice.ts'
import { damageNotice } from '../read/damage-notice.ts'
import type { ReadPart } from '../read/read-part.ts'
import { nothingKnown } from './contents.ts'
import { essentialsOf } from './essentials.ts'
import type { Essentials, Group, Item } from './item.ts'
import { costOfNames, leftOut, manyOf, type Omitted, omittedFrom } from './left-out.ts'

/** An item that is part of the text, and its line. */
interface Chosen {
  readonly item: Item
  readonly mark: Mark | undefined
  readonly line: Line
}

interface Rendered {
  readonly text: string
  readonly shown: readonly Chosen[]
  readonly omitted: Omitted
}

interface Options {
  readonly budget: number
  /** Multiplier for token estimates, depending on the model's tokenizer. */
  readonly factor: number
  readonly markOf: MarkOf
  readonly lineAt: (offset: number) => number
  /** The command that starts `notes` in this project. */
  readonly command?: NotesCommand | undefined
}

/** Renders level 1: never over budget, never empty, and never less than a smaller budget shows. */
export function renderLevel1(essentials: Essentials, options: Options): Rendered {
  // The sum of line costs is an estimate. The whole can cost a little more, so measure it.
  for (let spend = options.budget / options.factor; spend > 0; ) {
    const rendered = compose(essentials, spend, options)
    const over = estimateTokens(rendered.text, options.factor) - options.budget
    // The pointer to omitted records is useless on its own.
    if (rendered.text === '' || rendered.text.startsWith('More: ')) break
    if (over <= 0) return rendered
    spend -= Math.max(over / options.factor, 0.5)
  }
  return leastOf(essentials, options)
}

function compose(essentials: Essentials, spend: number, options: Options): Rendered {
  const { groups } = essentials
  const notice = damageNotice(essentials.damage, options.lineAt, options.command)
  const head = notice === undefined ? undefined : clip(notice, spend * 0.3)
  const purse = spend - (head === undefined ? 0 : partWeight(head) + 0.5)
  const { lines, counts, left } = choose(groups, purse, options)
  const said =
    groups.length === 0
      ? nothingKnown(essentials.contents?.(), purse, options.command)
      : lines.map(({ line }) => line.text)
  const omitted = omittedFrom(groups, counts)
  const last = leftOut(omitted, options.lineAt, left)
  return {
    text: [head, ...said, last].filter(part => part !== undefined).join('\n'),
    shown: lines,
    omitted,
  }
}

/** One step of filling the budget: a line in at most `most` tokens. */
interface Step {
  readonly group: Group
  readonly index: number
  readonly item: Item
  readonly most: number
}

/** Maximum tokens of a line in the second round: a longer line waits, so that other records are shown too. */
const MAX_WHOLE = 60

/** Maximum tokens of a line in the third round: a state of a thousand tokens must not be all that is shown. */
const MAX_EARLY = 120

/**
 * Yields all that can be shown, in the order of need: the first records of each kind, shortened; then these in full,
 * unless they are long; then the others that matter; then everything. A budget pays for the steps up to some point, so a larger budget never
 * shows less.
 */
function* stepsOf(groups: readonly Group[]): Generator<Step> {
  const rounds: readonly { count: (group: Group) => number; most: (item: Item) => number }[] = [
    { count: ({ first }) => first, most: ({ most, isLater }) => (isLater === true ? 0 : most) },
    { count: ({ first }) => first, most: () => MAX_WHOLE },
    { count: ({ early }) => early, most: () => MAX_EARLY },
    { count: () => Number.POSITIVE_INFINITY, most: () => Number.POSITIVE_INFINITY },
  ]
  for (const { count, most } of rounds)
    for (const group of groups)
      for (let index = 0; index < Math.min(count(group), group.spans.length); index++)
        for (const item of group.at(index)) yield { group, index, item, most: most(item) }
}

/** Shortens a line to fit into `room`. Undefined if it would lose so much that the rest says nothing. */
function partOf(item: Item, mark: Mark | undefined, wanted: Line, room: number): Line | undefined {
  return room < Math.min(wanted.cost * 0.6, ENOUGH) ? undefined : shortLine(item, mark, room)
}

/** Tokens that are enough for a part of a line, however long the line is. */
const ENOUGH = 40

/** Share of the budget that is kept for naming what is left out. */
const POINTER_SHARE = 0.2

/** Takes as many steps as the budget allows. The last line gets the tokens that are left, if they are enough. */
function choose(
  groups: readonly Group[],
  purse: number,
  { markOf }: Options,
): { readonly lines: readonly Chosen[]; readonly counts: ReadonlyMap<Group, number>; readonly left: number } {
  const chosen = new Map<Item, Chosen>()
  const counts = new Map<Group, number>()
  let used = 0
  for (const { group, index, item, most } of stepsOf(groups)) {
    const before = chosen.get(item)
    if (before?.line.isWhole === true) continue
    const after = new Map(counts).set(group, Math.max(counts.get(group) ?? 0, index + 1))
    const room =
      purse - Math.min(costOfNames(groups, after), purse * POINTER_SHARE) - used + (before?.line.cost ?? 0)
    const mark = before === undefined ? markOf(item, () => claimsNear(groups, purse)) : before.mark
    const whole = wholeLine(item, mark)
    const wanted = whole.cost <= most ? whole : shortLine(item, mark, most)
    const line = wanted === undefined || wanted.cost <= room ? wanted : partOf(item, mark, wanted, room)
    if (line !== undefined && line.cost > (before?.line.cost ?? 0)) {
      used += line.cost - (before?.line.cost ?? 0)
      chosen.set(item, { item, mark, line })
      counts.set(group, after.get(group) ?? 0)
    }
    if (line !== wanted) break
  }
  const lines = [...chosen.values()].sort((one, other) => one.item.place - other.item.place)
  return { lines, counts, left: purse - used }
}

/** Tokens of a short line. */
const MIN_LINE = 20

/** The claims of lines likely to be shown. */
const claimsNear = (groups: readonly Group[], purse: number): readonly Claim[] =>
  groups
    .flatMap(group => group.spans.slice(0, purse / MIN_LINE).flatMap((_, index) => group.at(index)))
    .flatMap(({ claims }) => claims?.() ?? [])

/** Fallback if not even one line fits: the most needed line, clipped. */
function leastOf(essentials: Essentials, options: Options): Rendered {
  const { groups } = essentials
  const items = groups.flatMap(group => group.at(0))
  const texts = [
    damageNotice(essentials.damage, options.lineAt, options.command) ?? '',
    ...items.map(({ label, text }) => text || label.trim()),
  ]
  const most = options.budget / options.factor
  const lines = texts.filter(text => text !== '').map(text => clip(text, most))
  const line = lines.find(line => line !== undefined) ?? clip('more', most) ?? '…'
  return { text: line, shown: [], omitted: omittedFrom(groups, new Map()) }
}

/** A context is shown without a handle, since commands do not need one. */
const nameOf = (notes: Notes, record: NotesRecord): string | undefined =>
  record.kind === 'context' ? undefined : handleOf(notes, record)

/** Level 1, or level 2 without a query, as a slice. */
export function summary(
  { notes, lineAt, damage }: ReadPart,
  { now, ...about }: SliceOf & { readonly budget: number; readonly now: Date },
  markOf: MarkOf,
): Slice {
  const named = about.level === 1 ? undefined : (record: NotesRecord) => nameOf(notes, record)
  const essentials = { ...essentialsOf(notes, now, named), damage }
  const { text, shown, omitted } = renderLevel1(essentials, { ...about, markOf, lineAt })
  return makeSlice(about, text, { records: recordsOf(shown, lineAt), omitted: counts(omitted) })
}

/** The slice of a project without a notes file: one line that says how to create one, or to get it back. */
export function sliceOfNothing(about: SliceOf, init: string | undefined, isKept = false): Slice {
  const { source, command = 'notes' } = about
  const heal = isKept ? `${command} heal puts back the last one, ` : ''
  const said = showLine(`There is no notes file (${source}); ${heal}${init ?? `${command} init`} starts one.`)
  const most = about.budget === null ? Number.POSITIVE_INFINITY : about.budget / about.factor - 1
  return makeSlice(
    about,
    clip(said, most) ?? clip(isKept ? `${command} heal` : `${command} init`, most) ?? '…',
    { records: [], omitted: {} },
  )
}

/** The shown records. All lines of the context count as one. */
function recordsOf(shown: readonly Chosen[], lineAt: (offset: number) => number): FoundRecord[] {
  const firstOfContext = shown.findIndex(({ item }) => item.kind === 'context')
  return shown
    .filter(
      ({ item }, index) => item.kind !== 'context' || (index === firstOfContext && item.isProse !== true),
    )
    .map(({ item: { kind, id, handle, title, span }, mark: state }) => ({
      ...{ kind, id, handle, title, state },
      lines: linesOf(span, lineAt),
    }))
}

function counts(omitted: Omitted): Record<string, number> {
  const counted: Record<string, number> = {}
  for (const [kind, missing] of Object.entries(omitted)) counted[manyOf(kind as KindName)] = missing.count
  return counted
}
