import { NotesError } from '../../error.ts'
import { endedLike, isMixed, withoutEndings } from '../../markdown/endings.ts'
import { groupBy } from '../../markdown/group-by.ts'
import { type KindName, type NotesRecord, titleOf } from '../../notes/kinds.ts'
import { type Notes, type ReadOptions, readNotes } from '../../notes/notes.ts'
import { hasOutline, type ProfileName, profiles } from '../../notes/profile.ts'
import { presentContexts } from '../../notes/state/standing.ts'
import { refuseDamage } from '../verify.ts'
import { assemble, isMigrated, type Piece } from './assemble.ts'
import { COMMENTS, isEmptyField } from './furniture.ts'
import { type Plot, plotsOf } from './plots.ts'
import { byContent, contentOf, hashOf, type LostLine, lostLines, without } from './prove.ts'

export interface Migration {
  readonly text: string
  readonly from: ProfileName
  /** The number of records of each kind and a hash of their content, equal before and after. */
  readonly records: Readonly<Partial<Record<KindName, { readonly count: number; readonly hash: string }>>>
  /** Records that keep their form, because the protocol's would lose something. */
  readonly kept: readonly NotesRecord[]
  /** Titles of sections that the protocol does not know, or that stay unchanged. */
  readonly unknown: readonly string[]
  /** The notes before the migration. */
  readonly before: Notes
}

/**
 * Rewrites a notes file of any profile in the protocol's format. Throws unless the result, read back, holds every
 * record of the old file once, with all fields, and every line outside records.
 */
export function planMigration(text: string, options: ReadOptions): Migration {
  if (isMixed(text))
    throw new NotesError(
      'damaged',
      text.includes('\n')
        ? 'The line endings of this file are mixed'
        : 'The lines of this file end in CR alone',
      'Save it with LF or CRLF line endings, then run this again',
    )
  const own = withoutEndings(text)
  const before = readNotes(own.endsWith('\n') ? own : `${own}\n`, options)
  refuseDamage(before)
  const found = plotsOf(before)
  if (isMigrated(found)) return { ...reportOf(before, []), unknown: [], text }
  const current = presentContexts(before).find(({ section }) =>
    found.known.some(plot => plot.section === section),
  )
  const plots = { ...found, known: found.known.flatMap(plot => asActive(plot, current)) }
  const there = byContent(before)
  const kept = new Set<NotesRecord>()
  const stays = new Set(oldContexts(plots.known, current))
  const plotOf = new Map(plots.known.flatMap(plot => recordsIn(plot).map(record => [record, plot] as const)))
  for (let round = 1; ; round++) {
    const choices = { text: before.document.text, kept, current }
    const made = assemble(plots, choices, stays)
    const after = readNotes(made.text, options)
    const now = byContent(after)
    const [missing, extra] = [without(there, now), without(now, there)]
    const lost = missing.length + extra.length > 0 ? [] : lostLines(before, after, now)
    const isThere = missing.length + extra.length + lost.length === 0
    const isCurrent = stateOf(after) === stateOf(before)
    const isDone = isThere && isCurrent
    if (isDone && !hasOutline(after.sections)) throw notRead()
    if (isDone)
      return {
        ...reportOf(before, made.pieces),
        unknown: [...plots.unknown, ...stays].map(({ section }) => section.title),
        text: sameLines(before.document.text, made.text) ? text : endedLike(text, made.text),
      }
    const blamed = [
      ...missing.map(record => ({ records: [record], plot: plotOf.get(record) })),
      ...extra.flatMap(({ span }) => made.pieces.findLast(({ start }) => start <= span.start)?.chunk ?? []),
      ...lost
        .flatMap(({ start }) => plots.known.findLast(({ section }) => section.span.start <= start) ?? [])
        .map(plot => ({ plot, records: [] })),
    ]
    const size = kept.size + stays.size
    // All records are there, but an outdated state would be read as the current one.
    if (isThere)
      for (const plot of plots.known)
        if (recordsIn(plot).some(record => record.kind === 'context' && record !== current)) stays.add(plot)
    const keptBefore = new Set(kept)
    for (const { records, plot } of blamed) {
      const fresh = records.filter(record => !keptBefore.has(record))
      for (const record of fresh) kept.add(record)
      if (fresh.length === 0 && plot !== undefined && plots.known.includes(plot))
        for (const other of withFamily(plot, plots.known)) stays.add(other)
    }
    if (round === MAX_ROUNDS) for (const plot of plots.known) stays.add(plot)
    if (kept.size + stays.size === size)
      throw hasOutline(after.sections) ? refusal(before, missing, lost) : notRead()
  }
}

/** Real files take at most three rounds. After this many, every section is kept as it is, below the protocol's. */
const MAX_ROUNDS = 12

/** Moves the current state of the work to the active context, wherever it was. */
function asActive(plot: Plot, current: NotesRecord | undefined): readonly Plot[] {
  const shape = profiles.sam.outline.find(({ kind }) => kind === 'active-context')
  if (plot.shape === shape || !plot.body.some(({ record }) => record !== undefined && record === current))
    return [plot]
  return [
    { ...plot, shape, parts: [] },
    { ...plot, body: [], text: '' },
  ]
}

/** The plots of outdated states of the work, which keep their own sections. */
function oldContexts(known: readonly Plot[], current: NotesRecord | undefined): readonly Plot[] {
  const isCurrent = ({ body }: Plot): boolean =>
    body.some(({ record }) => record !== undefined && record === current)
  const active = known.filter(({ shape }) => shape?.kind === 'active-context')
  const owner = active.find(isCurrent) ?? active[0]
  const dated = known.filter(
    ({ shape, date, body }) =>
      shape?.kind === 'session-continuity' &&
      date !== undefined &&
      body.some(({ record }) => record?.kind === 'context'),
  )
  return [
    ...active.filter(plot => plot !== owner && !plot.body.every(({ text }) => isSeed(text))),
    ...dated.filter(plot => !isCurrent(plot)),
  ]
}

/** Is it a line of the template's empty section? */
const isSeed = (line: string): boolean => COMMENTS.has(line.trim()) || isEmptyField(line)

/** The plots that must stay together with this one: all below the heading that dates it. */
function withFamily(plot: Plot, known: readonly Plot[]): readonly Plot[] {
  let top = plot.section
  while (plot.date !== undefined && top.at === undefined && top.parent !== undefined) top = top.parent
  if (top === plot.section) return [plot]
  const { start, end } = top.span
  return known.filter(({ section }) => section.span.start >= start && section.span.end <= end)
}

function stateOf(notes: Notes): string | undefined {
  const [current] = presentContexts(notes)
  return current && contentOf(current, notes)
}

const recordsIn = ({ body, parts }: Plot): readonly NotesRecord[] =>
  [body, ...parts.map(part => part.body)].flat().flatMap(({ record }) => record ?? [])

/** Do two texts differ in blank lines only? */
const sameLines = (one: string, other: string): boolean => linesIn(one) === linesIn(other)

const linesIn = (text: string): string => text.replaceAll(/\n\s*\n/g, '\n').trim()

function reportOf(
  before: Notes,
  pieces: readonly Piece[],
): Pick<Migration, 'before' | 'from' | 'records' | 'kept'> {
  const counted = [...groupBy(before.records, ({ kind }) => kind)].map(([kind, all]) => [
    kind,
    { count: all.length, hash: hashOf(all.map(record => contentOf(record, before))) },
  ])
  return {
    before,
    from: before.profile,
    records: Object.fromEntries(counted),
    kept: pieces.flatMap(({ chunk }) => (chunk.isKept ? chunk.records : [])),
  }
}

/** Names what would be lost, each with its line. */
function refusal(before: Notes, records: readonly NotesRecord[], lines: readonly LostLine[]): NotesError {
  const { lineAt } = before.document.lines
  const lost = [
    ...records.map(
      record => `line ${lineAt(record.span.start)}, the ${record.kind} "${titleOf(record).slice(0, 60)}"`,
    ),
    ...lines.map(({ line, text }) => `line ${line}, "${text.trim().slice(0, 60)}"`),
  ]
  const more = lost.length > 10 ? `; and ${lost.length - 10} more` : ''
  return new NotesError(
    'not-written',
    lost.length === 0
      ? 'Migrating would turn lines that are not records into records, or change which state of the work is the present one'
      : `Migrating would lose or change ${lost.slice(0, 10).join('; ')}${more}`,
    'Nothing was changed. Write these lines in another way, or move them by hand, then run this again',
  )
}

const notRead = (): NotesError =>
  new NotesError(
    'not-written',
    'Unclosed HTML would swallow sections of the protocol',
    'Close or remove it (an open <script> or <!--, for example), then run this again',
  )
