import type { Shown } from '../../safety/door.ts'
import { recoverKept } from '../recovery/recover-kept.ts'
import type { Environment } from '../setup.ts'
import { MAX_UNITS, sessionStart } from './output.ts'
import { startSession } from './session-start.ts'

/** What a hook may know of the machine that it runs on. */
export interface HookHost {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Environment
  readonly now: () => Date
  readonly out: (text: Shown) => void
  readonly readInput: () => string
}

/** What the client says on standard input, as far as it is used here. */
export interface HookPayload {
  readonly hook_event_name?: unknown
  readonly cwd?: unknown
}

/**
 * `notes hook EVENT`: reads what the client says and prints what the model shall know. Whatever happens, it does not
 * throw and prints one valid document or nothing: a broken notes file must never break a session.
 */
export function runHook(host: HookHost, beforeLoading: () => void): void {
  const { payload, problem } = readPayload(host)
  const event = host.argv[1] ?? payload.hook_event_name
  // Events that are not served yet, or that only a newer client knows.
  if (typeof event !== 'string' || eventKey(event) !== 'sessionstart') return
  const cwd = isPath(payload.cwd) ? payload.cwd : host.cwd
  const start = { cwd, env: host.env }
  const kept = problem === undefined ? recoverKept(start, { level: 1 }) : undefined
  const output = kept === undefined ? undefined : sessionStart(kept)
  if (output !== undefined && output.length <= MAX_UNITS) {
    host.out(output)
    return
  }
  beforeLoading()
  startSession(host, cwd, problem)
}

/** No system has longer paths; each folder of one is looked at. */
const MAX_PATH = 32_767

const isPath = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_PATH

/** `SessionStart` and `session-start` name the same event. */
const eventKey = (name: string): string => name.toLowerCase().replaceAll('-', '').replaceAll('_', '')

function readPayload(host: HookHost): { payload: HookPayload; problem?: string } {
  let input = ''
  try {
    input = host.readInput()
    const payload: unknown = input.trim() === '' ? {} : JSON.parse(input)
    return typeof payload === 'object' && payload !== null && !Array.isArray(payload)
      ? { payload }
      : { payload: {}, problem: 'Standard input is JSON, but no object' }
  } catch {
    // Without the parser's own words: these quote what somebody has typed.
    return {
      payload: {},
      problem: input === '' ? 'Standard input cannot be read' : 'Standard input is not JSON',
    }
  }
}
