import { isAbsolute, resolve } from 'node:path'
import { LEAST_BUDGET } from '../../recover/budgets.ts'
import type { Slice } from '../../recover/slice.ts'
import { showLine } from '../../safety/show-text.ts'
import { logHook } from '../../workspace/hook-log.ts'
import { logRoot, logRootAround } from '../../workspace/log-root.ts'
import { recoverProject } from '../recovery/recover-project.ts'
import { findSetup } from '../setup.ts'
import type { HookHost } from './hook.ts'
import { MOST_UNITS, sessionStart, sessionStartOutput } from './output.ts'
import { problemOf } from './problem.ts'

/**
 * The start of a session in any project: with a configuration, without git, without a notes file, with a damaged one.
 * Says in one line what is wrong, and writes the reason to `.notes/hook.log`, where there is a project.
 */
export function slowSessionStart(host: HookHost, cwd: string, problem: string | undefined): void {
  // The session's own folder may be gone; the client's does not depend on it.
  const around = { cwd: isAbsolute(cwd) ? resolve(cwd) : resolve(host.cwd, cwd), env: host.env }
  let root: string | undefined
  const log = (reason: string): void => {
    if (root !== undefined) logHook(root, `SessionStart: ${reason}`, host.now())
  }
  try {
    const { project, config } = findSetup(around, {})
    root = logRoot(project, project.exists || config.path !== undefined)
    if (problem !== undefined) log(problem)
    if (!project.exists) log(`There is no notes file (${showLine(project.file)})`)
    host.out(withinLimit(budget => recoverProject(project, config.values, host.env, { level: 1, ...budget })))
  } catch (error) {
    root ??= logRootAround(around)
    const { reason, context } = problemOf(error, around.cwd)
    log(reason)
    host.out(sessionStart(context))
  }
}

/** A configured budget can be larger than what the client takes. */
function withinLimit(make: (budget: { budget?: number }) => Slice): string {
  let slice = make({})
  let output = sessionStartOutput(slice)
  while (output.length > MOST_UNITS && slice.tokens > LEAST_BUDGET) {
    const budget = Math.floor((slice.tokens * MOST_UNITS * 0.95) / output.length)
    slice = make({ budget: Math.max(LEAST_BUDGET, budget) })
    output = sessionStartOutput(slice)
  }
  return output
}
