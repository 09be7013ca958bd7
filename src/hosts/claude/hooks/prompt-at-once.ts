import { DEFAULT_FILE } from '../../../files/project-root.ts'
import { isThere } from '../../../files/read/look.ts'
import { padStamp } from '../../../files/sessions/session-id.ts'
import { keptSlice, sliceKey } from '../../../files/user/kept-slice.ts'
import { logEvent, readSessionLog } from '../../../files/user/session-log.ts'
import { estimateTokens } from '../../../markdown/tokens.ts'
import { blockNow } from '../../../project/session/pad-now.ts'
import { ours } from '../../../safety/door.ts'
import { contextUse, isOfNow } from './context-use.ts'
import { callsIn, isSubagent, largeResult } from './large-result.ts'
import { contextOutput, MAX_UNITS } from './output.ts'
import { type HookCall, textIn } from './payload.ts'
import { projectAtOnce } from './project-at-once.ts'
import { type SessionState, stateOf } from './session-state.ts'

/**
 * Repeats `defaultSettings.warnAt` from `pads/limits.ts`, so that no prompt has to load that file. A test compares the
 * two values.
 */
export const WARN_AT = 0.85

/** Is this the client's own prompt, sent when a background subagent has ended? */
export const isNotification = ({ payload }: HookCall): boolean =>
  textIn(payload, 'prompt').startsWith('<task-notification>')

/** Answers a prompt in a project without special settings, if the pad is sound and no warning is due. */
export function promptAtOnce(call: HookCall): boolean {
  const { host, env, session } = call
  // A background subagent has ended: report what it wrote.
  if (session === undefined || isNotification(call)) return false
  const root = projectAtOnce(call, 'prompt')?.root
  if (root === undefined) return false
  if (keepsNothing(root)) return true
  const key = { root, session }
  const state = stateOf(readSessionLog(env, key))
  if (isWarningDue(call, () => state)) return false
  const pad = padStamp(root, session)
  if (pad === (state.pad ?? '')) return true
  const block = pad === '' ? ours('') : blockNow(root, session)
  if (block === undefined) return false
  const text = ours(block.trimEnd())
  const output = contextOutput('UserPromptSubmit', text)
  if (output.length > MAX_UNITS) return false
  if (text !== '') host.out(output)
  logEvent(env, key, { event: 'UserPromptSubmit', tokens: estimateTokens(text), pad }, host.now())
  return true
}

/** Answers the end of a turn, or a batch of small results, while the context is far from full. */
export function turnAtOnce(call: HookCall): boolean {
  if (call.payload.stop_hook_active === true || call.payload.agent_id !== undefined) return true
  const found = call.session === undefined ? undefined : projectAtOnce(call, 'turn')
  if (found === undefined || call.session === undefined) return false
  if (keepsNothing(found.root)) return true
  const key = { root: found.root, session: call.session }
  if (isWarningDue(call, () => stateOf(readSessionLog(call.env, key)))) return false
  const calls = callsIn(call.payload.tool_calls)
  // A command may have changed the notes, in which case the kept slice is stale.
  const mayHaveChanged = calls.some(({ name }) => name === 'Bash')
  if (mayHaveChanged && keptSlice(call, sliceKey()) === undefined) return false
  return calls.every(done => largeResult(done) === undefined && !isSubagent(done))
}

function isWarningDue({ payload, env }: HookCall, stateNow: () => SessionState): boolean {
  const use = contextUse(textIn(payload, 'transcript_path'), env, 0)
  if (use === undefined || use.used < use.compactsAt * WARN_AT) return false
  const { warned, compactedAt } = stateNow()
  return !warned && isOfNow(use, compactedAt)
}

const keepsNothing = (root: string): boolean =>
  !isThere(`${root}/.notes`) && !isThere(`${root}/${DEFAULT_FILE}`) && !isThere(`${root}/NOTES.md`)
