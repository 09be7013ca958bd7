import type { Span } from '../../markdown/block.ts'
import { nextLineStart, tight } from '../../markdown/scan/leaf.ts'
import { lineEnd, PlainEntry } from '../../markdown/scan/plain-entry.ts'
import type { DecisionRecord } from '../kinds/decision.ts'
import type { Entry, Section } from '../section.ts'
import { type Evidence, readEvidence } from '../text/evidence.ts'
import { decodeItem } from '../text/inline.ts'
import type { FileLocator } from '../text/locator.ts'
import type { Timestamp } from '../text/timestamp.ts'
import { areAllCites, isCite } from './cited-line.ts'
import { splitLead } from './lead.ts'

/**
 * Reads a decision in exactly the protocol's form by line positions instead of patterns: 2 us instead of the 20 us of
 * the general reader, or 0.2 s less for a log of 10,000. Leaves anything unusual to that reader.
 * `test/notes/plain-decision.test.ts` proves that both return the same.
 */

/** A value that reads as written, without the spaces around it. */
const VALUE = String.raw`[ \t]*([^ \t\r\n&<](?:[^\r\n&<]*[^ \t\r\n&<])?)[ \t]*\r?\n`
const FIELDS = new RegExp(
  String.raw`\*\*Decision\*\*: ${VALUE}\*\*Rationale\*\*: ${VALUE}\*\*Evidence\*\*:\r?\n`,
  'y',
)

/** Undefined if any part deviates from the protocol. */
export function readPlainDecision(text: string, section: Section, entry: Entry): DecisionRecord | undefined {
  if (!(entry instanceof PlainEntry)) return undefined
  const { span, fields, bullets, numbers, title: heading } = entry
  if (MEANING.test(heading)) return undefined
  FIELDS.lastIndex = fields
  const values = FIELDS.exec(text)
  if (values === null || FIELDS.lastIndex !== bullets || values[1]?.includes('~~') === true) return undefined
  const { at, id, rest: title } = splitLead(heading)
  const bulletsEnd = lineStart(text, numbers - 1)
  // A line in bold after the scenarios is a field.
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

/** Matches words in a title that affect the decision's status, and encoded text. */
const MEANING = /superseded|draft|[&<]|^[^A-Za-z0-9]|~~/i

const SCENARIOS = '**Test Scenarios**:'

const lineStart = (text: string, end: number): number => text.lastIndexOf('\n', end - 1) + 1

/**
 * Does every bullet quote one line of a file? Undefined if a line is not evidence: a list may continue with lines in
 * bold, which are fields, and an unclosed backtick is plain text, which a rule reports.
 */
function areCited(text: string, from: number, to: number): boolean | undefined {
  if (areAllCites(text, from, to)) return true
  let areAll = true
  for (let at = from; at < to; ) {
    if (text.charCodeAt(at) !== 45 || text.charCodeAt(at + 2) !== 96) return undefined
    const end = lineEnd(text, at)
    if (!isCite(text, at)) {
      areAll = false
      if (readPiece(text, at, end).length === 0) return undefined
    }
    at = nextLineStart(text, end)
  }
  return areAll
}

/** Positions of the lists, and their content once it has been read. */
interface Lists {
  readonly text: string
  readonly bullets: number
  readonly bulletsEnd: number
  readonly numbers: number
  readonly numbersEnd: number
  evidence?: readonly Evidence[]
  scenarios?: DecisionRecord['scenarios']
}

interface PlainFacts extends Pick<DecisionRecord, 'kind' | 'section' | 'span' | 'title'> {
  readonly at: Timestamp
  readonly decision: string
  readonly rationale: string
  readonly lists: Lists
  readonly isCited: boolean
}

/**
 * A decision that reads its lists lazily. Half of the 60 objects for each of 10,000 decisions were for unused lists,
 * and moving these objects in memory took half of the time. The lists are own properties, so that a spread or JSON
 * includes them, with getters shared by all instances, so that V8 keeps one shape for all.
 */
class PlainDecision {
  readonly kind: DecisionRecord['kind']
  readonly shape = 'block'
  readonly section: Section
  readonly span: Span
  readonly title: string
  readonly status = 'in-force'
  readonly at: Timestamp
  readonly decision: string
  readonly rationale: string
  readonly plain = true
  declare readonly citedFrom?: number
  declare readonly evidence: readonly Evidence[]
  declare readonly scenarios: DecisionRecord['scenarios']
  readonly #lists: Lists

  constructor(facts: PlainFacts) {
    this.kind = facts.kind
    this.section = facts.section
    this.span = facts.span
    this.title = facts.title
    this.at = facts.at
    this.decision = facts.decision
    this.rationale = facts.rationale
    this.#lists = facts.lists
    if (facts.isCited) this.citedFrom = facts.lists.bullets
    Object.defineProperty(this, 'evidence', PlainDecision.#EVIDENCE)
    Object.defineProperty(this, 'scenarios', PlainDecision.#SCENARIOS)
  }

  static readonly #EVIDENCE = {
    enumerable: true,
    get(this: PlainDecision): readonly Evidence[] {
      const lists = this.#lists
      lists.evidence ??= readPieces(lists.text, lists.bullets, lists.bulletsEnd)
      return lists.evidence
    },
  }

  static readonly #SCENARIOS = {
    enumerable: true,
    get(this: PlainDecision): DecisionRecord['scenarios'] {
      const lists = this.#lists
      lists.scenarios ??= readScenarios(lists.text, lists.numbers, lists.numbersEnd)
      return lists.scenarios
    },
  }
}

function readPieces(text: string, from: number, to: number): readonly Evidence[] {
  const found: Evidence[] = []
  for (let at = from; at < to; ) {
    const end = lineEnd(text, at)
    found.push(...readPiece(text, at, end))
    at = nextLineStart(text, end)
  }
  return found
}

/** The evidence of the bullet on the line from `at` to `end`. */
function readPiece(text: string, at: number, end: number): readonly Evidence[] {
  const span = tight(text, at + 2, end)
  const one = readQuoteAndPlace(text, span)
  return one === undefined ? readEvidence(text, { start: at, end: span.end }) : [one]
}

/** Matches `[${PROJECT_ROOT}/src/a.ts:12]`, also with `:12-34`: a place that needs no unwrapping. */
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

function readScenarios(text: string, from: number, to: number): DecisionRecord['scenarios'] {
  const found: { span: Span; text: string }[] = []
  for (let at = from; at < to; ) {
    const end = lineEnd(text, at)
    const span = tight(text, text.indexOf(' ', at) + 1, Math.min(end, to))
    found.push({ span, text: decodeItem(text.slice(span.start, span.end)) })
    at = nextLineStart(text, end)
  }
  return found
}
