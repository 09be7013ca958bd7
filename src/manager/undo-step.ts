/** One place that a change touched, in whole lines. */
export interface UndoHunk {
  /** Where the lines stood right after the change. */
  readonly at: number
  readonly removed: string
  readonly inserted: string
  /** What stood around them then. Empty: the start or the end of the text. */
  readonly before: string
  readonly after: string
}

/** What takes a change of one file back. */
export interface UndoStep {
  readonly hunks: readonly UndoHunk[]
  /** The change created the file, so that taking it back may leave nothing. */
  readonly created?: true
}

/** A step as it comes back from a file that anybody may have written; undefined when it is none. */
export function readUndoStep(value: unknown): UndoStep | undefined {
  if (!isObject(value) || !Array.isArray(value.hunks)) return undefined
  const hunks: UndoHunk[] = []
  for (const hunk of value.hunks) {
    if (!isHunk(hunk)) return undefined
    hunks.push(hunk)
  }
  return value.created === true ? { hunks, created: true } : { hunks }
}

function isHunk(value: unknown): value is UndoHunk {
  if (!isObject(value) || !Number.isSafeInteger(value.at)) return false
  const { removed, inserted, before, after } = value
  return typeof removed === 'string' && typeof inserted === 'string' && isContext(before) && isContext(after)
}

/** How much of what stands around a hunk is kept, so that its place is found again. */
export const CONTEXT = 200

/** Longer is none of ours, and patterns run over it. */
const isContext = (value: unknown): boolean => typeof value === 'string' && value.length <= 2 * CONTEXT

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
