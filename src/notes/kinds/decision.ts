import type { Document, Span } from '../../markdown/document.ts'
import { decisionCommands } from '../decision/decision-commands.ts'
import { decisionColumns } from '../decision/decision-lines.ts'
import { type DecisionText, decisionCells, decisionLine } from '../decision/print-decision.ts'
import { readDecisions } from '../decision/read-decisions.ts'
import {
  agree,
  type Kind,
  type Merging,
  type OfSprint,
  plain,
  type Recovery,
  type Unsaid,
  unsaidOption,
  unsaidTime,
  type Writing,
} from '../kind.ts'
import { joinTitle, present, type RecordBase } from '../record.ts'
import type { Evidence } from '../text/evidence.ts'
import { type Locator, parseLocator } from '../text/locator.ts'
import type { Timestamp } from '../text/timestamp.ts'

/** One model for every way of writing down a decision. */
export interface DecisionFields extends RecordBase {
  readonly shape: 'block' | 'row' | 'bullet' | 'paragraph' | 'section'
  readonly title: string
  readonly at?: Timestamp
  readonly decision?: string
  readonly rationale?: string
  readonly evidence: readonly Evidence[]
  readonly scenarios: readonly { readonly text: string; readonly span: Span }[]
  readonly decidedBy?: string
  readonly status: 'in-force' | 'superseded' | 'draft'
  readonly supersededBy?: string
  /** Columns and fields unknown to the protocol, in order. */
  readonly others?: readonly { readonly name: string; readonly value: string }[]
  /** Is the decision exactly as the protocol prints it, with all parts, and with evidence on every line of its list? */
  readonly plain?: true
  /** Start of the evidence of a plain decision in which each piece quotes one line of a file. See `everyCite`. */
  readonly citedFrom?: number
}

/** A decision in the Decision Log or the Decision Archive. */
export type DecisionRecord =
  | (DecisionFields & { readonly kind: 'decision' })
  | (DecisionFields & { readonly kind: 'archive' })

export interface DecisionDraft extends DecisionText {
  readonly kind: 'decision' | 'archive'
  readonly at: string
  /** Given by the user, rather than the current time. */
  readonly timed?: boolean
  /** The draft is refused if a decision in force has the same title or cites the same lines. */
  readonly isAlone?: boolean
  readonly title: string
  /** Kept when a decision moves. Otherwise assigned if the file numbers its decisions. */
  readonly id?: string | undefined
}

/** The minimum number of words for a decision to make sense without its title. */
const MIN_BRIEF = 4

const recover: Recovery<DecisionRecord> = {
  need: 3,
  first: 1,
  early: 3,
  most: 28,
  lines: ({ id, at, title, decision, rationale, status }) => [
    {
      label: `${status !== 'draft' ? 'Decided' : /\?|^\W*(?:decision|undecided|to be)\b/i.test(title) ? 'Undecided' : 'Draft'}${id === undefined ? '' : ` ${id}`}: `,
      title,
      date: at,
      text: title,
      more: rationale === undefined ? decision : `${decision ?? ''} (why: ${rationale})`,
      // `no` or `Cheap.` means nothing without the title.
      ...(decision !== undefined && decision.split(/\s+/).length >= MIN_BRIEF ? { brief: decision } : {}),
    },
  ],
  summary: ({ title, decision }) => joinTitle(title, decision),
  cells: ({ decision, rationale, decidedBy, others = [] }) =>
    [rationale, decidedBy, ...others.map(({ name, value }) => `${name}: ${value}`)].filter(
      part => part !== decision,
    ),
}

const sprint: OfSprint<DecisionRecord> = {
  noun: 'decision',
  ended: 'superseded',
  work: 'superseded decisions',
  open: ({ status }) => (status === 'superseded' ? undefined : 'not superseded'),
  texts: ({ title, decision, rationale, decidedBy }) => [title, decision, rationale, decidedBy],
  // A rationale may name a sprint that is months away.
  dating: ({ title }) => [title],
}

function json(record: DecisionRecord, { lines }: Document) {
  const { at, decision, rationale, evidence, scenarios, decidedBy, status, supersededBy, others } = record
  return {
    precision: at?.precision,
    decision,
    rationale,
    evidence: evidence.map(({ quote, locator, span }) => {
      const { from, to } = lines.range(span)
      return { ...present({ quote, place: locator?.text }), lines: [from, to] }
    }),
    scenarios: scenarios.map(({ text }) => text),
    decidedBy,
    status,
    supersededBy,
    others: others && Object.fromEntries(others.map(({ name, value }) => [name, value])),
  }
}

const write: Writing<DecisionRecord, DecisionDraft> = {
  columns: decisionColumns,
  titles: ['Date', 'Decision', 'Rationale', 'Decided By'],
  tabular: false,
  cells: decisionCells,
  bullet: decisionLine,
  // A row or bullet with only a title reads back with that text as both title and decision.
  identity: ({ title, decision, rationale }) => [title, decision, rationale],
  says(draft, record) {
    if (draft.decidedBy !== undefined && !agree(draft.decidedBy, record.decidedBy)) return false
    if (draft.kind === 'decision' && record.status !== (draft.status === undefined ? 'in-force' : 'draft'))
      return false
    const scenarios = draft.scenarios.every((text, index) => agree(text, record.scenarios[index]?.text))
    const evidence = draft.evidence.every(({ quote, place }, index) => {
      const found = record.evidence[index]
      return (quote ?? '') === (found?.quote ?? '') && (place ?? '') === (found?.locator?.text ?? '')
    })
    return scenarios && evidence && draft.scenarios.length === record.scenarios.length
  },
  rivals: ({ isAlone, title, evidence }, record) =>
    isAlone === true &&
    record.status === 'in-force' &&
    (sameWords(title, record.title) ||
      evidence.some(({ place }) => record.evidence.some(({ locator }) => isOnSameLines(place, locator)))),
}

const sameWords = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

function isOnSameLines(place: string | undefined, other: Locator | undefined): boolean {
  const one = place === undefined ? undefined : parseLocator(place)
  if (one?.kind !== 'project' || other?.kind !== 'project' || one.path !== other.path) return false
  return one.lines.some(({ from, to }) => other.lines.some(range => range.from <= to && range.to >= from))
}

const merge: Merging<DecisionRecord> = { key: ({ at, title }) => [at?.text, title] }

/** Reports that evidence and scenarios differ, without their values, since they are lists. */
function unsaid(draft: DecisionDraft, other: DecisionRecord | DecisionDraft): readonly Unsaid[] {
  const texts = (all: readonly (string | { readonly text: string })[]): string =>
    JSON.stringify(all.map(one => plain(typeof one === 'string' ? one : one.text)))
  const places = other.evidence.map(one =>
    'place' in one ? one.place : 'locator' in one ? one.locator?.text : '',
  )
  const isCited = draft.evidence.every(({ place }) => places.includes(place))
  const isShown = draft.scenarios.length === 0 || texts(draft.scenarios) === texts(other.scenarios)
  return [
    ...unsaidOption('--decided-by', draft.decidedBy, other.decidedBy),
    ...unsaidTime(draft, other),
    ...(isCited ? [] : [{ option: '--evidence', words: '--evidence' }]),
    ...(isShown ? [] : [{ option: '--scenario', words: '--scenario' }]),
  ]
}

/** A decision in the Decision Log. */
export const decision: Kind<DecisionRecord & { readonly kind: 'decision' }, DecisionDraft, 'decision-log'> = {
  sections: {
    'decision-log': [
      'decision log',
      'decisions',
      'decisions log',
      'decisions made',
      'key decisions',
      'key decisions made',
      'decisions taken',
      'decided',
      'choices',
      'choices made',
      'what we decided',
      'things we decided',
      'decision record',
      'decision records',
      'design decisions',
      'architecture decisions',
      'architectural decisions',
      'technical decisions',
    ],
  },
  words: { one: 'decision', many: 'decisions', labels: ['decision', 'decided'] },
  read: source => readDecisions(source).filter(record => record.kind === 'decision'),
  json,
  recover,
  sprint,
  merge,
  write: {
    ...write,
    entries: true,
    precision: 'second',
    ids: { among: ['decision', 'archive'] },
    unsaid,
    toChange: handle =>
      `To change it: \`notes decision add\` under another title, then \`notes decision supersede ${handle} --by "…"\``,
  },
  command: decisionCommands,
}

/** A decision in the Decision Archive. */
export const archive: Kind<DecisionRecord & { readonly kind: 'archive' }, DecisionDraft, 'decision-archive'> =
  {
    sections: { 'decision-archive': ['decision archive', 'decisions archive', 'archived decisions'] },
    words: { one: 'archived decision', many: 'archived decisions', letter: 'd', show: 'archive' },
    read: source => readDecisions(source).filter(record => record.kind === 'archive'),
    json,
    recover,
    sprint,
    merge,
    write: { ...write, tabular: true, precision: 'date' },
  }
