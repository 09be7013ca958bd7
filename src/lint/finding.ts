import type { Span } from '../markdown/block.ts'
import type { Edit } from '../markdown/edit.ts'
import type { ProfileName } from '../notes/profile.ts'
import type { FixKind, Rule, Severity } from './rule.ts'

/** One lint result. Its `message` is the template of the rule, filled in with `data`. */
export interface Finding {
  readonly rule: string
  /** Id of the message in the rule. */
  readonly id: string
  readonly severity: Exclude<Severity, 'off'>
  readonly message: string
  readonly span: Span
  readonly data: Readonly<Record<string, string | number>>
  readonly fix?: { readonly kind: FixKind; readonly edits: readonly Edit[] }
  readonly cause?: Span
}

/** Fills in `{{name}}`. Single braces belong to `${PROJECT_ROOT}`. */
export function wordMessage({ messages }: Rule, id: string, data: Finding['data']): string {
  return (messages[id] ?? id).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(data[name] ?? ''))
}

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
