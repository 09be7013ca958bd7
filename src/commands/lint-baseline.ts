import { type Baseline, NO_BASELINE, parseBaseline } from '../lint/baseline.ts'
import { isThere } from '../workspace/look.ts'
import { ownPath } from '../workspace/own-path.ts'
import { readText } from '../workspace/read-text.ts'
import type { Context } from './context.ts'

export const baselinePath = ({ project, config }: Context): string =>
  ownPath(project.root, config.values.lint.baseline)

export function readBaseline(context: Context): Baseline {
  const path = baselinePath(context)
  return isThere(path) ? parseBaseline(readText(path).text, path) : NO_BASELINE
}
