import { isFields } from '../../files/read/json.ts'
import { readPlainFile } from '../../files/read/read-for-hook.ts'
import { fileNameOf, padStamp, type SessionId } from '../../files/sessions/session-id.ts'
import { defaultLimits } from '../../pads/limits.ts'
import type { Pad } from '../../pads/pad.ts'
import { promptBlock } from '../../pads/prompt/block.ts'
import { createReplay } from '../../pads/replay.ts'
import type { Shown } from '../../safety/door.ts'

/**
 * Returns the block of a session's pad, for hooks. Undefined when a problem must be reported, or the pad belongs to
 * another user.
 */
export function blockNow(root: string, session: SessionId): Shown | undefined {
  return blockOf(padNow(root, session))
}

/** Undefined when a problem must be reported. */
export function blockOf(pad: Pad | undefined): Shown | undefined {
  return pad === undefined || pad.refs.length > defaultLimits.refs
    ? undefined
    : promptBlock(pad, defaultLimits)
}

/**
 * Returns the pad of a session; undefined when its log is missing, torn or invalid, or belongs to another user. Throws
 * when a line is not JSON.
 */
export function padNow(root: string, session: SessionId): Pad | undefined {
  if (padStamp(root, session) === '') return undefined
  const log = readPlainFile(root, ['.notes', 'sessions', fileNameOf(session)])
  return typeof log === 'string' ? undefined : padOf(log.text)
}

/** Replays the text of a log; undefined when it is torn or has an invalid entry. Throws when a line is not JSON. */
export function padOf(text: string): Pad | undefined {
  if (!text.endsWith('\n')) return undefined
  const values = text
    .slice(0, -1)
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  if (!values.every(isFields)) return undefined
  const replay = createReplay()
  replay.add({
    lines: values.map((value, index) => ({ line: index + 1, value })),
    problems: [],
    whole: true,
    cursor: '',
  })
  return replay.problems.length > 0 ? undefined : replay.pad
}
