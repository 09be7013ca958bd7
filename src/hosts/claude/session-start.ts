import { isAbsolute, resolve } from 'node:path'
import { findSetup } from '../../project/open.ts'
import { MIN_BUDGET } from '../../recover/budgets.ts'
import type { Slice } from '../../recover/slice.ts'
import { type Shown, shownLine } from '../../safety/door.ts'
import { logHook } from '../../workspace/hook-log.ts'
import { removeOldSlices, startSeeing } from '../../workspace/keep-slice.ts'
import { keepMade, recoverProject } from '../recovery/recover-project.ts'
import type { HookHost } from './hook.ts'
import { MAX_UNITS, sessionStart, sessionStartOutput } from './output.ts'
import { problemOf } from './problem.ts'

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
    if (!project.exists) log(`There is no notes file (${project.file})`)
    removeOldSlices(project.root)
    const request = { level: 1 } as const
    const slice = recoverProject({ project, config, env: host.env }, request, { seen })
    const output = sessionStartOutput(slice)
    if (output.length <= MAX_UNITS)
      keepMade(start, request, { ...slice, factor: config.values.tokens.factor }, seen)
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
