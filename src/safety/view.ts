/** A text as somebody reads it, and where each of its places is in the source. */
export interface View {
  readonly source: string
  readonly text: string
  /** The place in the source at which what starts at a place of the view starts. */
  startAt(place: number): number
  /** The place in the source at which what ends at a place of the view ends. */
  endAt(place: number): number
}

/** A part of the source, and what is read there; nothing where it is not read at all. */
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

/** Undefined where nothing is read in another way. */
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

/** A view of what a view shows. */
export const through = (outer: View, inner: View | undefined): View =>
  inner === undefined
    ? outer
    : {
        source: outer.source,
        text: inner.text,
        startAt: place => outer.startAt(inner.startAt(place)),
        endAt: place => outer.endAt(inner.endAt(place)),
      }

/** Where a view goes on behind a piece: its place, and both ends of what is not read there. */
interface Joint {
  readonly view: number
  readonly before: number
  readonly after: number
}

/** The index of the last joint that does not stand after a place of the view; -1 before all of them. */
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
