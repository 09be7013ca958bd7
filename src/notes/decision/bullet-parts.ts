/** Parts of a decision in a bullet: on the lines after its first, in bullets below it, or in the bullets that follow. */
import type { Block, Item, Span } from '../../markdown/block.ts'
import type { DecisionRecord } from '../kinds/decision.ts'
import { areFields } from '../listed.ts'
import { present } from '../record.ts'
import { fieldText, readFields } from '../text/fields.ts'
import { dateIn, isDate, isPart, readValues } from './decision-parts.ts'

/**
 * Puts bullets such as `- Rationale: …` and `- Date/Author: …` below the bullet `- Decision: …` before them, where other
 * files have them.
 */
export function withPartsNested(text: string, block: Block): Block {
  if (block.type !== 'list' || !block.items.some(({ span }) => labelOf(text, span) === 'decision'))
    return block
  const items: Item[] = []
  for (const item of block.items) {
    const label = labelOf(text, item.span)
    const last = items.at(-1)
    if (
      last === undefined ||
      label === undefined ||
      label === 'decision' ||
      !(isPart(label) || isDate(label))
    )
      items.push(item)
    else {
      const own = last.blocks.filter(inner => inner.type !== 'list')
      const below = last.blocks.flatMap(inner => (inner.type === 'list' ? inner.items : []))
      const span = { start: last.span.start, end: item.span.end }
      const list: Block = {
        ...block,
        span: { start: (below[0] ?? item).span.start, end: span.end },
        items: [...below, item],
      }
      items[items.length - 1] = { ...last, span, blocks: [...own, list] }
    }
  }
  return { ...block, items }
}

/** The label of a bullet, in lower case. */
const labelOf = (text: string, { start, end }: Span): string | undefined =>
  /^[-*+][ \t]+\*{0,2}([A-Za-z][A-Za-z /]{2,20}?)(?:\*\*:|:\*\*|:)/
    .exec(text.slice(start, Math.min(end, start + 40)))?.[1]
    ?.toLowerCase()

/** The fields on the lines of a bullet after its first, as in `- Decision: CSV only` and `Rationale: …` below it. */
export function fieldsOnLines(
  text: string,
  { blocks: [first] }: Item,
): { readonly said?: string; readonly values?: Partial<DecisionRecord> } {
  const below = first?.type === 'paragraph' ? first.lines[1] : undefined
  if (first?.type !== 'paragraph' || below === undefined) return {}
  const fields = readFields(
    text,
    { start: below.start, end: first.span.end },
    name => isPart(name) || isDate(name),
  )
  const [field] = fields
  if (field === undefined) return {}
  const at = dateIn(text, fields)
  return {
    said: fieldText(text, { start: first.span.start, end: field.span.start }).trim(),
    values: { ...readValues(text, fields), ...present({ at }) },
  }
}

/** Adds the fields from the bullets below a bullet, such as Rationale. */
export function withFieldsBelow(text: string, { blocks }: Item, record: DecisionRecord): DecisionRecord {
  const list = blocks.find(block => block.type === 'list')
  if (list === undefined || !areFields(text, list)) return record
  const fields = list.items
    .flatMap(({ span }) => readFields(text, span, name => isPart(name) || isDate(name)))
    .filter(({ name }) => isPart(name) || isDate(name))
  const at = record.at ?? dateIn(text, fields)
  return fields.length === 0 ? record : { ...record, ...readValues(text, fields), ...present({ at }) }
}
