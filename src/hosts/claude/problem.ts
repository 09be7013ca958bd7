import { relative } from 'node:path'
import { NotesError } from '../../error.ts'
import { PROBLEM_FRAME } from '../../recover/frame.ts'
import { framed, type Shown, shown, shownLine } from '../../safety/door.ts'
import { placeInFile } from '../../workspace/place-in-file.ts'

/** What is wrong with a project's notes, as it may be shown: it quotes names and values that stand in the project. */
interface Problem {
  /** And where, seen from the session's folder: `Unexpected key "fil" (notes.config.json:1:2)`. */
  readonly reason: string
  /** The same for the model, with what to do about it. */
  readonly context: Shown
}

export function problemOf(error: unknown, cwd: string): Problem {
  const known = error instanceof NotesError ? error : undefined
  const message = short(error instanceof Error ? error.message : String(error), 600)
  const reason = `${message}${known === undefined ? '' : placeOf(known, cwd)}`
  const hint = known === undefined ? '' : ` ${short(known.hint, 400)}.`
  const said = `The project's notes could not be read: ${reason}.${hint}`
  return { reason, context: framed(PROBLEM_FRAME, shown(said)) }
}

/** Without a span, the message itself names the file. */
function placeOf({ path, span }: NotesError, cwd: string): string {
  if (path === undefined || span === undefined) return ''
  const { line, column } = placeInFile(path, span.start) ?? {}
  const place = [relative(cwd, path), line, column].filter(part => part !== undefined)
  return ` (${short(place.join(':'), 400)})`
}

/** Without a full stop. Cleaned before it is cut, because half a secret is not known again. */
function short(text: string, most: number): string {
  const line = shownLine(text.replace(/\.$/, ''))
  return line.length <= most ? line : `${line.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…`
}
