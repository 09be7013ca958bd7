import { relative, sep } from 'node:path'
import type { Config } from '../../config/fields.ts'
import { BUDGETS } from '../../recover/budgets.ts'
import { sliceOfNothing } from '../../recover/level1-slice.ts'
import type { Slice } from '../../recover/recover.ts'
import type { Seen } from '../../workspace/keep-slice.ts'
import { defaultFiles } from '../../workspace/project-root.ts'
import { readOptionsOf } from '../read-options.ts'
import type { Environment, Setup } from '../setup.ts'
import { type RecoverRequest, recoverFile } from './recover-file.ts'

/**
 * Recovers from the notes file of a project, the way its configuration says. `init` is the command that starts one
 * where there is none; `seen` hears of every file the answer depends on.
 */
export function recoverProject(
  { project: { root, file, exists }, config }: Pick<Setup, 'project' | 'config'>,
  env: Environment,
  request: RecoverRequest,
  { init, seen }: { readonly init?: string; readonly seen?: Seen | undefined } = {},
): Slice {
  const { level } = request
  const about = {
    level,
    source: relative(root, file).split(sep).join('/'),
    factor: config.values.tokens.factor,
    budget: request.budget ?? configured(config.values, level),
  }
  for (const path of [file, ...defaultFiles(root), ...config.files]) seen?.note(path)
  if (!exists) return sliceOfNothing(about, init)
  const { budget, ...rest } = about
  const asked = { ...request, ...rest, ...(budget === null ? {} : { budget }) }
  return recoverFile({ ...readOptionsOf(config.values), ...asked, root, file }, env, seen)
}

function configured({ recovery }: Config, level: 1 | 2 | 3): number | null {
  return level === 1 ? recovery.level1 : level === 2 ? recovery.level2 : BUDGETS[3]
}
