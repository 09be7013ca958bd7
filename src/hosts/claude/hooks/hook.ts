import { padStamp } from '../../../files/sessions/session-id.ts'
import { clientSession, keepClientSession } from '../../../files/user/client-session.ts'
import { logEvent, readSessionLog } from '../../../files/user/session-log.ts'
import { nameFor } from '../../../files/user/user-folder.ts'
import { estimateTokens } from '../../../markdown/tokens.ts'
import { recoverKept } from '../../../project/recover/recover-kept.ts'
import { blockNow } from '../../../project/session/pad-now.ts'
import { joined, ours } from '../../../safety/door.ts'
import { learnText } from '../how-to-record.ts'
import { answer } from './answer.ts'
import { followsDefaults, isUnrelated, promptAtOnce, turnAtOnce } from './at-once.ts'
import { contextOutput, type HookCall, type HookHost, MAX_UNITS, readCall, textIn } from './payload.ts'
import { stateOf } from './session-state.ts'

/**
 * `notes hook EVENT`: reads the client's input and prints context for the model. It never fails, and prints one valid
 * document or nothing: a broken notes file must never break a session.
 */
export async function runHook(host: HookHost): Promise<void> {
  const call = readCall(host)
  if (call === undefined || (call.problem === undefined && answeredAtOnce(call))) return
  await answer(call)
}

/** Answers the events that keep a user waiting at every prompt and tool call, without loading more code. */
function answeredAtOnce(call: HookCall): boolean {
  try {
    switch (call.event) {
      case 'SessionStart':
        return startedAtOnce(call)
      case 'UserPromptSubmit':
        return promptAtOnce(call)
      case 'PreToolUse':
      case 'PostToolUse':
        return isUnrelated(call)
      case 'PostToolBatch':
      case 'Stop':
        return turnAtOnce(call)
      case 'SubagentStop': // any output would keep the subagent running
        return true
      default:
        return false
    }
  } catch {
    return false
  }
}

/** The guidance is on by default, so the kept slice lists this setting only when it is off. */
const GUIDANCE = 'hooks.guidance'

/** Answers the start of a session with the kept slice, if the session's pad is sound. */
function startedAtOnce(call: HookCall): boolean {
  const { host, cwd, env, session, client, payload } = call
  const source = textIn(payload, 'source')
  if (source === 'fork') return false
  const kept = recoverKept({ cwd, env })
  if (kept === undefined || !followsDefaults(kept.settings, 'start')) return false
  const { root, command, settings } = kept
  const key = session === undefined ? undefined : { root, session }
  const before = source !== 'clear' || client === undefined ? undefined : clientSession(env, client)
  // The pad of the session before `/clear` has to be copied, which only the full code path does.
  if (before !== undefined && before !== session && padStamp(root, before) !== '') return false
  const known = key !== undefined && source === 'resume' ? stateOf(readSessionLog(env, key)) : undefined
  const name = nameFor(kept.slice)
  const pad = key === undefined ? '' : padStamp(root, key.session)
  const block = key === undefined || pad === '' || pad === known?.pad ? ours('') : blockNow(root, key.session)
  if (block === undefined) return false
  const text = joined(
    [
      ...(known?.slice === name ? [] : [kept.slice]),
      ...(known?.slice === undefined && !settings.includes(GUIDANCE) ? [learnText(command)] : []),
      ...(block === '' ? [] : [ours(block.trimEnd())]),
    ],
    '\n\n',
  )
  const output = contextOutput('SessionStart', text)
  if (output.length > MAX_UNITS) return false
  if (text !== '') host.out(output)
  if (key !== undefined) {
    if (client !== undefined) keepClientSession(env, client, key.session)
    const tokens = estimateTokens(text)
    const compacted = source === 'compact' ? { compacted: true } : {}
    logEvent(env, key, { event: 'SessionStart', tokens, slice: name, pad, ...compacted }, host.now())
  }
  return true
}
