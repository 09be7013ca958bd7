import type { ReporterName } from '../lint/reporters/reporters.ts'
import type { ProfileName } from '../protocol/profile.ts'
import type { Context } from './context.ts'
import { usage } from './entries.ts'

/** What was asked of `notes lint`. */
export interface LintRequest {
  readonly files: readonly string[]
  readonly format: ReporterName | undefined
  readonly strict: boolean
  readonly rule: readonly string[]
  readonly profile: ProfileName | undefined
  readonly now: string | undefined
  readonly maxWarnings: number | undefined
  readonly fix: boolean
  readonly fixUnsafe: boolean
  readonly fixDryRun: boolean
  readonly diff: boolean
  readonly changed: boolean
  readonly staged: boolean
  readonly since: string | undefined
  readonly stdinFilename: string | undefined
  readonly writeBaseline: boolean
  readonly watch: boolean
}

export const isDry = ({ diff, fixDryRun }: LintRequest): boolean => diff || fixDryRun

export const isFixing = (request: LintRequest): boolean => request.fix || request.fixUnsafe || isDry(request)

/** How a run reports: what a machine reads stands alone on standard output. */
export function formatOf({ json }: Context, { format }: LintRequest): ReporterName {
  if (json && format !== undefined && format !== 'json' && format !== 'sarif')
    throw usage(`--json does not go together with --format ${format}`, 'Drop one of the two')
  return format ?? (json ? 'json' : 'stylish')
}
