import type { Span } from '../../markdown/block.ts'
import type { DecisionRecord } from '../../notes/kinds/decision.ts'
import type { LogRecord } from '../../notes/kinds/log.ts'
import type { Notes, NotesRecord } from '../../notes/notes.ts'
import type { SectionKind } from '../../notes/section-kind.ts'
import type { Evidence } from '../../notes/text/evidence.ts'
import { written } from '../../notes/text/timestamp.ts'
import { maskSecrets } from '../../safety/secrets.ts'
import { plainWords } from './decision-source.ts'

/**
 * The span at which a removed record is reported: the heading of its section, else the first heading, else the start.
 */
export function placeOfLost(notes: Notes, kind: SectionKind): Span {
  const { sections } = notes
  const section =
    sections.find(found => found.kind === kind) ?? sections.find(({ heading }) => heading !== undefined)
  return section?.heading?.span ?? { start: 0, end: 0 }
}

const MAX_NAME = 60

/** Names a past record in a few words. Masks secrets: the record may have been removed because of one. */
export function shortName(at: string | undefined, words: string): string {
  const plain = maskSecrets(words)
    .replaceAll(/[`\s]+/g, ' ')
    .trim()
  const short = plain.length > MAX_NAME ? `${plain.slice(0, MAX_NAME)}…` : plain
  return [at, short].filter(part => part !== undefined && part !== '').join(' ')
}

export const logsIn = (notes: Notes | undefined): readonly LogRecord[] =>
  (notes?.records ?? []).filter(record => record.kind === 'log')

export const isDecision = (record: NotesRecord): record is DecisionRecord =>
  record.kind === 'decision' || record.kind === 'archive'

export const decisionsIn = (notes: Notes | undefined): readonly DecisionRecord[] =>
  (notes?.records ?? []).filter(isDecision)

/** Identifies a log row by its content. */
export const logKey = (row: LogRecord): string => `${written(row.at)?.text ?? ''}\n${wordsKey(row)}`

export const wordsKey = ({ agent = '', summary }: LogRecord): string =>
  `${plainWords(agent)}\n${pastWords(summary)}`

/** The title without the note that is added to it when the decision is superseded. */
export const titleKey = ({ title }: Pick<DecisionRecord, 'title'>): string =>
  pastWords(title.replaceAll(/[[(]?\bsuperseded\b[^\])]{0,200}[\])]?/gi, ' ')).replace(/[\s:—–-]+$/, '')

/**
 * Does the decision still say everything it said before? Additions and corrected places are allowed. So are quotes that
 * were updated after the code changed: `evidence-matches` compares them with that code.
 */
export function saysAll(now: DecisionRecord, before: DecisionRecord): boolean {
  const scenariosNow = scenarios(now)
  return (
    titleKey(now) === titleKey(before) &&
    (written(before.at) === undefined || now.at?.at === before.at?.at) &&
    holds([now.decision, now.title], before.decision) &&
    holds([now.rationale], before.rationale) &&
    now.evidence.length >= before.evidence.length &&
    scenarios(before).every(text => scenariosNow.includes(text))
  )
}

/**
 * Restores the parts of a decision that are gone or unreadable. Other rules report such parts, and one mistake should
 * give only one finding.
 */
export function withPartsOf(now: DecisionRecord, before: DecisionRecord): DecisionRecord {
  const { decision = before.decision, rationale = before.rationale } = now
  const own = written(now.at)
  const at = own?.at === undefined ? before.at : own
  const isTimeLost = written(at) !== own && titleKey(now).endsWith(titleKey(before))
  return {
    ...now,
    title: isTimeLost ? before.title : now.title,
    ...(at === undefined ? {} : { at }),
    ...(decision === undefined ? {} : { decision }),
    ...(rationale === undefined ? {} : { rationale }),
    scenarios: now.scenarios.length < SCENARIOS ? before.scenarios : now.scenarios,
    evidence: now.evidence.length === 0 || now.evidence.some(lacksQuote) ? before.evidence : now.evidence,
  }
}

/** Does the evidence lack a quote that it needs? An issue needs none. */
const lacksQuote = ({ quote, locator }: Evidence): boolean =>
  quote === undefined && (locator === undefined || 'path' in locator)

const SCENARIOS = 3

/**
 * Normalizes words for comparison with the committed version. Of a path, only the file name counts, so that its folders
 * may be corrected.
 */
const pastWords = (text: string): string =>
  plainWords(
    /[\\/]/.test(text) ? text.replaceAll(/(?:\$\{PROJECT_ROOT\}|[\w.~:@+-]+)?[\\/]+(?=[\w.-])/gi, '') : text,
  )

const holds = (now: readonly (string | undefined)[], before: string | undefined): boolean =>
  before === undefined ||
  now.some(title => title !== undefined && titleKey({ title }) === titleKey({ title: before }))

const scenarios = ({ scenarios }: DecisionRecord): string[] => scenarios.map(({ text }) => pastWords(text))
