import type { Span } from '../../markdown/block.ts'
import type { DecisionRecord } from '../kinds/decision.ts'
import { present, type Source } from '../record.ts'
import { readEvidence, splitBullets } from '../text/evidence.ts'
import { type Field, fieldText, joinLines } from '../text/fields.ts'
import { decodeItem } from '../text/inline.ts'
import { type Timestamp, timestampAtStart } from '../text/timestamp.ts'

/** Names of the parts of a decision. */
const FIELD_NAMES = {
  decision: ['decision', 'outcome', 'choice', 'resolution', 'decided', 'verdict'],
  rationale: ['rationale', 'reasoning', 'reason', 'why', 'because', 'root cause'],
  evidence: ['evidence', 'sources'],
  scenarios: ['test scenarios', 'scenarios', 'tests'],
  decidedBy: ['decided by', 'owner', 'author', 'agent'],
  status: ['status'],
  supersededBy: ['superseded by'],
} as const

export type FieldName = keyof typeof FIELD_NAMES

const FIELD: ReadonlyMap<string, FieldName> = new Map(
  Object.entries(FIELD_NAMES).flatMap(([field, names]) =>
    names.map(name => [name, field as FieldName] as const),
  ),
)

/** Is this the name of a part of a decision? */
export const isPart = (name: string): boolean => FIELD.has(name)

/** The part of a decision that a field name stands for: `why` means `rationale`. */
export const partNamed = (name: string): FieldName | undefined => FIELD.get(name)

export const saysWhatWasDecided = (fields: readonly Field[]): boolean =>
  fields.some(({ name }) => FIELD.get(name) === 'decision')

/** A decision with only its title filled in. */
export function titled(
  source: Source,
  shape: DecisionRecord['shape'],
  span: Span,
  title: string,
): DecisionRecord {
  const kind = source.section.kind === 'decision-archive' ? 'archive' : 'decision'
  return {
    kind,
    shape,
    section: source.section,
    span,
    title,
    evidence: [],
    scenarios: [],
    status: 'in-force',
    ...present({ at: source.section.date }),
  }
}

export function readValues(text: string, fields: readonly Field[]): Partial<DecisionRecord> {
  return {
    ...wordsIn(text, fields),
    evidence: evidenceIn(text, fields),
    scenarios: scenariosIn(text, fields),
  }
}

function wordsIn(
  text: string,
  fields: readonly Field[],
): Pick<Partial<DecisionRecord>, 'rationale' | 'decidedBy'> {
  const words = (wanted: FieldName): string | undefined => {
    const span = fieldValue(fields, wanted)
    return span === undefined ? undefined : fieldText(text, span)
  }
  return present({ rationale: words('rationale'), decidedBy: words('decidedBy') })
}

function fieldValue(fields: readonly Field[], wanted: FieldName): Span | undefined {
  return fields.find(({ name }) => FIELD.get(name) === wanted)?.value
}

function evidenceIn(text: string, fields: readonly Field[]): DecisionRecord['evidence'] {
  const value = fieldValue(fields, 'evidence')
  return value === undefined ? [] : readEvidence(text, value)
}

function scenariosIn(text: string, fields: readonly Field[]): DecisionRecord['scenarios'] {
  const value = fieldValue(fields, 'scenarios')
  if (value === undefined) return []
  return splitBullets(text, value).map(span => ({ span, text: decodeItem(joinLines(text, span)) }))
}

/** Reads evidence and scenarios lazily: an outline or a level 1 recovery never needs them. */
export function withParts(record: DecisionRecord, text: string, fields: readonly Field[]): DecisionRecord {
  let evidence: DecisionRecord['evidence'] | undefined
  let scenarios: DecisionRecord['scenarios'] | undefined
  return {
    ...record,
    ...wordsIn(text, fields),
    get evidence() {
      evidence ??= evidenceIn(text, fields)
      return evidence
    },
    get scenarios() {
      scenarios ??= scenariosIn(text, fields)
      return scenarios
    },
  }
}

export function decisionOf(text: string, fields: readonly Field[]): string | undefined {
  const field = fields.find(({ name }) => FIELD.get(name) === 'decision')
  return field === undefined ? undefined : fieldText(text, field.value)
}

/** Is this the name of a date, as in `Date/Author: 2026-11-14 / Kim`? */
export const isDate = (name: string): boolean => /^date(?:\/|$)/.test(name)

/** The date of a decision, if a field gives it. */
export function dateIn(text: string, fields: readonly Field[]): Timestamp | undefined {
  const field = fields.find(({ name }) => isDate(name))
  return field === undefined ? undefined : timestampAtStart(fieldText(text, field.value))
}

export function statusOf(title: string, text: string, fields: readonly Field[]): Partial<DecisionRecord> {
  const said = fields
    .filter(({ name }) => FIELD.get(name) === 'status' || FIELD.get(name) === 'supersededBy')
    .map(
      ({ name, value }) => `${FIELD.get(name) === 'status' ? '' : 'superseded by '}${fieldText(text, value)}`,
    )
  const decision = fieldValue(fields, 'decision')
  const isOut =
    isStruck(title) || (decision !== undefined && isStruck(text.slice(decision.start, decision.end)))
  const found = standing([...said, title].join('\n'))
  const isGone = said.some(status => GONE.test(status))
  return isOut || isGone ? { ...found, ...STRUCK } : found
}

/** Matches a word that says a decision no longer holds, at the start of its status or after its struck text. */
export const GONE =
  /^\W*(?:superseded|withdrawn|overturned|reverted|rejected|abandoned|obsolete|deprecated|replaced|dropped)\b/i

/** Does not match the word inside a sentence: `Remove superseded tokens` is in force. */
const SUPERSEDED = /(?:^\W*|[[(]\s*|\b(?=superseded\s+by\b))superseded\b(?:\s+by:?\s+([^|)\].;\n]{1,200}))?/im

/** Reads the status from `Superseded by D-012`, `[SUPERSEDED]` or `[DRAFT]`. */
export function standing(said: string): Partial<DecisionRecord> {
  const match = SUPERSEDED.exec(said)
  if (match !== null)
    return { status: 'superseded', ...present({ supersededBy: match[1]?.replaceAll(/[`*]/g, '').trim() }) }
  return /(?:^|\s)\[?draft\]?(?:$|[\s:])|^\W*proposed\b/i.test(said.slice(0, 40))
    ? { status: 'draft' }
    : { status: 'in-force' }
}

/**
 * Splits off the first sentence below a heading if it gives the status of the decision, perhaps with a date:
 * `Accepted, 2024-05-11. We want …`.
 */
export function splitStanding(prose: string): {
  readonly prose?: string
  readonly at?: Timestamp
  readonly standing?: string
} {
  const [found = '', said = '', date = ''] = STANDING.exec(prose) ?? []
  if (found === '') return {}
  const at = timestampAtStart(date)
  return { prose: prose.slice(found.length), standing: said, ...present({ at }) }
}

const STANDING =
  /^[*_]*(accepted|adopted|agreed|approved|decided|draft|proposed|rejected|(?:superseded|replaced)(?: by [\w -]{1,40})?)\**(?:[,:]? (?:on )?\(?(\d{4}-\d{2}-\d{2}|\d{1,2} [A-Z][a-z]{2,8} \d{4})\)?\.?|\.|(?=[*_]*(?:\n|$)))[*_]*(?:\s+|$)/i

/**
 * Is all of the text struck through, as in `~~use C~~`, perhaps in bold or in several pieces? A note on what became of
 * it may follow, as in `~~use C~~ overturned in May`. Takes the text before decoding.
 */
export function isStruck(source: string): boolean {
  if (!source.includes('~~')) return false
  const rest = source.replaceAll(/~~(?:(?!~~).)+~~/gs, '')
  return /^[\s*_.]*$/.test(rest) || (/^[\s*_]*~~/.test(source) && GONE.test(rest))
}

export const STRUCK = { status: 'superseded' } as const
