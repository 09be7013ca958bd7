import { ours, type Shown } from '../../safety/door.ts'
import type { EventName } from './payload.ts'

/** The client replaces more than 10,000 UTF-16 units of output by a preview of 2 KB. */
export const MAX_UNITS = 9_900

/** The document that gives the model a context. */
export const contextOutput = (hookEventName: EventName, additionalContext: Shown): Shown =>
  ours(`${JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext } })}\n`)
