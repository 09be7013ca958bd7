import { pathBelow } from '../files/real-path.ts'
import { isForeign } from '../files/sessions/made-here.ts'
import { archivedPathOf, sessionFiles, sessionPathOf } from '../files/sessions/session-files.ts'
import type { SessionId } from '../files/sessions/session-id.ts'
import { listFiles } from '../git/git.ts'
import type { Span } from '../markdown/block.ts'
import { standingOf } from '../notes/find.ts'
import { handleOf } from '../notes/handle.ts'
import { type NotesRecord, titleOf } from '../notes/kinds.ts'
import type { Notes } from '../notes/notes.ts'
import type { Pad } from '../pads/pad.ts'
import { readPad } from '../pads/transfer.ts'
import { rank } from '../recover/search/rank.ts'
import { readArchivedNotes } from './archive/archived-notes.ts'
import type { OpenProject } from './open.ts'
import { readProject } from './read.ts'

/** Something that a search found: a record, or a paragraph, list or table that belongs to none. */
export interface Hit {
  /** The kind of record, `text`, or the space of a pad. */
  readonly kind: string
  readonly handle?: string
  readonly id?: string
  readonly title: string
  /** `superseded`, `draft` or `done`. Missing for other records. */
  readonly status?: string
  readonly lines: readonly [from: number, to: number]
}

export interface SearchedSource {
  readonly what: 'notes' | 'archive' | 'pad'
  /** The path of a file, or the name of a session. */
  readonly name: string
  /** Best first. */
  readonly hits: readonly Hit[]
  /** The number of all matches, including those that are not among the hits. */
  readonly matches: number
}

export interface Search {
  readonly sources: readonly SearchedSource[]
  /** Pads that were left out, because they came with the repository or belong to another user. */
  readonly foreign: readonly string[]
}

export interface SearchOptions {
  /** The maximum number of hits in each source. */
  readonly most?: number
  /** Searches only the pad of this session. */
  readonly session?: string | undefined
}

/**
 * Searches the notes, their archive file and the pads of all sessions, including superseded decisions and closed
 * records: a person who searches wants to know about the past, too.
 */
export async function searchProject(
  open: OpenProject,
  query: string,
  { most = 20, session }: SearchOptions = {},
): Promise<Search> {
  const { notes, path } = readProject(open)
  const archived = readArchivedNotes(open)
  const { found, foreign } = await searchPads(open, query, { most, session })
  const files = [
    { what: 'notes' as const, name: path, ...searchNotes(notes, query, most) },
    ...(archived === undefined
      ? []
      : [{ what: 'archive' as const, name: archived.path, ...searchNotes(archived.notes, query, most) }]),
  ]
  return { sources: [...files, ...found].filter(({ matches }) => matches > 0), foreign }
}

interface Piece {
  readonly span: Span
  readonly titleEnd: number
  readonly record?: NotesRecord
}

function searchNotes(notes: Notes, query: string, most: number): Pick<SearchedSource, 'hits' | 'matches'> {
  const { text, lines } = notes.document
  const { best, matches } = rank(text, piecesOf(notes), query, most)
  const hits = best.slice(0, most).map(({ found: { span, record } }): Hit => {
    const { from, to } = lines.range(span)
    return record === undefined
      ? { kind: 'text', title: text.slice(span.start, span.end), lines: [from, to] }
      : {
          kind: record.kind,
          handle: handleOf(notes, record),
          ...(record.id === undefined ? {} : { id: record.id }),
          title: titleOf(record) || text.slice(span.start, span.end),
          ...(standingOf(record) === '' ? {} : { status: standingOf(record) }),
          lines: [from, to],
        }
  })
  return { hits, matches }
}

/** Returns the records and all blocks between them, so that a search finds prose too. */
function piecesOf({ document, records, sections }: Notes): readonly Piece[] {
  const own = records.map(record => ({ span: record.span, titleEnd: record.span.start + 1, record }))
  const taken = own.map(({ span }) => span).sort((a, b) => a.start - b.start)
  const isFree = ({ start, end }: Span): boolean => {
    // Finds the first record that ends after the start of the block.
    let [low, high] = [0, taken.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((taken[middle]?.end ?? 0) <= start) low = middle + 1
      else high = middle
    }
    return (taken[low]?.start ?? document.text.length) >= end
  }
  const others = sections
    .flatMap(({ heading, blocks }): readonly Span[] => [
      ...(heading === undefined ? [] : [heading.span]),
      ...blocks
        .filter(({ type }) => type !== 'comment')
        .flatMap(block => (block.type === 'list' ? block.items.map(({ span }) => span) : [block.span])),
    ])
    .filter(isFree)
    .map(span => ({ span, titleEnd: span.start + 1 }))
  return [...own, ...others].sort((a, b) => a.span.start - b.span.start)
}

/** Searches the pads that were made here. git ignores those, so a pad that git lists came with the repository. */
async function searchPads(
  { project: { root } }: OpenProject,
  query: string,
  { most, session }: { readonly most: number; readonly session: string | undefined },
) {
  const store = sessionFiles(root)
  const found: SearchedSource[] = []
  const foreign: string[] = []
  const sessions = (await store.list()).filter(({ id }) => session === undefined || id === session)
  const tracked = new Set(sessions.length === 0 ? [] : listFiles(root))
  for (const { id, archived } of sessions) {
    const path = (archived ? archivedPathOf : sessionPathOf)(root, id as SessionId)
    if (isForeign(path) || tracked.has(pathBelow(root, path))) {
      foreign.push(id)
      continue
    }
    const { pad } = readPad(await store.read(id))
    const spaces = spacesOf(pad).map(([kind, text]) => searchLines(kind, text, query, most))
    found.push({
      what: 'pad',
      name: id,
      hits: spaces.flatMap(({ hits }) => hits).slice(0, most),
      matches: spaces.reduce((sum, { matches }) => sum + matches, 0),
    })
  }
  return { found, foreign }
}

const spacesOf = ({ notes, plan, refs, cards }: Pad): readonly (readonly [string, string])[] => [
  ['notes', notes],
  ['plan', plan],
  ['refs', refs.join('\n')],
  ...[...cards.values()].map(({ id, content }) => [id, content] as const),
]

function searchLines(kind: string, text: string, query: string, most: number) {
  const lines: { span: Span; titleEnd: number; line: number }[] = []
  for (let at = 0, line = 1; at <= text.length; line++) {
    const feed = text.indexOf('\n', at)
    const end = feed < 0 ? text.length : feed
    if (end > at) lines.push({ span: { start: at, end }, titleEnd: at, line })
    at = end + 1
  }
  const { best, matches } = rank(text, lines, query, most)
  const hits = best.map(
    ({ found: { span, line } }): Hit => ({
      kind,
      title: text.slice(span.start, span.end),
      lines: [line, line],
    }),
  )
  return { hits, matches }
}
