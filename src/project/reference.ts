import { selectRecord } from '../change/select.ts'
import { checkPlace } from '../evidence/verify.ts'
import { codeReader } from '../files/read-code.ts'
import { handleOf } from '../notes/handle.ts'
import type { ReferenceRecord } from '../notes/kinds/reference.ts'
import type { NotesRecord } from '../notes/kinds.ts'
import type { Notes } from '../notes/notes.ts'
import type { FileLocator } from '../notes/text/locator.ts'
import { type ChangeRequest, changeProject, type ProjectChange } from './change.ts'
import { momentOf } from './given.ts'
import type { OpenProject } from './open.ts'
import { codeAt, placeOf } from './place.ts'
import { readProject } from './read.ts'

/** The lines that a reference points to. */
export interface ReferencedCode {
  readonly place: FileLocator
  readonly text: string
}

/** Reads the lines of a reference, named by words of its purpose or place, or of any path:from-to in the project. */
export function readReference(open: OpenProject, which: string): ReferencedCode {
  const isPlace = /[:#]L?\d/.test(which)
  const place = placeOf(
    open,
    isPlace ? which : selectRecord(readProject(open).notes, 'reference', which).identifier,
  )
  return { place, text: codeAt(open, place) }
}

export interface VerifiedReferences {
  readonly change: ProjectChange
  /** The notes before the change. */
  readonly notes: Notes
  /** The references whose place exists; their Last Verified is now. */
  readonly good: readonly ReferenceRecord[]
  /** The references that point to nothing. */
  readonly stale: readonly ReferenceRecord[]
}

/** Checks references, by default all, and updates Last Verified of those whose place exists. */
export async function verifyReferences(
  open: OpenProject,
  { which, ...request }: Omit<ChangeRequest, 'intents' | 'command'> & { readonly which?: readonly string[] },
): Promise<VerifiedReferences> {
  const code = codeReader(open.project.root)
  const isThere = ({ locator }: ReferenceRecord) =>
    ['ok', 'external'].includes(checkPlace(locator, code).state)
  let checked: Omit<VerifiedReferences, 'change'> | undefined
  // Selects in the text that is being changed: since an earlier read, other processes may have moved the lines.
  const intents = (notes: Notes) => {
    const wanted = new Set(
      which === undefined
        ? notes.records.filter(isReference)
        : which.map(words => selectRecord(notes, 'reference', words)),
    )
    const good = [...wanted].filter(isThere)
    checked = { notes, good, stale: [...wanted].filter(record => !good.includes(record)) }
    // Last Verified holds a time of day in the protocol's table.
    const at = momentOf(open, undefined).slice(11)
    return good.map(record => ({ do: 'stamp' as const, which: handleOf(notes, record), at }))
  }
  const change = await changeProject(open, { ...request, command: 'ref verify', intents })
  if (checked === undefined) throw new Error('The references were not checked')
  return { ...checked, change }
}

const isReference = (record: NotesRecord): record is ReferenceRecord => record.kind === 'reference'
