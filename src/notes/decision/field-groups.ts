import type { Block, List, Paragraph, Span } from '../../markdown/block.ts'
import type { DecisionRecord } from '../kinds/decision.ts'
import { areFields } from '../listed.ts'
import { present, type Source } from '../record.ts'
import { type Field, fieldText, readFields } from '../text/fields.ts'
import { decodeText } from '../text/inline.ts'
import {
  dateIn,
  decisionOf,
  isPart,
  isStruck,
  readValues,
  STRUCK,
  statusOf,
  titled,
} from './decision-parts.ts'
import { splitLead, splitTail } from './lead.ts'

/** A paragraph that names a decision, and the blocks with its fields. */
export interface FieldGroup {
  readonly head: Paragraph
  readonly blocks: readonly Block[]
  /** Items of the last list that are decisions of their own: Markdown joins lists across blank lines. */
  readonly rest?: List
  /** The original blocks, before a list was split into the group and its rest. */
  readonly from: readonly Block[]
  /** The head is a bold title, not a field. */
  readonly isTitled: boolean
}

/**
 * Groups paragraphs with their fields. `**Decision: X**`, or another paragraph with a list of fields below it, such as
 * Rationale and Source, is one decision, not one for each bullet.
 */
export function fieldGroups(text: string, blocks: readonly Block[]): readonly FieldGroup[] {
  const groups: FieldGroup[] = []
  let at = 0
  while (at < blocks.length) {
    const head = blocks[at]
    if (head?.type !== 'paragraph') {
      at++
      continue
    }
    const isDecision = LABEL.test(start(text, head))
    const own: Block[] = [head]
    let rest: List | undefined
    let end = at + 1
    for (; end < blocks.length && rest === undefined; end++) {
      const block = blocks[end]
      if (block === undefined || !isBelow(text, block, isDecision)) break
      const [fields, others] = block.type === 'list' ? splitFields(text, block) : [block, undefined]
      own.push(fields)
      rest = others
    }
    if (isDecision || own.length > 1)
      groups.push({
        head,
        blocks: own,
        ...(rest === undefined ? {} : { rest }),
        from: blocks.slice(at, end),
        isTitled: /^\*\*/.test(start(text, head)) && !isPart(fieldAt(text, head)),
      })
    at = end
  }
  return groups
}

/** Splits a list before its first item with a date or an id of its own. */
function splitFields(text: string, list: List): readonly [fields: List, rest: List | undefined] {
  const items = [...list.items]
  const cut = items.findIndex(({ blocks: [first] }) => {
    const { at, id } = first === undefined ? {} : splitLead(start(text, first))
    return at !== undefined || id !== undefined
  })
  const [before, after] = [items.slice(0, cut), items.slice(cut)]
  const [last, next] = [before.at(-1), after[0]]
  if (cut < 0 || last === undefined || next === undefined) return [list, undefined]
  const { type, ordered } = list
  return [
    { type, ordered, items: before, span: { start: list.span.start, end: last.span.end } },
    { type, ordered, items: after, span: { start: next.span.start, end: list.span.end } },
  ]
}

/** Does a list of blocks hold several decisions, or one with a title of its own? */
export function holdsDecisions(text: string, blocks: readonly Block[]): boolean {
  const groups = fieldGroups(text, blocks)
  return (
    groups.some(({ isTitled }) => isTitled) ||
    groups.filter(({ head }) => fieldAt(text, head) === 'decision').length > 1
  )
}

/** The name of the field in bold at the start of a block, in lower case. */
const fieldAt = (text: string, block: Block): string =>
  /^\*\*([^*\n]{1,40}?)(?::\*\*|\*\*\s*:)/.exec(start(text, block))?.[1]?.toLowerCase() ?? ''

const start = (text: string, { span }: Block): string =>
  text.slice(span.start, Math.min(span.end, span.start + 80))

/**
 * Does the block continue the decision above it? A paragraph does only if it starts with another part, such as
 * Rationale.
 */
function isBelow(text: string, block: Block | undefined, isDecision: boolean): boolean {
  if (block === undefined) return false
  if (block.type === 'list') return areFields(text, block, isDecision ? 1 : undefined)
  if (block.type !== 'paragraph' || !isDecision) return false
  const name = fieldAt(text, block)
  return isPart(name) && name !== 'decision'
}

export function fromGroup(source: Source, { head, blocks }: FieldGroup): DecisionRecord {
  const { text } = source.document
  const span = { start: head.span.start, end: (blocks.at(-1) ?? head).span.end }
  // Every bullet is a field here, whatever its name. `**Decision D-3**: X` is a title with an id.
  const isNumbered = NUMBERED.test(start(text, head))
  const fields = readFields(text, span, (name, isBullet) => isBullet || isPart(name)).filter(
    field => !isNumbered || field.span.start > span.start,
  )
  const first = fields[0]?.span.start ?? span.end
  const isField = first === span.start
  const said = isField
    ? (decisionOf(text, fields) ?? '')
    : titleOf(text, { start: span.start, end: Math.min(first, head.span.end) })
  const lead = splitLead(said)
  const tail = lead.at === undefined ? splitTail(lead.rest) : lead
  const { id } = lead
  const { at, rest } = tail
  const bold = /^\*\*([^*]+)\*\*[:.\s—–-]*(.*)$/s.exec(rest)
  const title = decodeText((bold?.[1] ?? rest).replace(/[.:]$/, '').trim())
  const more = bold?.[2] ? decodeText(bold[2]) : undefined
  // The label introduces the decision, and the rest is its rationale:
  // `**Decision: fixed at 4x.** Nobody could hear eight.`
  const isSaid = !isField && LABEL.test(text.slice(span.start, span.start + 40))
  const decision = decisionOf(text, fields) ?? (isSaid ? title : (more ?? title))
  const others = fields.filter(field => !isPart(field.name) && field.name !== 'date')
  return {
    ...titled(source, 'paragraph', span, title),
    ...(isSaid ? present({ rationale: more }) : {}),
    ...readValues(text, fields),
    ...present({
      at: at ?? dateIn(text, fields),
      id,
      decision,
      others: others.length === 0 ? undefined : others.map(field => asOther(text, field)),
    }),
    ...statusOf(rest, text, fields),
    ...(isStruck(rest) ? STRUCK : {}),
  }
}

const NUMBERED = /^\*\*Decision[ #]+[A-Z]{0,5}-?\d{1,5}(?::\*\*|\*\*:)/i
const LABEL = /^\*{0,2}Decision\b[^:\n]{0,20}:/i

const asOther = (text: string, { name, value }: Field) => ({ name, value: fieldText(text, value) })

/** The text without its label: `**X**` for `**Decision: X**`, `D-3: **X**` for `**Decision D-3: X**`. */
function titleOf(text: string, span: Span): string {
  const said = fieldText(text, span).trim()
  const label = /^(\*{0,2})Decision\b(?:[ #]*([A-Z]{0,5}-?\d{1,5}))?\s*(?::(\*\*)?|(\*\*):)\s*/i.exec(said)
  if (label === null) return said
  const rest = said.slice(label[0].length)
  const id = label[2] === undefined || !label[2].includes('-') ? '' : `${label[2]}: `
  return `${id}${label[1] === '**' && (label[3] ?? label[4]) === undefined ? `**${rest}` : rest}`
}
