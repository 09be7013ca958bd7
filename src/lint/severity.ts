import type { ProfileName } from '../protocol/profile.ts'
import type { Rule, Severity } from './rule.ts'

export interface SeverityOptions {
  /** Every rule that the profile has is an error; advice stays advice. */
  readonly strict?: boolean
  /** By rule: what the configuration and then the command line say. */
  readonly rules?: Readonly<Record<string, Severity>>
}

/** How serious a rule is in a file: said for this rule, else strict, else as its profile has it. */
export function severityOf(rule: Rule, profile: ProfileName, options: SeverityOptions): Severity {
  const said = options.rules?.[rule.name]
  if (said !== undefined) return said
  const usual = rule.severity[profile] ?? rule.severity.loose
  if (usual === 'off' || options.strict !== true) return usual
  return rule.advice === true ? 'warning' : 'error'
}
