import { codeAndComments, type Span } from '../markdown/block.ts'
import { type Document, slice } from '../markdown/document.ts'
import type { ProfileName } from '../notes/profile.ts'
import { conflictsIn, isIn } from './facts/conflicts.ts'
import type { Detail, Finding, LintContext, Rule, Severity } from './rule.ts'

export interface SeverityOptions {
  /** Makes every rule of the profile an error, except advice. */
  readonly strict?: boolean
  /** Severity by rule, from the configuration and then the command line. */
  readonly rules?: Readonly<Record<string, Severity>>
}

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
  const known = new Set([...rules.map(({ name }) => name), DIRECTIVES_RULE])
  const kept = outsideConflicts(
    context.notes.document,
    rules,
    withoutDisabled(context.notes.document, found, known),
  )
  return { findings: kept.toSorted(byPlace), crashes }
}

/** Drops findings about the structure of a conflict, which has markers for rows and each record up to three times. */
function outsideConflicts(
  document: Document,
  rules: readonly Rule[],
  findings: readonly Finding[],
): readonly Finding[] {
  const conflicts = conflictsIn(document)
  if (conflicts.length === 0) return findings
  const names = rules.filter(({ group }) => group === 'safety').map(({ name }) => name)
  const stay = new Set([...names, 'conflict-marker'])
  return findings.filter(
    ({ rule, span }) => stay.has(rule) || !conflicts.some(conflict => isIn(span, conflict)),
  )
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

/** Severity of a rule in a file: set for this rule, else by `strict`, else by profile. */
export function severityOf(rule: Rule, profile: ProfileName, options: SeverityOptions): Severity {
  const configured = options.rules?.[rule.name]
  if (configured !== undefined) return configured
  const usual = rule.severity[profile] ?? rule.severity.loose
  if (usual === 'off' || options.strict !== true) return usual
  return rule.advice === true ? 'warning' : 'error'
}

/** The rule name for findings about the comments that switch rules off. */
const DIRECTIVES_RULE = 'disable-comment'

/** `<!-- notes-disable-next-line RULE, RULE -- reason -->`, or `notes-disable` up to `notes-enable` or the end. */
interface Directive {
  /** `disable-next-line` or `disable`. */
  readonly kind: string
  readonly span: Span
  readonly rules: readonly string[]
  readonly reason: string
  /** First line in which findings are disabled. */
  readonly from: number
  /** Last line in which findings are disabled. */
  readonly to: number
  /** Last disabled line of each rule that is re-enabled before `to`. */
  readonly ends: Map<string, number>
  /** The rules whose findings it hid. */
  readonly used: Set<string>
}

const COMMENT = /^<!--\s*notes-(disable-next-line|disable|enable)\b\s*([\s\S]*?)\s*-->$/

/** Only block-level comments count, not text in code or prose that looks like one. */
function readDirectives(document: Document): readonly Directive[] {
  const found: Directive[] = []
  for (const block of codeAndComments(document.pieces)) {
    if (block.type !== 'comment') continue
    const match = COMMENT.exec(slice(document, block.span))
    if (match === null) continue
    const [names = '', ...reason] = (match[2] ?? '').split(/\s+--\s+|^--\s+/)
    const rules = names.split(/[\s,]+/).filter(name => name !== '')
    const last = document.lines.range(block.span).to
    const kind = match[1] ?? ''
    if (kind === 'enable') closeOpen(found, rules, last)
    else {
      const to = kind === 'disable' ? Number.POSITIVE_INFINITY : last + 1
      const lines = { from: last + 1, to, ends: new Map<string, number>() }
      found.push({ kind, span: block.span, rules, reason: reason.join(' -- '), ...lines, used: new Set() })
    }
  }
  return found
}

/** Ends the directives that disable these rules, or all of them if no rule is named. Only a rule's first end counts. */
function closeOpen(found: readonly Directive[], rules: readonly string[], line: number): void {
  for (const { kind, rules: disabled, ends } of found)
    if (kind === 'disable')
      for (const rule of rules.length === 0 ? disabled : rules) if (!ends.has(rule)) ends.set(rule, line - 1)
}

/** Findings that no directive covers, plus findings about directives: no reason, unknown rule, nothing disabled. */
export function withoutDisabled(
  document: Document,
  findings: readonly Finding[],
  known: ReadonlySet<string>,
): readonly Finding[] {
  const directives = readDirectives(document)
  if (directives.length === 0) return findings
  const kept = findings.filter(({ rule, span }) => {
    const line = document.lines.lineAt(span.start)
    const covering = directives.find(
      ({ rules, reason, from, to, ends }) =>
        reason !== '' && from <= line && line <= (ends.get(rule) ?? to) && rules.includes(rule),
    )
    covering?.used.add(rule)
    return covering === undefined
  })
  return [...kept, ...directives.flatMap(directive => complain(directive, known))]
}

function complain({ span, rules, reason, used }: Directive, known: ReadonlySet<string>): Finding[] {
  const finding = (id: string, message: string): Finding => ({
    rule: DIRECTIVES_RULE,
    id,
    severity: 'warning',
    message,
    span,
    data: {},
  })
  if (reason === '')
    return [
      finding(
        'no-reason',
        'Unexpected disable comment without a reason, expected `-- reason` after the rule',
      ),
    ]
  if (rules.length === 0)
    return [finding('no-rule', 'Unexpected disable comment without a rule, expected the name of one')]
  return rules.flatMap(rule => {
    if (!known.has(rule))
      return [finding('unknown', `Unexpected disable comment for unknown rule \`${rule}\``)]
    return used.has(rule)
      ? []
      : [finding('unused', `Unexpected disable comment for \`${rule}\`, which has no findings here`)]
  })
}
