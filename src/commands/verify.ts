import { verifyProject } from '../project/verify.ts'
import { defineCommand } from './command.ts'
import { report } from './output.ts'
import { verifiedAsJson, verifiedAsLines } from './verify-report.ts'

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
  run(context) {
    const { notes, path, verified, grounding } = verifyProject(context)
    report(context, {
      json: { file: path, ...verifiedAsJson(notes, verified), grounding },
      lines: verifiedAsLines(notes, verified, grounding, context.host.color),
    })
    return grounding === 1 ? 0 : 1
  },
})
