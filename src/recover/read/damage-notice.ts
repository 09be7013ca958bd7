import type { Span } from '../../markdown/block.ts'
import type { Damage } from '../../markdown/damage.ts'
import type { Document } from '../../markdown/document.ts'

/** Why not everything may have been read. */
export interface DamageFound {
  readonly what: string
  readonly at: number
  /** Nothing behind it was taken for what it may be. */
  readonly hides: boolean
}

/** The first damage of a text. */
export function damageOf({
  text,
  damage: [first],
}: Pick<Document, 'text' | 'damage'>): DamageFound | undefined {
  if (first === undefined) return undefined
  const { kind, span } = first
  const feed = text.indexOf('\n', span.start)
  const hides =
    kind.startsWith('unclosed') &&
    feed >= 0 &&
    text.slice(feed, span.end).trim() !== '' &&
    text.slice(span.end).trim() === ''
  return { what: kind.replace('-', ' '), at: span.start, hides }
}

/** One line that says so. */
export function damageNotice({ what, at, hides }: DamageFound, lineAt: (offset: number) => number): string {
  return `Damaged: ${what} at line ${lineAt(at)}${hides ? '; what follows was not read' : ''}`
}

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
 * What is not of the first sides, in order: the markers that open a conflict, and from the line that ends its first side
 * to the end of it. Where the end is missing, nobody knows how far the other side goes: the lines of the markers alone.
 */
function otherSides(text: string, markers: readonly Span[]): Span[] {
  const found: Span[] = []
  let from = 0
  markers.forEach((marker, index) => {
    if (marker.start < from) return
    if (text.startsWith('<', marker.start)) {
      found.push(marker, ...otherSide(text, marker, nextMarker(text, markers, index + 1)))
    } else {
      const middle = middleOf(text, headingBefore(text, from, marker.start), marker.start)
      found.push({ start: middle?.start ?? marker.start, end: marker.end })
    }
    from = found.at(-1)?.end ?? from
  })
  return found
}

/** Of a conflict that opens here, up to the next marker that opens or closes one. */
function otherSide(text: string, opening: Span, next: Span | undefined): Span[] {
  const middle = middleOf(text, opening.end, next?.start ?? text.length)
  const isClosed = next !== undefined && text.startsWith('>', next.start)
  if (isClosed) return [{ start: middle?.start ?? next.start, end: next.end }]
  return middle === undefined ? [] : [middle]
}

function nextMarker(text: string, markers: readonly Span[], from: number): Span | undefined {
  for (let index = from; index < markers.length; index++) {
    const marker = markers[index]
    if (marker !== undefined && !text.startsWith('|', marker.start)) return marker
  }
  return undefined
}

/** Of a conflict whose start is missing, the middle is not looked for above a heading: seven `=` may underline another. */
const headingBefore = (text: string, from: number, to: number): number =>
  from + Math.max(0, text.slice(from, to).lastIndexOf('\n#'))

/** The first line of `=` or `|`: the first side ends there. */
function middleOf(text: string, from: number, to: number): Span | undefined {
  const middle = /^(?:={7}|\|{7}(?: .*)?)$/m.exec(text.slice(from, to))
  return middle === null
    ? undefined
    : { start: from + middle.index, end: from + middle.index + middle[0].length }
}
