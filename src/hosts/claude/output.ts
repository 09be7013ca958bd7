import type { Slice } from '../../recover/slice.ts'
import { framed, ours, type Shown } from '../../safety/door.ts'

/** The client replaces more than 10,000 UTF-16 units of output by a preview of 2 KB. */
export const MAX_UNITS = 9_900

/** Formats a slice as the output of a SessionStart hook. */
export const sessionStartOutput = ({ frame, text }: Slice): Shown => sessionStart(framed(frame, text))

export const sessionStart = (additionalContext: Shown): Shown =>
  ours(`${JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext } })}\n`)
