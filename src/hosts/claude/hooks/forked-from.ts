import { dirname, join } from 'node:path'
import { newestFiles } from '../../../files/read/look.ts'
import { isSessionId, type SessionId } from '../../../files/sessions/session-id.ts'
import { lastUsage } from './context-use.ts'
import { type HookCall, textIn } from './payload.ts'

/** How many transcripts to search, newest first: forks are made from recent sessions. */
const MAX_TRANSCRIPTS = 20

/**
 * Returns the session that this one was forked from. The client does not name it, but reports the size of the context
 * and the age of the last answer, both of which are recorded in the transcript of the original session.
 */
export function forkedFrom({ payload, session, host }: HookCall): SessionId | undefined {
  const tokens = payload.context_tokens
  const age = payload.seconds_since_last_response
  const transcript = textIn(payload, 'transcript_path')
  if (typeof tokens !== 'number' || transcript === '') return undefined
  const now = host.now().getTime()
  const found = newestFiles(dirname(transcript), '.jsonl', MAX_TRANSCRIPTS)
    .map(name => ({ id: name.slice(0, -'.jsonl'.length), last: lastUsage(join(dirname(transcript), name)) }))
    .filter(({ id, last }) => id !== session && last?.used === tokens)
    .map(({ id, last }) => {
      const seconds = (now - Date.parse(last?.at ?? '')) / 1000
      return { id, off: typeof age === 'number' && Number.isFinite(seconds) ? Math.abs(seconds - age) : 1e9 }
    })
    .toSorted((one, other) => one.off - other.off)
  const [best] = found
  return best !== undefined && isSessionId(best.id) ? best.id : undefined
}
