import { defineCommand } from './command.ts'
import { runVerify } from './verify-run.ts'

export const verify = defineCommand({
  name: 'verify',
  summary: 'Compare every quote and reference with the code',
  details:
    'A table of all evidence and references: the state, the line in the notes, the place, and where the quote stands now. States: ok, moved (it stands elsewhere), changed, ambiguous (in several places), missing, outside of the project, external (an issue, a commit, a page: not compared). The grounding ratio is the share of claims that are ok or external. A quote that matches proves that the code is there, not that the conclusion follows.',
  setup: ['notes ref add src/auth/jwt.ts:45-67 "Token validation logic"'],
  examples: [
    { line: 'notes verify', does: 'all claims of the notes file' },
    { line: 'notes verify --json', does: 'as data' },
  ],
  exits: { 0: 'all claims are ok or external', 1: 'some are not' },
  run: context => runVerify(context),
})
