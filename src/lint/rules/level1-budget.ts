import { estimateTokens } from '../../markdown/tokens.ts'
import type { ContextRecord } from '../../notes/kinds/context.ts'
import type { DecisionRecord } from '../../notes/kinds/decision.ts'
import { type Notes, type NotesRecord, recordsOfKind } from '../../notes/notes.ts'
import { byTime } from '../../notes/text/timestamp.ts'
import { loggedDecisions } from '../facts/decision-source.ts'
import { defineRule } from '../rule.ts'

/** Level 1 clips each part. Up to this multiple of the budget, the clipped parts still make sense. */
const FAR_OVER = 4

export default defineRule({
  name: 'level1-budget',
  group: 'budget',
  summary: 'Disallow a Session Continuity section far beyond the budget of level 1 recovery',
  why: 'After a /clear a session gets the active context, the last three decisions and the open questions in about 100 tokens. Anything far longer is cut off in mid-sentence.',
  severity: { sam: 'warning', loose: 'off' },
  advice: true,
  messages: {
    over: 'Unexpected {{tokens}} tokens for level 1, {{own}} of them here, expected about {{budget}}',
  },
  examples: [
    {
      title: 'short enough to recover whole',
      before:
        '## Session Continuity\n### Active Context\n- **Current Bead**: bd-x7y8\n- **Reasoning State**: Tests are red, next is the parser\n',
      reports: [],
    },
    {
      title: 'a reasoning state that tells the whole story',
      before: `## Session Continuity\n### Active Context\n- **Current Bead**: bd-x7y8\n- **Reasoning State**:${' First this was tried and it failed, then that.'.repeat(50)}\n`,
      reports: ['3:1 over'],
    },
    {
      title: 'long records that recovery leaves out: superseded, answered, or older than the last three',
      before: `## Decision Log\n### 2024-01-01 - ${'Old '.repeat(400)}\n**Decision**: A\n### 2024-01-05 - B [SUPERSEDED by D]\n**Decision**: ${'Old '.repeat(400)}\n### 2024-01-04 - D\n**Decision**: D\n### 2024-01-02 - E\n**Decision**: E\n### 2024-01-03 - F\n**Decision**: F\n### Some day - G\n**Decision**: ${'Undated '.repeat(400)}\n\n## Pending Questions\n- [x] ${'Answered '.repeat(400)}\n`,
      reports: [],
    },
    {
      title: 'the longest record is reported',
      before: `## Decision Log\n### 2024-01-01 - A\n**Decision**: ${'Short. '.repeat(20)}\n### 2024-01-02 - B\n**Decision**: ${'Long. '.repeat(400)}\n\n## Pending Questions\n- [ ] ${'Open '.repeat(30)}\n`,
      reports: ['4:1 over'],
    },
    {
      title: 'without dates, the last decisions in the file count',
      before: `## Decision Log\n### A\n**Decision**: ${'Old '.repeat(400)}\n### B\n**Decision**: B\n### C\n**Decision**: C\n### D\n**Decision**: ${'Long. '.repeat(300)}\n`,
      reports: ['8:1 over'],
    },
  ],
  check({ notes, settings }, report) {
    const { level1, tokenFactor } = settings
    const parts = levelOne(notes).map(({ record, text }) => ({
      record,
      // Capped: how far a 10 MB record exceeds 100 tokens does not matter.
      own: estimateTokens(text.slice(0, 100_000), tokenFactor),
    }))
    const tokens = parts.reduce((sum, { own }) => sum + own, 0)
    const longest = parts.toSorted((a, b) => b.own - a.own)[0]
    if (longest === undefined || tokens <= FAR_OVER * level1) return
    const { record, own } = longest
    report('over', { span: record.span, data: { tokens, own, budget: level1 } })
  },
})

interface Part {
  readonly record: NotesRecord
  readonly text: string
}

/** Records that level 1 shows, with their text but without headings and labels. */
function levelOne(notes: Notes): readonly Part[] {
  const contexts = recordsOfKind(notes, 'context').map(record => ({ record, text: saidBy(record) }))
  const questions = recordsOfKind(notes, 'question').filter(({ done }) => !done)
  return [
    ...contexts.slice(-1),
    ...newest(loggedDecisions(notes).filter(({ status }) => status === 'in-force')).map(record => ({
      record,
      text: `${record.title}\n${record.decision ?? ''}`,
    })),
    ...questions.map(record => ({ record, text: record.title })),
  ]
}

/** The last three by time. Undated ones, which would sort last, count only when there are no others. */
function newest<Decision extends DecisionRecord>(decisions: readonly Decision[]): readonly Decision[] {
  const dated = decisions.filter(({ at }) => at?.at !== undefined)
  if (dated.length === 0) return decisions.slice(-3)
  // No sort: of 10,000 decisions only a few are later than the three found so far.
  const last: Decision[] = []
  for (const decision of dated) {
    if (last.length === 3 && byTime(decision.at, last[0]?.at) < 0) continue
    const after = last.findLastIndex(({ at }) => byTime(at, decision.at) <= 0)
    last.splice(after + 1, 0, decision)
    if (last.length > 3) last.shift()
  }
  return last
}

function saidBy({ bead, checkpoint, state }: ContextRecord): string {
  return [bead?.id, bead?.title, checkpoint?.text, state].filter(part => part !== undefined).join('\n')
}
