import type { ProfileName } from '../notes/profile.ts'
import type { Rule, Severity } from './rule.ts'

export interface SeverityOptions {
  /** Makes every rule of the profile an error, except advice. */
  readonly strict?: boolean
  /** Severity by rule, from the configuration and then the command line. */
  readonly rules?: Readonly<Record<string, Severity>>
}

/** Severity of a rule in a file: set for this rule, else by `strict`, else by profile. */
export function severityOf(rule: Rule, profile: ProfileName, options: SeverityOptions): Severity {
  const configured = options.rules?.[rule.name]
  if (configured !== undefined) return configured
  const usual = rule.severity[profile] ?? rule.severity.loose
  if (usual === 'off' || options.strict !== true) return usual
  return rule.advice === true ? 'warning' : 'error'
}
