import { NotesError } from '../../error.ts'
import type { DecisionRecord } from '../../notes/kinds/decision.ts'
import type { Notes } from '../../notes/notes.ts'
import { parseLocator } from '../../notes/text/locator.ts'
import { isDecision } from '../archive/conserve.ts'
import { selectRecord } from '../select.ts'

/** What takes a decision's place, by a name that still finds it when lines have moved. */
export interface Successor {
  readonly name: string
  /** What a person should know of it. */
  readonly remark?: string
}

/** The decision that somebody names as another's successor: one of the file, an issue, or one that is still to come. */
export function successorOf(notes: Notes, old: DecisionRecord, by: string): Successor {
  const found = select(notes, by)
  if (found === old)
    throw new NotesError(
      'usage',
      `"${old.title}" cannot take its own place`,
      'Name the decision that does: --by ID, or words of its title',
      { span: old.span },
    )
  if (found !== undefined) return { name: nameOf(notes, found) }
  const locator = parseLocator(by)
  if (locator !== undefined && !('path' in locator)) return { name: by }
  return { name: by, remark: `There is no decision "${by}" here yet: write it down, or \`notes undo\`` }
}

/** Whether a decision says already that this took its place. */
export const isSucceededBy = ({ supersededBy }: DecisionRecord, by: string, { name }: Successor): boolean =>
  [by, name].some(said => asRead(said) === supersededBy)

/** Readers take a name to end where a sentence does. */
const asRead = (name: string): string => (name.split(/[|)\].;\r\n]/)[0] ?? '').replaceAll(/[`*]/g, '').trim()

/** By its id, else its title where a reader takes all of it, else its time; no other decision may go by that name. */
function nameOf({ records }: Notes, found: DecisionRecord): string {
  const namesOf = ({ id, title, at }: DecisionRecord) => [
    id,
    asRead(title) === title ? title : undefined,
    at?.text,
  ]
  const all = records.filter(isDecision).map(namesOf)
  const alone = namesOf(found).find(
    (name, way) => name !== undefined && all.filter(names => names[way] === name).length === 1,
  )
  return alone ?? found.title
}

function select(notes: Notes, by: string): DecisionRecord | undefined {
  for (const kind of ['decision', 'archive'] as const)
    try {
      return selectRecord(notes, kind, by)
    } catch (error) {
      if (!(error instanceof NotesError) || error.code !== 'not-found') throw error
    }
  return undefined
}
