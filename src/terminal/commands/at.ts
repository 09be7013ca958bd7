import { recoverAt } from '../../project/history/at.ts'
import { sliceJson, sliceText } from '../../project/recover/recover-kept.ts'
import { defineCommand } from '../program/command.ts'
import { recoverOptions, requestFrom } from './recover.ts'

export const at = defineCommand({
  name: 'at',
  summary: 'Recover what was known at a commit or date',
  details:
    'Like `notes recover`, but from the notes as they were in a commit, branch or tag, or in the newest commit of this branch that is not after a date. Evidence is not checked: it was about the code of that time.',
  arguments: { revision: { does: 'a commit, branch, tag or date', required: true } },
  options: recoverOptions,
  examples: [
    { line: 'notes at HEAD~3', does: 'level 1, three commits ago' },
    { line: 'notes at 2026-03-01', does: 'at the end of that day (UTC)' },
    { line: 'notes at HEAD~3 --query "token expiry"', does: 'what was known then about a subject' },
  ],
  exits: {
    0: 'recovered',
    1: 'there were no notes then',
    2: 'cannot run, since there is no notes file, or it was never committed',
  },
  run(context, { revision, ...typed }) {
    const slice = recoverAt(context, revision, requestFrom(typed))
    context.host.out(context.json ? sliceJson(slice) : sliceText(slice))
    return 0
  },
})
