import { NotesError } from '../../error.ts'
import type { DecisionRecord } from '../../notes/kinds/decision.ts'
import type { Notes } from '../../notes/notes.ts'
import { parseLocator } from '../../notes/text/locator.ts'
import { isDecision } from '../archive/conserve.ts'
import { recordNamed } from '../select.ts'

/** The decision that supersedes another one, under a name that survives moving lines. */
export interface Successor {
  readonly name: string
  /** A remark for the user. */
  readonly remark?: string
}

/** Resolves the name of a successor: a decision in the file, an issue, or a decision yet to be written. */
export function successorOf(notes: Notes, old: DecisionRecord, by: string, force = false): Successor {
  const found = recordNamed(notes, 'decision', by) ?? recordNamed(notes, 'archive', by)
  // After the first time, `(superseded by #5)` is among the words of the decision itself.
  if (found === old && old.status !== 'superseded')
    throw new NotesError(
      'usage',
      `"${old.title}" cannot supersede itself`,
      'Name the decision that does: --by ID, or words from its title',
      { span: old.span },
    )
  if (found !== undefined && found !== old) return { name: nameOf(notes, found) }
  const locator = parseLocator(by)
  if (locator !== undefined && !('path' in locator)) return { name: by }
  if (!force)
    throw new NotesError(
      'not-found',
      `There is no decision "${by}" to supersede "${old.title}"`,
      'Add it first, or pass --force to name one that does not exist yet',
      { span: old.span },
    )
  return { name: by, remark: `No decision "${by}" exists yet: add it, or run \`notes undo\`` }
}

/** Does the decision already name this successor? */
export const isSucceededBy = ({ supersededBy }: DecisionRecord, by: string, { name }: Successor): boolean =>
  [by, name].some(said => asRead(said) === supersededBy)

/** The name as it reads back: cut where a sentence, cell or parenthesis would end. */
const asRead = (name: string): string => (name.split(/[|)\].;\r\n]/)[0] ?? '').replaceAll(/[`*]/g, '').trim()

/** A unique name: the id, else the title if it reads back in full, else the time. */
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
