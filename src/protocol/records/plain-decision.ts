/**
 * A decision exactly as the protocol prints it, read by where its lines are and not by patterns: 2 us instead of the
 * 20 us that the reader of all shapes takes, which is a fifth of a second in a log of 10,000. Whatever is out of the
 * ordinary is left to that reader; `test/protocol/plain-decision.test.ts` holds the two equal.
 */
import type { Span } from '../../document/block.ts'
import { nextLineStart } from '../../document/leaf.ts'
import { isPlainEntry, lineEnd } from '../../document/plain-entry.ts'
import type { Entry, Section } from '../section.ts'
import { areAllCites, isCite } from './cited-line.ts'
import type { DecisionRecord } from './decision.ts'
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
  const [fields, bullets, numbers] = entry.blocks
  if (fields === undefined || bullets === undefined || numbers === undefined) return undefined
  if (!isPlainEntry(entry.blocks) || MEANING.test(entry.title)) return undefined
  FIELDS.lastIndex = fields.span.start
  const values = FIELDS.exec(text)
  if (values === null || FIELDS.lastIndex !== bullets.span.start) return undefined
  const { at, id, rest: title } = splitLead(entry.title)
  const scenariosAt = lastLineStart(text, bullets.span)
  const hasScenarios =
    text.startsWith(SCENARIOS, scenariosAt) && bullets.span.end === scenariosAt + SCENARIOS.length
  // Lines in bold behind the scenarios are fields.
  const hasFieldBehind = text.charCodeAt(lastLineStart(text, numbers.span)) === 42
  if (at === undefined || id !== undefined || !hasScenarios || hasFieldBehind) return undefined
  const isCited = areCited(text, bullets.span.start, scenariosAt)
  if (isCited === undefined) return undefined
  return new PlainDecision({
    kind: section.kind === 'decision-archive' ? 'archive' : 'decision',
    section,
    span: entry.span,
    title,
    at,
    decision: values[1] ?? '',
    rationale: values[2] ?? '',
    lists: { text, bullets: bullets.span.start, bulletsEnd: scenariosAt, numbers: numbers.span },
    isCited,
  })
}

/** Words in a title that say something of the decision's standing, and encoded text. */
const MEANING = /superseded|draft|[&<]|^[^A-Za-z0-9]|~~/i

const SCENARIOS = '**Test Scenarios**:'

function lastLineStart(text: string, { end }: Span): number {
  return text.lastIndexOf('\n', end - 1) + 1
}

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
