import { NotesError } from '../../error.ts'
import type { Replay } from '../claude/set-up/try-hooks.ts'

/** One thing that `notes doctor` looked at. */
export interface Check {
  readonly name: string
  /** `advice`: works, but could be better. */
  readonly state: 'ok' | 'advice' | 'broken'
  readonly what: string
  readonly fix?: Repair
}

export interface Diagnosis {
  readonly checks: readonly Check[]
  /** The result of running each installed hook with a sample payload. */
  readonly replays: readonly Replay[]
}

export interface Repair {
  /** A command to run, or an instruction. */
  readonly say: string
  /** Makes the repair. Only for repairs that cannot lose anything. */
  readonly run?: () => Promise<unknown>
}

export const ok = (name: string, what: string): Check => ({ name, state: 'ok', what })

export const advice = (name: string, what: string, fix?: Repair): Check => ({
  name,
  state: 'advice',
  what,
  ...(fix === undefined ? {} : { fix }),
})

export const broken = (name: string, what: string, fix: string | Repair): Check => ({
  name,
  state: 'broken',
  what,
  fix: typeof fix === 'string' ? { say: fix } : fix,
})

/** Reports a `NotesError` with its file and hint; rethrows any other error. */
export function problemOf(name: string, error: unknown): Check {
  if (!(error instanceof NotesError)) throw error
  const { message, path, hint } = error
  return broken(name, path === undefined || message.includes(path) ? message : `${path}: ${message}`, hint)
}
