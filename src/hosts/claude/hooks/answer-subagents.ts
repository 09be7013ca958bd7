import { sessionFiles } from '../../../files/sessions/session-files.ts'
import { isSessionId, type SessionId } from '../../../files/sessions/session-id.ts'
import { estimateTokens } from '../../../markdown/tokens.ts'
import { childReports, type PadReport } from '../../../project/session/pad-report.ts'
import { ours, type Shown, shown } from '../../../safety/door.ts'
import { log, type OpenCall, openCall, sessionNamed } from './open-call.ts'
import { blockWithin, contextOutput, MAX_UNITS } from './output.ts'
import { type HookCall, textIn } from './payload.ts'

/** Returns the session ID of a subagent's own pad: `SESSION.AGENT`. */
export function subagentSession(session: SessionId, agent: string): SessionId | undefined {
  const id = `${session}.${agent}`
  return agent !== '' && isSessionId(id) ? id : undefined
}

/** A subagent starts with an empty pad, or with a copy of its session's pad. */
export async function answerSubagentStart(call: HookCall): Promise<Shown | undefined> {
  const opened = openCall(call)
  if (opened === undefined || !opened.settings.enabled) return undefined
  const { key, payload, open } = opened
  const child = subagentSession(key.session, textIn(payload, 'agent_id'))
  if (child === undefined || open.config.values.session.subagents !== 'copy') return undefined
  const parent = await sessionNamed(opened, key.session)
  if (parent.problems.length > 0) return undefined
  const session = await parent.spawn({ id: child, copyNotepad: true })
  const text = await blockWithin(room => session.promptBlock(room), MAX_UNITS - 200)
  if (text === '') return undefined
  log(opened, { tokens: estimateTokens(text) })
  return contextOutput('SubagentStart', text)
}

/** Reports to the session what its subagents have written since the last report. */
export async function subagentReport(call: OpenCall): Promise<Shown> {
  const { key, state } = call
  const reports = await childReports(sessionFiles(key.root), key.session)
  const fresh = reports.filter(({ id, bytes }) => !state.told.has(`${id} ${bytes}`))
  if (fresh.length === 0) return ours('')
  log(call, { told: fresh.map(({ id, bytes }) => `${id} ${bytes}`) })
  return shown(fresh.map(lineOf).join('\n'))
}

const lineOf = ({ id, text }: PadReport): string =>
  `[Scratchpad of subagent ${id.slice(id.lastIndexOf('.') + 1)}]\n${text}`
