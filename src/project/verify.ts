import { groundingRatio, type Verified, verifyNotes } from '../evidence/verify.ts'
import { codeBeside, projectCode } from './code.ts'
import type { OpenProject } from './open.ts'
import { noNotesFile, type ProjectNotes, readProject } from './read.ts'

export interface VerifiedProject extends ProjectNotes {
  /** Every quote and reference of the notes, with its state. */
  readonly verified: readonly Verified[]
  /** The share of the quotes of code that stand in it; 1 if there are none. */
  readonly grounding: number
}

/** Compares every quote and reference of a project's notes with its code. */
export function verifyProject(open: OpenProject): VerifiedProject {
  const { project } = open
  if (!project.exists) throw noNotesFile(open)
  const { notes, path } = readProject(open)
  const verified = verifyNotes(notes, codeBeside(projectCode(project.root), project.root, project.file))
  return { notes, path, verified, grounding: groundingRatio(verified) }
}
