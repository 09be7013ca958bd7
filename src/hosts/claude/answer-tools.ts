import { estimateTokens } from '../../markdown/tokens.ts'
import { notesCommand } from '../../project/recover/notes-command.ts'
import { joined, ours, type Shown } from '../../safety/door.ts'
import { subagentReport } from './answer-subagents.ts'
import { warningDue } from './answer-turn.ts'
import { callsIn, clearingHint, largeResult, type ToolCall } from './large-result.ts'
import { log, type OpenCall, openCall } from './open-call.ts'
import { contextOutput, MAX_UNITS } from './output.ts'
import { type HookCall, textIn } from './payload.ts'

/** After a batch of tool calls: the warning of compaction, what subagents wrote, and what to do with large results. */
export async function answerBatch(call: HookCall): Promise<Shown | undefined> {
  const opened = openCall(call)
  // A subagent's context is not the one of its session.
  if (opened === undefined || call.payload.agent_id !== undefined) return undefined
  const calls = callsIn(call.payload.tool_calls)
  const warning = warningDue(opened)
  const clearing = clearingDue(opened, calls)
  const report = calls.some(({ name }) => name === 'Agent' || name === 'Task')
    ? await subagentReport(opened)
    : ours('')
  const said = [ours(warning ?? ''), report, ours(clearing ?? '')].filter(text => text !== '')
  if (said.length === 0) return undefined
  const text = joined(said, '\n\n')
  log(opened, {
    tokens: estimateTokens(text),
    ...(warning === undefined ? {} : { warned: true }),
    ...(clearing === undefined ? {} : { clearing: promptOf(call) }),
  })
  const output = contextOutput(call.event, text)
  return output.length <= MAX_UNITS ? output : undefined
}

const promptOf = ({ payload }: HookCall): string => textIn(payload, 'prompt_id') || 'unknown'

/** At most once in a turn. */
function clearingDue({ open, state, ...call }: OpenCall, calls: readonly ToolCall[]): string | undefined {
  if (!open.config.values.hooks.clearing || !open.project.exists || state.cleared === promptOf(call))
    return undefined
  const large = calls.map(largeResult).find(found => found !== undefined)
  return large === undefined ? undefined : clearingHint(large, notesCommand(open.project.root))
}

export function answerPreTool(_call: HookCall): undefined {}
export function answerPostTool(_call: HookCall): undefined {}
