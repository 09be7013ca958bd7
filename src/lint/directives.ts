/** Comments that switch rules off: `<!-- notes-disable-next-line RULE -- reason -->`. */
import { codeAndComments, type Span } from '../markdown/block.ts'
import { type Document, slice } from '../markdown/document.ts'
import type { Finding } from './rule.ts'

/** The rule name for findings about the directives themselves. */
export const DIRECTIVES_RULE = 'disable-comment'

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
}

const COMMENT = /^<!--\s*notes-(disable-next-line|disable|enable)\b\s*([\s\S]*?)\s*-->$/

/** Only block-level comments count, not text in code or prose that looks like one. */
export function readDirectives(document: Document): readonly Directive[] {
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
      const ends = new Map<string, number>()
      found.push({ span: block.span, rules, reason: reason.join(' -- '), from: last + 1, to, ends, kind })
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
    return used.has(`${index} ${rule}`)
      ? []
      : [finding('unused', `Unexpected disable comment for \`${rule}\`, which has no findings here`)]
  })
}
