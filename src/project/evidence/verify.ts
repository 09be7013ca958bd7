import {
  claimants,
  groundingCounts,
  groundingRatio,
  type Verified,
  verifyNotes,
} from '../../evidence/verify.ts'
import { type Notes, recordsOfKind } from '../../notes/notes.ts'
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
