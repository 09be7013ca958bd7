import { relative } from 'node:path'
import { NotesError } from '../../error.ts'
import { PROBLEM_FRAME } from '../../recover/frame.ts'
import { framed, type Shown, shown, shownLine } from '../../safety/door.ts'
import { placeInFile } from '../../workspace/place-in-file.ts'

/** An error in a project's notes, safe to display: it quotes names and values from the project. */
interface Problem {
  /**
   * The message with its location, relative to the session's folder: `Unexpected key "fil"
   * (notes.config.json:1:2)`.
   */
  readonly reason: string
  /** The same for the model, with a hint how to fix it. */
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

/** Drops the full stop. Masks before clipping, because half a secret is no longer recognized. */
function short(text: string, max: number): string {
  const line = shownLine(text.replace(/\.$/, ''))
  return line.length <= max ? line : `${line.slice(0, max).replace(/[\ud800-\udbff]$/, '')}…`
}
