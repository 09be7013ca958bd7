import type { Block, Item } from '../../markdown/block.ts'
import type { Span } from '../../markdown/document.ts'
import { tight } from '../../markdown/scan/leaf.ts'
import { isStruck } from '../decision/decision-parts.ts'
import { dateInTitle, splitLead } from '../decision/lead.ts'
import type { Section } from '../section.ts'
import { fieldText } from '../text/fields.ts'
import { readItems } from '../text/items.ts'
import { isNothing } from '../text/rows.ts'
import type { Timestamp } from '../text/timestamp.ts'

/**
 * The only paragraph or list above the fields, if it is no more than a state: brief, without tasks, dated items or
 * comments, and not an introduction to what follows.
 */
export function onlyProse(text: string, { blocks, rest }: Section, end: number): Span | undefined {
  const [only, ...more] = blocks.filter(block => isProseBlock(text, block) && block.span.start < end)
  if (only === undefined || more.length > 0 || rest !== '') return undefined
  const span = tight(text, only.span.start, Math.min(only.span.end, end))
  const words = text.slice(span.start, span.end)
  const items = only.type === 'list' ? only.items : []
  const isOther = items.some(
    ({ span, task }) =>
      task !== undefined ||
      splitLead(text.slice(span.start, span.end).replace(/^\S+\s+/, '')).at !== undefined,
  )
  const isLong = words.length > MAX_STATE || items.length > MAX_STATE_ITEMS
  return isOther || isLong || words.endsWith(':') || words.includes('<!--') ? undefined : span
}

/** A longer paragraph or list says more than where the work stands, such as the history of a cycle. */
const MAX_STATE = 300
const MAX_STATE_ITEMS = 3

/** Is this a list, or a paragraph that is not a loose row? */
export const isProseBlock = (text: string, { type, span }: Block): boolean =>
  type === 'list' || (type === 'paragraph' && text[span.start] !== '|')

/** Does the section keep a diary in paragraphs? Bold words in one are not field names. */
export const holdsDiary = (text: string, blocks: readonly Block[]): boolean =>
  blocks.filter(block => startsDated(text, block)).length >= MIN_DATED

/** The number of dated paragraphs that makes a section a diary. */
const MIN_DATED = 2

const startsDated = (text: string, { type, span }: Block): boolean =>
  type === 'paragraph' &&
  splitLead(text.slice(span.start, Math.min(span.end, span.start + 100))).at !== undefined

/**
 * The newest of several dated paragraphs, with the undated ones after it. Some projects add such a paragraph in each
 * session: `**2026-08-13 — Sprint 4 built:** …`.
 */
export function newestPart(paragraphs: readonly string[]): {
  readonly prose: string
  readonly at?: Timestamp
} {
  const dates = paragraphs.map(
    text => splitLead(text.slice(0, 100)).at ?? dateInTitle(text.slice(0, 200).replaceAll('**', '')),
  )
  const known = dates.flatMap((date, index) => (date?.at === undefined ? [] : [{ date, at: date.at, index }]))
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined || first === last) {
    const lead = splitLead(paragraphs[0]?.slice(0, 100) ?? '').at
    return { prose: paragraphs.join('\n'), ...(lead?.at === undefined ? {} : { at: lead }) }
  }
  const isUpward = first.at <= last.at
  const newest = known.reduce((best, one) =>
    one.at > best.at || (one.at === best.at && isUpward) ? one : best,
  )
  const end = known.find(({ index }) => index > newest.index)?.index
  return { prose: paragraphs.slice(newest.index, end).join('\n'), at: newest.date }
}

/** The paragraphs and open items before an offset, and the rest of the heading: `## Next: flush the queue`. */
export function proseAbove(
  text: string,
  { blocks, title, rest, at }: Section,
  end: number,
): readonly string[] {
  // `Current state (authoritative)` says nothing about the state.
  const parts = at === undefined && !(/^\w+$/.test(rest) && title.includes(`(${rest})`)) ? [rest] : []
  for (const block of blocks) {
    if (block.span.start >= end) break
    if (block.type === 'list') {
      const open = readItems(text, [block]).filter(({ span, done }) => span.start < end && !done)
      parts.push(
        open
          .map(({ text: said, item }) =>
            said.endsWith(':') ? `${said} ${nestedIn(text, item)}`.trim() : said,
          )
          .map(said => (/[.!?]$/.test(said) ? said : `${said};`))
          .join(' ')
          .replace(/;$/, ''),
      )
    } else if (isProseBlock(text, block))
      parts.push(fieldText(text, { start: block.span.start, end: Math.min(block.span.end, end) }).trim())
  }
  const said = parts.filter(part => VISIBLE.test(part) && !isNothing(part) && !isStruck(part))
  // Templates explain a section in a line of italics above its text.
  return said.length > 1 && /^([_*])[^_*\n]+\1$/.test(said[0] ?? '') ? said.slice(1) : said
}

/** The open bullets below an item, in a row. */
const nestedIn = (text: string, { blocks }: Item): string =>
  readItems(text, blocks)
    .filter(({ done }) => !done)
    .map(({ text }) => text)
    .join(', ')

/** Matches a letter or digit of any script: a lone zero-width space is not a state. */
const VISIBLE = /[\w\u00a1-\u1fff\u2c00-\ufefe]/
