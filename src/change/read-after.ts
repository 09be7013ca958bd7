import type { Edit } from '../markdown/edit.ts'
import { lineEndAfter, lineStartBefore } from '../markdown/scan/leaf.ts'
import { isNamed } from '../notes/decision/dated-decisions.ts'
import { type Notes, type ReadOptions, readNotes } from '../notes/notes.ts'
import type { Section } from '../notes/section.ts'
import type { Read } from '../notes/untouched.ts'
import { shiftLines } from './verify.ts'

/** The same part of a file before and after a change. */
export interface Stretch {
  readonly before: Read
  readonly after: Read
}

/**
 * Reads as much of the result as the edits may have changed. If all edits are between the headings of two adjacent
 * sections, that is the piece from the first heading to the second. The text outside is compared byte for byte. A
 * heading closes whatever is open before it, and the second heading is read as the end of the piece, to prove that it
 * still does. Otherwise reads the whole result. Reading the rest of the file twice took half the time of a short
 * command.
 */
export function readAfter(
  before: Notes,
  edits: readonly Edit[],
  result: string,
  options: ReadOptions,
): Stretch {
  return readPiece(before, edits, result, options) ?? readWhole(before, result, options)
}

export const readWhole = (before: Notes, result: string, options: ReadOptions): Stretch => ({
  before,
  after: readNotes(result, options),
})

/** Reads one piece of the result. Undefined when a piece is not enough. */
export function readPiece(
  before: Notes,
  edits: readonly Edit[],
  result: string,
  options: ReadOptions,
): Stretch | undefined {
  const { text } = before.document
  const place = placeOf(before, edits)
  if (place === undefined || before.document.damage.length > 0) return undefined
  const { section, next, start, end } = place
  const shift = result.length - text.length
  const proof = next === undefined ? result.length : lineEndAfter(text, next.heading.span.end) + shift
  const same =
    result.startsWith(text.slice(0, start)) && (next === undefined || result.endsWith(text.slice(end)))
  if (!same || proof < start) return undefined
  const piece = readNotes(result.slice(start, proof), { ...options, profile: before.profile })
  const [first] = piece.sections
  const last = piece.sections.at(-1)
  const own = next === undefined ? piece.sections : piece.sections.slice(0, -1)
  const opens = first?.heading !== undefined && first.kind === section.kind && first.title === section.title
  const closes = next === undefined || (last !== first && isSame(last, next))
  // If a section ends up outside the first one, headings above the piece decide how it reads: read the whole file.
  const escapes = section.parent !== undefined && own.some(one => one !== first && one.parent === undefined)
  if (!opens || !closes || escapes || own.some(isDecisionByContent)) return undefined
  const above = before.document.lines.lineAt(start) - 1
  return {
    before: { document: before.document, records: before.recordsOf(section) },
    after: {
      document: shiftLines(piece.document, () => above),
      records: own.flatMap(one => (one === last && next !== undefined ? [] : piece.recordsOf(one))),
    },
  }
}

/** Is this a decision by its content? Then the sections around it matter too. */
const isDecisionByContent = (section: Section): boolean =>
  section.kind === 'decision-log' && !isNamed(section)

interface Place {
  readonly section: Section
  readonly next: Headed | undefined
  /** Starts of the lines with its heading and with the next section's heading. */
  readonly start: number
  readonly end: number
}

type Headed = Section & { readonly heading: NonNullable<Section['heading']> }

/** The section that contains all edits, below its heading. */
function placeOf({ sections, document }: Notes, edits: readonly Edit[]): Place | undefined {
  const { text } = document
  const headed = sections.filter((section): section is Headed => section.heading !== undefined)
  const first = Math.min(...edits.map(({ span }) => span.start))
  const last = Math.max(...edits.map(({ span }) => span.end))
  const at = headed.findLastIndex(({ heading }) => lineEndAfter(text, heading.span.end) <= first)
  const [section, next] = [headed[at], headed[at + 1]]
  if (section === undefined) return undefined
  const end = next === undefined ? text.length : lineStartBefore(text, next.heading.span.start)
  return last > end
    ? undefined
    : { section, next, start: lineStartBefore(text, section.heading.span.start), end }
}

/** Does the heading after the piece still start the same section? */
function isSame(found: Section | undefined, next: Headed): boolean {
  if (found?.heading === undefined) return false
  const { depth, title, blocks } = found
  // Ignores the section's kind, which may depend on content outside the piece.
  return depth === next.depth && title === next.title && blocks.length === 0
}
