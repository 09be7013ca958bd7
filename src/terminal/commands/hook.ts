import { runHook } from '../../hosts/claude/hooks/hook.ts'
import { EVENTS } from '../../hosts/claude/hooks/payload.ts'
import { defineCommand } from '../program/command.ts'

export const hookCommand = defineCommand({
  name: 'hook',
  summary: 'Answer a hook of Claude Code',
  details:
    'Reads the hook input (JSON) from standard input and prints what the model should know, if anything: level 1 of\n' +
    '`notes recover` when a session starts, its pad if it has changed, a warning before compaction. Always exits\n' +
    'with 0 and prints at most one document; errors go to notesmd/hook.log in the state folder of the user\n' +
    '(~/.local/state). `notes init --claude` installs it.',
  arguments: {
    event: {
      does: 'the event, as SessionStart or session-start; default: the one in the JSON',
      known: EVENTS,
    },
  },
  examples: [
    {
      line: 'echo \'{"source":"clear"}\' | notes hook SessionStart',
      does: 'see what a session gets after /clear',
    },
    { line: 'notes hook session-start < /dev/null', does: 'the same, without the JSON' },
  ],
  exits: { 0: 'always' },

  async run({ host }, { event }): Promise<0> {
    const argv = event === undefined ? ['hook'] : ['hook', event]
    await runHook({ ...host, cwd: host.cwd, argv })
    return 0
  },
})
