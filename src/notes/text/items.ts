import type { Block, Item, Span } from '../../markdown/block.ts'
import { decodeCell, decodeItem, encodeText } from './inline.ts'
import { isNothing } from './rows.ts'

/** An item of a section, and whether it is done. */
export interface ReadItem {
  readonly span: Span
  /** The text without checkbox, strikethrough and tags such as `[RESOLVED]`, with all lines joined. */
  readonly text: string
  /** The same text before decoding (`inline.ts`), for readers that split it further. */
  readonly source: string
  readonly done: boolean
  /** Struck through, rather than ticked or marked with a word. */
  readonly struck: boolean
}

export interface BulletItem extends ReadItem {
  readonly item: Item
}

/** The outermost list items of some blocks, except empty ones and `None`. */
export function readItems(text: string, blocks: readonly Block[]): BulletItem[] {
  return blocks
    .filter(block => block.type === 'list')
    .flatMap(list => list.items.map(item => readItem(text, item)))
    .filter(item => !isNothing(item.source))
}

function readItem(text: string, item: Item): BulletItem {
  const [first] = item.blocks
  const written =
    first?.type === 'paragraph' ? first.lines.map(line => text.slice(line.start, line.end)).join(' ') : ''
  const read = readWords(written)
  const done =
    item.task?.done === true ||
    read.done ||
    (item.blocks.length > 1 && isOver(textBelow(text, item, ['status']) ?? ''))
  return { ...read, item, span: item.span, done }
}

/** The value of a bullet such as `- Status: done` below an item. */
export function fieldBelow(text: string, { blocks }: Item, names: readonly string[]): Span | undefined {
  for (const block of blocks)
    if (block.type === 'list')
      for (const { span } of block.items) {
        const line =
          text.slice(span.start, Math.min(span.end, span.start + MAX_FIELD)).split(/[\r\n]/, 1)[0] ?? ''
        const [field, name = '', value = ''] = FIELD_BELOW.exec(line) ?? []
        if (field === undefined || !names.includes(name.toLowerCase())) continue
        const end = span.start + field.trimEnd().length
        return { start: end - value.trimEnd().length, end }
      }
  return undefined
}

/** The decoded value of a bullet such as `- Status: done` below an item. */
export function textBelow(text: string, item: Item, names: readonly string[]): string | undefined {
  const span = fieldBelow(text, item, names)
  return span === undefined ? undefined : decodeItem(text.slice(span.start, span.end))
}

const MAX_FIELD = 500

const FIELD_BELOW = /^[-*+][ \t]+\*{0,2}([A-Za-z][A-Za-z ]{1,20}?)(?:\*{0,2}:|:\*{0,2})[ \t]+(.+)/

/** Matches a checkbox, also without the space after it, or that of an optional task: `[ ]* x`. `[x](url)` is a link. */
export const BOX = /^\[([ xX>✓✔☑✅-]?)\uFE0F?\](?![([:])(?:\\?\*(?=\s))?/

/** Reads the words of an item: `[x] ~~text~~`, `[-] cancelled`, `[RESOLVED] text`, `text — DONE`. */
export function readWords(written: string): Omit<ReadItem, 'span'> {
  const box = written.startsWith('[') ? BOX.exec(written) : null
  const plain = box === null ? written : written.slice(box[0].length).trimStart()
  const mark = mayBeDone(plain.charCodeAt(0)) ? DONE.exec(plain) : null
  const struck = plain.startsWith('~~') ? /^~~(.+)~~\.?$/s.exec(plain) : null
  const source = (struck?.[1] ?? (mark === null ? plain : plain.slice(mark[0].length))).trim()
  const done =
    (box?.[1] ?? '').trim() !== '' ||
    mark !== null ||
    plain.startsWith('~~') ||
    endsDone(plain.slice(-120)) ||
    (plain.length > 120 && LEADS_DONE.test(plain))
  return { text: decodeItem(source), source, done, struck: plain.startsWith('~~') }
}

/** The title of a row that is struck through, as commands do to close it: `~~Title~~ — merged`. Otherwise undefined. */
export function readStruckCell(source: string): string | undefined {
  const struck = source.startsWith('~~') ? /^~~(.*)~~(?: — .*)?$/s.exec(source)?.[1] : undefined
  return struck === undefined ? undefined : decodeCell(struck)
}

// No `u` flag: all of these are in the Basic Multilingual Plane, and the flag costs a cold start 0.5 ms.
export const DONE =
  /^(?:[✅✓☑✔]\uFE0F?\s*|\*{0,2}(?:\[(?:RESOLVED|DONE|FIXED|CLOSED|ACCEPTED-DEFERRED)\b[^\]]{0,60}\]|\((?:RESOLVED|DONE|FIXED|CLOSED|resolved|done|fixed|closed)\)|(?:RESOLVED|DONE|FIXED|CLOSED|ACCEPTED-DEFERRED)):?\*{0,2}(?:[\s:—–-]+|$))+/
/**
 * Matches the end of `text ✅`, `text — RESOLVED`, `text. RESOLVED in S02`, `text (DONE in PR #12)`. In lower case, the
 * word needs a number after it: `(fixed in #3)`, but not `(fixed in size)`.
 */
export const ENDS_DONE =
  /(?:\s[✅✓☑✔]\uFE0F?|(?:\s[—–-]|[.;])\s*\*{0,2}(?:RESOLVED|DONE|FIXED|CLOSED)\b[^.]{0,60}|\s[([](?:(?:RESOLVED|DONE|FIXED|CLOSED)\b[^)\]]{0,60}|(?:resolved|done|fixed|closed) (?:in|by|with) (?:PR )?#\d+)[)\]])[*.\s]*$/

/** Matches a first sentence that ends with its status: `The backward mode was broken (FIXED). It divided by …`. */
const LEADS_DONE =
  /^(?!.*\b(?:still|however|remains?|not yet|but)\b)[^.]{1,200}(?:\.\w[^.]{0,100}){0,3}\s[([](?:RESOLVED|DONE|FIXED|CLOSED)[)\]]\*{0,2}\./

/** Does a status say that the work is over? `done, header has a version`, `wontfix`, `✅`. */
export const isOver = (status: string): boolean =>
  /^\W*(?:done|complete|completed|achieved|met|reached|closed|resolved|fixed|cleared|answered|shipped|pass|passed|won['’]?t[ -]?(?:fix|do)|cancell?ed|dropped|abandoned|obsolete|duplicate)\b|^[\s*_`]*[✅✓☑✔]/i.test(
    status,
  )

const endsDone = (end: string): boolean => /ED|DONE|[✅✓☑✔]|#\d/.test(end) && ENDS_DONE.test(end)

/** Can DONE match here? Compiling it costs a cold start 0.3 ms, and most lists contain none of its marks. */
const mayBeDone = (unit: number): boolean => unit > 127 || '*[(RDFCA'.includes(String.fromCharCode(unit))

/** A note in parentheses: `(blocking: reason)`, `(depends on: …)`, `(ETA: …)`. */
export interface Note extends Span {
  readonly label: string
  readonly value: string
}

/**
 * The notes in a text. The protocol puts them at its end, but `notes resolve --how` and people write on behind them.
 * There, a note needs a space before it: `connect(blocking: true)` is code.
 */
export function notesIn(text: string, labels: readonly string[]): readonly Note[] {
  const leads = [...text.matchAll(LABEL)].filter(([, name = '']) => labels.includes(name.toLowerCase()))
  const pairs = leads.length === 0 ? undefined : pairsIn(text)
  const notes: Note[] = []
  for (const { 0: lead, 1: name = '', index: start } of leads) {
    const end = (pairs?.get(start) ?? -1) + 1
    const isApart =
      start === 0 || /\s/.test(text.charAt(start - 1)) || /^\.?\s*$/.test(text.slice(end, end + 3))
    if (end === 0 || start < (notes.at(-1)?.end ?? 0) || !isApart) continue
    notes.push({
      label: name.toLowerCase(),
      value: text.slice(start + lead.length, end - 1).trim(),
      start,
      end,
    })
  }
  return notes
}

const LABEL = /\(\s*([a-z][a-z ]{1,20}?)\s*:/gi

/** Splits off the notes of an item. */
export function splitNotes(
  text: string,
  labels: readonly string[],
): { text: string; notes: ReadonlyMap<string, string> } {
  const notes = text.includes('(') ? notesIn(text, labels) : []
  const rest = notes.reduceRight((rest, { start, end }) => {
    const behind = rest.slice(end)
    return `${rest.slice(0, start).trimEnd()}${behind === '.' ? '' : behind}`
  }, text)
  return {
    text: notes.length === 0 ? text : rest.trim(),
    notes: new Map(notes.map(({ label, value }) => [label, value])),
  }
}

/** Encodes the text of a note in parentheses. Its own parentheses are kept only if balanced. */
export function encodeNote(text: string): string {
  const encoded = encodeText(text)
  return pairsIn(`(${encoded})`).get(0) === encoded.length + 1
    ? encoded
    : encoded.replaceAll(/[()]/g, mark => `&#${mark.charCodeAt(0)};`)
}

/** Encodes what would be read as a note of the title. One may contain another. */
export function shieldNotes(encoded: string, labels: readonly string[]): string {
  const start = notesIn(encoded, labels)[0]?.start
  return start === undefined
    ? encoded
    : shieldNotes(`${encoded.slice(0, start)}&#40;${encoded.slice(start + 1)}`, labels)
}

/** The index of each closed parenthesis, with the index where it closes. One pass: a line may have 10 MB. */
function pairsIn(text: string): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>()
  const open: number[] = []
  for (const { 0: mark, index } of text.matchAll(/[()]/g)) {
    const start = mark === '(' ? undefined : open.pop()
    if (mark === '(') open.push(index)
    else if (start !== undefined) pairs.set(start, index)
  }
  return pairs
}
