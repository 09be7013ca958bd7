import { selectRecord } from '../../change/select.ts'
import { checkClaims } from '../../evidence/check.ts'
import type { EvidenceCheck } from '../../evidence/states.ts'
import { claimOf, isHeld } from '../../evidence/verify.ts'
import { handleOf } from '../../notes/handle.ts'
import type { ReferenceRecord } from '../../notes/kinds/reference.ts'
import type { NotesRecord } from '../../notes/kinds.ts'
import type { Notes } from '../../notes/notes.ts'
import { type FileLocator, printLocator } from '../../notes/text/locator.ts'
import { type ChangeRequest, changeProject, type ProjectChange } from '../change.ts'
import { codeAt, momentOf, placeOf } from '../given.ts'
import type { OpenProject } from '../open.ts'
import { readProject } from '../read.ts'
import { codeFor } from './code.ts'

/** The lines that a reference points to. */
export interface ReferencedCode {
  readonly place: FileLocator
  readonly text: string
}

/**
 * Reads the lines of a reference, or of any other place. `which` is words from the reference's purpose or place, or a
 * path:from-to in the project.
 */
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
  /**
   * The references whose lines are unchanged, in place or after a move. Their Last Verified is set to the current time.
   */
  readonly good: readonly ReferenceRecord[]
  /** Good references that had moved, with their new place. */
  readonly moved: ReadonlyMap<ReferenceRecord, string>
  /** The references whose lines have changed or are gone. */
  readonly stale: readonly { readonly reference: ReferenceRecord; readonly check: EvidenceCheck }[]
}

/**
 * Checks references, by default all of them. Follows those that moved, and stamps Last Verified on those that did not
 * change.
 */
export async function verifyReferences(
  open: OpenProject,
  { which, ...request }: Omit<ChangeRequest, 'intents' | 'command'> & { readonly which?: readonly string[] },
): Promise<VerifiedReferences> {
  const code = codeFor(open)
  let checked: Omit<VerifiedReferences, 'change'> | undefined
  // Selects the references in the text being changed, because other processes may have moved lines since an
  // earlier read.
  const intents = (notes: Notes) => {
    const wanted = [
      ...new Set(
        which === undefined
          ? notes.records.filter(isReference)
          : which.map(words => selectRecord(notes, 'reference', words)),
      ),
    ]
    const checks = checkClaims(wanted.map(claimOf), code)
    const stands = wanted.flatMap((reference, index) => {
      const place = placeNow(checks[index])
      return place === undefined ? [] : [{ reference, place: place === '' ? undefined : place }]
    })
    const good = stands.map(({ reference }) => reference)
    const moved = new Map(
      stands.flatMap(({ reference, place }) => (place === undefined ? [] : [[reference, place] as const])),
    )
    const stale = wanted.flatMap((reference, index) => {
      const check = checks[index]
      return check === undefined || good.includes(reference) ? [] : [{ reference, check }]
    })
    checked = { notes, good, moved, stale }
    const at = momentOf(open, undefined)
    return stands.map(({ reference, place }) => ({
      do: 'stamp' as const,
      which: handleOf(notes, reference),
      at,
      ...(place === undefined ? {} : { place }),
    }))
  }
  const change = await changeProject(open, { ...request, command: 'ref verify', intents })
  if (checked === undefined) throw new Error('The references were not checked')
  return { ...checked, change }
}

/**
 * Returns the new place of lines that certainly moved, an empty string when they need none, or undefined when the check
 * did not confirm them.
 */
function placeNow(check: EvidenceCheck | undefined): string | undefined {
  if (check !== undefined && isHeld(check)) return ''
  return check?.state === 'moved' && check.certain ? printLocator(check.to.path, [check.to.lines]) : undefined
}

const isReference = (record: NotesRecord): record is ReferenceRecord => record.kind === 'reference'
