import { changeAndReport } from '../change-project.ts'
import { defineCommand } from '../command.ts'
import { draftOf } from '../decision-draft.ts'
import { fromInput, readEntries, usage } from '../entries.ts'
import { listCommand } from '../list-records.ts'
import { dryRun } from '../options.ts'
import { runArchive } from '../run-archive.ts'
import { showCommand } from '../show-record.ts'

const example =
  'notes decision add --title "Token expiry" --decision "Sliding window, 15 min grace" --rationale "Security and UX" ' +
  '--evidence src/auth/jwt.ts:52 --scenario "expires at the boundary -> grace" ' +
  '--scenario "beyond grace -> refresh" --scenario "refresh expired -> re-auth"'

const add = defineCommand({
  name: 'decision add',
  summary: 'Write down a decision with its five parts',
  details:
    'The parts: when, decision, rationale, evidence, three scenarios (happy path, edge case, error handling).\n' +
    'Evidence PATH:LINE is quoted from the code word for word; PATH:LINE="quote" is held against it; an issue,\n' +
    'a commit or a URL stands for decisions that are not about code.',
  options: {
    title: { kind: 'text', value: 'text', does: 'what it is called', required: true },
    decision: { kind: 'text', value: 'text', does: 'what was decided', required: true },
    rationale: { kind: 'text', value: 'text', does: 'why', required: true },
    evidence: { kind: 'list', value: 'path:line', does: 'a place in the code', required: true },
    scenario: { kind: 'list', value: 'text', does: 'a case that shows it works', required: true },
    decidedBy: { kind: 'text', value: 'who', does: 'the agent or person who decided' },
    at: { kind: 'text', value: 'timestamp', does: 'when it was; now, if not given' },
    draft: { kind: 'flag', does: 'take it with parts missing, marked as a draft' },
    from: fromInput,
    dryRun,
  },
  examples: [
    { line: example, does: 'a whole decision' },
    { line: 'notes decision add --draft --title "Retry policy" --decision "Three times"', does: 'a draft' },
  ],
  exits: { 0: 'written, or there already', 1: 'the evidence is not where it is said to be' },
  run(context, { title, decision, rationale, evidence, scenario, decidedBy, at, draft, from, dryRun }) {
    const given = { title, decision, rationale, evidence, scenario, decidedBy, at }
    const intents = readEntries(context, given, from, entry => ({
      do: 'add' as const,
      draft: draftOf(context, entry, draft),
    }))
    return changeAndReport(context, { command: 'decision add', intents, dryRun })
  },
})

const supersede = defineCommand({
  name: 'decision supersede',
  summary: 'Mark a decision as superseded by another',
  details: 'It stays in the file; recovery no longer shows it.',
  arguments: { which: { does: 'by id, timestamp, line (L42), or words of its title', required: true } },
  options: {
    by: { kind: 'text', value: 'id', does: 'the decision that takes its place', required: true },
    dryRun,
  },
  setup: [example],
  examples: [
    { line: 'notes decision supersede "Token expiry" --by D-002', does: 'by words of its title' },
    {
      line: 'notes decision supersede "Token expiry" --by "Fixed window" --dry-run',
      does: 'see the difference first',
    },
  ],
  exits: { 0: 'marked, now or before', 1: 'there is none, or several are meant' },
  run(context, { which, by, dryRun }) {
    if (by === undefined || by.trim() === '')
      throw usage('--by is missing', 'Say which decision takes its place: --by ID')
    return changeAndReport(context, {
      command: 'decision supersede',
      intents: [{ do: 'supersede', which, by }],
      dryRun,
    })
  },
})

const archiveSome = defineCommand({
  name: 'decision archive',
  summary: 'Move decisions from the log into the Decision Archive',
  arguments: {
    ids: { does: 'by id, timestamp, line (L42), or words of the title', required: true, variadic: true },
  },
  options: { dryRun },
  setup: [example],
  examples: [
    { line: 'notes decision archive "Token expiry"', does: 'one of them' },
    { line: 'notes decision archive "Token expiry" --dry-run', does: 'see the difference first' },
  ],
  exits: { 0: 'moved', 1: 'there is none, or several are meant' },
  run: (context, { ids, dryRun: dry }) =>
    runArchive(context, { command: 'decision archive', ids, dryRun: dry }),
})

export const decisionCommands = [
  add,
  listCommand({
    group: 'decision',
    kinds: ['decision', 'archive'],
    what: 'decisions in force',
    all: 'superseded and archived ones',
    setup: [example],
  }),
  showCommand({ group: 'decision', kind: 'decision', setup: [example], example: 'Token expiry' }),
  supersede,
  archiveSome,
]
