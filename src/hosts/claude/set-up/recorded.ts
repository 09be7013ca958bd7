/** The ID of a session that never existed, so that a replay never touches the data of a real one. */
const SESSION = '00000000-0000-4000-8000-6e6f7465736d'

/** Returns an event's payload with a project's paths: the fields that hooks read, as Claude Code 2.1.326 sends them. */
export const recordedPayload = (event: string, root: string, scratch: string): object => ({
  session_id: SESSION,
  transcript_path: `${scratch}/${SESSION}.jsonl`,
  cwd: root,
  hook_event_name: event,
  ...fields(root)[event],
})

function fields(root: string): Readonly<Record<string, object>> {
  const file_path = `${root}/src/index.ts`
  const edit = { tool_name: 'Edit', tool_input: { file_path, old_string: 'a', new_string: 'b' } }
  const list = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: 'src' }
  return {
    SessionStart: { source: 'startup' },
    UserPromptSubmit: { prompt: 'Go on' },
    PreToolUse: edit,
    PostToolUse: edit,
    PostToolBatch: { tool_calls: [list] },
    PreCompact: { trigger: 'manual' },
    Stop: { stop_hook_active: false },
    SubagentStart: { agent_id: 'a12f9e7f5cd39504c' },
    SessionEnd: { reason: 'other' },
  }
}
