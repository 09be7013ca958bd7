interface Replayed {
  readonly root: string
  readonly scratch: string
}

/** The ID of a session that never existed, so that a replay reads and writes nothing of a real one. */
const SESSION = '00000000-0000-4000-8000-6e6f7465736d'

/** Returns an event's payload, recorded from Claude Code 2.1.326 and shortened, with the paths of this project. */
export function recordedPayload(event: string, { root, scratch }: Replayed): object {
  return {
    session_id: SESSION,
    transcript_path: `${scratch}/${SESSION}.jsonl`,
    cwd: root,
    hook_event_name: event,
    ...(AFTER_PROMPT.has(event) ? { prompt_id: 'a5373c50-fd14-4e89-a6be-0048bdd1b86f' } : {}),
    ...fields(root)[event],
  }
}

/** The events whose payload names a prompt. Those before the first prompt have none to name. */
const AFTER_PROMPT: ReadonlySet<string> = new Set([
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolBatch',
  'PreCompact',
  'Stop',
  'SubagentStart',
])

const tool = { permission_mode: 'default', effort: { level: 'medium' } }
const agent = { agent_id: 'a12f9e7f5cd39504c', agent_type: 'general-purpose' }

const edit = (root: string) => ({
  tool_name: 'Edit',
  tool_input: { file_path: `${root}/src/index.ts`, old_string: 'a', new_string: 'b', replace_all: false },
  tool_use_id: 'toolu_replayed_1',
})

const fields = (root: string): Readonly<Record<string, object>> => ({
  SessionStart: { source: 'startup', model: 'claude-opus-5-5' },
  UserPromptSubmit: { permission_mode: 'default', prompt: 'Go on' },
  PreToolUse: { ...tool, ...edit(root) },
  PostToolUse: {
    ...tool,
    ...edit(root),
    tool_response: { filePath: `${root}/src/index.ts`, oldString: 'a', newString: 'b', userModified: false },
    duration_ms: 4,
  },
  PostToolBatch: {
    ...tool,
    tool_calls: [
      {
        tool_name: 'Bash',
        tool_input: { command: 'ls' },
        tool_use_id: 'toolu_replayed_2',
        tool_response: 'src',
      },
    ],
  },
  PreCompact: { trigger: 'manual', custom_instructions: null },
  Stop: {
    ...tool,
    stop_hook_active: false,
    last_assistant_message: 'Done.',
    background_tasks: [],
    session_crons: [],
  },
  SubagentStart: agent,
  SessionEnd: { reason: 'other' },
})
