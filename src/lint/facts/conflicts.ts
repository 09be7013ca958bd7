import type { Span } from '../../markdown/block.ts'
import type { Document } from '../../markdown/document.ts'

/** A merge conflict: its first and its last marker. */
export interface Conflict {
  readonly start: Span
  readonly end: Span
}

/** Finds the conflicts whose markers are complete. */
export function conflictsIn({ text, damage }: Document): readonly Conflict[] {
  const markers = damage.filter(({ kind }) => kind === 'conflict-marker').map(({ span }) => span)
  return markers.flatMap((start, index) => {
    if (text[start.start] !== '<') return []
    const end = markers.slice(index + 1, index + 3).find(marker => text[marker.start] !== '|')
    return end !== undefined && text[end.start] === '>' ? [{ start, end }] : []
  })
}

export const isIn = (span: Span, { start, end }: Conflict): boolean =>
  start.start <= span.start && span.end <= end.end
