import { isOwnSection } from '../decision/dated-decisions.ts'
import type { LogRecord } from '../kinds/log.ts'
import { isOfSprint, ofSprint, type SprintRecord } from '../kinds.ts'
import type { Notes, NotesRecord } from '../notes.ts'
import { SEVERAL } from './sprint-name.ts'
import { type Place, placeRecords } from './sprint-place.ts'

export interface Sprint {
  readonly key: string
  /** Spelled as in the file. */
  readonly name: string
  /** Closed records that certainly belong to this sprint, in file order. */
  readonly closed: readonly SprintRecord[]
  /** Records that stay, with the reason: those of this sprint, and closed ones whose sprint is uncertain. */
  readonly staying: readonly { readonly record: SprintRecord; readonly why: string }[]
}

/** Reads one sprint, with the help of the archive file if given. Undefined if no record of the notes belongs to it. */
export function readSprint(notes: Notes, key: string, archived?: Notes): Sprint | undefined {
  const { records, placed, names } = placeRecords(notes, key, archived)
  if (!records.some(record => placed.get(record)?.keys.has(key))) return undefined
  const newest = lastHandoff(notes)
  const closed: SprintRecord[] = []
  const staying: { record: SprintRecord; why: string }[] = []
  for (const record of records) {
    const place = placed.get(record)
    const why = reasonToStay(record, place, key, newest)
    if (why !== undefined) staying.push({ record, why })
    else if (place?.keys.has(key)) closed.push(record)
  }
  return { key, name: names.get(key) ?? key, closed, staying }
}

function reasonToStay(
  record: SprintRecord,
  place: Place | undefined,
  key: string,
  newest: LogRecord | undefined,
): string | undefined {
  if (place === undefined) return undefined
  const own = place.keys.has(key)
  const open = ofSprint(record).open(record)
  if (own && open !== undefined) return open
  if (own && place.keys.size > 1) return 'more than one sprint is named'
  if (own && isWhole(record)) return 'a section of its own'
  if (own && record === newest) return 'the newest handoff, and there is no Active Context to resume from'
  return place.keys.size === 0 && isClosed(record) ? place.why : undefined
}

export interface SprintCount {
  readonly key: string
  readonly name: string
  /** The number of records that can be folded. `work` leaves out log rows. */
  readonly closed: number
  readonly work: number
}

/** Every sprint that the file names. */
export function listSprints(notes: Notes): readonly SprintCount[] {
  const { records, placed, names } = placeRecords(notes)
  const newest = lastHandoff(notes)
  const counts = new Map<string, { closed: number; work: number }>()
  for (const record of records) {
    const keys = placed.get(record)?.keys ?? new Set()
    for (const key of keys) {
      const count = counts.get(key) ?? { closed: 0, work: 0 }
      counts.set(key, count)
      if (keys.size > 1 || !isClosed(record) || isWhole(record) || record === newest) continue
      count.closed++
      if (isWork(record)) count.work++
    }
  }
  counts.delete(SEVERAL)
  return [...counts].map(([key, count]) => ({ key, name: names.get(key) ?? key, ...count }))
}

/**
 * The next sprint to fold, once `after` records of work have been closed since the last fold. Folding removes records
 * from the file, so those still in it were closed later.
 */
export function sprintToFold(notes: Notes, after: number): (SprintCount & { total: number }) | undefined {
  const isDone = (record: NotesRecord) => isOfSprint(record) && isWork(record) && isClosed(record)
  // Common case: too few closed records, so the search for their sprints can be skipped.
  if (notes.records.filter(isDone).length < after) return undefined
  const sprints = listSprints(notes)
  const total = sprints.reduce((sum, { work }) => sum + work, 0)
  const [most] = sprints.toSorted((a, b) => b.work - a.work)
  return most === undefined || total < after ? undefined : { ...most, total }
}

const isWork = (record: SprintRecord): boolean => ofSprint(record).work !== undefined

const isClosed = (record: SprintRecord): boolean => ofSprint(record).open(record) === undefined

const isWhole = (record: SprintRecord): boolean =>
  (record.kind === 'decision' || record.kind === 'archive') && isOwnSection(record)

/** The newest row of the log if there is no Active Context, since the next session then resumes from it. */
function lastHandoff({ records }: Notes): LogRecord | undefined {
  if (records.some(({ kind }) => kind === 'context')) return undefined
  const rows = records.filter(record => record.kind === 'log')
  return rows.reduce<LogRecord | undefined>(
    (newest, row) => ((row.at?.at ?? -1) >= (newest?.at?.at ?? -1) ? row : newest),
    undefined,
  )
}
