import type { CodeReader } from '../../evidence/code.ts'
import type { Span } from '../../markdown/block.ts'
import { type Document, slice } from '../../markdown/document.ts'
import { partWeight, tokenWeight } from '../../markdown/tokens.ts'
import { titleOf } from '../../notes/find.ts'
import { kindOf, type NotesRecord } from '../../notes/kinds.ts'
import { showLine, showText } from '../../safety/show-text.ts'
import { evidenceMarks, type Mark } from '../evidence-marks.ts'
import type { ReadPart } from '../read/read-part.ts'
import { clip } from './clip.ts'

export interface PrintOptions {
  readonly budget: number
  readonly factor: number
  readonly stateOf: (record: NotesRecord) => State | undefined
}

/** A record and where it stands in the file itself. */
export interface Placed {
  readonly record: NotesRecord
  readonly span: Span
}

/** What a reader must know before believing a record: a row without its strike looks open. */
type State = Mark | 'done'

export interface Level2Record extends Placed {
  readonly state: State | undefined
}

export interface Level2Result {
  readonly text: string
  readonly shown: readonly Level2Record[]
  /** Matches that there was no room for. */
  readonly more: number
  readonly lineAt: (offset: number) => number
}

/** Records whole while they fit, then on one line each; `all` is how many match. */
export function printRecords(
  { notes, lineAt }: ReadPart,
  found: readonly Placed[],
  all: number,
  options: PrintOptions,
): Level2Result {
  const most = options.budget / options.factor
  const shown: Level2Record[] = []
  const blocks: string[] = []
  let left = most
  let fits = true
  for (const { record, span } of found) {
    const state = options.stateOf(record)
    const head = `${lineRange(span, lineAt)} ${record.kind}${shownState(state)}`
    const whole: string = fits ? `${head}\n${wholeRecord(notes.document, record)}` : ''
    fits = fits && partWeight(whole) + GAP <= left
    const block = fits ? whole : shortened(head, record, left, shown.length === 0)
    if (block === undefined) break
    left -= partWeight(block) + GAP
    blocks.push(block)
    shown.push({ record, span, state })
  }
  const more = Math.max(0, all - shown.length)
  const tail = more > 0 ? `More: ${more} match${more === 1 ? '' : 'es'}` : ''
  if (tail !== '' && partWeight(tail) + GAP <= left) blocks.push(tail)
  return { text: fitted(blocks, options), shown, more, lineAt }
}

/** A line end costs as much, and a ceiling somewhere. */
const GAP = 0.5

function lineRange(span: Span, lineAt: (offset: number) => number): string {
  const [from, to] = [lineAt(span.start), lineAt(Math.max(span.start, span.end - 1))]
  return `L${from}${from === to ? '' : `-${to}`}`
}

/** What is to be known of records, each looked up once: how much code is looked at is bounded for all of them. */
export function recordStates(code: CodeReader): PrintOptions['stateOf'] {
  const markOf = evidenceMarks(code)
  const known = new Map<NotesRecord, State | undefined>()
  return record => {
    if (!('evidence' in record)) return 'done' in record && record.done ? 'done' : undefined
    if (!known.has(record)) known.set(record, markOf({ claims: () => record.evidence }))
    return known.get(record)
  }
}

const shownState = (state: State | undefined): string =>
  state === undefined ? '' : state === 'done' ? ' (done)' : ` (evidence ${state})`

/** On one line; the first one may take all that there is, later ones a fair part. */
function shortened(head: string, record: NotesRecord, left: number, first: boolean): string | undefined {
  const most = Math.min(left, first ? left : ONE_LINER) - partWeight(`${head}: `) - GAP
  const line = clip(oneLiner(record), most)
  if (line !== undefined && most > 3) return `${head}: ${line}`
  return first ? (clip(oneLiner(record), left) ?? '…') : undefined
}

const ONE_LINER = 40

/** Parts are measured one by one; the whole is what counts. */
function fitted(blocks: readonly string[], { budget, factor }: PrintOptions): string {
  for (let count = blocks.length; count > 1; count--) {
    const text = blocks.slice(0, count).join('\n')
    if (Math.ceil(tokenWeight(text) * factor) <= budget) return text
  }
  const [only = ''] = blocks
  return Math.ceil(tokenWeight(only) * factor) <= budget ? only : (clip(only, budget / factor - 1) ?? '…')
}

interface Budgeted {
  readonly budget: number
  readonly factor: number
}

/** What is said before everything else takes no more of the budget than this. */
const SHARE = 0.3

/** A text below a line that says what it is, within the budget of both. */
export function belowHead<Options extends Budgeted, Result extends { readonly text: string }>(
  line: string | undefined,
  options: Options,
  write: (left: Options) => Result,
): Result {
  const { budget, factor } = options
  const head = line === undefined ? undefined : clip(line, (budget / factor) * SHARE)
  if (head === undefined) return write(options)
  // Costs of lines are added up; the whole can cost a little more, and is what counts.
  for (let left = Math.floor(budget - partWeight(head) * factor); left >= budget / 2; ) {
    const result = write({ ...options, budget: left })
    const text = `${head}\n${result.text}`
    const over = Math.ceil(tokenWeight(text) * factor) - budget
    if (over <= 0) return { ...result, text }
    left -= over
  }
  return write(options)
}

/** A record on one line: what it is called and what it says. */
function oneLiner(record: NotesRecord): string {
  const id = record.id === undefined ? '' : `${showLine(record.id)} `
  return `${id}${showLine(kindOf(record).recover.summary?.(record) ?? titleOf(record))}`
}

/** A record with all that it says: as it stands in the file, or its cells, where the columns' names are far away. */
function wholeRecord(document: Document, record: NotesRecord): string {
  const source = showText(slice(document, record.span).replaceAll(/\r\n?/g, '\n')).trim()
  if (!source.startsWith('|')) return source
  const cells = (kindOf(record).recover.cells?.(record) ?? []).filter(cell => cell !== undefined)
  return [oneLiner(record), ...cells.map(showLine)].join(' | ')
}
