import { framed } from '../../recover/frame.ts'
import type { Slice } from '../../recover/slice.ts'

/** The client replaces more than 10,000 UTF-16 units of output by a preview of 2 KB. */
export const MOST_UNITS = 9_900

/** A slice as the client takes it at the start of a session. */
export const sessionStartOutput = ({ frame, text }: Slice): string => sessionStart(framed(frame, text))

export function sessionStart(additionalContext: string): string {
  return `${JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext } })}\n`
}
