import { relative, sep } from 'node:path'
import type { Config } from '../config/fields.ts'
import type { ReadOptions } from '../protocol/notes.ts'
import type { ProfileName } from '../protocol/profile.ts'
import { BUDGETS } from '../recover/budgets.ts'
import { sliceOfNothing } from '../recover/level1-slice.ts'
import { type RecoverOptions, recover, type Slice } from '../recover/recover.ts'
import { askCk } from '../workspace/ask-ck.ts'
import type { Project } from '../workspace/project.ts'
import { codeReader } from '../workspace/read-code.ts'
import { readText } from '../workspace/read-text.ts'

export interface RecoverRequest {
  readonly level: 1 | 2 | 3
  readonly query?: string
  readonly budget?: number
}

/** Code that a recovery reads is bounded in all ways: it runs before every session. */
const MOST_CODE_BYTES = 1024 * 1024

/** Recovers from the notes file of a project, the way that its configuration says. */
export function recoverProject(
  project: Project,
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
  request: RecoverRequest,
): Slice {
  const source = relative(project.root, project.file).split(sep).join('/')
  const budget = request.budget ?? configured(config, request.level)
  const options: RecoverOptions = {
    ...readingOf(config),
    level: request.level,
    source,
    factor: config.tokens.factor,
    code: codeReader(project.root, { maxBytes: MOST_CODE_BYTES }),
    ...(request.query === undefined ? {} : { query: request.query }),
    ...(budget === undefined ? {} : { budget }),
  }
  if (!project.exists)
    return sliceOfNothing({
      ...options,
      budget: budget ?? BUDGETS[request.level],
      factor: config.tokens.factor,
    })
  const { text } = readText(project.file)
  if (request.level !== 2 || request.query === undefined) return recover(text, options)
  const hits = askCk({ file: project.file, root: project.root, query: request.query, env })
  return recover(text, hits === undefined ? options : { ...options, others: { name: 'ck', hits } })
}

function configured({ recovery }: Config, level: 1 | 2 | 3): number | undefined {
  return level === 1 ? recovery.level1 : level === 2 ? recovery.level2 : undefined
}

function readingOf({ profile, beads, debt }: Config): ReadOptions {
  return {
    ...(profile === 'auto' ? {} : { profile: profile as ProfileName }),
    conventions: { beadPrefixes: beads.prefixes, debtId: debt.idPattern },
  }
}
