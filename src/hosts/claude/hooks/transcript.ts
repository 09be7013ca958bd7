import { dirname, join } from 'node:path'
import { isFields, parseFields } from '../../../files/read/json.ts'
import { newestFiles } from '../../../files/read/look.ts'
import { readTail } from '../../../files/read/read-for-hook.ts'
import { isSessionId, type SessionId } from '../../../files/sessions/session-id.ts'
import type { Environment } from '../../../project/open.ts'
import { type HookCall, textIn } from './payload.ts'

/** How full the model's context is. */
export interface ContextUse {
  readonly used: number
  readonly compactsAt: number
  /** When it was recorded, as an ISO date; empty when the transcript does not say. */
  readonly at: string
}

/** The tokens that the client keeps free for its summary and for the next answer (measured with 2.1.326). */
const FOR_SUMMARY = 20_000
const FOR_ANSWER = 13_000

/**
 * Returns the last usage that the client recorded in its transcript. The file is written late and may be missing in the
 * first turn. Returns undefined if nothing is known, or if the conversation has been compacted since then.
 */
export function contextUse(transcript: string, env: Environment, window: number): ContextUse | undefined {
  const last = lastUsage(transcript)
  if (last === undefined) return undefined
  const { used, model, at } = last
  return { used, at, compactsAt: compactionPoint(window || windowOf(model, used, env), env) }
}

/** Is the usage newer than the last compaction? The transcript is written late and may lack one that hooks saw. */
export const isOfNow = ({ at }: ContextUse, compactedAt: string): boolean => at === '' || at >= compactedAt

function compactionPoint(window: number, env: Environment): number {
  const percent = Number(env.CLAUDE_AUTOCOMPACT_PCT_OVERRIDE)
  if (percent > 0 && percent <= 100) return ((window - FOR_SUMMARY) * percent) / 100
  return window > 2 * FOR_SUMMARY + FOR_ANSWER ? window - FOR_SUMMARY - FOR_ANSWER : window / 2
}

/** The client raises a smaller window to this size. */
const MIN_WINDOW = 100_000

/** No client compacts below this usage, so its settings need not be read. */
const MIN_USE = 50_000

function windowOf(model: string, used: number, env: Environment): number {
  const chosen = Number(env.CLAUDE_CODE_AUTO_COMPACT_WINDOW) || (used < MIN_USE ? 0 : windowInSettings(env))
  if (chosen > 0) return Math.max(MIN_WINDOW, chosen)
  return OLDER.test(model) && used <= 200_000 ? 200_000 : 1_000_000
}

/** Models up to 4.6 have a window of 200,000 tokens (measured with 2.1.326). */
const OLDER = /-(?:[123]|4-[0-6])(?:\D|$)|claude-[123]/

/** The auto-compact window from the nearest client settings that set one, or 0. */
function windowInSettings(env: Environment): number {
  const { CLAUDE_PROJECT_DIR: project, HOME: home } = env
  const files = [
    ...(project ? [`${project}/.claude/settings.local.json`, `${project}/.claude/settings.json`] : []),
    ...(home ? [`${home}/.claude/settings.json`] : []),
  ]
  for (const file of files) {
    const found = /"autoCompactWindow"\s*:\s*(\d{1,9})/.exec(readTail(file, 1024 * 1024).text)
    if (found !== null) return Number(found[1])
  }
  return 0
}

interface Usage {
  readonly used: number
  readonly model: string
  readonly at: string
}

/** Bytes to read from the end of a transcript, tried in turn: a tool result can be one line of several megabytes. */
const TAILS = [64 * 1024, 4 * 1024 * 1024]

function lastUsage(transcript: string): Usage | undefined {
  for (const bytes of TAILS) {
    const { text, whole } = readTail(transcript, bytes)
    const lines = text.split('\n')
    for (let at = lines.length - 1; at >= 0; at--) {
      const line = lines[at] ?? ''
      if (line.includes('"compact_boundary"') && parseFields(line)?.subtype === 'compact_boundary')
        return undefined
      const usage = line.includes('"usage"') ? usageIn(line) : undefined
      if (usage !== undefined) return usage
    }
    if (whole) return undefined
  }
  return undefined
}

function usageIn(line: string): Usage | undefined {
  const fields = parseFields(line)
  if (fields?.type !== 'assistant' || fields.isSidechain === true) return undefined
  const message = isFields(fields.message) ? fields.message : {}
  if (!isFields(message.usage)) return undefined
  const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens, output_tokens } = message.usage
  const parts = [input_tokens, cache_creation_input_tokens, cache_read_input_tokens, output_tokens]
  const used = parts.reduce((sum: number, part) => sum + (typeof part === 'number' ? part : 0), 0)
  if (!(used > 0)) return undefined
  return {
    used,
    model: typeof message.model === 'string' ? message.model : '',
    at: typeof fields.timestamp === 'string' ? fields.timestamp : '',
  }
}

export function lastAnswer(transcript: string): string | undefined {
  const lines = readTail(transcript, TAILS[0] ?? 0).text.split('\n')
  for (const line of lines.toReversed()) {
    const fields = line.includes('"assistant"') ? parseFields(line) : undefined
    if (fields?.type !== 'assistant' || fields.isSidechain === true) continue
    const content = isFields(fields.message) ? fields.message.content : undefined
    const texts = Array.isArray(content) ? content : []
    const said = texts.flatMap(part => (isFields(part) && typeof part.text === 'string' ? [part.text] : []))
    if (said.length > 0) return said.join('\n')
  }
  return undefined
}

/** The text of an API error at the end of a transcript, in lower case; empty when the last answer is not an error. */
export function lastFailure(transcript: string): string {
  const lines = readTail(transcript, TAILS[0] ?? 0).text.split('\n')
  const last = lines.toReversed().find(line => line.includes('"assistant"'))
  const fields = last === undefined ? undefined : parseFields(last)
  return fields?.isApiErrorMessage === true ? (last ?? '').toLowerCase() : ''
}

/** Maximum number of transcripts to search, newest first: forks are made from recent sessions. */
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
