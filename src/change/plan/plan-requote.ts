import { NotesError } from '../../error.ts'
import type { Edit } from '../../markdown/edit.ts'
import { printCode } from '../../notes/decision/print-decision.ts'
import type { DecisionRecord } from '../../notes/kinds/decision.ts'
import type { NotesRecord } from '../../notes/kinds.ts'
import type { Notes } from '../../notes/notes.ts'
import type { Evidence } from '../../notes/text/evidence.ts'
import type { Requotes } from '../intent.ts'

/** Replaces quotes in place: a code span with a code span, and the lines in a fence with lines. */
export function planRequote(
  { document: { text } }: Notes,
  { evidence }: DecisionRecord,
  quotes: Requotes,
): Edit[] {
  return [...quotes].flatMap(([index, { quote, place }]) => {
    const piece = evidence[index]
    if (piece?.quote === undefined) return []
    const { start, end } = piece.span
    const source = text.slice(start, end)
    const [before, after] = formsIn(source, piece.quote, quote)
    const at = before === undefined ? -1 : source.indexOf(before)
    if (before === undefined || after === undefined || at < 0)
      throw new NotesError(
        'not-written',
        'This quote cannot be replaced in the form it is written in',
        'Edit the record: `notes edit`, or by hand',
        { span: piece.span },
      )
    const replaced = { span: { start: start + at, end: start + at + before.length }, text: after }
    return [replaced, ...placeEdit(source, start, piece, place)]
  })
}

/** Replaces the place that a quote was taken from. A place inside the quote itself is code, and stays. */
function placeEdit(source: string, start: number, { locator, quote = '' }: Evidence, place?: string): Edit[] {
  const written = locator?.text
  if (place === undefined || written === undefined) return []
  const inQuote = source.indexOf(quote)
  const at = [source.lastIndexOf(written), source.indexOf(written)].find(
    at => at >= 0 && !(at >= inQuote && at < inQuote + quote.length),
  )
  return at === undefined
    ? []
    : [{ span: { start: start + at, end: start + at + written.length }, text: place }]
}

/** The old and the new quote as they are written in a piece of evidence. */
function formsIn(source: string, before: string, after: string): readonly (string | undefined)[] {
  const isSpan = !before.includes('\n') && source.includes(printCode(before))
  if (isSpan && !after.includes('\n')) return [printCode(before), printCode(after)]
  const fence = /^([ \t]*)(`{3,}|~{3,})[^\n]*\n/m.exec(source)
  if (fence?.[1] === undefined || after.includes(fence[2] ?? '')) return []
  const indented = (quote: string): string =>
    quote
      .split('\n')
      .map(line => (line === '' ? '' : `${fence[1]}${line}`))
      .join('\n')
  return [`${fence[0]}${indented(before)}\n`, `${fence[0]}${indented(after)}\n`]
}

/** Is this the decision with its new quotes? */
export const isRequoted =
  (before: DecisionRecord, quotes: Requotes) =>
  (found: NotesRecord): boolean =>
    found.kind === before.kind &&
    found.title === before.title &&
    found.evidence.length === before.evidence.length &&
    found.evidence.every(
      ({ quote }, index) => quote === (quotes.get(index)?.quote ?? before.evidence[index]?.quote),
    )
