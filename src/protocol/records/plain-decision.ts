/**
 * A decision exactly as the protocol prints it, read by where its lines are and not by patterns: 2 us instead of the
 * 20 us that the reader of all shapes takes, which is a fifth of a second in a log of 10,000. Whatever is out of the
 * ordinary is left to that reader; `test/protocol/plain-decision.test.ts` holds the two equal.
 */
import { nextLineStart } from '../../document/leaf.ts'
import { lineEnd, PlainEntry } from '../../document/plain-entry.ts'
import type { DecisionRecord } from '../kinds/decision.ts'
import type { Entry, Section } from '../section.ts'
import { areAllCites, isCite } from './cited-line.ts'
import { splitLead } from './lead.ts'
import { PlainDecision, readPiece } from './plain-parts.ts'

/** A value that reads as it is written, without the blanks around it. */
const VALUE = String.raw`[ \t]*([^ \t\r\n&<](?:[^\r\n&<]*[^ \t\r\n&<])?)[ \t]*\r?\n`
const FIELDS = new RegExp(
  String.raw`\*\*Decision\*\*: ${VALUE}\*\*Rationale\*\*: ${VALUE}\*\*Evidence\*\*:\r?\n`,
  'y',
)

/** Undefined when any part of it is not as the protocol has it. */
export function readPlainDecision(text: string, section: Section, entry: Entry): DecisionRecord | undefined {
  if (!(entry instanceof PlainEntry)) return undefined
  const { span, fields, bullets, numbers, title: heading } = entry
  if (MEANING.test(heading)) return undefined
  FIELDS.lastIndex = fields
  const values = FIELDS.exec(text)
  if (values === null || FIELDS.lastIndex !== bullets || values[1]?.includes('~~') === true) return undefined
  const { at, id, rest: title } = splitLead(heading)
  const bulletsEnd = lineStart(text, numbers - 1)
  // Lines in bold behind the scenarios are fields.
  const hasFieldBehind = text.charCodeAt(lineStart(text, span.end)) === 42
  if (at === undefined || id !== undefined || hasFieldBehind) return undefined
  if (!text.startsWith(SCENARIOS, bulletsEnd)) return undefined
  if (nextLineStart(text, bulletsEnd + SCENARIOS.length) !== numbers) return undefined
  const isCited = areCited(text, bullets, bulletsEnd)
  if (isCited === undefined) return undefined
  return new PlainDecision({
    kind: section.kind === 'decision-archive' ? 'archive' : 'decision',
    section,
    span,
    title,
    at,
    decision: values[1] ?? '',
    rationale: values[2] ?? '',
    lists: { text, bullets, bulletsEnd, numbers, numbersEnd: span.end },
    isCited,
  })
}

/** Words in a title that say something of the decision's standing, and encoded text. */
const MEANING = /superseded|draft|[&<]|^[^A-Za-z0-9]|~~/i

const SCENARIOS = '**Test Scenarios**:'

const lineStart = (text: string, end: number): number => text.lastIndexOf('\n', end - 1) + 1

/**
 * Whether every bullet is a quote and one line of a file. Undefined when a line is no evidence: a list may go on with
 * lines in bold, which are fields, and a backtick that nothing closes is words, which a rule has something to say about.
 */
function areCited(text: string, from: number, to: number): boolean | undefined {
  if (areAllCites(text, from, to)) return true
  let areAll = true
  for (let at = from; at < to; ) {
    if (text.charCodeAt(at) !== 45 || text.charCodeAt(at + 2) !== 96) return undefined
    const end = lineEnd(text, at)
    if (!isCite(text, at)) {
      areAll = false
      if (readPiece(text, at, end) === undefined) return undefined
    }
    at = nextLineStart(text, end)
  }
  return areAll
}
