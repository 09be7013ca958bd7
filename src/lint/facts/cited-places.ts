import { posix } from 'node:path'
import { type CodeFile, type CodeProblem, type CodeReader, projectPath } from '../../evidence/code.ts'
import type { Span } from '../../markdown/block.ts'
import { groupBy } from '../../markdown/group-by.ts'
import { oncePer } from '../../markdown/once-per.ts'
import { kindOf } from '../../notes/kinds.ts'
import type { Notes, NotesRecord } from '../../notes/notes.ts'
import { type FileLocator, type Locator, pathAsWritten } from '../../notes/text/locator.ts'
import type { Detail } from '../rule.ts'
import { isDecision } from './decisions.ts'

/** A place in a file that the notes cite, and where they cite it. */
export interface CitedPlace {
  /** `words`: the record mentions the place, but neither points to it nor cites it as evidence. */
  readonly part: NotesRecord['kind'] | 'evidence' | 'words'
  readonly record: NotesRecord
  readonly locator: FileLocator
  /** The citation in the notes. */
  readonly span: Span
  /** The path in the citation, with `${PROJECT_ROOT}/`. Missing if it is escaped in the source (`\|`, `&#…;`). */
  readonly path?: Span
  /** The line part of the citation, with its `:` or `#`. */
  readonly lines?: Span
}

/** Every place that a record points to or cites as evidence, in file order. */
export const citedPlaces = oncePer(({ document, records }: Notes): readonly CitedPlace[] =>
  records.flatMap(record => placesOf(document.text, record)),
)

/**
 * The places that rules about paths and lines must check. Leaves out plain evidence, which is known to cite one line of
 * a path below the project root: creating those places would take 30 ms for 10,000 decisions.
 */
export const unsettledPlaces = oncePer(({ document, records }: Notes): readonly CitedPlace[] =>
  records.filter(mayBeUnsettled).flatMap(record => placesOf(document.text, record)),
)

function mayBeUnsettled(record: NotesRecord): boolean {
  if (isDecision(record)) return record.citedFrom === undefined
  return kindOf(record).place !== undefined
}

/** The places that one record cites. */
export function placesOf(text: string, record: NotesRecord): readonly CitedPlace[] {
  const { place } = kindOf(record)
  if (place !== undefined) return placeIn(text, record.kind, record, place(record), record.span)
  if (!isDecision(record)) return []
  let from = 0
  return record.evidence.flatMap(({ locator, span }) => {
    const found = placeIn(text, 'evidence', record, locator, {
      start: Math.max(from, span.start),
      end: span.end,
    })
    from = found[0]?.path === undefined ? from : found[0].span.end
    return found
  })
}

function placeIn(
  text: string,
  part: CitedPlace['part'],
  record: NotesRecord,
  locator: Locator | undefined,
  within: Span,
): CitedPlace[] {
  if (locator === undefined || !('path' in locator)) return []
  const head = pathAsWritten(locator)
  const source = text.slice(within.start, within.end)
  const [written, at] = [locator.text, head]
    .map(wanted => [wanted, find(source, wanted)] as const)
    .find(([, offset]) => offset >= 0) ?? ['', -1]
  if (at < 0)
    return [{ part, record, locator, span: record.span.start > within.start ? record.span : within }]
  const start = within.start + at
  const span = { start, end: start + written.length }
  const path = { start, end: Math.min(span.end, start + head.length) }
  const lines = { start: path.end, end: span.end }
  return [{ part, record, locator, span, path, ...(lines.start < lines.end ? { lines } : {}) }]
}

/** Prefers a match in brackets or backticks: the quote in the evidence may name the same file. */
function find(source: string, wanted: string): number {
  for (const mark of ['[', '`']) {
    const at = source.indexOf(mark + wanted)
    if (at >= 0) return at + 1
  }
  return source.indexOf(wanted)
}

/** Does the path climb above the root it starts from? */
export function climbsOut(path: string): boolean {
  let depth = 0
  for (const name of path.split(/[/\\]/)) {
    if (name === '..') depth--
    else if (name !== '' && name !== '.') depth++
    if (depth < 0) return true
  }
  return false
}

/** The file that a locator points to. */
export interface CitedFile {
  /** Relative to the project root. */
  readonly path: string
  readonly file: CodeFile | CodeProblem
}

/** The project file of a locator. Undefined without code, and for locators outside the project. */
export function citedFile(locator: FileLocator, code: CodeReader | undefined): CitedFile | undefined {
  if (code === undefined || locator.path === '' || climbsOut(locator.path)) return undefined
  const path = projectPath(locator, code)
  return path === undefined || path === '' ? undefined : { path, file: code.read(path) }
}

/** Is the file missing, or a directory although lines are cited? */
export function isAbsent({ file }: CitedFile, { lines }: FileLocator): boolean {
  if (!('problem' in file)) return false
  return file.problem === 'missing' || (file.problem === 'directory' && lines.length > 0)
}

/**
 * Rewrites a path to start from `${PROJECT_ROOT}`. For an existing file the meaning stays the same (safe). Otherwise
 * takes the only project file whose path ends this way, which is a guess (unsafe).
 */
export function repairPath(
  { locator, path: span }: CitedPlace,
  code: CodeReader | undefined,
): { readonly path?: string } & Pick<Detail<never>, 'fix' | 'fixKind'> {
  const cited = citedFile(locator, code)
  if (code === undefined) return {}
  const isThere = cited !== undefined && !isAbsent(cited, locator) && !isOutside(cited)
  const [only, ...more] = isThere || locator.kind === 'absolute' ? [] : filesEndingWith(locator.path, code)
  const path = isThere ? cited.path : more.length > 0 ? undefined : only
  if (path === undefined) return {}
  if (span === undefined || hasReservedCharacters(path)) return { path }
  return {
    path,
    fix: [{ span, text: `\${PROJECT_ROOT}/${path}` }],
    fixKind: isThere ? 'safe' : 'unsafe',
  }
}

const isOutside = ({ file }: CitedFile): boolean => 'problem' in file && file.problem === 'outside'

/** Does the path contain characters that would break a place it is written into? */
export const hasReservedCharacters = (path: string): boolean => /[|`\r\n]/.test(path)

/** Finds the project files whose path ends with this one: `auth/jwt.ts` -> `src/auth/jwt.ts`. */
export function filesEndingWith(path: string, code: CodeReader): readonly string[] {
  const wanted = posix.normalize(path.replaceAll('\\', '/')).replace(/^(?:\.{0,2}\/)+/, '')
  if (code.files === undefined || wanted === '' || wanted === '.') return []
  const named = namesOf(code.files()).get(posix.basename(wanted)) ?? []
  return named.filter(file => file === wanted || file.endsWith(`/${wanted}`))
}

/** Indexes the paths by file name, since many are looked up in the same list. */
const namesOf = oncePer((files: readonly string[]) => groupBy(files, file => posix.basename(file)))
