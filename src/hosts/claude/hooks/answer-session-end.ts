import { messageOf } from '../../../error.ts'
import { forgetClientSession } from '../../../files/user/client-session.ts'
import { changeProject } from '../../../project/change.ts'
import type { Log } from './answer.ts'
import { log, openCall } from './open-call.ts'
import { type HookCall, textIn } from './payload.ts'

/** Adds a row to the Session Continuity Log if the session has recorded anything since its last row. */
export async function answerSessionEnd(call: HookCall, report: Log): Promise<undefined> {
  const { env, client, payload } = call
  const reason = textIn(payload, 'reason')
  const opened = openCall(call)
  if (opened !== undefined) {
    const { open, state } = opened
    if (state.wrote.length > 0 && open.config.values.hooks.handoff && open.project.exists) {
      try {
        const draft = {
          kind: 'log',
          at: call.host.now().toISOString(),
          agent: 'claude-code',
          summary: summaryOf(state.wrote),
        } as const
        await changeProject(open, { command: 'session end', intents: [{ do: 'add', draft }] })
        log(opened, { handedOn: true })
      } catch (error) {
        report(messageOf(error))
      }
    }
  }
  // After `/clear` and resume, the client keeps running and starts its next session at once.
  if (client !== undefined && reason !== 'clear' && reason !== 'resume') forgetClientSession(env, client)
  return undefined
}

const MAX_NAMED = 4

/** Returns `Recorded: 2 decisions (Use one pool; Retry twice), 1 question (Which region?)`. */
function summaryOf(wrote: readonly (readonly [kind: string, title: string])[]): string {
  const kinds = new Map<string, string[]>()
  for (const [kind, title] of wrote) kinds.set(kind, [...(kinds.get(kind) ?? []), title])
  const parts = [...kinds].map(([kind, titles]) => {
    const named = titles.filter(title => title !== '').slice(-MAX_NAMED)
    const more = named.length < titles.length ? ['…'] : []
    return `${titles.length} ${kind}${titles.length === 1 ? '' : 's'} (${[...more, ...named].join('; ')})`
  })
  return `Recorded: ${parts.join(', ')}`
}
