import type { Span } from '../../document/document.ts'
import type { Evidence } from '../evidence.ts'
import { encodeItem, encodeText } from '../inline.ts'
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
  /** Exactly as the protocol prints it: all parts are there, and each line of the evidence is a piece of it. */
  readonly plain?: true
  /** Where its evidence starts when it is plain, and each piece of that a quote and one line of a file: see `everyCite`. */
  readonly citedFrom?: number
}

/** One in the Decision Log, or in the Decision Archive. */
export type DecisionRecord =
  | (DecisionFields & { readonly kind: 'decision' })
  | (DecisionFields & { readonly kind: 'archive' })

/** A decision's parts as text. What is missing is left out: a draft. */
export interface DecisionText {
  readonly decision?: string | undefined
  readonly rationale?: string | undefined
  readonly evidence: readonly { readonly quote?: string | undefined; readonly place?: string | undefined }[]
  readonly scenarios: readonly string[]
  readonly decidedBy?: string | undefined
  readonly status?: string | undefined
}

/** The lines below a decision's heading. */
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

/** One line goes into a code span; several go, word for word, into a fence below the place. */
function printEvidence({ quote, place }: DecisionText['evidence'][number]): string {
  const locator = place === undefined ? '' : `[${place}]`
  if (quote === undefined) return `- ${locator}\n`
  if (!quote.includes('\n')) return `- ${[printCode(quote), locator].filter(part => part !== '').join(' ')}\n`
  const fence = '`'.repeat(Math.max(3, longestTicks(quote) + 1))
  const lines = quote.split('\n').map(line => (line === '' ? '\n' : `  ${line}\n`))
  return `- ${locator}\n  ${fence}\n${lines.join('')}  ${fence}\n`
}

function printCode(text: string): string {
  const ticks = '`'.repeat(longestTicks(text) + 1)
  const pad =
    text.startsWith('`') || text.endsWith('`') || (text.startsWith(' ') && text.endsWith(' ')) ? ' ' : ''
  return `${ticks}${pad}${text}${pad}${ticks}`
}

const longestTicks = (text: string): number =>
  Math.max(0, ...(text.match(/`+/g) ?? []).map(run => run.length))
