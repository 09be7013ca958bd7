import { printEntry } from './entries.ts'
import { contentOf } from './lineage.ts'
import type { Pad } from './pad.ts'
import { createReplay } from './replay.ts'
import type { LogPart, Problem } from './store.ts'

/** Replays a log into a pad; accepts logs of hosts that write the same entries. */
export function readPad({ lines, problems }: Pick<LogPart, 'lines' | 'problems'>): {
  readonly pad: Pad
  readonly problems: readonly Problem[]
} {
  const replay = createReplay()
  replay.add({ lines, problems, whole: true, cursor: '' })
  return { pad: replay.pad, problems: replay.problems }
}

/** Prints a pad as a standalone log: a header as hosts write it, and the fewest entries that recreate the pad. */
export function printPad(
  pad: Pad,
  { id, at }: { readonly id: string; readonly at: string },
): readonly object[] {
  const header = { type: 'session', version: 3, id, timestamp: at }
  const changes = contentOf(pad)
  const name = (index: number) => index.toString(16).padStart(8, '0')
  return [
    header,
    ...changes.map((change, index) =>
      printEntry(change, { id: name(index + 1), parentId: index === 0 ? null : name(index), at }),
    ),
  ]
}
