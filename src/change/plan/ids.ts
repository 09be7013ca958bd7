import { tally } from '../../markdown/group-by.ts'
import { type Draft, writingOf } from '../../notes/kinds.ts'
import { type Notes, recordsOfKinds } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'
import { type Precision, written } from '../../notes/text/timestamp.ts'

/** Texts outside the notes file whose numbers must not be reused. Read on demand. */
export interface Earlier {
  /** The archive file. */
  readonly archived?: () => Notes | undefined
  /** Texts that commands wrote or removed, which are kept for `notes undo`. */
  readonly written?: () => readonly string[]
}

/**
 * Assigns the next number to records of numbered kinds: higher than any that is or ever was in the text, prose
 * included. A reused number would make an old commit message or bead refer to a different record.
 */
export function idGiver(
  notes: Notes,
  earlier: Earlier = {},
): <D extends Draft>(draft: D, section: Section) => D {
  // Created on demand: most commands number nothing, and reading all decisions takes time.
  const counters = new Map<string, () => string | undefined>()
  return (draft, section) => {
    const { ids } = writingOf(draft.kind)
    if (ids === undefined || ('id' in draft && draft.id !== undefined)) return draft
    const prefix = seriesOf(notes, section, draft.kind, ids)
    if (prefix === undefined) return draft
    const next = counters.get(prefix) ?? counter(notes, earlier, ids, prefix)
    counters.set(prefix, next)
    const id = next()
    return id === undefined ? draft : { ...draft, id }
  }
}

type Numbering = NonNullable<ReturnType<typeof writingOf>['ids']>

const NUMBERED = /^([A-Z]{1,5}-)(\d{1,6})$/

/**
 * The prefix of the series that numbers the records of a section. A kind without a first number is numbered only if at
 * least half of the section's records are: a single `FIND-005` is the name of something else.
 */
function seriesOf(
  notes: Notes,
  section: Section,
  kind: Draft['kind'],
  { among, first }: Numbering,
): string | undefined {
  const here = notes.recordsOf(section).filter(record => record.kind === kind)
  const records = here.length > 0 ? here : recordsOfKinds(notes, among)
  const counts = tally(records.flatMap(({ id }) => NUMBERED.exec(id ?? '')?.[1] ?? []))
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a)
  if (first !== undefined) return most?.[0] ?? NUMBERED.exec(first)?.[1]
  return most !== undefined && most[1] * 2 >= records.length ? most[0] : undefined
}

/** Continues from the highest number of the series in any text, no matter what that number identifies. */
function counter(
  notes: Notes,
  { archived, written = () => [] }: Earlier,
  { among, first }: Numbering,
  prefix: string,
): () => string | undefined {
  const file = archived?.()
  const ids = [...(file === undefined ? [] : numbersIn(file, among)), ...numbersIn(notes, among)]
  const own = ids.filter(match => match[1] === prefix)
  const [, protocolPrefix, protocolDigits = ''] = NUMBERED.exec(first ?? '') ?? []
  // `notes lint` holds these files to the form of the protocol, even where their numbers are shorter.
  const isHeld = notes.profile === 'sam' && protocolPrefix === prefix
  const width = Math.max(own.at(-1)?.[2]?.length ?? 3, isHeld ? protocolDigits.length : 1)
  const texts = [notes.document.text, file?.document.text ?? '', ...written()]
  let highest = Math.max(...texts.map(text => highestIn(text, prefix)))
  return () => `${prefix}${String(++highest).padStart(width, '0')}`
}

/** Returns the highest number that follows `prefix`, a regular expression, in the text. */
export function highestIn(text: string, prefix: string): number {
  let highest = 0
  for (const [, number] of text.matchAll(new RegExp(`(?<![A-Za-z0-9-])${prefix}(\\d{1,6})(?!\\d)`, 'g')))
    highest = Math.max(highest, Number(number))
  return highest
}

function numbersIn(notes: Notes, among: Numbering['among']): RegExpExecArray[] {
  return recordsOfKinds(notes, among)
    .map(({ id }) => NUMBERED.exec(id ?? ''))
    .filter(match => match !== null)
}

const FULL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/

/**
 * Gives a time the precision of the section's last record, or else of the protocol. Where the protocol asks for a time
 * of day, a date is not copied: `notes lint` would report it.
 */
export function withPrecision<D extends Draft>(notes: Notes, section: Section, draft: D): D {
  if (!('at' in draft) || !FULL.test(draft.at)) return draft
  const neighbour = notes.recordsOf(section).findLast(record => written(record.at) !== undefined)
  const { precision = 'second' } = writingOf(draft.kind)
  const isHeld = notes.profile === 'sam' && precision === 'minute'
  const like = neighbour?.at?.precision ?? precision
  return { ...draft, at: format(draft.at, isHeld && like !== 'second' ? precision : like) }
}

function format(at: string, precision: Precision): string {
  if (precision === 'date' || precision === 'range') return at.slice(0, 10)
  return precision === 'minute' ? `${at.slice(0, 16)}Z` : `${at.slice(0, 19)}Z`
}
