import { type CodeReader, projectPath } from '../../evidence/code.ts'
import { dated } from '../../evidence/past/taken.ts'
import {
  claimants,
  groundingCounts,
  groundingRatio,
  type Verified,
  verifyNotes,
} from '../../evidence/verify.ts'
import { fileChanges } from '../../git/history.ts'
import { type Notes, recordsOfKind } from '../../notes/notes.ts'
import { DAY } from '../../notes/text/timestamp.ts'
import type { OpenProject } from '../open.ts'
import { type ProjectNotes, readProject } from '../read.ts'
import { watchedCode } from '../recover/recover-project.ts'
import { codeFor } from './code.ts'

export interface VerifiedProject extends ProjectNotes {
  /** Every quote and reference of the notes, with its state. */
  readonly verified: readonly Verified[]
  /** The share of code quotes that are found in the code; 1 if there are none. */
  readonly grounding: number
}

/**
 * Compares every quote and reference of a project's notes with its code. `onBegin` receives their number first, because
 * git may take seconds when there are thousands.
 */
export function verifyProject(
  open: OpenProject,
  onBegin: (claims: number) => void = () => {},
): VerifiedProject {
  const { notes, path } = readProject(open)
  const quotes = claimants(notes.records).reduce((count, { evidence }) => count + evidence.length, 0)
  onBegin(quotes + recordsOfKind(notes, 'reference').length)
  const verified = verifyNotes(notes, codeFor(open))
  return { notes, path, verified, grounding: groundingRatio(verified) }
}

export interface Grounding {
  /** The number of code quotes, and how many of them are found in the code. */
  readonly claims: number
  readonly grounded: number
  /** From 0 to 1; 1 without claims. */
  readonly grounding: number
  /** Claims that could not be checked in time. */
  readonly unchecked: number
}

/** Returns the grounding of notes, as far as it can be checked within the time that a session waits. */
export function groundingOf(
  { project: { root, file } }: OpenProject,
  notes: Notes,
  onRead: (path: string) => void = () => {},
): Grounding {
  const verified = verifyNotes(notes, watchedCode(root, file, onRead))
  return {
    ...groundingCounts(verified),
    grounding: groundingRatio(verified),
    unchecked: verified.filter(({ check }) => check.state === 'unchecked').length,
  }
}

/** A quote or reference whose lines have changed since it was verified. */
export interface Stale {
  readonly claim: Verified
  /** When it was quoted or last verified, in milliseconds since 1970; undefined when the notes do not say. */
  readonly since: number | undefined
  readonly days: number | undefined
  /** How many commits since then changed the cited file; undefined without git or `since`. */
  readonly commits: number | undefined
}

export interface StaleProject extends Pick<VerifiedProject, 'notes' | 'path'> {
  /** Most commits first. */
  readonly stale: readonly Stale[]
  readonly claims: number
  /** How many claims could not be checked before a limit was reached. */
  readonly unchecked: number
}

/** Lists the claims whose lines have changed since they were verified, each with the days and commits since then. */
export function staleClaims(open: OpenProject, onBegin?: (claims: number) => void): StaleProject {
  const { notes, path, verified } = verifyProject(open, onBegin)
  const code = codeFor(open)
  const changed = verified
    .filter(isStale)
    .map(claim => ({ claim, since: dated(claim.claim, code).at?.at, paths: pathsOf(claim, code) }))
  const times = changed.flatMap(({ since }) => since ?? [])
  const changes =
    times.length === 0
      ? undefined
      : fileChanges(open.project.root, Math.min(...times), [
          ...new Set(changed.flatMap(({ paths }) => paths)),
        ])
  const stale = changed.map(({ claim, since, paths }): Stale => {
    const commits = new Set(paths.flatMap(path => changes?.get(path) ?? []).filter(at => at > (since ?? 0)))
    return {
      claim,
      since,
      days: since === undefined ? undefined : Math.max(0, Math.floor((open.now().getTime() - since) / DAY)),
      commits: since === undefined || changes === undefined ? undefined : commits.size,
    }
  })
  return {
    notes,
    path,
    stale: stale.toSorted((one, other) => (other.commits ?? 0) - (one.commits ?? 0)),
    claims: verified.length,
    unchecked: verified.filter(({ check }) => check.state === 'unchecked').length,
  }
}

const isStale = ({ check }: Verified): boolean =>
  check.state === 'changed' ||
  check.state === 'gone' ||
  (check.state === 'missing' && (check.what === 'file' || check.what === 'line'))

/** Returns the cited file, and the file that has its lines today. */
function pathsOf({ check, claim: { locator } }: Verified, code: CodeReader): readonly string[] {
  const cited = locator !== undefined && 'path' in locator ? projectPath(locator, code) : undefined
  return [...new Set([cited, 'path' in check ? check.path : undefined])].filter(path => path !== undefined)
}
