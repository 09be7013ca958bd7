/** A text as a reader sees it, with its positions mapped back to the source. */
export interface View {
  readonly source: string
  readonly text: string
  /** Maps the start of a range in the view to the source. */
  startAt(place: number): number
  /** Maps the end of a range in the view to the source. */
  endAt(place: number): number
}

/** A part of the source and the text shown in its place; empty when it is hidden. */
export interface Piece {
  readonly start: number
  readonly end: number
  readonly shown: string
}

export const asWritten = (source: string): View => ({
  source,
  text: source,
  startAt: place => place,
  endAt: place => place,
})

/** Builds a view of a text; undefined when no part is shown differently. */
export function viewOf(source: string, pieces: readonly Piece[]): View | undefined {
  if (pieces.length === 0) return undefined
  const joints: Joint[] = []
  let text = ''
  let at = 0
  for (const { start, end, shown } of pieces) {
    text += source.slice(at, start) + shown
    const last = joints.at(-1)
    const before = last?.view === text.length ? last.before : start
    joints.push({ view: text.length, before: shown === '' ? before : end, after: end })
    at = end
  }
  const from = (place: number, side: 'before' | 'after'): number => {
    const joint = joints[lastUpTo(joints, place)]
    if (joint === undefined) return place
    return joint.view === place ? joint[side] : joint.after + (place - joint.view)
  }
  return {
    source,
    text: text + source.slice(at),
    startAt: place => from(place, 'after'),
    endAt: place => from(place, 'before'),
  }
}

/** Composes a view with a view of its text. */
export const through = (outer: View, inner: View | undefined): View =>
  inner === undefined
    ? outer
    : {
        source: outer.source,
        text: inner.text,
        startAt: place => outer.startAt(inner.startAt(place)),
        endAt: place => outer.endAt(inner.endAt(place)),
      }

/** The end of a piece: its position in the view, and both ends of its hidden part in the source. */
interface Joint {
  readonly view: number
  readonly before: number
  readonly after: number
}

/** Returns the index of the last joint at or before a position in the view; -1 when there is none. */
function lastUpTo(joints: readonly Joint[], place: number): number {
  let from = 0
  let to = joints.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((joints[middle]?.view ?? 0) <= place) from = middle + 1
    else to = middle
  }
  return from - 1
}
