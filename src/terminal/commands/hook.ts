import { runHook } from '../../hosts/claude/hook.ts'
import { defineCommand } from '../program/command.ts'

export const hookCommand = defineCommand({
  name: 'hook',
  summary: 'Answer a hook of Claude Code',
  details:
    'Reads the JSON of the hook from standard input and prints what the model should know. At the start of a session\n' +
    '(startup, resume, clear, compact, fork) that is level 1 of `notes recover`. Always exits with 0 and prints at\n' +
    'most one JSON document; errors go to notesmd/hook.log in the state folder of the user (~/.local/state).\n' +
    '`notes init --claude` installs it.',
  arguments: {
    event: {
      does: 'the event, as SessionStart or session-start; default: the one in the JSON',
      known: ['SessionStart'],
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

  run({ host }, { event }) {
    runHook({ ...host, cwd: host.cwd, argv: event === undefined ? ['hook'] : ['hook', event] }, () => {})
    return 0
  },
})
