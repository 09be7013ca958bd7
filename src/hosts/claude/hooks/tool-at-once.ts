import { mentions } from '../../../files/mentions.ts'
import { keptSlice } from '../../../files/user/kept-slice.ts'
import { keyOf } from '../../../project/recover/recover-kept.ts'
import { fieldsIn, type HookCall, textIn } from './payload.ts'

/** Is this a tool call that involves neither the notes nor the code they cite? */
export function isUnrelated(call: HookCall): boolean {
  const { event, payload, cwd, env } = call
  // A subagent's call of our tools must name its pad.
  if (textIn(payload, 'tool_name').startsWith('mcp__'))
    return event !== 'PreToolUse' || payload.agent_id === undefined
  const input = fieldsIn(payload, 'tool_input')
  const path = textIn(input, 'file_path') || textIn(input, 'notebook_path')
  if (path === '') return true
  if (event === 'PostToolUse') return !isMarkdown(path)
  const kept = keptSlice({ cwd, env }, keyOf({ level: 1 }))
  if (kept === undefined || isMarkdown(path)) return false
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  return !mentions(kept.file, name)
}

/** A notes file is Markdown, whatever it is called. */
const isMarkdown = (path: string): boolean => /\.(?:md|mdx|mdown|mkdn?|markdown|txt)$/i.test(path)
