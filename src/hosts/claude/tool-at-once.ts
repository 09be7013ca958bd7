import { fieldsIn, type HookCall, textIn } from './payload.ts'

/** Does a tool call change a file that has nothing to do with the notes? */
export function concernsNobody(call: HookCall): boolean {
  const { event, payload } = call
  const name = textIn(payload, 'tool_name')
  const input = fieldsIn(payload, 'tool_input')
  const path = textIn(input, 'file_path') || textIn(input, 'notebook_path')
  if (name.startsWith('mcp__')) return event !== 'PreToolUse' || payload.agent_id === undefined
  if (path === '') return true
  if (event === 'PostToolUse') return !isMarkdown(path)
  return false
}

/** A notes file is Markdown, whatever it is called. */
export const isMarkdown = (path: string): boolean => /\.(?:md|markdown|mdx|txt)$/i.test(path)
