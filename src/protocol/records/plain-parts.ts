import type { Span } from '../../document/block.ts'
import { nextLineStart, tight } from '../../document/leaf.ts'
import { lineEnd } from '../../document/plain-entry.ts'
import { type Evidence, readEvidence } from '../evidence.ts'
import { decodeItem } from '../inline.ts'
import type { DecisionRecord } from '../kinds/decision.ts'
import type { FileLocator } from '../locator.ts'
import type { Section } from '../section.ts'
import type { Timestamp } from '../timestamp.ts'

/** Where its lists stand, and what was read of them when somebody asked. */
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
 * A decision whose lists are read when somebody asks: of 60 objects that 10,000 of them had each, 30 were for lists that
 * nobody looked at, and half of the time went into moving them around. The two are own properties with getters that
 * all instances share, so that a spread or JSON has them, and V8 keeps one shape for all.
 */
export class PlainDecision {
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
    const one = readPiece(text, at, end)
    if (one !== undefined) found.push(one)
    at = nextLineStart(text, end)
  }
  return found
}

/** The evidence of a bullet whose line goes from `at` to `end`. */
export function readPiece(text: string, at: number, end: number): Evidence | undefined {
  const span = tight(text, at + 2, end)
  return readQuoteAndPlace(text, span) ?? readEvidence(text, { start: at, end: span.end })[0]
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
