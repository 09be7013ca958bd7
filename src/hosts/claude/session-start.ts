import { isAbsolute, relative, resolve } from 'node:path'
import { NotesError } from '../../error.ts'
import { placeInFile } from '../../files/read-text.ts'
import { logHook } from '../../files/user/hook-log.ts'
import { removeOldSlices, startSeeing } from '../../files/user/keep-slice.ts'
import { onceAWeek } from '../../files/user/once-a-week.ts'
import { findSetup } from '../../project/open.ts'
import { keepMade, recoverProject } from '../../project/recover/recover-project.ts'
import { PROBLEM_FRAME } from '../../recover/layout/frame.ts'
import { MIN_BUDGET, type Slice } from '../../recover/layout/slice.ts'
import { framed, type Shown, shown, shownLine } from '../../safety/door.ts'
import { type HookHost, MAX_UNITS, sessionStart, sessionStartOutput } from './hook.ts'

/**
 * The start of a session in any project: with a configuration, without git, without a notes file, or with a damaged
 * one. Reports a problem in one line, and writes the reason to the hook log in the user's state folder.
 */
export function startSession(host: HookHost, cwd: string, problem: string | undefined): void {
  // The session's folder may no longer exist; the client's folder does not depend on it.
  const start = { cwd: isAbsolute(cwd) ? resolve(cwd) : resolve(host.cwd, cwd), env: host.env }
  const log = (reason: string): void => logHook(start, shownLine(`SessionStart: ${reason}`), host.now())
  try {
    const seen = startSeeing(start)
    const { project, config } = findSetup(start, {})
    if (problem !== undefined) log(problem)
    removeOldSlices(project.root)
    if (!project.exists && project.rivals === undefined) {
      log(`There is no notes file (${project.file})`)
      // Most projects have none, and their sessions should not be told so every time.
      if (!config.values.recovery.hint || !onceAWeek(start, 'no-notes-file', host.now())) return
    }
    const request = { level: 1 } as const
    const slice = recoverProject({ project, config, env: host.env }, request, { seen })
    const output = sessionStartOutput(slice)
    if (output.length <= MAX_UNITS) keepMade(start, request, slice, { project, config }, seen)
    host.out(
      output.length <= MAX_UNITS
        ? output
        : shortened(slice, output, budget =>
            recoverProject({ project, config, env: host.env }, { level: 1, budget }),
          ),
    )
  } catch (error) {
    const { reason, context } = problemOf(error, start.cwd)
    log(reason)
    host.out(sessionStart(context))
  }
}

/** A configured budget can exceed what the client accepts. */
function shortened(first: Slice, long: Shown, make: (budget: number) => Slice): Shown {
  let slice = first
  let output = long
  while (output.length > MAX_UNITS && slice.tokens > MIN_BUDGET) {
    slice = make(Math.max(MIN_BUDGET, Math.floor((slice.tokens * MAX_UNITS * 0.95) / output.length)))
    output = sessionStartOutput(slice)
  }
  return output
}

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

function problemOf(error: unknown, cwd: string): Problem {
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
