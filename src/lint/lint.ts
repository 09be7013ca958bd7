import { codeAndComments, type Span } from '../markdown/block.ts'
import { type Document, slice } from '../markdown/document.ts'
import { type Finding, type SeverityOptions, severityOf, wordMessage } from './finding.ts'
import type { Detail, LintContext, Rule } from './rule.ts'

export interface LintResult {
  readonly findings: readonly Finding[]
  /** Rules that threw on this file, a bug of ours and reported as such. The findings of other rules stand. */
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
  severity: 'warning' | 'error',
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

const byPlace = (a: Finding, b: Finding): number =>
  a.span.start - b.span.start || a.span.end - b.span.end || (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0)

/** Rule name of findings about the directives themselves. */
const DIRECTIVES_RULE = 'disable-comment'

/** `<!-- notes-disable-next-line RULE, RULE -- reason -->`, or `notes-disable` up to `notes-enable` or the end. */
interface Directive {
  readonly span: Span
  readonly rules: readonly string[]
  readonly reason: string
  /** First line in which findings are disabled. */
  readonly from: number
  /** Last line in which findings are disabled. */
  readonly to: number
  /** Last disabled line of each rule that is enabled again earlier. */
  readonly ends: Map<string, number>
}

const COMMENT = /^<!--\s*notes-(disable-next-line|disable|enable)\b\s*([\s\S]*?)\s*-->$/

/** Only comments that are blocks count, not text in code or prose that looks like one. */
export function readDirectives(document: Document): readonly Directive[] {
  const found: (Directive & { kind: string })[] = []
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
      const ends = new Map<string, number>()
      found.push({ span: block.span, rules, reason: reason.join(' -- '), from: last + 1, to, ends, kind })
    }
  }
  return found
}

/** Ends the directives that disable these rules, or any rule if none is named. The first end of a rule counts. */
function closeOpen(
  found: readonly (Directive & { kind: string })[],
  rules: readonly string[],
  line: number,
): void {
  for (const { kind, rules: disabled, ends } of found)
    if (kind === 'disable')
      for (const rule of rules.length === 0 ? disabled : rules) if (!ends.has(rule)) ends.set(rule, line - 1)
}

/** Findings that no directive covers, plus findings about directives: no reason, unknown rule, nothing disabled. */
export function withoutDisabled(
  document: Document,
  findings: readonly Finding[],
  directives: readonly Directive[],
  known: ReadonlySet<string>,
): readonly Finding[] {
  if (directives.length === 0) return findings
  const used = new Set<string>()
  const kept = findings.filter(finding => {
    const line = document.lines.lineAt(finding.span.start)
    const covering = directives.findIndex(
      ({ rules, reason, from, to, ends }) =>
        reason !== '' &&
        from <= line &&
        line <= (ends.get(finding.rule) ?? to) &&
        rules.includes(finding.rule),
    )
    if (covering >= 0) used.add(`${covering} ${finding.rule}`)
    return covering < 0
  })
  return [...kept, ...directives.flatMap((directive, index) => complain(directive, index, used, known))]
}

function complain(
  { span, rules, reason }: Directive,
  index: number,
  used: ReadonlySet<string>,
  known: ReadonlySet<string>,
): Finding[] {
  const finding = (id: string, message: string): Finding => ({
    rule: DIRECTIVES_RULE,
    id,
    severity: 'warning',
    message,
    span,
    data: {},
  })
  if (reason === '')
    return [finding('no-reason', 'Unexpected disable without a reason, expected `-- reason` after the rule')]
  if (rules.length === 0)
    return [finding('no-rule', 'Unexpected disable without a rule, expected the name of one')]
  return rules.flatMap(rule => {
    if (!known.has(rule)) return [finding('unknown', `Unexpected disable of unknown rule \`${rule}\``)]
    return used.has(`${index} ${rule}`)
      ? []
      : [finding('unused', `Unexpected disable of \`${rule}\`, which has no findings here`)]
  })
}
