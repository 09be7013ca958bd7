import { padStamp } from '../../files/sessions/pad-stamp.ts'
import { keepClientSession } from '../../files/user/client-session.ts'
import { logEvent } from '../../files/user/session-log.ts'
import { estimateTokens } from '../../markdown/tokens.ts'
import { recoverKept } from '../../project/recover/recover-kept.ts'
import { blockNow } from '../../project/session/pad-now.ts'
import { joined, ours, type Shown } from '../../safety/door.ts'
import { answer } from './answer.ts'
import { learnText } from './learn.ts'
import { contextOutput, MAX_UNITS } from './output.ts'
import { type HookCall, type HookHost, readCall, textIn } from './payload.ts'
import { promptAtOnce, turnAtOnce } from './prompt-at-once.ts'
import { concernsNobody } from './tool-at-once.ts'

export type { HookHost } from './payload.ts'

/**
 * `notes hook EVENT`: reads the client's input and prints context for the model. It never fails, and prints one valid
 * document or nothing: a broken notes file must never break a session.
 */
export async function runHook(host: HookHost, beforeLoading: () => void): Promise<void> {
  const call = readCall(host)
  if (call === undefined || (call.problem === undefined && answeredAtOnce(call))) return
  beforeLoading()
  await answer(call)
}

/** The cases that a user waits for at every prompt and tool call, without loading anything else. */
function answeredAtOnce(call: HookCall): boolean {
  try {
    switch (call.event) {
      case 'SessionStart':
        return startedAtOnce(call)
      case 'UserPromptSubmit':
        return promptAtOnce(call)
      case 'PreToolUse':
      case 'PostToolUse':
        return concernsNobody(call)
      case 'PostToolBatch':
      case 'Stop':
        return turnAtOnce(call)
      case 'SubagentStop':
        return true
      default:
        return false
    }
  } catch {
    return false
  }
}

/** A session that starts with the kept slice, and with a pad that is sound. */
function startedAtOnce(call: HookCall): boolean {
  const { host, cwd, env, session, client, payload } = call
  const source = textIn(payload, 'source')
  // The pad of the session before is copied.
  if (source === 'clear' || source === 'fork') return false
  const kept = recoverKept({ cwd, env }, { level: 1 })
  if (kept === undefined || !kept.usual) return false
  const { root, command } = kept
  const pad = session === undefined ? '' : padStamp(root, session)
  const block = session === undefined || pad === '' ? ours('') : blockNow(root, session)
  if (block === undefined) return false
  const learn = source === 'resume' ? [] : [learnText(command)]
  const text = joined([kept.slice, ...learn, ...(block === '' ? [] : [ours(block.trimEnd())])], '\n\n')
  const output = contextOutput('SessionStart', text as Shown)
  if (output.length > MAX_UNITS) return false
  host.out(output)
  if (session !== undefined) {
    if (client !== undefined) keepClientSession(env, client, session)
    const tokens = estimateTokens(text)
    const compacted = source === 'compact' ? { compacted: true } : {}
    logEvent(env, { root, session }, { event: 'SessionStart', tokens, pad, ...compacted }, host.now())
  }
  return true
}
