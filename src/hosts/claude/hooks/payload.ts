import { type Fields, isFields } from '../../../files/read/json.ts'
import { isSessionId, type SessionId } from '../../../files/sessions/session-id.ts'
import type { Environment } from '../../../project/open.ts'
import { ours, type Shown } from '../../../safety/door.ts'

/** The parts of the machine that a hook may access. */
export interface HookHost {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Environment
  readonly now: () => Date
  readonly out: (text: Shown) => void
  readonly readInput: () => string
}

/** The events that `notes hook` answers, by the client's names for them. */
export const EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolBatch',
  'PreCompact',
  'Stop',
  'SubagentStart',
  'SubagentStop',
  'SessionEnd',
] as const
export type EventName = (typeof EVENTS)[number]

/** One hook call: the client's input, validated only as far as it is used. */
export interface HookCall {
  readonly host: HookHost
  readonly event: EventName
  /** The folder of the session; it follows `cd`. */
  readonly cwd: string
  readonly env: Environment
  readonly session: SessionId | undefined
  /** The process ID of the client. */
  readonly client: number | undefined
  readonly payload: Fields
  /** Why there is no payload. */
  readonly problem?: string
}

/** Returns undefined for an event that only a newer client knows. */
export function readCall(host: HookHost): HookCall | undefined {
  const { payload, problem } = readPayload(host)
  const name = host.argv[1] ?? payload.hook_event_name
  const event = EVENTS.find(known => typeof name === 'string' && eventKey(known) === eventKey(name))
  if (event === undefined) return undefined
  const session = payload.session_id ?? host.env.CLAUDE_CODE_SESSION_ID
  return {
    host,
    event,
    cwd: isPath(payload.cwd) ? payload.cwd : host.cwd,
    env: host.env,
    session: typeof session === 'string' && isSessionId(session) ? session : undefined,
    client: Number(host.env.CLAUDE_PID) || undefined,
    payload,
    ...(problem === undefined ? {} : { problem }),
  }
}

export const textIn = (fields: Fields, name: string): string => {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

export const fieldsIn = (fields: Fields, name: string): Fields => {
  const value = fields[name]
  return isFields(value) ? value : {}
}

/** No system allows longer paths. The limit bounds the work, because every folder in a path is checked. */
const MAX_PATH = 32_767

export const isPath = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_PATH

/** `SessionStart` and `session-start` name the same event. */
export const eventKey = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '')

function readPayload(host: HookHost): { payload: Fields; problem?: string } {
  let input = ''
  try {
    input = host.readInput()
    const payload: unknown = input.trim() === '' ? {} : JSON.parse(input)
    return isFields(payload)
      ? { payload }
      : { payload: {}, problem: 'Standard input is JSON, but not an object' }
  } catch {
    // Omit the parser's message: it quotes the input.
    return {
      payload: {},
      problem: input === '' ? 'Standard input cannot be read' : 'Standard input is not JSON',
    }
  }
}

/** The client replaces more than 10,000 UTF-16 units of output with a preview of 2 KB. */
export const MAX_UNITS = 9_900

/** Returns the JSON document that adds text to the model's context. */
export const contextOutput = (hookEventName: EventName, additionalContext: Shown): Shown =>
  ours(`${JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext } })}\n`)

/** Returns the length of `text` as JSON, which is what the client counts. */
export const unitsOf = (text: string): number => JSON.stringify(text).length - 2

/** Returns a pad's block, shortened to at most `units` UTF-16 units as JSON; empty when there is nothing to show. */
export async function blockWithin(block: (room: number) => Promise<Shown>, units: number): Promise<Shown> {
  for (let room = units; room > 0; ) {
    const text = ours((await block(room)).trimEnd())
    const excess = unitsOf(text) - units
    if (excess <= 0) return text
    room -= Math.max(excess, 100)
  }
  return ours('')
}
