import { type Draft, writingOf } from '../../notes/kinds.ts'
import { type Notes, recordsOfKinds } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'
import { type Precision, written } from '../../notes/text/timestamp.ts'

/** What left the notes file, and keeps its numbers. Read on demand. */
export interface Earlier {
  /** The archive file. */
  readonly archived?: () => Notes | undefined
  /** Texts that commands wrote or removed, as `notes undo` keeps them. */
  readonly written?: () => readonly string[]
}

/**
 * Assigns the next number to records of numbered kinds: above every number in the text, in prose too, and every one
 * that left it. A reused number would make an old commit message or bead speak of another record.
 */
export function idGiver(notes: Notes, earlier: Earlier = {}): <D extends Draft>(draft: D) => D {
  // Created on demand: most commands number nothing, and reading all decisions takes time.
  const counters = new Map<Draft['kind'], () => string | undefined>()
  return draft => {
    const { ids } = writingOf(draft.kind)
    if (ids === undefined || ('id' in draft && draft.id !== undefined)) return draft
    const next = counters.get(draft.kind) ?? counter(notes, earlier, ids)
    counters.set(draft.kind, next)
    const id = next()
    return id === undefined ? draft : { ...draft, id }
  }
}

type Numbering = NonNullable<ReturnType<typeof writingOf>['ids']>

const NUMBERED = /^([A-Z]{1,5}-)(\d{1,6})$/

/** A kind without a first number is numbered only if the notes file already has such numbers. */
function counter(
  notes: Notes,
  { archived, written = () => [] }: Earlier,
  { among, first }: Numbering,
): () => string | undefined {
  const here = numbersIn(notes, among)
  if (here.length === 0 && first === undefined) return () => undefined
  const file = archived?.()
  const ids = [...(file === undefined ? [] : numbersIn(file, among)), ...here]
  const sample = ids.at(-1) ?? NUMBERED.exec(first ?? '')
  const prefix = sample?.[1]
  if (sample === null || sample === undefined || prefix === undefined) return () => undefined
  const width = sample[2]?.length ?? 3
  const texts = [notes.document.text, file?.document.text ?? '', ...written()]
  let highest = Math.max(...texts.map(text => highestIn(text, prefix)))
  return () => `${prefix}${String(++highest).padStart(width, '0')}`
}

function highestIn(text: string, prefix: string): number {
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

/** Gives a time the precision of its neighbours, or else of the protocol. */
export function withPrecision<D extends Draft>(notes: Notes, section: Section, draft: D): D {
  if (!('at' in draft) || !FULL.test(draft.at)) return draft
  const neighbour = notes.recordsOf(section).findLast(record => written(record.at) !== undefined)
  const precision = neighbour?.at?.precision
  return { ...draft, at: format(draft.at, precision ?? writingOf(draft.kind).precision ?? 'second') }
}

function format(at: string, precision: Precision): string {
  if (precision === 'date' || precision === 'range') return at.slice(0, 10)
  return precision === 'minute' ? `${at.slice(0, 16)}Z` : `${at.slice(0, 19)}Z`
}
