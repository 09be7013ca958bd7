import { relative, sep } from 'node:path'
import type { Config } from '../../config/fields.ts'
import { BUDGETS } from '../../recover/budgets.ts'
import { sliceOfNothing } from '../../recover/level1-slice.ts'
import type { Slice } from '../../recover/recover.ts'
import type { Project } from '../../workspace/project.ts'
import { readOptionsOf } from '../read-options.ts'
import type { Environment } from '../setup.ts'
import { type RecoverRequest, recoverFile } from './recover-file.ts'

/**
 * Recovers from the notes file of a project, the way that its configuration says. `init` is the command that starts
 * one where there is none.
 */
export function recoverProject(
  { root, file, exists }: Project,
  config: Config,
  env: Environment,
  request: RecoverRequest,
  init?: string,
): Slice {
  const { level } = request
  const about = {
    level,
    source: relative(root, file).split(sep).join('/'),
    factor: config.tokens.factor,
    budget: request.budget ?? configured(config, level),
  }
  if (!exists) return sliceOfNothing(about, init)
  const { budget, ...rest } = about
  const asked = { ...request, ...rest, ...(budget === null ? {} : { budget }) }
  return recoverFile({ ...readOptionsOf(config), ...asked, root, file }, env)
}

function configured({ recovery }: Config, level: 1 | 2 | 3): number | null {
  return level === 1 ? recovery.level1 : level === 2 ? recovery.level2 : BUDGETS[3]
}
