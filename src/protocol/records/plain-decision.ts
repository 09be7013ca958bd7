/**
 * A decision exactly as the protocol prints it, read by where its lines are and not by patterns: 2 us instead of the
 * 20 us that the reader of all shapes takes, which is a fifth of a second in a log of 10,000. Whatever is out of the
 * ordinary is left to that reader; `test/protocol/plain-decision.test.ts` holds the two equal.
 */
import type { Span } from '../../document/block.ts'
import { nextLineStart, tight } from '../../document/leaf.ts'
import { lineEnd } from '../../document/plain-entry.ts'
import type { Entry, Section } from '../section.ts'
import { citeAt } from './cited-line.ts'
import type { DecisionRecord } from './decision.ts'
import { splitLead } from './lead.ts'
import { PlainDecision, readPiece } from './plain-parts.ts'

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
  const isCited = areCited(text, bullets.span.start, scenariosAt)
  if (isCited === undefined || hasFieldBehind(text, numbers.span)) return undefined
  return new PlainDecision({
    text,
    kind: section.kind === 'decision-archive' ? 'archive' : 'decision',
    section,
    span: entry.span,
    title,
    at,
    decision: text.slice(decision.start, decision.end),
    rationale: text.slice(rationale.start, rationale.end),
    bullets: bullets.span.start,
    bulletsEnd: scenariosAt,
    numbers: numbers.span,
    isCited,
  })
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

/**
 * Whether every bullet is a quote and one line of a file. Undefined when a line is no evidence: a list may go on with
 * lines in bold, which are fields, and a backtick that nothing closes is words, which a rule has something to say about.
 */
function areCited(text: string, from: number, to: number): boolean | undefined {
  let areAll = true
  for (let at = from; at < to; ) {
    if (text.charCodeAt(at) !== 45 || text.charCodeAt(at + 2) !== 96) return undefined
    const end = lineEnd(text, at)
    if (citeAt(text, at, end) === undefined) {
      areAll = false
      if (readPiece(text, at, end) === undefined) return undefined
    }
    at = nextLineStart(text, end)
  }
  return areAll
}

/** Lines in bold behind the scenarios. */
function hasFieldBehind(text: string, { start, end }: Span): boolean {
  for (let at = start; at < end; at = nextLineStart(text, lineEnd(text, at)))
    if (text.charCodeAt(at) === 42) return true
  return false
}
