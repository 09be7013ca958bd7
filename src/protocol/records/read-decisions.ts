import type { Block, Span } from '../../document/block.ts'
import { readEvidence, splitBullets } from '../evidence.ts'
import { type Field, fieldText, joinLines, readFields } from '../fields.ts'
import { decodeItem, decodeText } from '../inline.ts'
import { readItems } from '../items.ts'
import { isNothing, type NamedRow, readRows } from '../rows.ts'
import type { Entry } from '../section.ts'
import { timestampAtStart } from '../timestamp.ts'
import { present, type Source } from './base.ts'
import type { DecisionRecord } from './decision.ts'
import { splitLead } from './lead.ts'
import { readPlainDecision } from './plain-decision.ts'

/** Headings with fields, table rows, bullets, dated paragraphs; else a dated section is one decision itself. */
export function readDecisions(source: Source): DecisionRecord[] {
  const { section } = source
  const entries = section.entries.flatMap(
    entry => readPlainDecision(source.document.text, section, entry) ?? fromEntry(source, entry),
  )
  const body = section.at === undefined || section.heading === undefined ? undefined : bodyOf(section.blocks)
  if (body !== undefined && hasDecisionField(source, body)) return [fromSection(source, body), ...entries]
  const found = [...fromBlocks(source, section.blocks), ...entries]
  return found.length > 0 || body === undefined ? found : [fromSection(source, body)]
}

const hasDecisionField = ({ document }: Source, body: Span): boolean =>
  readFields(document.text, body, () => false).some(({ name }) => FIELD.get(name) === 'decision')

export const decisionColumns = {
  at: ['date', 'timestamp', 'when'],
  decision: ['decision', 'choice', 'what'],
  rationale: ['rationale', 'reasoning', 'reason', 'why'],
  decidedBy: ['decided by', 'by', 'agent', 'owner', 'author'],
  id: ['id', '#'],
  evidence: ['evidence', 'source'],
  scenarios: ['test scenarios', 'scenarios'],
  status: ['status', 'state'],
} as const

const FIELD_NAMES = {
  decision: ['decision', 'outcome', 'choice', 'resolution', 'decided'],
  rationale: ['rationale', 'reasoning', 'reason', 'why', 'because'],
  evidence: ['evidence', 'sources'],
  scenarios: ['test scenarios', 'scenarios', 'tests'],
  decidedBy: ['decided by', 'owner', 'author', 'agent'],
  status: ['status'],
  supersededBy: ['superseded by'],
} as const

type FieldName = keyof typeof FIELD_NAMES

const FIELD: ReadonlyMap<string, FieldName> = new Map(
  Object.entries(FIELD_NAMES).flatMap(([field, names]) =>
    names.map(name => [name, field as FieldName] as const),
  ),
)

/** Of any shape; `readPlainDecision` is faster for the one of the protocol. */
export function fromEntry(source: Source, entry: Entry): DecisionRecord[] {
  const { text } = source.document
  const lead = splitLead(entry.title)
  const body = { start: entry.heading.span.end, end: entry.span.end }
  const fields = readFields(text, body, name => FIELD.has(name))
  const rows = fields.some(({ name }) => FIELD.get(name) === 'decision')
    ? []
    : readRows(text, entry.blocks, decisionColumns).filter(({ cells }) => cells.decision !== undefined)
  if (rows.length > 0) return rows.map(row => ({ ...fromRow(source, row), ...present({ at: lead.at }) }))
  const prose = fields.length === 0 ? firstProse(text, entry.blocks) : undefined
  const record = {
    ...basics(source, 'block', entry.span, decodeText(lead.rest)),
    ...present({ at: lead.at, id: lead.id, decision: decisionOf(text, fields) ?? prose }),
    ...statusOf(lead.rest, text, fields),
  }
  return [withParts(record, text, fields)]
}

function fromSection(source: Source, body: Span): DecisionRecord {
  const { document, section } = source
  const fields = readFields(document.text, body, name => FIELD.has(name))
  const prose = firstProse(document.text, section.blocks)
  const decision = decisionOf(document.text, fields) ?? prose
  const span = { start: section.heading?.span.start ?? body.start, end: body.end }
  const record = {
    ...basics(source, 'section', span, decodeText(section.rest)),
    ...present({ at: section.at, decision }),
    title: section.rest === '' ? (decision ?? section.title) : decodeText(section.rest),
    ...statusOf(section.rest, document.text, fields),
  }
  return withParts(record, document.text, fields)
}

function fromBlocks(source: Source, blocks: readonly Block[]): DecisionRecord[] {
  const { text } = source.document
  const rows = readRows(text, blocks, decisionColumns).filter(({ cells }) => !isNothing(cells.decision ?? ''))
  const bullets = readItems(text, blocks)
  const dated = blocks.filter(block => block.type === 'paragraph' && text[block.span.start] !== '|')
  return [
    ...rows.map(row => fromRow(source, row)),
    ...bullets.map(({ span, text: said, done }) =>
      fromProse(source, 'bullet', span, done ? `~~${said}~~` : said),
    ),
    ...dated
      .map(({ span }) => fromProse(source, 'paragraph', span, fieldText(text, span)))
      .filter(({ at, id }) => at !== undefined || id !== undefined),
  ].sort((a, b) => a.span.start - b.span.start)
}

/** A row has fewer columns than a decision has parts: the rest stands as fields behind the text of a cell. */
function fromRow(source: Source, { span, cells }: NamedRow<keyof typeof decisionColumns>): DecisionRecord {
  const said = splitCell(cells.decision ?? '')
  const why = splitCell(cells.rationale ?? '', true)
  const bold = boldLead(said.source)
  const own = { ...said.values, ...why.values }
  const evidence = isNothing(cells.evidence ?? '')
    ? []
    : readEvidence(cells.evidence ?? '', whole(cells.evidence))
  const pieces = [...evidence, ...(own.evidence ?? [])].map(piece => ({ ...piece, span }))
  return {
    ...basics(source, 'row', span, bold?.title ?? said.text),
    ...own,
    evidence: pieces,
    scenarios: (own.scenarios ?? []).map(({ text }) => ({ text, span })),
    ...present({
      at: timestampAtStart((cells.at ?? '').replace(/^[^\d]{0,4}/, '')),
      id: (cells.id ?? '').replaceAll(/[`*~]/g, ''),
      decision: bold === undefined || bold.rest === '' ? (bold?.title ?? said.text) : bold.rest,
      rationale: why.text === '' ? own.rationale : why.text,
      decidedBy: cells.decidedBy,
    }),
    ...firstStanding(own, standing(`${cells.status ?? ''} ${said.source}`)),
  }
}

/** What fields say of the status counts before what a text does. */
const firstStanding = (
  own: Partial<DecisionRecord>,
  said: Partial<DecisionRecord>,
): Partial<DecisionRecord> => (own.status !== undefined && own.status !== 'in-force' ? {} : said)

const whole = (value = ''): Span => ({ start: 0, end: value.length })

/** A cell's text, and the fields that stand on lines of their own behind it. */
function splitCell(
  value: string,
  alone = false,
): { source: string; text: string; values: Partial<DecisionRecord> } {
  const fields =
    value.includes('\n**') || (alone && value.startsWith('**'))
      ? readFields(value, whole(value), () => false)
      : []
  const known = fields.filter(({ name }) => FIELD.has(name))
  const [first] = known
  const source = value.slice(0, first?.span.start).trim()
  const text = decodeText(source)
  if (first === undefined) return { source, text, values: {} }
  const values = { ...readValues(value, known), ...statusOf('', value, known) }
  return { source, text, values }
}

function fromProse(source: Source, shape: 'bullet' | 'paragraph', span: Span, said: string): DecisionRecord {
  const { source: text, values } = splitCell(said)
  const lead = splitLead(text.replaceAll('~~', ''))
  const bold = boldLead(lead.rest)
  const decision =
    bold === undefined || bold.rest === ''
      ? decodeText(lead.rest.replace(/^\*\*(.*)\*\*$/s, '$1'))
      : bold.rest
  return {
    ...basics(source, shape, span, bold?.title ?? decodeText(lead.rest)),
    ...values,
    evidence: (values.evidence ?? []).map(piece => ({ ...piece, span })),
    scenarios: (values.scenarios ?? []).map(scenario => ({ ...scenario, span })),
    ...present({ at: lead.at, id: lead.id, decision }),
    ...firstStanding(values, standing(text)),
  }
}

/** `**Title.** text`, also behind a tag: `[cycle-002] **Title.** text`. */
function boldLead(text: string): { title: string; rest: string } | undefined {
  const match = /^(?:\[[^\]]{1,60}\]\s*)?\*\*([^*]+)\*\*[:.\s—–-]*(.*)$/s.exec(text)
  return match?.[1] === undefined
    ? undefined
    : { title: decodeText(match[1].replace(/[.:]$/, '')), rest: decodeText(match[2] ?? '') }
}

function basics(source: Source, shape: DecisionRecord['shape'], span: Span, title: string): DecisionRecord {
  const kind = source.section.kind === 'decision-archive' ? 'archive' : 'decision'
  return {
    kind,
    shape,
    section: source.section,
    span,
    title,
    evidence: [],
    scenarios: [],
    status: 'in-force',
  }
}

function readValues(text: string, fields: readonly Field[]): Partial<DecisionRecord> {
  return {
    ...wordsIn(text, fields),
    evidence: evidenceIn(text, fields),
    scenarios: scenariosIn(text, fields),
  }
}

function wordsIn(
  text: string,
  fields: readonly Field[],
): Pick<Partial<DecisionRecord>, 'rationale' | 'decidedBy'> {
  const words = (wanted: FieldName): string | undefined => {
    const span = fieldValue(fields, wanted)
    return span === undefined ? undefined : fieldText(text, span)
  }
  return present({ rationale: words('rationale'), decidedBy: words('decidedBy') })
}

function fieldValue(fields: readonly Field[], wanted: FieldName): Span | undefined {
  return fields.find(({ name }) => FIELD.get(name) === wanted)?.value
}

function evidenceIn(text: string, fields: readonly Field[]): DecisionRecord['evidence'] {
  const value = fieldValue(fields, 'evidence')
  return value === undefined ? [] : readEvidence(text, value)
}

function scenariosIn(text: string, fields: readonly Field[]): DecisionRecord['scenarios'] {
  const value = fieldValue(fields, 'scenarios')
  if (value === undefined) return []
  return splitBullets(text, value).map(span => ({ span, text: decodeItem(joinLines(text, span)) }))
}

/** Evidence and scenarios are read when somebody asks: an outline or a level 1 recovery never does. */
function withParts(record: DecisionRecord, text: string, fields: readonly Field[]): DecisionRecord {
  let evidence: DecisionRecord['evidence'] | undefined
  let scenarios: DecisionRecord['scenarios'] | undefined
  return {
    ...record,
    ...wordsIn(text, fields),
    get evidence() {
      evidence ??= evidenceIn(text, fields)
      return evidence
    },
    get scenarios() {
      scenarios ??= scenariosIn(text, fields)
      return scenarios
    },
  }
}

function decisionOf(text: string, fields: readonly Field[]): string | undefined {
  const field = fields.find(({ name }) => FIELD.get(name) === 'decision')
  return field === undefined ? undefined : fieldText(text, field.value)
}

function statusOf(title: string, text: string, fields: readonly Field[]): Partial<DecisionRecord> {
  const said = fields
    .filter(({ name }) => FIELD.get(name) === 'status' || FIELD.get(name) === 'supersededBy')
    .map(
      ({ name, value }) => `${FIELD.get(name) === 'status' ? '' : 'superseded by '}${fieldText(text, value)}`,
    )
  return standing([...said, title].join('\n'))
}

/** Not a word within a sentence: `Remove superseded tokens` is in force. */
const SUPERSEDED = /(?:^\W*|[[(]\s*|\b(?=superseded\s+by\b))superseded\b(?:\s+by:?\s+([^|)\].;\n]{1,200}))?/im

/** `Superseded by D-012`, `[SUPERSEDED]`, struck through; `[DRAFT]`. */
function standing(said: string): Partial<DecisionRecord> {
  const match = SUPERSEDED.exec(said)
  if (match !== null)
    return { status: 'superseded', ...present({ supersededBy: match[1]?.replaceAll(/[`*]/g, '').trim() }) }
  if (said.startsWith('~~')) return { status: 'superseded' }
  return /(?:^|\s)\[?draft\]?(?:$|[\s:])/i.test(said.slice(0, 40))
    ? { status: 'draft' }
    : { status: 'in-force' }
}

function firstProse(text: string, blocks: readonly Block[]): string | undefined {
  const prose = blocks.find(block => block.type === 'paragraph' || block.type === 'list')
  return prose === undefined ? undefined : fieldText(text, prose.span)
}

function bodyOf(blocks: readonly Block[]): Span | undefined {
  const content = blocks.filter(block => block.type !== 'comment')
  const [first, last] = [content[0], content.at(-1)]
  return first === undefined || last === undefined
    ? undefined
    : { start: first.span.start, end: last.span.end }
}
