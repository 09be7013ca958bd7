/** Decisions on one line: rows of a table, bullets, dated paragraphs. */
import type { Span } from '../../markdown/block.ts'
import type { DecisionRecord } from '../kinds/decision.ts'
import { present, type Source } from '../record.ts'
import { readEvidence } from '../text/evidence.ts'
import { readFields } from '../text/fields.ts'
import { decodeText } from '../text/inline.ts'
import { isNothing, type NamedRow } from '../text/rows.ts'
import { timestampAtStart } from '../text/timestamp.ts'
import { GONE, isPart, isStruck, readValues, STRUCK, standing, statusOf, titled } from './decision-parts.ts'
import { dateInTitle, splitLead, splitTail } from './lead.ts'

export const decisionColumns = {
  at: ['date', 'timestamp', 'when'],
  decision: [
    'decision',
    'choice',
    'what',
    'answer',
    'resolution',
    'decided',
    'what we decided',
    'what we chose',
    'outcome',
    'chosen',
  ],
  rationale: ['rationale', 'reasoning', 'reason', 'why', 'because'],
  decidedBy: ['decided by', 'by', 'agent', 'owner', 'author'],
  id: ['id', '#'],
  evidence: ['evidence', 'source'],
  scenarios: ['test scenarios', 'scenarios'],
  status: ['status', 'state'],
  topic: [
    'topic',
    'parameter',
    'area',
    'question',
    'title',
    'subject',
    'aspect',
    'component',
    'concern',
    'issue',
    'setting',
    'feature',
    'item',
  ],
} as const

/**
 * Reads a table row. It has fewer columns than a decision has parts, so the other parts are fields after a cell's text.
 */
export function fromRow(source: Source, row: NamedRow<keyof typeof decisionColumns>): DecisionRecord {
  const { span, sources } = row
  const { cells, others } = withTopic(row)
  const said = splitCell(cells.decision ?? '')
  const why = splitCell(cells.rationale ?? '', true)
  const bold = boldLead(said.source)
  const own = { ...said.values, ...why.values }
  const evidence = isNothing(cells.evidence ?? '')
    ? []
    : readEvidence(cells.evidence ?? '', whole(cells.evidence))
  const pieces = [...evidence, ...(own.evidence ?? [])].map(piece => ({ ...piece, span }))
  const topic = isNothing(cells.topic ?? '') ? undefined : decodeText(plainText(cells.topic ?? ''))
  const lead = bold === undefined || bold.rest === '' ? (bold?.title ?? said.text) : bold.rest
  return {
    ...titled(source, 'row', span, topic ?? bold?.title ?? said.text),
    ...own,
    evidence: pieces,
    scenarios: (own.scenarios ?? []).map(({ text }) => ({ text, span })),
    ...present({
      at: timestampAtStart((cells.at ?? '').replace(/^[^\d]{0,4}/, '')),
      id: (cells.id ?? '').replaceAll(/[`*~]/g, ''),
      decision: topic === undefined ? lead : said.text,
      others: others.length === 0 ? undefined : others,
      rationale: why.text === '' ? own.rationale : why.text,
      decidedBy: cells.decidedBy,
    }),
    ...firstStanding(own, standing(`${cells.status ?? ''} ${said.source}`)),
    ...(isStruckCell(sources.decision ?? '') || GONE.test(cells.status ?? '') ? STRUCK : {}),
  }
}

/**
 * In a table with the columns `Decision | Choice`, the first one holds the topic and the second one the decision. Both
 * headings mean the column `decision`, so a row has the second one among its `others`.
 */
function withTopic({ cells, others }: NamedRow<keyof typeof decisionColumns>): {
  readonly cells: NamedRow<keyof typeof decisionColumns>['cells']
  readonly others: readonly { readonly name: string; readonly value: string }[]
} {
  const more = Object.entries(others)
    .filter(([, value]) => !isNothing(value))
    .map(([name, value]) => ({ name, value }))
  const choice = more.find(({ name }) => /^(?:choice|chosen|answer|resolution|outcome)$/i.test(name))
  if (choice === undefined || cells.topic !== undefined) return { cells, others: more }
  return {
    cells: { ...cells, topic: cells.decision ?? '', decision: choice.value },
    others: more.filter(other => other !== choice),
  }
}

/** A title without the emphasis that encloses it. */
const plainText = (text: string): string => text.replace(/^(\*\*|__|[*_`])(.+)\1$/s, '$2')

/**
 * Is the cell struck through, apart from the fields after its text? If the cell has a bold title and a text, one of
 * them struck through is enough.
 */
function isStruckCell(source: string): boolean {
  if (!source.includes('~~')) return false
  const text = source.split(/<br\s*\/?>\s*\*\*/i, 1)[0] ?? ''
  return isStruck(text) || isStruckLead(text)
}

/** Is the bold title, as in `**~~Use C~~** for now`, or the text after it struck through? */
function isStruckLead(text: string): boolean {
  const bold = boldLead(text)
  return bold !== undefined && (isStruck(bold.title) || isStruck(bold.rest))
}

/** A status field takes precedence over the text. */
const firstStanding = (
  own: Partial<DecisionRecord>,
  said: Partial<DecisionRecord>,
): Partial<DecisionRecord> => (own.status !== undefined && own.status !== 'in-force' ? {} : said)

const whole = (value = ''): Span => ({ start: 0, end: value.length })

/** Splits a cell into its text and the fields on the lines after it. */
function splitCell(
  value: string,
  alone = false,
): { source: string; text: string; values: Partial<DecisionRecord> } {
  const fields =
    value.includes('\n**') || (alone && value.startsWith('**'))
      ? readFields(value, whole(value), () => false)
      : []
  const known = fields.filter(({ name }) => isPart(name))
  const [first] = known
  const source = value.slice(0, first?.span.start).trim()
  const text = decodeText(source)
  if (first === undefined) return { source, text, values: {} }
  const values = { ...readValues(value, known), ...statusOf('', value, known) }
  return { source, text, values }
}

export function fromProse(
  source: Source,
  shape: 'bullet' | 'paragraph',
  span: Span,
  said: string,
): DecisionRecord {
  const { source: labelled, values } = splitCell(said)
  const text = labelled.replace(/^(?:\*\*Decision(?:\*\*:|:\*\*)|Decision:)\s+(?=\S)/, '')
  const lead = splitLead(text.startsWith('~~') ? text.replaceAll('~~', '') : text)
  const struck = isStruck(text) || isStruck(lead.rest) || isStruckLead(lead.rest)
  const unstruck = struck ? lead.rest.replaceAll('~~', '') : lead.rest
  const { at = lead.at, rest } = lead.at === undefined ? splitInnerDate(unstruck) : { rest: unstruck }
  const bold = boldLead(rest)
  const decision =
    bold === undefined || bold.rest === '' ? decodeText(rest.replace(/^\*\*(.*)\*\*$/s, '$1')) : bold.rest
  return {
    ...titled(source, shape, span, bold?.title ?? decodeText(rest)),
    ...values,
    evidence: (values.evidence ?? []).map(piece => ({ ...piece, span })),
    scenarios: (values.scenarios ?? []).map(scenario => ({ ...scenario, span })),
    ...present({ at, id: lead.id, decision, decidedBy: values.decidedBy ?? lead.by }),
    ...firstStanding(values, UNDECIDED.test(rest) ? { status: 'draft' } : standing(text)),
    ...(struck ? STRUCK : {}),
  }
}

/** Matches a question without an answer, which people list below `Active decisions and considerations`. */
const UNDECIDED =
  /^\W*(?:decision (?:needed|pending|required)|undecided|to be decided)\b|^(?:are|can|could|do|does|how|is|shall|should|what|when|where|which|who|why|will|would)\b[^?]*\?(?!\W*(?:->|=>|→|answer|decided|no\b|yes\b)|\s*[:—–-])/i

/**
 * Splits off a date in brackets: after a title, as in `**Title (2026-07-30)** text` or `**Title** (2026-07-30): text`,
 * or at the end of the text.
 */
function splitInnerDate(text: string): ReturnType<typeof splitTail> {
  const title = /^\*\*[^*]+\*\*(?:\s*[([]\d{4}-\d{2}-\d{2}[^\s)\]]{0,20}[)\]])?/.exec(text)?.[0]
  const { at, rest } = splitTail(title ?? text)
  if (at === undefined) {
    const { at = dateInTitle(text), rest } = title === undefined ? { rest: text } : splitTail(text)
    return { rest, ...present({ at }) }
  }
  return { at, rest: rest + (title === undefined ? '' : text.slice(title.length)) }
}

/** Splits `**Title.** text`, also after a tag: `[cycle-002] **Title.** text`. */
function boldLead(text: string): { title: string; rest: string } | undefined {
  const match = /^(?:\[[^\]]{1,60}\]\s*)?\*\*([^*]+)\*\*[:.\s—–-]*(.*)$/s.exec(text)
  return match?.[1] === undefined
    ? undefined
    : { title: decodeText(match[1].replace(/[.:]$/, '')), rest: decodeText(match[2] ?? '') }
}
