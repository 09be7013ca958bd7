import { usage } from '../../error.ts'
import type { CommandsOf, Given } from '../kind-commands.ts'
import type { DecisionDraft } from '../kinds/decision.ts'
import { present } from '../record.ts'

const example =
  'notes decision add --title "Token expiry" --decision "Sliding window, 15 min grace" --rationale "Security and UX" ' +
  '--evidence src/auth/jwt.ts:52 --scenario "expires at the boundary -> grace" ' +
  '--scenario "beyond grace -> refresh" --scenario "refresh expired -> re-auth"'

export const decisionCommands: CommandsOf<DecisionDraft> = {
  group: 'decision',
  order: 1,
  about: 'Decisions',
  setup: [example],
  add: {
    summary: 'Write down a decision with its five parts',
    details:
      'The parts: when, decision, rationale, evidence, three scenarios (happy path, edge case, error handling).\n' +
      'Evidence PATH:LINE is quoted from the code word for word; PATH:LINE="quote" is compared with it. For a decision\n' +
      'that is not about code, give an issue, a commit or a URL.',
    options: {
      title: { kind: 'text', value: 'text', does: 'what it is called', required: true },
      decision: { kind: 'text', value: 'text', does: 'what was decided', required: true },
      rationale: { kind: 'text', value: 'text', does: 'why', required: true },
      evidence: { kind: 'list', value: 'path:line', does: 'a place in the code', required: true },
      scenario: { kind: 'list', value: 'text', does: 'a case that shows it works', required: true },
      decidedBy: { kind: 'text', value: 'who', does: 'the agent or person who decided' },
      at: { kind: 'text', value: 'timestamp', does: 'when it was decided (default: now)' },
      draft: {
        kind: 'flag',
        does: 'accept it with parts missing, marked as a draft',
        excused: ['decision', 'rationale', 'evidence', 'scenario'],
      },
      supersedes: { kind: 'text', value: 'decision', does: 'the decision in force that it replaces' },
      beside: { kind: 'flag', does: 'it holds alongside decisions with the same title or on the same lines' },
    },
    examples: [
      { line: example, does: 'a whole decision' },
      {
        line: 'notes decision add --draft --title "Retry policy" --decision "Three times"',
        does: 'a draft',
      },
    ],
    fails: 'the evidence is not at the cited place, or a decision in force is about the same thing',
    draft(given) {
      const title = given.needed('title')
      const draft = draftOf(given, title, given.text('decision'), given.flag('draft'))
      const isAsked = given.flag('beside') || given.text('supersedes') !== undefined
      return { ...draft, isAlone: !isAsked && draft.status === undefined }
    },
    supersedes: given => given.text('supersedes'),
  },
  edit({ text, list, evidence }) {
    const [cited, scenarios] = [list('evidence'), list('scenario')]
    return present({
      title: text('title'),
      decision: text('decision'),
      rationale: text('rationale'),
      decidedBy: text('decidedBy'),
      evidence: cited.length === 0 ? undefined : cited.map(typed => evidence(typed)),
      scenarios: scenarios.length === 0 ? undefined : scenarios,
    })
  },
  list: { what: 'decisions in force', all: 'superseded and archived ones', also: ['archive'] },
  show: { example: 'Token expiry' },
  promote: {
    order: 1,
    firstLine: true,
    options: {
      rationale: { kind: 'text', value: 'text', does: 'the reason' },
      evidence: { kind: 'list', value: 'path:line', does: 'a place in the code' },
      scenario: { kind: 'list', value: 'text', does: 'a case that shows it works' },
    },
    draft({ title, isTitled, lines }, given) {
      const decided = lines.length > 1 && !isTitled ? lines.slice(1) : lines
      return draftOf(given, title, decided.join(' ') || undefined, true)
    },
  },
}

/** Refuses a decision with missing parts unless it is a draft. */
function draftOf(given: Given, title: string, decided: string | undefined, isDraft: boolean): DecisionDraft {
  const [rationale, at] = [given.text('rationale'), given.text('at')]
  const [evidence, scenarios] = [given.list('evidence'), given.list('scenario')]
  const missing = [
    ...(decided === undefined ? ['--decision'] : []),
    ...(rationale === undefined ? ['--rationale'] : []),
    ...(evidence.length === 0 ? ['--evidence'] : []),
    ...(scenarios.length < 3 ? [`${3 - scenarios.length} x --scenario`] : []),
  ]
  if (missing.length > 0 && !isDraft)
    throw usage(
      `The decision "${title}" is incomplete: ${missing.join(', ')} missing`,
      'Add what is missing, or write it down as it is with --draft',
    )
  return {
    kind: 'decision',
    at: given.moment(at),
    timed: at !== undefined,
    title,
    decision: decided,
    rationale,
    evidence: evidence.map(typed => given.evidence(typed)),
    scenarios,
    decidedBy: given.text('decidedBy'),
    status: missing.length > 0 ? 'Draft' : undefined,
  }
}
