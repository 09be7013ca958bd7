import { mayConflict } from '../document/may-conflict.ts'
import type { ReadOptions } from '../protocol/notes.ts'
import { splitLead } from '../protocol/records/lead.ts'
import { isStruck, saysSuperseded } from '../protocol/records/standing.ts'
import type { SectionKind } from '../protocol/section-kind.ts'
import { essentialsOf } from './essentials.ts'
import type { Essentials, Group, Item } from './item.ts'
import { LAST_DECISIONS } from './last-decisions.ts'
import { type Outline, type OutlineEntry, outlineOf } from './outline.ts'
import { entryPart, newestEntries, ownPart } from './outline-parts.ts'
import { type ReadPart, readParts, readWhole } from './read-part.ts'

export interface Level1Source {
  readonly essentials: Essentials
  readonly lineAt: (offset: number) => number
}

/** The sections that level 1 is made of. */
const NEEDED: ReadonlySet<SectionKind> = new Set([
  'session-continuity',
  'active-context',
  'references',
  'decision-log',
  'questions',
  'blockers',
  'goals',
])

/** These count when the log has nothing that is in force. */
const WITHOUT_LOG: ReadonlySet<SectionKind> = new Set([
  ...NEEDED,
  'decision-archive',
  'learnings',
  'session-log',
  'debt',
])

/** Reads what level 1 needs and no more: of ten thousand decisions the newest few. */
export function readEssentials(text: string, options: ReadOptions): Level1Source {
  // Markers stand between headings too, and what they hold may be there twice.
  const outline = mayConflict(text) ? undefined : outlineOf(text)
  if (outline === undefined) return fromPart(readWhole(text, options))
  const source = readSections(text, outline, NEEDED, options)
  const { groups } = source.essentials
  if (groups.every(({ items }) => items.length === 0)) return fromPart(readWhole(text, options))
  const hasDecisions = groups.some(({ kind, items }) => kind === 'decision' && items.length > 0)
  return hasDecisions ? source : readSections(text, outline, WITHOUT_LOG, options)
}

/** What the context alone comes down to, of a file without conflicts; the same as of the whole file. */
export function readContextItems(
  text: string,
  outline: readonly Outline[],
  options: ReadOptions,
): readonly Item[] {
  const needed = outline.filter(
    ({ section: { kind } }) => kind === 'session-continuity' || kind === 'active-context',
  )
  const { groups } = fromPart(readParts(text, needed.flatMap(ownPart), options)).essentials
  return groups.find(({ kind }) => kind === 'context')?.items ?? []
}

/** Older entries are read only as long as too few of the newer ones are in force. */
function readSections(
  text: string,
  outline: readonly Outline[],
  kinds: ReadonlySet<SectionKind>,
  options: ReadOptions,
): Level1Source {
  const needed = outline.filter(({ section }) => kinds.has(section.kind))
  const entries = needed.flatMap(part => part.entries)
  for (let many = LAST_DECISIONS * 4; ; many *= 8) {
    const chosen = newestEntries(text, entries, many)
    const parts = [...needed.flatMap(ownPart), ...chosen.flatMap(entryPart)]
    const source = fromPart(readParts(text, parts, options))
    const decisions = source.essentials.groups.find(({ kind }) => kind === 'decision')
    if ((decisions?.items.length ?? 0) < LAST_DECISIONS && chosen.length < entries.length) continue
    const read = new Set(chosen)
    const unread = entries.filter(entry => !read.has(entry))
    return { ...source, essentials: withRest(source.essentials, unread, text) }
  }
}

/** Records in places of the whole file. */
export function fromPart({ notes, placeOf, lineAt, damage }: ReadPart): Level1Source {
  const essentials = essentialsOf(notes)
  const place = (group: Group): Group => ({
    ...group,
    items: group.items.map(item => ({ ...item, span: placeOf(item) })),
    ...(group.rest === undefined ? {} : { rest: { ...group.rest, span: placeOf(group.rest) } }),
  })
  const groups = essentials.groups.map(place)
  return { essentials: { ...essentials, groups, ...(damage === undefined ? {} : { damage }) }, lineAt }
}

/** Older decisions are counted by their headings. Blank lines behind the last of them are not its own. */
function withRest(essentials: Essentials, unread: readonly OutlineEntry[], text: string): Essentials {
  const inForce = unread.filter(({ span }) => !isSuperseded(text.slice(span.start, span.end)))
  const [first, last] = [inForce[0], inForce.at(-1)]
  if (first === undefined || last === undefined) return essentials
  const groups = essentials.groups.map((group): Group => {
    if (group.kind !== 'decision') return group
    const spans = [first.span, last.span, ...(group.rest === undefined ? [] : [group.rest.span])].map(
      ({ start, end }) => ({ start, end: start + text.slice(start, end).trimEnd().length }),
    )
    const span = {
      start: Math.min(...spans.map(({ start }) => start)),
      end: Math.max(...spans.map(({ end }) => end)),
    }
    return { ...group, rest: { count: inForce.length + (group.rest?.count ?? 0), span } }
  })
  return { ...essentials, groups }
}

/** As the reader of decisions sees it, closely enough to count by: its title, and the fields that say so. */
function isSuperseded(entry: string): boolean {
  const isNamed = /superseded/i.test(entry)
  if (!isNamed && !entry.includes('~~')) return false
  const [title = ''] = entry.replace(/^#+\s*/, '').split('\n', 1)
  const said = splitLead(title.trim()).rest
  if (isStruck(said) || isStruck(DECISION.exec(entry)?.[1] ?? '')) return true
  return isNamed && (saysSuperseded(said) || SUPERSEDED_FIELD.test(entry))
}

const DECISION = /^\*\*Decision\*\*:[ \t]*(.*)$/im

const SUPERSEDED_FIELD = /^\*\*(?:status\*\*:\W*superseded|superseded by\*\*:)/im
