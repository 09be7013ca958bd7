import { hookEvents } from './events.ts'
import { hookCommand, mcpServer, OWN_PROGRAM } from './program.ts'
import { hooksObject } from './settings.ts'

const RUN = '${CLAUDE_PLUGIN_ROOT}/run.cjs'

interface Package {
  readonly version: string
  readonly description: string
  readonly license: string
  readonly keywords: readonly string[]
}

/** The files of the Claude Code plugin that are generated from the table of events and package.json. */
export function pluginFiles({ version, description, license, keywords }: Package): Record<string, string> {
  const author = { name: 'notesmd' }
  const hooks = hookEvents.map(event => {
    const { name, timeout } = event
    const command = { type: 'command', timeout, command: 'node', args: [RUN, 'hook', name] } as const
    return { ...event, command }
  })
  return {
    '.claude-plugin/plugin.json': json({ name: 'notes', version, description, author, license, keywords }),
    '.claude-plugin/marketplace.json': json({
      name: 'notesmd',
      owner: author,
      description,
      plugins: [{ name: 'notes', source: './', description }],
    }),
    'hooks/hooks.json': json({ description, hooks: hooksObject(hooks) }),
    '.mcp.json': json({ mcpServers: { notes: { command: 'node', args: [RUN, 'mcp'] } } }),
  }
}

/** The settings and servers with which this repository uses its own build. */
export function ownSettings(settings: object): Record<string, string> {
  const hooks = hookEvents.map(event => ({ ...event, command: hookCommand(OWN_PROGRAM, event) }))
  return {
    '.claude/settings.json': json({ ...settings, hooks: hooksObject(hooks) }),
    '.mcp.json': json({ mcpServers: { notes: mcpServer(OWN_PROGRAM) } }),
  }
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
