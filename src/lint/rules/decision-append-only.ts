import { slice } from '../../markdown/document.ts'
import { matchRecords } from '../../notes/gone.ts'
import type { DecisionRecord } from '../../notes/kinds/decision.ts'
import type { Notes } from '../../notes/notes.ts'
import type { Evidence } from '../../notes/text/evidence.ts'
import { written } from '../../notes/text/timestamp.ts'
import { decisionsIn, headingOf, isDecision, pastWords, plainWords, shortName } from '../facts/decisions.ts'
import { placeOfLost } from '../facts/sections.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'decision-append-only',
  group: 'append-only',
  summary: 'Disallow changes to committed decisions',
  why: 'Decisions are a permanent record. One that no longer holds is superseded by another and moves to the archive, so that past decisions can still be looked up. Correcting evidence, adding parts and adding a status are allowed.',
  severity: { sam: 'error', loose: 'warning' },
  messages: {
    gone: 'Unexpected removal of the decision "{{title}}", expected it here or in the archive',
    rewritten: 'Unexpected change to the decision "{{title}}", expected its committed wording',
  },
  examples: [
    {
      title: 'an added status, an updated line number, and a decision moved to the archive',
      before:
        '## Decision Log\n### 2024-01-15T10:00:00Z - A\n**Status**: Superseded by B\n**Decision**: Use A\n**Evidence**:\n- `const a = 1` [${PROJECT_ROOT}/src/a.ts:3]\n## Decision Archive\n| Date | Decision | Rationale | Decided By |\n|---|---|---|---|\n| 2024-01-14 | Use C | It holds | me |\n',
      committed:
        '## Decision Log\n### 2024-01-15T10:00:00Z - A\n**Decision**: Use A\n**Evidence**:\n- `const a = 1` [${PROJECT_ROOT}/src/a.ts:1]\n### 2024-01-14T10:00:00Z - C\n**Decision**: Use C\n',
      reports: [],
    },
    {
      title: 'a removed decision, and a rewritten one',
      before: '## Decision Log\n### 2024-01-15T10:00:00Z - A\n**Decision**: Use B\n',
      committed:
        '## Decision Log\n### 2024-01-15T10:00:00Z - A\n**Decision**: Use A\n### 2024-01-14T10:00:00Z - C\n**Decision**: Use C\n',
      reports: ['1:1 gone', '2:1 rewritten'],
    },
    {
      title: 'removed parts, which other rules report',
      before: '## Decision Log\n### A\n**Decision**: Use A\n',
      committed:
        '## Decision Log\n### 2024-01-15T10:00:00Z - A\n**Decision**: Use A\n**Rationale**: It holds\n**Evidence**:\n- `const a = 1` [${PROJECT_ROOT}/src/a.ts:1]\n**Test Scenarios**:\n1. It is used\n2. It is empty\n3. It fails\n',
      reports: [],
    },
    {
      title: 'a rewritten rationale, and a quote updated from the code',
      before:
        '## Decision Log\n### 2024-01-15T10:00:00Z - A\n**Decision**: Use A\n**Rationale**: It is new\n**Evidence**:\n- `const a = 2` [${PROJECT_ROOT}/src/a.ts:1]\n### 2024-01-16T10:00:00Z - B\n**Decision**: Use B\n**Evidence**:\n- `const a = 1` [${PROJECT_ROOT}/src/a.ts:1]\n',
      committed:
        '## Decision Log\n### 2024-01-15T10:00:00Z - A\n**Decision**: Use A\n**Rationale**: It holds\n**Evidence**:\n- `const a = 1` [${PROJECT_ROOT}/src/a.ts:1]\n### 2024-01-16T10:00:00Z - B\n**Decision**: Use B\n**Evidence**:\n- `const b = 1` [${PROJECT_ROOT}/src/a.ts:1]\n',
      reports: ['2:1 rewritten'],
      code: { 'src/a.ts': 'const a = 1\n' },
    },
    {
      title: 'a decision moved to the archive file',
      before: '## Decision Log\n',
      committed: '## Decision Log\n### 2024-01-15T10:00:00Z - A\n**Decision**: Use A\n',
      archived:
        '## Decision Archive\n| Date | Decision | Rationale | Decided By |\n|---|---|---|---|\n| 2024-01-15 | A | It holds | me |\n',
      reports: [],
    },
  ],
  check({ notes, text, committed, archived }, report) {
    if (committed === undefined) return
    const matched = matchRecords(
      onlyDecisions(committed),
      onlyDecisions(notes),
      archived && onlyDecisions(archived),
    )
    const here = new Set(decisionsIn(notes))
    for (const old of decisionsIn(committed)) {
      const found = matched.get(old)
      const now = found !== undefined && isDecision(found) ? found : undefined
      const own = now !== undefined && here.has(now) ? now : undefined
      // The common case: nothing was changed.
      if (own !== undefined && slice(notes.document, own.span) === slice(committed.document, old.span))
        continue
      if (now !== undefined && (saysAll(now, old) || isMoved(now, old))) continue
      const data = { title: shortName(old.at?.text, old.title) }
      if (own === undefined) {
        const kind = old.kind === 'archive' ? 'decision-archive' : 'decision-log'
        report('gone', { span: placeOfLost(notes, kind), data })
      }
      // Other rules report missing or unreadable parts of a decision, but only in `sam`.
      else if (notes.profile !== 'sam' || !saysAll(withPartsOf(own, old), old))
        report('rewritten', { span: headingOf(text, own), data })
    }
  },
})

const onlyDecisions = (notes: Notes) => ({ document: notes.document, records: decisionsIn(notes) })

/** Was the old decision moved to the archive? A row there may say less, so the same words on the same day suffice. */
function isMoved(now: DecisionRecord, old: DecisionRecord): boolean {
  if (now.kind !== 'archive' || old.kind !== 'decision') return false
  const words = new Set([titleKey(old), plainWords(old.decision ?? '')].filter(text => text !== ''))
  const isSameDay =
    now.at === undefined || old.at === undefined || now.at.text.slice(0, 10) === old.at.text.slice(0, 10)
  return isSameDay && (words.has(titleKey(now)) || words.has(plainWords(now.decision ?? '')))
}

/**
 * Does the decision still say everything it said before? Additions and corrected places are allowed. So are quotes that
 * were updated after the code changed: `evidence-matches` compares them with that code.
 */
function saysAll(now: DecisionRecord, before: DecisionRecord): boolean {
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
function withPartsOf(now: DecisionRecord, before: DecisionRecord): DecisionRecord {
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

/** The title without the note that is added to it when the decision is superseded. */
const titleKey = ({ title }: Pick<DecisionRecord, 'title'>): string =>
  pastWords(title.replaceAll(/[[(]?\bsuperseded\b[^\])]{0,200}[\])]?/gi, ' ')).replace(/[\s:—–-]+$/, '')

const holds = (now: readonly (string | undefined)[], before: string | undefined): boolean =>
  before === undefined ||
  now.some(title => title !== undefined && titleKey({ title }) === titleKey({ title: before }))

const scenarios = ({ scenarios }: DecisionRecord): string[] => scenarios.map(({ text }) => pastWords(text))
