import type { Span } from '../../document/document.ts'
import type { Evidence } from '../evidence.ts'
import type { Timestamp } from '../timestamp.ts'
import type { RecordBase } from './base.ts'

/** One model for every way in which people write a decision down. */
interface DecisionFields extends RecordBase {
  readonly shape: 'block' | 'row' | 'bullet' | 'paragraph' | 'section'
  readonly title: string
  readonly at?: Timestamp
  readonly decision?: string
  readonly rationale?: string
  readonly evidence: readonly Evidence[]
  readonly scenarios: readonly { readonly text: string; readonly span: Span }[]
  readonly decidedBy?: string
  readonly status: 'in-force' | 'superseded' | 'draft'
  readonly supersededBy?: string
}

/** One in the Decision Log, or in the Decision Archive. */
export type DecisionRecord =
  | (DecisionFields & { readonly kind: 'decision' })
  | (DecisionFields & { readonly kind: 'archive' })

/** What the protocol wants to see in a decision: five parts, the timestamp and title being its heading. */
export interface DecisionText {
  readonly at: string
  readonly title: string
  readonly decision: string
  readonly rationale: string
  readonly evidence: readonly { readonly quote: string; readonly locator: string }[]
  readonly scenarios: readonly string[]
}

export function printDecision(fields: DecisionText): string {
  const evidence = fields.evidence.map(({ quote, locator }) => printEvidence(quote, locator))
  const scenarios = fields.scenarios.map((scenario, index) => `${index + 1}. ${scenario}\n`)
  return [
    `#### ${fields.at} - ${fields.title}\n`,
    `**Decision**: ${fields.decision}\n`,
    `**Rationale**: ${fields.rationale}\n`,
    `**Evidence**:\n${evidence.join('')}`,
    `**Test Scenarios**:\n${scenarios.join('')}`,
  ].join('')
}

/** One line goes into a code span; several go, word for word, into a fence below the place. */
function printEvidence(quote: string, locator: string): string {
  if (!quote.includes('\n')) return `- ${printCode(quote)} [${locator}]\n`
  const fence = '`'.repeat(Math.max(3, longestTicks(quote) + 1))
  const lines = quote.split('\n').map(line => (line === '' ? '\n' : `  ${line}\n`))
  return `- [${locator}]\n  ${fence}\n${lines.join('')}  ${fence}\n`
}

function printCode(text: string): string {
  const ticks = '`'.repeat(longestTicks(text) + 1)
  const pad =
    text.startsWith('`') || text.endsWith('`') || (text.startsWith(' ') && text.endsWith(' ')) ? ' ' : ''
  return `${ticks}${pad}${text}${pad}${ticks}`
}

const longestTicks = (text: string): number =>
  Math.max(0, ...(text.match(/`+/g) ?? []).map(run => run.length))
