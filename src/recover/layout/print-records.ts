import type { CodeReader } from '../../evidence/code.ts'
import { claimsIn } from '../../evidence/verify.ts'
import type { Span } from '../../markdown/block.ts'
import { type Document, slice } from '../../markdown/document.ts'
import { estimateTokens, partWeight } from '../../markdown/tokens.ts'
import { type Handle, handleOf } from '../../notes/handle.ts'
import { kindOf, type NotesRecord, titleOf } from '../../notes/kinds.ts'
import { showLine, showPart, showText } from '../../safety/show-text.ts'
import { evidenceMarks, type Mark } from '../evidence-marks.ts'
import type { ReadPart } from '../read/read-part.ts'
import { clip } from './clip.ts'
import { type Lines, linesOf, printRange } from './slice.ts'

export type StateOf = (record: NotesRecord, near: () => readonly NotesRecord[]) => State | undefined

export interface PrintOptions {
  readonly budget: number
  readonly factor: number
  readonly stateOf: StateOf
}

/** A record and its span in the original file. */
export interface Placed {
  readonly record: NotesRecord
  readonly title?: undefined
  readonly span: Span
}

/** Text that is not part of a record, and the title of its section. */
export interface Passage {
  readonly record?: undefined
  readonly title: string
  readonly span: Span
}

/**
 * A warning that a reader needs before trusting a record. `done` is one too: without its strikethrough, a finished row
 * looks open.
 */
type State = Mark | 'done'

export type Level2Record = (Placed | Passage) & {
  readonly state: State | undefined
  readonly handle: Handle | undefined
  readonly lines: Lines
  readonly isArchived?: boolean
}

export interface Level2Result {
  readonly text: string
  readonly shown: readonly Level2Record[]
  /** Matches that did not fit. */
  readonly more: number
}

/** Prints records in full while they fit, then on one line each. `all` is the number of matches. */
export function printRecords(
  text: string,
  { notes, lineAt }: ReadPart,
  found: readonly (Placed | Passage)[],
  all: number,
  options: PrintOptions,
): Level2Result {
  const most = options.budget / options.factor
  const shown: Level2Record[] = []
  const blocks: string[] = []
  let left = most
  let fits = true
  for (const each of found) {
    const { record, span } = each
    const state = record && options.stateOf(record, () => recordsIn(found).slice(0, most / MIN_LINE))
    const lines = linesOf(span, lineAt)
    // If only part of the file was read, another record may share the handle; commands then ask which one is meant.
    const handle = record && handleOf(notes, record)
    const name = record === undefined ? `in ${showLine(each.title) || 'text'}` : `${record.kind} ${handle}`
    const head = `${printRange(lines)} ${name}${shownState(state)}`
    const passage = (): string => showPart(text, span).replaceAll(/\r\n?/g, '\n').trim()
    const full = record === undefined ? passage() : wholeRecord(notes.document, record)
    const line = record === undefined ? showLine(passage()) : oneLiner(record)
    const whole: string = fits ? `${head}\n${full}` : ''
    fits = fits && partWeight(whole) + GAP <= left
    const block = fits ? whole : shortened(head, line, left, shown.length === 0)
    if (block === undefined) break
    left -= partWeight(block) + GAP
    blocks.push(block)
    shown.push({ ...each, state, lines, handle })
  }
  const more = Math.max(0, all - shown.length)
  const tail = more > 0 ? `More: ${more} match${more === 1 ? '' : 'es'}` : ''
  if (tail !== '' && partWeight(tail) + GAP <= left) blocks.push(tail)
  return { text: fitted(blocks, options), shown, more }
}

/** Cost of a line ending, with an allowance for rounding. */
const GAP = 0.5

/**
 * Returns a function that computes the state of a record, once per record. The limits on reading code apply to all
 * records together.
 */
export function recordStates(code: CodeReader | undefined): StateOf {
  const markOf = evidenceMarks(code)
  const known = new Map<NotesRecord, State | undefined>()
  return (record, near) => {
    if ('done' in record && record.done) return 'done'
    if (claimsIn(record).length === 0) return undefined
    if (!known.has(record))
      known.set(
        record,
        markOf({ claims: () => claimsIn(record) }, () => near().flatMap(claimsIn)),
      )
    return known.get(record)
  }
}

const recordsIn = (found: readonly (Placed | Passage)[]): readonly NotesRecord[] =>
  found.flatMap(({ record }) => record ?? [])

/** Tokens of a short line. */
const MIN_LINE = 20

const shownState = (state: State | undefined): string =>
  state === undefined ? '' : state === 'done' ? ' (done)' : ` (evidence ${state})`

/** A record on one line. The first record may use all of the budget, later ones a fair share. */
function shortened(head: string, said: string, left: number, first: boolean): string | undefined {
  const most = Math.min(left, first ? left : ONE_LINER) - partWeight(`${head}: `) - GAP
  const line = clip(said, most)
  if (line !== undefined && most > 3) return `${head}: ${line}`
  return first ? (clip(said, left) ?? '…') : undefined
}

const ONE_LINER = 40

/** Drops blocks until the whole fits: the sum of its parts is only an estimate. */
function fitted(blocks: readonly string[], { budget, factor }: PrintOptions): string {
  for (let count = blocks.length; count > 1; count--) {
    const text = blocks.slice(0, count).join('\n')
    if (estimateTokens(text, factor) <= budget) return text
  }
  const [only = ''] = blocks
  return estimateTokens(only, factor) <= budget ? only : (clip(only, budget / factor - 1) ?? '…')
}

/** Maximum share of the budget for the head. */
const SHARE = 0.3

/** Writes a text below a head line, within the budget for both. */
export function belowHead(
  line: string | undefined,
  { budget, factor }: Pick<PrintOptions, 'budget' | 'factor'>,
  write: (budget: number) => Level2Result,
): Level2Result {
  const head = line === undefined ? undefined : clip(line, (budget / factor) * SHARE)
  if (head === undefined) return write(budget)
  // The sum of line costs is an estimate. The whole can cost a little more, so measure it.
  for (let left = Math.floor(budget - partWeight(head) * factor); left >= budget / 2; ) {
    const result = write(left)
    const text = `${head}\n${result.text}`
    const over = estimateTokens(text, factor) - budget
    if (over <= 0) return { ...result, text }
    left -= over
  }
  return write(budget)
}

/** A record on one line: its name and its content. */
function oneLiner(record: NotesRecord): string {
  const id = record.id === undefined ? '' : `${showLine(record.id)} `
  return `${id}${showLine(kindOf(record).recover.summary?.(record) ?? titleOf(record))}`
}

/** A record in full: its source, or the cells of a row, since the column headings are not in view. */
function wholeRecord(document: Document, record: NotesRecord): string {
  const source = showText(slice(document, record.span).replaceAll(/\r\n?/g, '\n')).trim()
  if (!source.startsWith('|')) return source
  const cells = (kindOf(record).recover.cells?.(record) ?? []).filter(cell => cell !== undefined)
  return [oneLiner(record), ...cells.map(showLine)].join(' | ')
}
