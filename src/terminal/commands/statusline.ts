import { statusLineFor } from '../../hosts/claude/statusline.ts'
import { report } from '../print/output.ts'
import { defineCommand } from '../program/command.ts'

export const statusLine = defineCommand({
  name: 'statusline',
  summary: 'Print a status line for Claude Code',
  details:
    'Reads the JSON of a status line from standard input, if there is any, and prints one line: the bead, what is open,\n' +
    'the share of claims about the code that hold, and the size of the pad. For .claude/settings.json:\n' +
    '"statusLine": {"type": "command", "command": "npx notes statusline"}; `node node_modules/notesmd/dist/notes.cjs statusline` starts faster.',
  setup: ['notes question add "Which port?"'],
  examples: [
    { line: 'notes statusline < /dev/null', does: 'for the working folder' },
    {
      line: 'echo \'{"workspace":{"current_dir":"."}}\' | notes statusline',
      does: 'as the client asks for it',
    },
  ],
  exits: { 0: 'always' },

  run(context) {
    const line = statusLineFor({ ...context.host, cwd: context.host.cwd })
    report(context, { json: { line }, lines: [line !== '' && line] })
    return 0
  },
})
