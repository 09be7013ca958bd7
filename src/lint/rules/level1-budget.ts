import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'level1-budget',
  group: 'budget',
  summary: 'Require the state, the next step and the open blockers to fit into level 1 recovery',
  why: 'After a /clear a session gets level 1, about 100 tokens. A state or a next step that is cut there often loses the very thing it is about, and a session that is not told about a blocker runs into it.',
  severity: { sam: 'warning', loose: 'off' },
  advice: true,
  messages: {
    cut: 'Unexpected cut of the {{what}} in level 1, expected all of it to fit into the {{budget}} tokens there',
    lost: 'Missing {{what}} in level 1, expected room for it in {{budget}} tokens',
    blockers:
      'Missing {{count}} of {{all}} open blockers in level 1, expected room for every one in {{budget}} tokens',
  },
  examples: [
    {
      title: 'short enough to recover whole',
      before:
        '## Session Continuity\n### Active Context\n- **Current Bead**: bd-x7y8\n- **Reasoning State**: Tests are red, next is the parser\n\n## Blockers\n- Waiting: OAuth credentials\n',
      reports: [],
    },
    {
      title: 'a reasoning state that tells the whole story',
      before: `## Session Continuity\n### Active Context\n- **Current Bead**: bd-x7y8\n- **Reasoning State**:${' First this was tried and it failed, then that.'.repeat(50)}\n`,
      reports: ['3:1 cut'],
    },
    {
      title: 'a next step that is a plan',
      before: `## Session Continuity\n### Active Context\n- **Reasoning State**: Tests are red\n- **Next Action**: Mend the parser,${' then mend the printer and the planner and the linter and run all of the tests'.repeat(9)}\n`,
      reports: ['3:1 cut'],
    },
    {
      title: 'more blockers than there is room for',
      before: `## Blockers\n${Array.from({ length: 9 }, (_, index) => `- Waiting: the provider sends the credentials of environment number ${index + 1}, which every test of that environment needs\n`).join('')}- [x] Waiting: legal review of the contract\n`,
      reports: ['6:1 blockers'],
    },
    {
      title: 'a budget too small for both',
      before: `## Session Continuity\n### Active Context\n- **Reasoning State**: ${'The parser reads all of the tables, and none of the lists that are nested in one. '.repeat(3)}\n- **Next Action**: ${'Mend the reader of the nested lists. '.repeat(3)}\n`,
      reports: ['3:1 cut', '3:1 lost'],
      settings: { level1: 20 },
    },
    {
      title: 'long records of other kinds, which level 1 may shorten',
      before: `## Decision Log\n### 2024-01-01 - A\n**Decision**: ${'Long. '.repeat(400)}\n\n## Pending Questions\n- [ ] ${'Open '.repeat(300)}\n`,
      reports: [],
    },
  ],
  check({ notes, settings, level1Losses }, report) {
    // A conflict duplicates records, and recovery reads only one of its sides.
    if (notes.document.damage.length > 0) return
    const { level1: budget } = settings
    const blockers = level1Losses.filter(({ what }) => what === 'open blocker')
    for (const { what, how, span } of level1Losses)
      if (what !== 'open blocker') report(how === 'cut' ? 'cut' : 'lost', { span, data: { what, budget } })
    const [first] = blockers
    if (first === undefined) return
    const all = notes.records.filter(record => record.kind === 'blocker' && !record.done).length
    report('blockers', { span: first.span, data: { count: blockers.length, all, budget } })
  },
})
