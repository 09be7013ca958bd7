import type { Environment } from '../../project/open.ts'
import { recoverKept } from '../../project/recover/recover-kept.ts'
import type { Slice } from '../../recover/layout/slice.ts'
import { framed, ours, type Shown } from '../../safety/door.ts'
import { startSession } from './session-start.ts'

/** The parts of the machine that a hook may access. */
export interface HookHost {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Environment
  readonly now: () => Date
  readonly out: (text: Shown) => void
  readonly readInput: () => string
}

/** The fields used here of the JSON that the client sends on standard input. */
export interface HookPayload {
  readonly hook_event_name?: unknown
  readonly cwd?: unknown
}

/**
 * `notes hook EVENT`: reads the client's input and prints context for the model. It never throws, and prints one
 * valid document or nothing: a broken notes file must never break a session.
 */
export function runHook(host: HookHost, beforeLoading: () => void): void {
  const { payload, problem } = readPayload(host)
  const event = host.argv[1] ?? payload.hook_event_name
  // Ignore events that are not supported, or that only a newer client knows.
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

/** No system has longer paths, and every folder of a path is checked. */
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
      : { payload: {}, problem: 'Standard input is JSON, but not an object' }
  } catch {
    // Omit the parser's message: it quotes the input.
    return {
      payload: {},
      problem: input === '' ? 'Standard input cannot be read' : 'Standard input is not JSON',
    }
  }
}

/** The client replaces more than 10,000 UTF-16 units of output by a preview of 2 KB. */
export const MAX_UNITS = 9_900

/** Formats a slice as the output of a SessionStart hook. */
export const sessionStartOutput = ({ frame, text }: Slice): Shown => sessionStart(framed(frame, text))

export const sessionStart = (additionalContext: Shown): Shown =>
  ours(`${JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext } })}\n`)
