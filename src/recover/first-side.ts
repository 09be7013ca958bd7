import type { Span } from '../document/block.ts'
import type { Damage } from '../document/damage.ts'

/** Whether git's markers may stand in a text. Of six characters V8 looks for the first; seven it compares from behind. */
export const mayConflict = (text: string): boolean => text.includes('<<<<<<') || text.includes('>>>>>>')

/**
 * A text with the first side of each conflict alone. The markers and the other sides become blanks, so that all that
 * is left stands where it stood; read as it is, `=======` would join the two or make a heading of the first.
 */
export function firstSide(text: string, damage: readonly Damage[]): string {
  const markers = damage.filter(({ kind }) => kind === 'conflict-marker').map(({ span }) => span)
  let read = 0
  let left = ''
  for (const { start, end } of otherSides(text, markers)) {
    left += text.slice(read, start) + text.slice(start, end).replaceAll(/[^\r\n]/g, ' ')
    read = end
  }
  return left + text.slice(read)
}

/**
 * What is not of the first sides, in order: from the line that ends the first side to the end of the conflict. Where
 * an end is missing, nobody knows how far the other side goes: the lines of the markers alone.
 */
function otherSides(text: string, markers: readonly Span[]): Span[] {
  const found: Span[] = []
  let from = 0
  for (const marker of markers) {
    if (marker.start < from) continue
    const isOpening = text.startsWith('<', marker.start)
    const close = markers.find(({ start }) => start >= marker.start && text.startsWith('>', start))
    const middle = middleOf(text, isOpening ? marker.end : from, close?.start ?? text.length)
    if (isOpening) found.push(marker)
    if (close !== undefined) found.push({ start: middle?.start ?? close.start, end: close.end })
    else found.push(...[isOpening ? middle : marker].filter(span => span !== undefined))
    from = found.at(-1)?.end ?? from
  }
  return found
}

/** The first line of `=` or `|`: the first side ends there. */
function middleOf(text: string, from: number, to: number): Span | undefined {
  const middle = /^(?:={7}|\|{7}(?: .*)?)$/m.exec(text.slice(from, to))
  return middle === null
    ? undefined
    : { start: from + middle.index, end: from + middle.index + middle[0].length }
}
