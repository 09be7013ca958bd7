import type { Span } from '../../markdown/block.ts'
import { type Damage, damageWords } from '../../markdown/damage.ts'
import type { Document } from '../../markdown/document.ts'
import type { NotesCommand } from '../layout/frame.ts'

/** The reason why part of the file may not have been read. */
export interface DamageFound {
  readonly what: string
  readonly at: number
  /** Was everything after the damage swallowed? */
  readonly hides: boolean
  /** The command that repairs it, if one does. */
  readonly repair: string | undefined
}

/** The first damage of a document. */
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
  return { what: kind.replace('-', ' '), at: span.start, hides, repair: damageWords[kind].command }
}

/** Reports the damage, if any, on one line, with the command that repairs it. */
export function damageNotice(
  damage: DamageFound | undefined,
  lineAt: (offset: number) => number,
  command: NotesCommand = 'notes',
): string | undefined {
  if (damage === undefined) return undefined
  const { what, at, hides, repair } = damage
  const remedy = repair === undefined ? '' : `; repair: ${command} ${repair}`
  return `Damaged: ${what} at line ${lineAt(at)}${hides ? '; what follows was not read' : ''}${remedy}`
}

/**
 * Keeps only the first side of each conflict. Replaces the markers and the other sides with spaces, so that offsets
 * stay the same. If it were left in, `=======` would merge the two sides or turn the first one into a heading.
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
 * Returns the spans outside the first sides, in order: the opening marker of each conflict, and everything from the
 * line that ends the first side to the end of the conflict. Without a closing marker, the extent of the other side is
 * unknown, so only the marker lines are returned.
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

/** The rest of a conflict after its first side, up to the next opening or closing marker. */
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

/** Bounds the search for the middle of a conflict without an opening marker: a `=======` above may underline a title. */
const headingBefore = (text: string, from: number, to: number): number =>
  from + Math.max(0, text.slice(from, to).lastIndexOf('\n#'))

/** The first line of `=` or `|`, which ends the first side. */
function middleOf(text: string, from: number, to: number): Span | undefined {
  const middle = /^(?:={7}|\|{7}(?: .*)?)$/m.exec(text.slice(from, to))
  return middle === null
    ? undefined
    : { start: from + middle.index, end: from + middle.index + middle[0].length }
}
