import { relative } from 'node:path'
import { NotesError } from '../../error.ts'
import { type CodeReader, codeLines, projectPath } from '../../evidence/code.ts'
import type { Claim } from '../../evidence/states.ts'
import { claimsIn, type PlaceToday, placesToday } from '../../evidence/verify.ts'
import { readText } from '../../files/read/read-text.ts'
import { placesInWords } from '../../lint/facts/places-in-words.ts'
import { groupBy } from '../../markdown/group-by.ts'
import { standingOf } from '../../notes/find.ts'
import { type Handle, handleOf } from '../../notes/handle.ts'
import type { DecisionRecord } from '../../notes/kinds/decision.ts'
import { type KindName, kindOf, type NotesRecord, titleOf } from '../../notes/kinds.ts'
import { present } from '../../notes/record.ts'
import { newestFirst } from '../../notes/state/newest.ts'
import { type Locator, parseLocator, printLocator } from '../../notes/text/locator.ts'
import { mentionsOf, quotesIn } from '../../notes/text/mentions.ts'
import { readAround } from '../../recover/read/read-part.ts'
import { archivePathOf, readArchive } from '../archive/archive-file.ts'
import { pathsInProject } from '../given.ts'
import type { OpenProject } from '../open.ts'
import { noNotesFile, readOptionsOf, shownPath } from '../read.ts'
import { codeFor } from './code.ts'
import { goneFiles } from './gone.ts'

/** A file or folder, and perhaps some of its lines. The path is absolute, or relative to the working folder or root. */
export interface CodePlace {
  readonly path: string
  /** First and last line, 1-based; `to` defaults to `from`. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** Code that a record rests on. */
export interface RestingPlace extends PlaceToday {
  /** Spelled as in the notes. */
  readonly written: string
  readonly quote?: string
}

/**
 * Parses a path, path:line or path:from-to into places. A name such as `Makefile` is not a locator, but it is a path.
 */
export function codePlacesIn(typed: string): readonly CodePlace[] {
  const locator = parseLocator(typed)
  if (typed.trim() === '')
    throw new NotesError('usage', 'An empty argument is not a path', 'Pass a path, path:line or path:from-to')
  if (locator === undefined || !('path' in locator)) return [{ path: typed }]
  const path = locator.kind === 'project' ? printLocator(locator.path) : locator.path
  return locator.lines.length === 0 ? [{ path }] : locator.lines.map(range => ({ path, ...range }))
}

/** A record that rests on the code. */
export interface RestingRecord {
  readonly handle: Handle
  readonly kind: KindName
  readonly id?: string
  readonly title: string
  /** When the record was written or last verified, as spelled in the notes. */
  readonly at?: string
  readonly status: 'in-force' | 'superseded' | 'draft' | 'open' | 'done'
  readonly supersededBy?: string
  readonly decision?: string
  readonly rationale?: string
  /** The archive file, if the record is in it. */
  readonly archivedIn?: string
  /** The line of the notes at which the record starts. */
  readonly line: number
  /** `here`: on the lines asked about; `file`: on the file as a whole; `elsewhere`: on other lines of it. */
  readonly where: 'here' | 'file' | 'elsewhere'
  /** The places that the record cites, limited to the files asked about. */
  readonly places: readonly [RestingPlace, ...RestingPlace[]]
  /** The state of the first of these places. */
  readonly state: PlaceToday['state']
}

export interface Why {
  /** The notes file, relative to the working folder. */
  readonly file: string
  /** The places asked about; their paths are relative to the root. */
  readonly asked: readonly CodePlace[]
  /** Records on the lines first, then on the whole file, then elsewhere in it; each newest first. */
  readonly records: readonly RestingRecord[]
  /** The files that the notes cite under names that no longer exist. All paths are relative to the root. */
  readonly gone: readonly string[]
  /** The files to which the code of the `gone` files has moved. */
  readonly renamed: readonly string[]
}

/**
 * Finds the decisions, references and other records that rest on some code, including superseded and closed
 * ones. Follows quotes to where they are today. For a file that is gone, answers from the notes.
 *
 * @example whyProject(project, { path: 'src/db.ts', from: 10, to: 24 }).records
 */
export function whyProject(open: OpenProject, ...places: readonly CodePlace[]): Why {
  const { project, config } = open
  const file = shownPath(open)
  if (!project.exists) throw noNotesFile(open)
  const asked = places.flatMap(place =>
    pathsInProject(open, place.path).map(path => ({ ...place, path: path === '.' ? '' : path })),
  )
  const text = readText(project.file).text
  const archive = readArchive(project)
  const options = readOptionsOf(config.values)
  const code = codeFor(open)
  for (const place of asked) assertLines(place, code)
  const gone = goneFiles(text, project.root)
  const inNotes = restingIn(text, asked, gone, code, options)
  const inArchive = restingIn(archive ?? '', asked, goneFiles(archive ?? '', project.root), code, options)
  const archivedIn = relative(open.cwd, archivePathOf(project.file))
  const found = [...inNotes.records, ...inArchive.records.map(record => ({ ...record, archivedIn }))]
  return {
    file,
    asked,
    records: WHERE.flatMap(where => found.filter(record => record.where === where)),
    gone,
    renamed: [...new Set([...inNotes.renamed, ...inArchive.renamed])],
  }
}

/** Refuses lines that the file does not have. A file that is gone may have had them. */
function assertLines({ path, from = 1 }: CodePlace, code: CodeReader): void {
  const file = code.read(path)
  if (!('text' in file)) return
  const { count } = codeLines(file)
  if (from >= 1 && from <= count) return
  throw new NotesError(
    'not-found',
    `${path} has ${count} lines, and no line ${from}`,
    `Leave out the lines, or name some from 1 to ${count}`,
  )
}

const WHERE = ['here', 'file', 'elsewhere'] as const

/** Returns the records of one notes file that rest on the code, newest first. */
function restingIn(
  text: string,
  asked: readonly CodePlace[],
  gone: readonly string[],
  code: CodeReader,
  options: ReturnType<typeof readOptionsOf>,
): Pick<Why, 'records' | 'renamed'> {
  const paths = [...asked.map(({ path }) => path), ...gone]
  const files = asked.flatMap(({ path }) => textOf(code.read(path)))
  const mentions = paths.includes('')
    ? 'all'
    : [...mentionsOf(text, paths), ...files.flatMap(file => quotesIn(text, file))].toSorted((a, b) => a - b)
  if (mentions.length === 0) return { records: [], renamed: [] }
  const isWanted = ({ quote, locator }: Claim): boolean =>
    isMeant(locator, paths, code) || (quote !== undefined && files.some(file => file.includes(quote)))
  const { notes, placeOf, lineAt } = readAround(text, mentions, options)
  const inWords = groupBy(placesInWords(notes, code), ({ record }) => record)
  const claimed = newestFirst(notes.records).map(record => ({
    record,
    claims: claimsBy(record, inWords.get(record) ?? []).filter(isWanted),
  }))
  const claims = claimed.flatMap(one => one.claims)
  // All claims are looked up at once, so that git is asked once.
  const today = placesToday(claims, code)
  const renamed = today.flatMap((place, index) =>
    place?.state === 'moved' && isMeant(claims[index]?.locator, gone, code) ? [place.path] : [],
  )
  let next = 0
  const records = claimed.flatMap(({ record, claims }): readonly RestingRecord[] => {
    const places = claims.flatMap(({ quote, locator }) => {
      const place = today[next++]
      const where = place === undefined ? undefined : whereIs(place, asked)
      if (place === undefined || where === undefined || locator === undefined) return []
      const resting = { ...place, written: locator.text, ...(quote === undefined ? {} : { quote }) }
      return [{ place: resting, where }]
    })
    const [first, ...more] = WHERE.flatMap(where => places.filter(one => one.where === where))
    if (first === undefined) return []
    return [
      {
        handle: handleOf(notes, record),
        ...saidBy(record),
        line: lineAt(placeOf(record).start),
        where: first.where,
        places: [first.place, ...more.map(({ place }) => place)],
        state: first.place.state,
      },
    ]
  })
  return { records, renamed }
}

function saidBy(record: NotesRecord) {
  const { kind, id } = record
  const { time } = kindOf(record)
  const at = time === undefined ? record.at?.text : time(record)
  const { decision, rationale, supersededBy }: Partial<DecisionRecord> =
    record.kind === 'decision' || record.kind === 'archive' ? record : {}
  return {
    kind,
    ...present({ id }),
    title: titleOf(record),
    ...present({ at }),
    status: statusOf(record),
    ...present({ decision, rationale, supersededBy }),
  }
}

function statusOf(record: NotesRecord): RestingRecord['status'] {
  const standing = standingOf(record)
  if (standing !== '') return standing as RestingRecord['status']
  return 'done' in record ? 'open' : 'in-force'
}

/** Returns the code that a record cites as evidence, points to, or mentions in its text. */
function claimsBy(record: NotesRecord, inWords: readonly { readonly locator: Locator }[]): readonly Claim[] {
  const place = record.kind === 'reference' ? undefined : kindOf(record).place?.(record)
  const named = [place, ...inWords.map(({ locator }) => locator)]
  return [...claimsIn(record), ...named.map(locator => ({ quote: undefined, locator, isReference: true }))]
}

/** Does the locator name one of these files or folders? */
function isMeant(locator: Locator | undefined, paths: readonly string[], code: CodeReader): boolean {
  if (locator === undefined || !('path' in locator)) return false
  const path = projectPath(locator, code)
  return path !== undefined && paths.some(meant => path === meant || isBelow(path, meant))
}

const textOf = (file: ReturnType<CodeReader['read']>): readonly string[] =>
  'text' in file ? [file.text] : []

const isBelow = (path: string, folder: string): boolean => folder === '' || path.startsWith(`${folder}/`)

function whereIs(
  { path, lines }: PlaceToday,
  asked: readonly CodePlace[],
): RestingRecord['where'] | undefined {
  const found = asked.flatMap(place => {
    if (path !== place.path) return isBelow(path, place.path) ? ['here' as const] : []
    const { from, to = from } = place
    if (from === undefined || to === undefined) return ['here' as const]
    if (lines.length === 0) return ['file' as const]
    return [
      lines.some(range => range.from <= to && range.to >= from) ? ('here' as const) : ('elsewhere' as const),
    ]
  })
  return WHERE.find(where => found.includes(where))
}
