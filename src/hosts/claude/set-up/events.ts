import type { EventName } from '../hooks/payload.ts'

/** An event of Claude Code that `notes hook` answers. */
export interface HookEvent {
  readonly name: EventName
  /** A pattern of tool names. The client starts the hook only for tools that match it. */
  readonly matcher?: string
  /** The same tools, in words for the documentation. */
  readonly tools?: string
  /** Seconds. The client kills a hook that takes longer, drops its output and goes on. */
  readonly timeout: number
  readonly does: string
}

/**
 * SubagentStop is not here: its text would keep the subagent running. PostCompact is never answered: SessionStart comes
 * before it, and the client shows the model a line for each PostCompact hook.
 *
 * The settings, the plugin, the documentation and the checks of `notes doctor` all follow from this table.
 */
export const hookEvents: readonly HookEvent[] = [
  { name: 'SessionStart', timeout: 10, does: 'provides level 1 of the notes, and the pad' },
  { name: 'UserPromptSubmit', timeout: 5, does: 'provides reminders, and the pad if it has changed' },
  {
    name: 'PreToolUse',
    // Includes our own tools: when a subagent calls one, the hook tells the server which pad to use.
    matcher: '^(Edit|Write|MultiEdit|NotebookEdit|mcp__(plugin_notes_)?notes__.*)$',
    tools: 'edits, our tools',
    timeout: 5,
    does: 'names the decisions that rest on code about to change',
  },
  {
    name: 'PostToolUse',
    matcher: 'Edit|Write|MultiEdit',
    tools: 'edits',
    timeout: 5,
    does: 'checks the notes file after the agent edited it',
  },
  {
    name: 'PostToolBatch',
    timeout: 5,
    does: 'warns before compaction, advises on large results, reports what subagents wrote',
  },
  { name: 'PreCompact', timeout: 5, does: 'tells the model that summarizes what is kept elsewhere' },
  { name: 'Stop', timeout: 5, does: 'asks for a last entry when compaction is near' },
  { name: 'SubagentStart', timeout: 5, does: 'gives a subagent its pad' },
  // The client waits 1.5 s for all hooks of this event, or as long as the longest timeout.
  { name: 'SessionEnd', timeout: 2, does: 'writes the handoff row of a session that recorded something' },
]

/** The table in `protocols/claude.md`. */
export const eventTable = (): string =>
  [
    '| Event | What `notes` does |',
    '|-------|-------------------|',
    ...hookEvents.map(({ name, tools, does }) => {
      const which = tools === undefined ? '' : ` (${tools})`
      return `| ${name}${which} | ${does} |`
    }),
    '',
  ].join('\n')
