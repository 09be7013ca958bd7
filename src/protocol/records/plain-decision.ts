/**
 * A decision exactly as the protocol prints it, read by where its lines are and not by patterns: 2 us instead of the
 * 20 us that the reader of all shapes takes, which is a fifth of a second in a log of 10,000. Whatever is out of the
 * ordinary is left to that reader; `test/protocol/plain-decision.test.ts` holds the two equal.
 */
import type { Span } from '../../document/block.ts'
import { nextLineStart, tight } from '../../document/leaf.ts'
import { lineEnd } from '../../document/plain-entry.ts'
import { type Evidence, readEvidence } from '../evidence.ts'
import { decodeItem } from '../inline.ts'
import type { FileLocator } from '../locator.ts'
import type { Entry, Section } from '../section.ts'
import type { DecisionRecord } from './decision.ts'
import { splitLead } from './lead.ts'

/** Undefined when any part of it is not as the protocol has it. */
export function readPlainDecision(text: string, section: Section, entry: Entry): DecisionRecord | undefined {
  if (entry.blocks.length !== 3) return undefined
  const fields = entry.blocks[0]
  const bullets = entry.blocks[1]
  const numbers = entry.blocks[2]
  if (bullets?.type !== 'list' || numbers?.type !== 'list') return undefined
  if (bullets.plain !== true || numbers.plain !== true) return undefined
  if (fields === undefined || hasMeaning(entry.title)) return undefined
  const { at, id, rest: title } = splitLead(entry.title)
  const decision = valueBehind(text, fields.span.start, '**Decision**: ')
  const rationale = decision && valueBehind(text, nextLine(text, decision), '**Rationale**: ')
  if (at === undefined || id !== undefined || rationale === undefined || decision === undefined)
    return undefined
  const evidenceAt = nextLine(text, rationale)
  const scenariosAt = lastLineStart(text, bullets.span)
  const isWhole =
    isLine(text, evidenceAt, '**Evidence**:') &&
    nextLineStart(text, lineEnd(text, evidenceAt)) === bullets.span.start &&
    isLine(text, scenariosAt, '**Test Scenarios**:')
  if (!isWhole) return undefined
  const evidence = readBullets(text, bullets.span.start, scenariosAt)
  const scenarios = readScenarios(text, numbers.span)
  if (evidence === undefined || scenarios === undefined) return undefined
  return {
    kind: section.kind === 'decision-archive' ? 'archive' : 'decision',
    shape: 'block',
    section,
    span: entry.span,
    title,
    evidence,
    scenarios,
    status: 'in-force',
    at,
    decision: text.slice(decision.start, decision.end),
    rationale: text.slice(rationale.start, rationale.end),
    plain: true,
  }
}

/** Words in a title that say something of the decision's standing, and encoded text. */
const hasMeaning = (title: string): boolean => /superseded|draft|[&<]|^[^A-Za-z0-9]|~~/i.test(title)

/** What stands behind a name at the start of a line, when it reads as it is written. */
function valueBehind(text: string, at: number, name: string): Span | undefined {
  if (!text.startsWith(name, at)) return undefined
  const value = tight(text, at + name.length, lineEnd(text, at))
  return value.start === value.end || isEncoded(text.slice(value.start, value.end)) ? undefined : value
}

const isEncoded = (source: string): boolean => source.includes('&') || source.includes('<')

const nextLine = (text: string, { end }: Span): number => nextLineStart(text, lineEnd(text, end))

const isLine = (text: string, at: number, line: string): boolean =>
  text.startsWith(line, at) && lineEnd(text, at) === at + line.length

function lastLineStart(text: string, { end }: Span): number {
  return text.lastIndexOf('\n', end - 1) + 1
}

/** Undefined when a line is no bullet: a list may go on with lines in bold, which are fields. */
function readBullets(text: string, from: number, to: number): Evidence[] | undefined {
  const found: Evidence[] = []
  for (let at = from; at < to; ) {
    if (text.charCodeAt(at) !== 45 || text.charCodeAt(at + 2) !== 96) return undefined
    const end = lineEnd(text, at)
    const span = tight(text, at + 2, end)
    const one = readQuoteAndPlace(text, span) ?? readEvidence(text, { start: at, end: span.end })[0]
    // A backtick that nothing closes, and no place: words, which a rule has something to say about.
    if (one === undefined) return undefined
    found.push(one)
    at = nextLineStart(text, end)
  }
  return found
}

/** `${PROJECT_ROOT}/src/a.ts:12` or `:12-34` in brackets, without anything that has to be unwrapped. */
const PLACE = / \[(\$\{PROJECT_ROOT\}\/([\w./-]+):(\d{1,9})(?:-(\d{1,9}))?)\]/y

function readQuoteAndPlace(text: string, span: Span): Evidence | undefined {
  const quoteEnd = text.indexOf('`', span.start + 1)
  if (quoteEnd < 0 || text.charCodeAt(span.start + 1) === 32) return undefined
  PLACE.lastIndex = quoteEnd + 1
  const match = PLACE.exec(text)
  if (match === null || PLACE.lastIndex !== span.end) return undefined
  const from = Number(match[3])
  const to = Number(match[4] ?? match[3])
  const lines = [{ from: Math.min(from, to), to: Math.max(from, to) }]
  const locator: FileLocator = { kind: 'project', path: match[2] ?? '', text: match[1] ?? '', lines }
  return { quote: text.slice(span.start + 1, quoteEnd), locator, span }
}

function readScenarios(text: string, list: Span): DecisionRecord['scenarios'] | undefined {
  const found: { span: Span; text: string }[] = []
  for (let at = list.start; at < list.end; ) {
    if (text.charCodeAt(at) === 42) return undefined
    const end = lineEnd(text, at)
    const span = tight(text, text.indexOf(' ', at) + 1, Math.min(end, list.end))
    found.push({ span, text: decodeItem(text.slice(span.start, span.end)) })
    at = nextLineStart(text, end)
  }
  return found
}
