import type { DecisionDraft } from '../kinds/decision.ts'
import { encodeItem, encodeText, shieldStart } from '../text/inline.ts'

/** The parts of a decision as text. Drafts leave out missing ones. */
export interface DecisionText {
  readonly decision?: string | undefined
  readonly rationale?: string | undefined
  readonly evidence: readonly { readonly quote?: string | undefined; readonly place?: string | undefined }[]
  readonly scenarios: readonly string[]
  readonly decidedBy?: string | undefined
  readonly status?: string | undefined
}

/** Prints the lines below the heading of a decision. */
export function printDecisionFields(fields: DecisionText): string {
  const line = (name: string, value: string | undefined): string =>
    value === undefined ? '' : `**${name}**: ${encodeText(value)}\n`
  const list = (name: string, items: readonly string[]): string =>
    items.length === 0 ? '' : `**${name}**:\n${items.join('')}`
  return [
    line('Status', fields.status),
    line('Decision', fields.decision),
    line('Rationale', fields.rationale),
    list('Evidence', fields.evidence.map(printEvidence)),
    list(
      'Test Scenarios',
      fields.scenarios.map((scenario, index) => `${index + 1}. ${encodeItem(scenario)}\n`),
    ),
    line('Decided By', fields.decidedBy),
  ].join('')
}

/** Prints a one-line quote as a code span, and a longer one verbatim in a fence below the place. */
function printEvidence({ quote, place }: DecisionText['evidence'][number]): string {
  const locator = place === undefined ? '' : `[${place}]`
  if (quote === undefined) return `- ${locator}\n`
  if (!quote.includes('\n')) return `- ${[printCode(quote), locator].filter(part => part !== '').join(' ')}\n`
  const fence = '`'.repeat(Math.max(3, longestTicks(quote) + 1))
  const lines = quote.split('\n').map(line => (line === '' ? '\n' : `  ${line}\n`))
  return `- ${locator}\n  ${fence}\n${lines.join('')}  ${fence}\n`
}

export function printCode(text: string): string {
  const ticks = '`'.repeat(longestTicks(text) + 1)
  const pad =
    text.startsWith('`') || text.endsWith('`') || (text.startsWith(' ') && text.endsWith(' ')) ? ' ' : ''
  return `${ticks}${pad}${text}${pad}${ticks}`
}

const longestTicks = (text: string): number =>
  Math.max(0, ...(text.match(/`+/g) ?? []).map(run => run.length))

/** Prints cells. A row has fewer columns than a decision has parts, so the other parts go after a cell's text. */
export function decisionCells(draft: DecisionDraft, names: readonly string[]): Record<string, string> {
  const { at, id = '', decidedBy = '', rationale = '' } = draft
  const has = (name: string): boolean => names.includes(name)
  const tail = printDecisionFields({
    ...draft,
    decision: undefined,
    rationale: has('rationale') ? undefined : draft.rationale,
    decidedBy: has('decidedBy') ? undefined : draft.decidedBy,
  }).trimEnd()
  const hasTopic = has('topic') && draft.decision !== undefined
  const said = hasTopic ? encodeText(draft.decision ?? '') : titleAndDecision(draft)
  const topic = hasTopic ? encodeText(draft.title) : ''
  if (has('rationale'))
    return { at, id, topic, decidedBy, decision: said, rationale: withTail(encodeText(rationale), tail) }
  return { at, id, topic, decidedBy, decision: withTail(said, tail) }
}

/** Prints a decision on one line of a list: id, time, title, decision, and the other parts as fields after it. */
export function decisionLine(draft: DecisionDraft): string {
  const fields = printDecisionFields({ ...draft, decision: undefined }).trimEnd()
  const lead = [draft.id, draft.at].filter(part => part !== undefined).join(' ')
  return `${lead} ${encodeText(withTail(titleAndDecision(draft), fields))}`
}

/** Takes encoded text: a field inside a cell or a line is decoded one level deeper than the cell or the line. */
const withTail = (text: string, tail: string): string => (tail === '' ? text : `${text}\n${tail}`)

/** Prints `**Title**: decision`, or the title alone if both are the same. */
function titleAndDecision({ title, decision = '' }: DecisionDraft): string {
  if (decision === '' || decision === title) return encodeText(title)
  const bold = encodeText(title)
    .replaceAll('*', '&#42;')
    .replace(/[.:]$/, mark => `&#${mark.charCodeAt(0)};`)
  const text = encodeText(decision)
  return `**${bold}**: ${/^[:.—–-]/.test(text) ? shieldStart(text) : text}`
}
