import { highestIn } from '../change/plan/ids.ts'
import { groupBy } from '../markdown/group-by.ts'
import { kindOf, type NotesRecord, titleOf } from '../notes/kinds.ts'
import type { Side, Unit } from '../notes/units.ts'
import type { Name } from './conflict.ts'
import type { Paired } from './pair.ts'

/** A number that one side gives up. */
export interface Renumbering {
  readonly side: Name
  readonly from: string
  readonly to: string
  readonly title: string
  /** True when the record has this number in the base, so that lines of the base refer to it too. */
  readonly isOld: boolean
}

/**
 * Plans the new numbers of records. If both sides gave the same number to different records, one of them takes the next
 * free number. If both added the same record, or one renumbered it, its versions get one number. The choice does not
 * depend on which side is ours, so that merges in either direction agree.
 */
export function planNumbers(
  paired: Paired,
  { base, ours, theirs }: Readonly<Record<Name | 'base', Side>>,
): readonly Renumbering[] {
  const plan: Renumbering[] = []
  const next = numbersAfter([base, ours, theirs].map(({ notes }) => notes.document.text))
  const all = [...paired.records.values()]
  const numberedOf = (side: Name): readonly Numbered[] =>
    all.flatMap(versions => numbered(versions[side]) ?? [])
  const idsOf = (side: Name) => new Set(numberedOf(side).map(({ id }) => id))
  const taken = { ours: idsOf('ours'), theirs: idsOf('theirs') }
  // Skip a number that one side has twice: `notes lint` reports it.
  const twice = new Set([...repeated(numberedOf('ours')), ...repeated(numberedOf('theirs'))])
  const only = (record: Numbered | undefined) => (record && !twice.has(record.id) ? record : undefined)
  const fresh = { ours: [] as Numbered[], theirs: [] as Numbered[] }
  for (const versions of all) {
    const was = versions.base?.record?.id
    const [left, right] = [only(numbered(versions.ours)), only(numbered(versions.theirs))]
    if (left !== undefined && right !== undefined && left.id !== right.id) {
      const keep = commonNumber(left.id, right.id, was, taken) ?? next(left.id)
      const giveUp = (side: Name, { id: from, ...record }: Numbered): void => {
        if (from !== keep) plan.push({ side, from, to: keep, title: titleOf(record), isOld: from === was })
      }
      giveUp('ours', left)
      giveUp('theirs', right)
      continue
    }
    if (left !== undefined && left.id !== was) fresh.ours.push(left)
    if (right !== undefined && right.id !== was) fresh.theirs.push(right)
  }
  const byId = groupBy(fresh.theirs, ({ id }) => id)
  for (const one of fresh.ours)
    for (const other of byId.get(one.id) ?? []) {
      if (seriesOf(one) !== seriesOf(other) || nameOf(one) === nameOf(other)) continue
      const [side, record] =
        nameOf(one) < nameOf(other) ? (['theirs', other] as const) : (['ours', one] as const)
      plan.push({ side, from: one.id, to: next(one.id), title: titleOf(record), isOld: false })
    }
  return plan
}

/** Chooses between two numbers of one record: the changed or the lower one, unless another record has it. */
function commonNumber(
  left: string,
  right: string,
  was: string | undefined,
  taken: Readonly<Record<Name, ReadonlySet<string | undefined>>>,
): string | undefined {
  const [isLeftFree, isRightFree] = [!taken.theirs.has(left), !taken.ours.has(right)]
  if (was === left || was === right)
    return was === left ? (isRightFree ? right : undefined) : isLeftFree ? left : undefined
  if (isLeftFree && isRightFree) return numberOf(left) < numberOf(right) ? left : right
  return isLeftFree ? left : isRightFree ? right : undefined
}

type Numbered = NotesRecord & { readonly id: string }

/** Returns a sort key that starts with the time: the record that sorts first keeps its number. */
const nameOf = (record: NotesRecord): string => `${record.at?.at ?? ''} ${titleOf(record)}`

const seriesOf = (record: NotesRecord): string => kindOf(record).write?.ids?.among.join() ?? ''

function repeated(records: readonly Numbered[]): readonly string[] {
  return [...groupBy(records, ({ id }) => id)].flatMap(([id, same]) => (same.length > 1 ? [id] : []))
}

function numbered(unit: Unit | undefined): Numbered | undefined {
  const record = unit?.record
  return record?.id !== undefined && seriesOf(record) !== '' && NUMBER.test(record.id)
    ? { ...record, id: record.id }
    : undefined
}

const NUMBER = /^(.*?)(\d{1,6})$/

const numberOf = (id: string): number => Number(NUMBER.exec(id)?.[2])

/** Returns a function that counts on from the highest number in any of the texts, prose included. */
function numbersAfter(texts: readonly string[]): (id: string) => string {
  const highest = new Map<string, number>()
  return id => {
    const [, prefix = '', digits = ''] = NUMBER.exec(id) ?? []
    const known = highest.get(prefix) ?? Math.max(...texts.map(text => highestIn(text, escaped(prefix))))
    highest.set(prefix, known + 1)
    return `${prefix}${String(known + 1).padStart(digits.length, '0')}`
  }
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)

/**
 * Applies the plan to everything that one side wrote. In lines that the base has too, only numbers from the base are
 * changed: a number that is new on this side means another record there.
 */
export function renumbered(side: Side, base: Side, plan: readonly Renumbering[]): string {
  const { text } = side.notes.document
  if (plan.length === 0) return text
  const known = new Set(base.units.map(unit => unit.text))
  const renumber = (said: string, by: readonly Renumbering[]): string => {
    const to = new Map(by.map(one => [one.from, one.to]))
    const ids = [...to.keys()].map(escaped).join('|')
    const pattern = new RegExp(String.raw`(?<![A-Za-z0-9-])(?:${ids})(?!\d)`, 'g')
    return to.size === 0 ? said : said.replaceAll(pattern, id => to.get(id) ?? id)
  }
  const old = plan.filter(({ isOld }) => isOld)
  const written = side.units.map(
    ({ lead, text: said }) => lead + renumber(said, known.has(said) ? old : plan),
  )
  return `${written.join('\n')}\n${side.tail}`
}
