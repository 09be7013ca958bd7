import { sessionFiles } from '../files/sessions/session-files.ts'
import { checkSessionId } from '../files/sessions/session-id.ts'
import { type SessionEvent, sessionLogs } from '../files/user/session-log.ts'
import type { OpenProject } from './open.ts'
import { padNow } from './session/pad-now.ts'

/** Cost and use of the notes in one session. */
export interface SessionStats {
  readonly session: string
  /** ISO dates of the first and the last event. */
  readonly from: string
  readonly to: string
  /** Text that hooks put into the session's context, by event. */
  readonly injected: Readonly<Record<string, Injected>>
  readonly tokens: number
  readonly compactions: number
  /** The number of `recover` and `search` calls, and of those with a query that found something. */
  readonly asked: number
  readonly foundAgain: number
  /** Records added or resolved, by kind. */
  readonly wrote: Readonly<Record<string, number>>
  /** Lines and cards of the pad that became records. */
  readonly promoted: number
}

export interface Injected {
  readonly times: number
  readonly tokens: number
}

const ASKED: ReadonlySet<string> = new Set(['recover', 'search'])

/**
 * Returns the figures for each session of a project, newest first, from the log in the user's state folder and from
 * pads.
 */
export async function sessionStats({ env, project }: OpenProject): Promise<readonly SessionStats[]> {
  const logs = sessionLogs(env, project.root)
  const pads = await sessionFiles(project.root).list()
  const named = new Set([...logs.map(({ session }) => session), ...pads.map(({ id }) => id)])
  const all = [...named].map(session => {
    const events = logs.filter(log => log.session === session).flatMap(log => log.events)
    return statsOf(session, events, promotions(project.root, session))
  })
  return all
    .filter(({ from, promoted }) => from !== '' || promoted.length > 0)
    .map(({ promoted, ...stats }) => ({ ...stats, promoted: promoted.length }))
    .sort((one, other) => (one.to < other.to ? 1 : -1))
}

/** Returns the dates on which something was promoted from the pad to the notes. A damaged pad counts as empty. */
function promotions(root: string, session: string): readonly string[] {
  try {
    return padNow(root, checkSessionId(session))?.promoted.map(({ at }) => at) ?? []
  } catch {
    return []
  }
}

function statsOf(session: string, events: readonly SessionEvent[], promoted: readonly string[]) {
  const dates = [...events.map(({ at = '' }) => at), ...promoted].filter(at => at !== '').sort()
  const injected: Record<string, Injected> = {}
  const wrote: Record<string, number> = {}
  for (const { event, tokens = 0, wrote: records = [] } of events) {
    if (tokens > 0 && !ASKED.has(event)) {
      const { times, tokens: before } = injected[event] ?? { times: 0, tokens: 0 }
      injected[event] = { times: times + 1, tokens: before + tokens }
    }
    for (const [kind] of records) wrote[kind] = (wrote[kind] ?? 0) + 1
  }
  const asked = events.filter(({ event }) => ASKED.has(event))
  return {
    session,
    from: dates[0] ?? '',
    to: dates.at(-1) ?? '',
    injected,
    tokens: Object.values(injected).reduce((sum, { tokens }) => sum + tokens, 0),
    compactions: events.filter(({ compacted }) => compacted === true).length,
    asked: asked.length,
    foundAgain: asked.filter(({ found = 0 }) => found > 0).length,
    wrote,
    promoted,
  }
}
