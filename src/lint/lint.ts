import { DIRECTIVES_RULE, readDirectives, withoutDisabled } from './directives.ts'
import type { Detail, Finding, LintContext, Rule } from './rule.ts'
import { type SeverityOptions, severityOf } from './severity.ts'

export interface LintResult {
  readonly findings: readonly Finding[]
  /**
   * Rules that threw on this file. That is a bug in notesmd, and is reported as one. The findings of other rules are
   * kept.
   */
  readonly crashes: readonly { readonly rule: string; readonly error: unknown }[]
}

/** Runs rules over one file. Findings are sorted by position. */
export function lint(
  context: LintContext,
  rules: readonly Rule[],
  options: SeverityOptions = {},
): LintResult {
  const found: Finding[] = []
  const crashes: { rule: string; error: unknown }[] = []
  for (const rule of rules) {
    const severity = severityOf(rule, context.notes.profile, options)
    if (severity === 'off') continue
    const own: Finding[] = []
    try {
      rule.check(context, (id, detail) => own.push(toFinding(rule, id, severity, detail)))
      // No spread: a hundred thousand arguments overflow the stack.
      for (const finding of own) found.push(finding)
    } catch (error) {
      crashes.push({ rule: rule.name, error })
    }
  }
  const directives = readDirectives(context.notes.document)
  const known = new Set([...rules.map(({ name }) => name), DIRECTIVES_RULE])
  const kept = withoutDisabled(context.notes.document, found, directives, known)
  return { findings: kept.toSorted(byPlace), crashes }
}

function toFinding(
  rule: Rule,
  id: string,
  severity: Finding['severity'],
  detail: Detail<Finding['data']>,
): Finding {
  const { span, data = {}, fix, cause } = detail
  const kind = detail.fixKind ?? rule.fix
  return {
    rule: rule.name,
    id,
    severity,
    message: wordMessage(rule, id, data),
    span,
    data,
    ...(fix === undefined || kind === undefined ? {} : { fix: { kind, edits: fix } }),
    ...(cause === undefined ? {} : { cause }),
  }
}

/** Fills in `{{name}}`. Single braces belong to `${PROJECT_ROOT}`. */
export function wordMessage({ messages }: Rule, id: string, data: Finding['data']): string {
  return (messages[id] ?? id).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(data[name] ?? ''))
}

const byPlace = (a: Finding, b: Finding): number =>
  a.span.start - b.span.start || a.span.end - b.span.end || (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0)
