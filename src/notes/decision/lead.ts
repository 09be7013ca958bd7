import type { Paragraph, Span } from '../../markdown/block.ts'
import { tight } from '../../markdown/scan/leaf.ts'
import { type Timestamp, timestampAtStart } from '../text/timestamp.ts'

export interface Lead {
  readonly at?: Timestamp
  readonly id?: string
  /** The author, where agents work as a team: `[lead] 2026-07-21 text`. */
  readonly by?: string
  readonly rest: string
}

/** Matches the author in front of a date or an id. */
export const AUTHOR = /^\[(?!superseded\])([A-Za-z][\w .-]{0,39})\]\s+(?=\S)/i

/**
 * Splits the lead from a title: an id, a timestamp or both, in brackets, bold or backticks, and the separator after
 * them. Found in real files: `2024-01-15T14:30:00Z - Title`, `2025-12-22: Title`, `D-012 — Title`,
 * `**2026-04-13:** text`, `[2026-06-13T05:03:27Z] text`, `✅ 2026-05-01/02 · text`.
 */
export function splitLead(text: string): Lead {
  return printedLead(text) ?? lead(text)
}

/** Splits the lead from a journal entry, in which a few words may come before the date: `iter 4 (2026-05-19): text`. */
export function splitJournalLead(text: string): Lead {
  const lead = splitLead(text)
  const [found, label = '', date = ''] = lead.at === undefined ? (JOURNAL.exec(text) ?? []) : []
  const at = timestampAtStart(date)
  return found === undefined || at === undefined ? lead : { at, by: label, rest: text.slice(found.length) }
}

const JOURNAL =
  /^\**([A-Za-z]{1,20} #?\d{1,5}) ?\((\d{4}-\d{2}-\d{2}(?:T[\d:]+Z?)?)\)\**(?::\**|\s[—–-])\s+(?=\S)/

/** Fast path for `2024-01-15T14:30:00Z - Title`, which every command writes. Five times as fast as the patterns. */
function printedLead(text: string): { at: Timestamp; rest: string } | undefined {
  if (!text.startsWith(' - ', 20) || !isLetter(text.charCodeAt(23)) || text.charCodeAt(text.length - 1) <= 32)
    return undefined
  const at = timestampAtStart(text)
  const rest = text.slice(23)
  const second = text.charCodeAt(24)
  const mayBeId = second === DASH || (second >= 65 && second <= 90)
  return at?.text.length === 20 && isAscii(text.charCodeAt(text.length - 1)) && !(mayBeId && ID.test(rest))
    ? { at, rest }
    : undefined
}

/**
 * Splits a paragraph at the lines that start an entry of their own with a date or an id. Keeps it whole if its first
 * line does not start one, or if no other line does.
 */
export function leadParts(
  text: string,
  { span, lines }: Paragraph,
  isLead: (line: string) => boolean,
): readonly Span[] {
  const starts = lines.filter(line => isLead(text.slice(line.start, Math.min(line.end, line.start + 80))))
  if (starts.length < 2 || starts[0] !== lines[0]) return [span]
  return starts.map(({ start }, index) => tight(text, start, starts[index + 1]?.start ?? span.end))
}

const DASH = 45

const isLetter = (unit: number): boolean => (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90)
const isAscii = (unit: number): boolean => unit < 127

/** Splits a date in brackets off the end of a title: `Sticky sessions stay off (2026-07-30)`. */
export function splitTail(title: string): { at?: Timestamp; rest: string } {
  const match = TAIL.exec(title.slice(-60))
  const at = match === null ? undefined : timestampAtStart(match[1] ?? '')
  if (match === null || at === undefined || at.text !== match[1]) return { rest: title }
  const start = Math.max(0, title.length - 60) + match.index
  return start === 0 ? { rest: title } : { at, rest: `${title.slice(0, start)}${match[2] ?? ''}` }
}

const TAIL =
  /\s*[([](?:(?:accepted|adopted|agreed|chosen|decided|taken)(?: on)? )?(\d{4}-\d{2}-\d{2}[^\s)\]]{0,20}|\d{1,2} [A-Za-z]{3,9} \d{4})[)\]]\.?(\**)$/

/**
 * The date that a title mentions in passing: `Sprint 2 (2026-06-13) — worker prompts`,
 * `Decision (operator, 2026-05-20): …`, `/ride 2026-05-19: …`. A future date, as in `(due 2026-05-20)`, does not count.
 */
export function dateInTitle(title: string): Timestamp | undefined {
  const [, date] = PASSING.exec(title.slice(0, 160)) ?? []
  return date === undefined ? undefined : timestampAtStart(date)
}

const PASSING =
  /^[^:—\n]{0,120}?(?:\((?![^()]*\b(?:after|before|by|due|eta|expires?|from|in|since|starts?|until)\b)[^()]*?|(?<=^\S+ ))(\d{4}-\d{2}-\d{2})(?:[^()\n]*\)|\s*[:—])/i

function lead(text: string): Lead {
  const author = text.startsWith('[') ? AUTHOR.exec(text) : null
  if (author !== null && !ID.test(author[1] ?? '')) {
    const after = lead(text.slice(author[0].length))
    if (after.at !== undefined || after.id !== undefined) return { by: author[1] ?? '', ...after }
  }
  let rest = withoutEmoji(text.trim()).replace(AGREED, '$1')
  let at: Timestamp | undefined
  let id: string | undefined
  for (let turn = 0; turn < 2; turn++) {
    const marks = /^[*_`[(]*/.exec(rest)?.[0] ?? ''
    const inner = rest.slice(marks.length)
    const time = at === undefined ? timestampAtStart(inner) : undefined
    const name = time === undefined && id === undefined ? ID.exec(inner)?.[0] : undefined
    const lead = time?.text ?? name
    if (lead === undefined) break
    at ??= time
    id ??= name
    rest = afterLead(inner.slice(lead.length), marks)
  }
  return { rest, ...(at === undefined ? {} : { at }), ...(id === undefined ? {} : { id }) }
}

/** Matches the word before a date, as in `**Agreed 9 September 2025:** one line per hymn`. */
const AGREED = /^([*_[(]*)(?:agreed|decided|adopted|accepted)(?: on)? (?=\d)/i

/** The pattern is slow to compile, and few entries start with an emoji. */
function withoutEmoji(text: string): string {
  return text.charCodeAt(0) < 0x203c ? text : text.replace(/^(?:\p{Extended_Pictographic}\u{FE0F}?\s*)+/u, '')
}

/**
 * Matches capitals and a number: `D-001`, `ADR-12`, `ADR 12 –`, `D22-1`, `D1.`. Not `AC-1.7`, a clause of something
 * else.
 */
const ID =
  /^(?:[A-Z]{1,5}\d{0,3}-\d{1,5}(?![\w-]|[.:/]\d)|ADR \d{1,4}(?=\s*[:–—-])|[A-Z]{1,3}\d{1,3}(?=[.:)]\s))/

/** Skips the closing marks and the separator. Restores the `**` of bold text that continues into the title. */
export function afterLead(text: string, marks: string): string {
  const closing =
    /^(?:[\])`]|\*\*|__|[*_](?=[\s:]))*[:.]?(?:\*\*|__)?[\s]*(?:[-—–:·|]+\s+)?/.exec(text)?.[0] ?? ''
  const rest = text.slice(closing.length).trim()
  const stillBold = marks.includes('**') && !closing.includes('**')
  return stillBold ? `**${rest}` : rest
}
