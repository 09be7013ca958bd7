import { isOfSprint, ofSprint, type SprintRecord } from '../kinds.ts'
import type { Notes } from '../notes.ts'
import type { Section } from '../section.ts'
import type { Timestamp } from '../text/timestamp.ts'
import { SEVERAL, sprintKey, sprintLabel, sprintsIn } from './sprint-name.ts'

/** The keys of a record's sprints. If there are none, `why` gives the reason. */
export interface Place {
  readonly keys: ReadonlySet<string>
  readonly why: string
}

export interface Places {
  readonly records: readonly SprintRecord[]
  readonly placed: ReadonlyMap<SprintRecord, Place>
  /** The file's spelling of each key. */
  readonly names: ReadonlyMap<string, string>
}

/**
 * Assigns records to sprints. `asked` counts as a known sprint even if no column names it. Records folded earlier
 * still date their sprint, so that folding one sprint does not make another look longer.
 */
export function placeRecords(notes: Notes, asked?: string, archived?: Notes): Places {
  const records = notes.records.filter(isOfSprint)
  const folded = (archived?.records ?? []).filter(isOfSprint)
  const names = spellings([...records, ...folded])
  const known = new Set(asked === undefined ? names.keys() : [...names.keys(), asked])
  const named = new Map(records.map(record => [record, namedIn(record, known)]))
  const anchors = anchorsAmong(
    [...records, ...folded.filter(record => isAnchor(record, asked, known))],
    known,
  )
  const placed = new Map<SprintRecord, Place>()
  for (const record of records) {
    const keys = named.get(record) ?? NONE
    placed.set(record, keys.size > 0 ? { keys, why: '' } : placeByTime(record, anchors))
  }
  for (const { keys } of placed.values())
    for (const key of keys) if (!names.has(key)) names.set(key, spelled(key))
  return { records, placed, names }
}

const NONE: ReadonlySet<string> = new Set()
const spelled = (key: string): string => key.replace(/^sprint-/, 'Sprint ')

/** The spelling of each sprint in the Sprint column. The first one counts. */
function spellings(records: readonly SprintRecord[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const record of records) {
    const name = (ofSprint(record).column?.(record) ?? '').replaceAll(/[*`~]/g, '').trim()
    const key = sprintKey(name)
    if (key !== undefined && !names.has(key)) names.set(key, sprintLabel(name))
  }
  return names
}

/** The Sprint column decides. Other texts count only if it names no sprint. */
function namedIn(record: SprintRecord, known: ReadonlySet<string>): ReadonlySet<string> {
  const { column, texts } = ofSprint(record)
  const key = sprintKey(column?.(record) ?? '')
  if (key !== undefined) return new Set([key])
  return sprintsIn([...texts(record), ...headingsOf(record.section)].join('\n'), known)
}

function headingsOf(section: Section): string[] {
  const titles: string[] = []
  for (let at: Section | undefined = section; at !== undefined; at = at.parent)
    if (at.kind !== 'title') titles.push(at.title)
  return titles
}

/** A moment whose sprint is known. */
interface Anchor {
  readonly at: number
  readonly keys: ReadonlySet<string>
}

/**
 * Does the record date a sprint? A folded decision is below the heading of its sprint, even if it named the sprint only
 * in its rationale. Such a decision must not extend the sprint that is `asked` for, or a second run after a kill would
 * fold more.
 */
function isAnchor(record: SprintRecord, asked: string | undefined, known: ReadonlySet<string>): boolean {
  if (record.kind !== 'decision' && record.kind !== 'archive') return true
  const keys = sprintsIn(headingsOf(record.section).join('\n'), known)
  return asked === undefined || !keys.has(asked) || sprintsIn(record.title, known).has(asked)
}

/** Collects the moments of records that date a sprint: handoffs, and decisions with a sprint in their title. */
function anchorsAmong(records: readonly SprintRecord[], known: ReadonlySet<string>): readonly Anchor[] {
  const byMoment = new Map<number, Set<string>>()
  for (const record of records) {
    const { dating } = ofSprint(record)
    const at = 'at' in record ? record.at?.at : undefined
    if (at === undefined || dating === undefined) continue
    const keys = sprintsIn([...dating(record), ...headingsOf(record.section)].join('\n'), known)
    const there = byMoment.get(at) ?? new Set()
    for (const key of keys) there.add(key)
    if (there.size > 0) byMoment.set(at, there)
  }
  return [...byMoment].map(([at, keys]) => ({ at, keys })).sort((a, b) => a.at - b.at)
}

/** Assigns a record to a sprint if the nearest anchors on both sides belong to that sprint alone. */
function placeByTime(record: SprintRecord, anchors: readonly Anchor[]): Place {
  if (ofSprint(record).dating === undefined) return { keys: NONE, why: 'no sprint is named' }
  const at = momentOf('at' in record ? record.at : undefined)
  if (at === undefined) return { keys: NONE, why: 'no sprint is named, and no exact date' }
  const next = firstFrom(anchors, at)
  const before = anchors[next]?.at === at ? next : next - 1
  const [left, right] = [anchors[before]?.keys ?? NONE, anchors[next]?.keys ?? NONE]
  const [key] = left
  if (key !== undefined && key !== SEVERAL && left.size === 1 && right.size === 1 && right.has(key))
    return { keys: left, why: '' }
  return { keys: NONE, why: 'no sprint is named, and the date is not between two rows of one sprint' }
}

const momentOf = (at: Timestamp | undefined): number | undefined =>
  at === undefined || at.precision === 'range' ? undefined : at.at

/** Index of the first anchor at or after a moment. */
function firstFrom(anchors: readonly Anchor[], at: number): number {
  let [low, high] = [0, anchors.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((anchors[middle]?.at ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}
