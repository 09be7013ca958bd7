import type { Block, Heading, Span } from '../../markdown/block.ts'
import type { DecisionRecord } from '../kinds/decision.ts'
import { areFields } from '../listed.ts'
import { present, type Source } from '../record.ts'
import type { Entry, Section } from '../section.ts'
import { type Field, fieldText, readFields } from '../text/fields.ts'
import { decodeText } from '../text/inline.ts'
import { readItems } from '../text/items.ts'
import { isNothing, readRows } from '../text/rows.ts'
import { inherited, type Timestamp, written } from '../text/timestamp.ts'
import { fieldsOnLines, withFieldsBelow, withPartsNested } from './bullet-parts.ts'
import { decisionColumns, fromProse, fromRow } from './decision-lines.ts'
import {
  dateIn,
  decisionOf,
  isDate,
  isPart,
  isStruck,
  STRUCK,
  saysWhatWasDecided,
  splitStanding,
  standing,
  statusOf,
  titled,
  withParts,
} from './decision-parts.ts'
import { fieldGroups, fromGroup, holdsDecisions } from './field-groups.ts'
import { dateInTitle, leadParts, splitLead, splitTail } from './lead.ts'
import { readPlainDecision } from './plain-decision.ts'

/**
 * Reads decisions from headings with fields, table rows, bullets and dated paragraphs. A dated section is itself a
 * decision if it states one in a field, or holds none of these.
 */
export function readDecisions(source: Source): DecisionRecord[] {
  const { section } = source
  const { text } = source.document
  const entries: DecisionRecord[] = []
  for (const entry of section.entries) {
    const plain = readPlainDecision(text, section, entry)
    if (plain === undefined) entries.push(...fromEntry(source, entry))
    else entries.push(plain)
  }
  const body = section.at === undefined || section.heading === undefined ? undefined : bodyOf(section.blocks)
  const isList = body !== undefined && section.isNamed && holdsDecisions(text, section.blocks)
  if (body !== undefined && !isList && hasDecisionField(source, body))
    return [fromSection(source, body), ...entries]
  const found = [...fromBlocks(source, section.blocks), ...entries]
  return found.length > 0 || body === undefined ? found : [fromSection(source, body)]
}

const hasDecisionField = ({ document }: Source, body: Span): boolean =>
  saysWhatWasDecided(readFields(document.text, body, () => false))

/** Reads an entry of any shape. `readPlainDecision` is the fast path for the protocol's shape. */
export function fromEntry(source: Source, entry: Entry): DecisionRecord[] {
  const { text } = source.document
  const lead = leadOf(entry.title)
  const body = { start: entry.heading.span.end, end: entry.span.end }
  const fields = readFields(text, body, name => isPart(name) || isDate(name))
  const rows = saysWhatWasDecided(fields)
    ? []
    : readRows(text, entry.blocks, decisionColumns).filter(({ cells }) => cells.decision !== undefined)
  if (rows.length > 0) return rows.map(row => datedBy(lead.at, fromRow(source, row)))
  if (lead.at !== undefined && lead.id === undefined && lead.rest === '' && fields.length === 0) {
    const { at } = lead
    const below = fromBlocks(source, entry.blocks)
    if (below.length > 0) return below.map(record => datedBy(at, record))
  }
  if (isBareGroup(source, entry)) return fromBlocks(source, entry.blocks)
  const inside = insideOf(source, entry)
  if (inside.length > 0) return inside.map(record => datedBy(lead.at, record))
  const first =
    decisionOf(text, fields) === undefined ? firstProse(text, above(entry.blocks, fields[0])) : undefined
  const said = splitStanding(first ?? '')
  const prose = said.prose === '' ? firstProse(text, proseIn(entry.blocks).slice(1)) : (said.prose ?? first)
  const record = {
    ...titled(source, 'block', entry.span, decodeText(lead.rest)),
    ...present({
      at: lead.at ?? dateIn(text, fields) ?? said.at,
      id: lead.id,
      decision: decisionOf(text, fields) ?? prose ?? belowStatus(text, fields),
    }),
    ...(said.standing === undefined ? statusOf(lead.rest, text, fields) : standing(said.standing)),
    ...(prose !== undefined && isStruck(prose) ? STRUCK : {}),
  }
  return [withParts(record, text, fields)]
}

/** Returns the text below a line such as `Status: Accepted`: the decision, if no field holds it. */
const belowStatus = (text: string, fields: readonly Field[]): string | undefined =>
  fields
    .filter(({ name }) => name === 'status')
    .map(({ value }) => fieldText(text, value).split('\n').slice(1).join('\n').trim())
    .find(words => words !== '')

/**
 * Does the heading only group decisions? `### API` does if it and every other heading of the log have only bullets
 * below them. A heading with a date, an id, a field or prose is a decision. In a log with such a heading,
 * `### Use tokens` is a decision as well, and the bullets below it are its reasons.
 */
function isBareGroup({ document: { text }, section }: Source, entry: Entry): boolean {
  if (!isBare(text, entry)) return false
  const known = grouped.get(section) ?? section.entries.every(other => isBare(text, other))
  grouped.set(section, known)
  return known
}

/** A cache, since the answer is needed again for every heading of a log. */
const grouped = new WeakMap<Section, boolean>()

function isBare(text: string, { title, blocks }: Entry): boolean {
  const { at, id, rest } = leadOf(title)
  const said = blocks.filter(({ type }) => type !== 'comment')
  const isList = said.length > 0 && said.every(block => block.type === 'list' && !areFields(text, block))
  return isList && at === undefined && id === undefined && rest.split(/\s+/).length <= MAX_GROUP_NAME
}

/** Maximum number of words in the name of a group. A longer heading says what was decided. */
const MAX_GROUP_NAME = 3

/** The date and id of a title, in front of it or in brackets after it. */
function leadOf(title: string): ReturnType<typeof splitLead> {
  const lead = splitLead(title)
  if (lead.at !== undefined) return lead
  const { at = dateInTitle(lead.rest), rest } = splitTail(lead.rest)
  return { ...lead, rest, ...present({ at }) }
}

/** The decisions below a heading that only groups them: field groups, or headings with an id, a date or a decision. */
function insideOf(source: Source, { blocks, depth }: Entry): readonly DecisionRecord[] {
  const { text } = source.document
  const cut = blocks.findIndex(({ type }) => type === 'heading')
  const own = cut < 0 ? blocks : blocks.slice(0, cut)
  const grouped = holdsDecisions(text, own) ? fromBlocks(source, own) : []
  const below = cut < 0 ? [] : entriesIn(text, blocks.slice(cut))
  const isGroup = below.some(entry => entry.depth > depth && isDecision(text, entry))
  return isGroup ? [...grouped, ...below.flatMap(entry => fromEntry(source, entry))] : grouped
}

function isDecision(text: string, { title, heading, span }: Entry): boolean {
  const { at, id } = splitLead(title)
  if (at !== undefined || id !== undefined) return true
  return saysWhatWasDecided(readFields(text, { start: heading.span.end, end: span.end }, isPart))
}

/** Splits blocks at their outermost headings. */
function entriesIn(text: string, blocks: readonly Block[]): readonly Entry[] {
  const depths = blocks.flatMap(block => (block.type === 'heading' ? [block.depth] : []))
  const depth = depths.reduce((least, one) => Math.min(least, one), 7)
  const found: { heading: Heading; blocks: Block[] }[] = []
  for (const block of blocks)
    if (block.type === 'heading' && block.depth === depth) found.push({ heading: block, blocks: [] })
    else found.at(-1)?.blocks.push(block)
  return found.map(({ heading, blocks: own }) => ({
    heading,
    depth,
    title: text.slice(heading.text.start, heading.text.end),
    span: { start: heading.span.start, end: (own.at(-1) ?? heading).span.end },
    blocks: own,
  }))
}

/** Dates a record by the entry that holds it, unless it has a date of its own. */
function datedBy(at: Timestamp | undefined, record: DecisionRecord): DecisionRecord {
  return at === undefined || written(record.at) !== undefined ? record : { ...record, at: inherited(at) }
}

function fromSection(source: Source, body: Span): DecisionRecord {
  const { document, section } = source
  const fields = readFields(document.text, body, isPart)
  const prose = firstProse(document.text, section.blocks)
  const decision = decisionOf(document.text, fields) ?? prose
  const span = { start: section.heading?.span.start ?? body.start, end: body.end }
  const record = {
    ...titled(source, 'section', span, decodeText(section.rest)),
    ...present({ at: section.at, decision }),
    title: section.rest === '' ? (decision ?? section.title) : decodeText(section.rest),
    ...statusOf(section.rest, document.text, fields),
    // `rest` has lost the strikethrough of the heading.
    ...(isStruck(splitLead(section.title).rest) || isStruck(decision ?? '') ? STRUCK : {}),
  }
  return withParts(record, document.text, fields)
}

function fromBlocks(source: Source, blocks: readonly Block[]): DecisionRecord[] {
  const { text } = source.document
  const groups = fieldGroups(text, blocks)
  const grouped = new Set(groups.flatMap(({ from }) => from))
  const rows = readRows(text, blocks, decisionColumns).filter(
    ({ cells: { decision, topic = '' }, others }) =>
      decision === undefined
        ? !isNothing(topic) && Object.keys(others).some(name => /^outcome$/i.test(name))
        : !isNothing(decision) && !isToolResult(decision),
  )
  const single: readonly Block[] = [
    ...blocks.filter(block => !grouped.has(block)),
    ...groups.flatMap(({ rest }) => rest ?? []),
  ]
  const prose = single
    .filter(block => block.type === 'paragraph' && text[block.span.start] !== '|')
    .flatMap(block => (block.type === 'paragraph' ? leadParts(text, block, hasLead) : []))
    .map(span => fromProse(source, 'paragraph', span, fieldText(text, span)))
    .filter(
      ({ at, id, span }) =>
        written(at) !== undefined || id !== undefined || isTitled(text.slice(span.start, span.end)),
    )
  const below = new Map(single.map((block, index) => [single[index - 1]?.span.end, block]))
  const steps = new Map<DecisionRecord, Block>()
  const introductions = new Set<DecisionRecord>()
  const dates = new Map<Block, Timestamp | undefined>()
  for (const record of prose) {
    const list = below.get(record.span.end)
    const said = splitLead(text.slice(record.span.start, record.span.end)).rest.replace(
      /^[*\s]+|[*\s]+$/g,
      '',
    )
    const isDated = written(record.at) !== undefined
    if (isDated && (/^[:：]?$/.test(said) || (list?.type === 'list' && introduces(said)))) {
      introductions.add(record)
      if (list !== undefined) dates.set(list, record.at)
    } else if (list !== undefined && areSteps(text, record, list)) steps.set(record, list)
  }
  const lists = new Set<Block>(steps.values())
  for (const [index, block] of single.entries())
    if (
      block.type === 'paragraph' &&
      REASONS.test(text.slice(block.span.start, Math.min(block.span.end, block.span.start + 60)))
    ) {
      const list = single[index + 1]
      if (list?.type === 'list') lists.add(list)
    }
  const bullets = single
    .filter(block => !lists.has(block))
    .map(block => withPartsNested(text, block))
    .flatMap(block => readItems(text, [block]).map(item => ({ ...item, at: dates.get(block) })))
    .filter(({ source }) => !isToolResult(source))
  return [
    ...groups.map(group => fromGroup(source, group)),
    ...rows.map(row => fromRow(source, row)),
    ...bullets.map(({ item, span, text: whole, struck, at }) => {
      const { said = whole, values } = fieldsOnLines(text, item)
      const record = fromProse(source, 'bullet', span, struck ? `~~${said}~~` : said)
      return datedBy(at, withFieldsBelow(text, item, { ...record, ...values }))
    }),
    ...prose
      .filter(record => !introductions.has(record))
      .map(record => {
        const end = steps.get(record)?.span.end ?? record.span.end
        return { ...record, span: { start: record.span.start, end } }
      }),
  ].sort((a, b) => a.span.start - b.span.start)
}

/**
 * Are these the steps or reasons of the decision above, as in `**Drop node 16 (2026-05-04)** It is EOL. Steps:`? Not if
 * most items have a title, a date or an id, and not below a heading such as `**What we agreed on the API**`. A lone
 * clause with a colon, such as `Three things for the launch:`, may introduce decisions.
 */
function areSteps(text: string, { at, id, span }: DecisionRecord, list: Block): boolean {
  if (list.type !== 'list') return false
  const words = text.slice(span.start, span.end)
  const isBold = words.startsWith('**') && words.endsWith('**')
  const isOpen = words.endsWith(':')
    ? /[.!?]\**\s|\*\*[\s\S]/.test(words)
    : !(isBold && id === undefined) && (written(at) ?? id) !== undefined
  const items = readItems(text, [list])
  const own = items.filter(
    ({ source }) => hasLead(source) || splitLead(source).id !== undefined || source.startsWith('**'),
  )
  return isOpen && own.length * 2 <= items.length
}

/** Matches a label such as `**Rationale**:`. The list below it holds reasons, not decisions. */
const REASONS =
  /^\*{0,2}(?:alternatives|benefits|consequences|cons|impact|pros|rationale|reasons?|trade-?offs|why)\b[^:\n]{0,30}(?:\*\*:|:\*\*|:)\s*$/i

/** Do the words after a date only introduce the decisions below, as `We decided:` or `(meeting with Anna)` do? */
const introduces = (said: string): boolean =>
  said.length <= MAX_INTRODUCTION && INTRODUCTIONS.some(pattern => pattern.test(said))

const MAX_INTRODUCTION = 120

const INTRODUCTIONS: readonly RegExp[] = [
  /^[^.!?]*\b(?:agreed|beschlossen|chose|chosen|decid(?:ed|ido|imos)|decisions|décidé|entschieden|picked)\b[^.!?]*[:：]$/i,
  /^[^.!?]*(?:решили|决定|決定|결정)[^.!?]*[:：]$/,
  /\b(?:agreed|chose|decided) *$/i,
  /^\((?:call|meeting)\b[^)]*\)$|^(?:call|meeting)\b[^.!?]*:$/i,
]

/**
 * Does the text start with a bold title, as in `**Deep sleep between readings.** Light sleep draws 0.8 mA.`, rather
 * than with `**Note:** …` or a single word?
 */
const isTitled = (said: string): boolean => /^\*\*(?=[^*\n]{12})[^*\n:]+\s[^*\n:]+\*\*(?!\s*:)/.test(said)

/** Does the line start with a date or an id, as in `**2026-04-13:** text` or `D1. text`? */
const hasLead = (line: string): boolean =>
  splitLead(line).at !== undefined || /^[A-Z]{1,3}\d{1,3}[.:)]\s/.test(line)

/** Has a cache or a hook appended this, as in `Cache: result stored [key: …]` or `Cache: PASS [key: …]`? */
const isToolResult = (said: string): boolean =>
  /cache|tool/i.test(said) &&
  /^[\W_]*(?:cache|tool[ -]result)s?:?\s+(?:(?:result\s+)?(?:stored|cached|cleared|evicted|hit)\b|.{0,40}\[key:)/i.test(
    said,
  )

const proseIn = (blocks: readonly Block[]): readonly Block[] =>
  blocks.filter(({ type }) => type === 'paragraph' || type === 'list')

const above = (blocks: readonly Block[], field: Field | undefined): readonly Block[] =>
  field === undefined ? blocks : blocks.filter(({ span }) => span.end <= field.span.start)

function firstProse(text: string, blocks: readonly Block[]): string | undefined {
  const [prose] = proseIn(blocks)
  return prose === undefined ? undefined : fieldText(text, prose.span)
}

function bodyOf(blocks: readonly Block[]): Span | undefined {
  const content = blocks.filter(block => block.type !== 'comment')
  const [first, last] = [content[0], content.at(-1)]
  return first === undefined || last === undefined
    ? undefined
    : { start: first.span.start, end: last.span.end }
}
