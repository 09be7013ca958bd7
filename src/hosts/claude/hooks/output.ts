import { ours, type Shown } from '../../../safety/door.ts'
import type { EventName } from './payload.ts'

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
