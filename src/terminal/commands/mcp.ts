import { isToolSet, toolSets } from '../../config/fields.ts'
import { nearestName } from '../../config/nearest-name.ts'
import { usage } from '../../error.ts'
import { serveMcp } from '../../hosts/mcp/serve.ts'
import { remark } from '../print/output.ts'
import { defineCommand } from '../program/command.ts'

export const mcp = defineCommand({
  name: 'mcp',
  summary: 'Serve notes and pad to a model (MCP)',
  details:
    'Speaks the Model Context Protocol on standard input and output, until the input ends. Tool sets: project (recover, search, the records of each section, checkpoint, lint), scratchpad, notepad, cards. The pad is that of the session the client is in.',
  options: {
    tools: {
      kind: 'text',
      value: 'sets',
      does: 'the tool sets, separated by commas; default: `mcp.tools`, else project,scratchpad',
    },
  },
  examples: [
    { line: 'notes mcp < /dev/null', does: 'as a client starts it' },
    { line: 'notes mcp --tools project,notepad,cards < /dev/null', does: 'with other tools' },
  ],
  exits: { 0: 'the client has gone' },
  async run({ host, named: { file, root } }, { tools }) {
    if (host.terminal)
      remark({ host }, ['this is for a client such as Claude Code, and waits for its JSON; Ctrl-C ends it'])
    await serveMcp({
      ...(file === undefined ? {} : { file }),
      ...(root === undefined ? {} : { root }),
      ...host.streams(),
      cwd: host.cwd,
      env: host.env,
      now: host.now,
      tools: tools === undefined ? undefined : setsIn(tools),
      client: host.parent,
      stopped: host.interrupted(),
    })
    return 0 as const
  },
})

const setsIn = (typed: string) =>
  typed
    .split(',')
    .map(name => name.trim())
    .map(name => {
      if (isToolSet(name)) return name
      const near = nearestName(name, toolSets)
      throw usage(
        `Unknown tool set "${name}"`,
        near === undefined ? `Use ${toolSets.join(', ')}` : `Did you mean ${near}?`,
      )
    })
