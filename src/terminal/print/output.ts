import { damageNotes } from '../../markdown/damage.ts'
import type { Notes } from '../../notes/notes.ts'
import { painter, type Shown, shown, shownJson, shownOnTerminal } from '../../safety/door.ts'
import { oneLine } from '../../safety/one-line.ts'
import { clip, textWidth, wrap } from '../../safety/visible.ts'
import type { Context } from '../program/command.ts'

type Reader = Pick<Context, 'host' | 'reveal'>

/** Prints the result of a command: with `--json` only the document, without its undefined values; otherwise the lines. */
export function report(
  context: Reader & { readonly json: boolean },
  answer: { readonly json: unknown; readonly lines: readonly Line[] },
): void {
  if (context.json) context.host.out(shownJson(answer.json, context))
  else context.host.out(forReader(context, textOf(context, answer.lines)))
}

/** A line, the lines of a table, or nothing: `count > 0 && 'a line'`. */
export type Line = string | Table | false | undefined

function textOf(context: Reader, lines: readonly Line[]): string {
  const { terminal, columns: width, color } = context.host
  const printing = {
    safe: (text: string) => forReader(context, text),
    width: terminal ? width : Number.POSITIVE_INFINITY,
    faint: painter(color).faint,
  }
  const laidOut = lines
    .filter(line => line !== false && line !== undefined)
    .flatMap(line => (typeof line === 'string' ? [line] : layOut(line, printing)))
  return laidOut.map(line => `${line}\n`).join('')
}

/** Text as the user may see it: masked, unless `--reveal` was given. */
export const forReader = ({ host: { color }, reveal }: Reader, text: string): Shown =>
  shownOnTerminal(text, { color, reveal })

/** Rows that `report` aligns in columns and fits to the terminal. */
export const columns = (rows: Table['rows'], more: Omit<Table, 'rows'> = {}): readonly [Table] => [
  { rows, ...more },
]

/** The diff in color, or a line that says it is empty. An empty line at the end is part of the diff, and stays. */
export function diffText(context: Reader, diff: string): string {
  return diff === '' ? 'Nothing would change.' : paintedDiff(context, diff).replace(/\n$/, '')
}

/**
 * Makes the text safe before it is painted, because a color code within a multi-line key would keep the key from being
 * recognized.
 */
export function paintedDiff(context: Reader, diff: string): string {
  const { color } = context.host
  const { good, bad, name, strong } = painter(color)
  if (!color) return diff
  const lines = forReader(context, diff).split('\n')
  return lines
    .map((line, index) => {
      // The removed line `-- a` also appears as `--- a`.
      if (isHeader(lines, index) || isHeader(lines, index - 1)) return strong(line)
      if (line.startsWith('@@')) return name(line)
      return line.startsWith('+') ? good(line) : line.startsWith('-') ? bad(line) : line
    })
    .join('\n')
}

const isHeader = (lines: readonly string[], index: number): boolean =>
  lines[index]?.startsWith('--- ') === true &&
  lines[index + 1]?.startsWith('+++ ') === true &&
  lines[index + 2]?.startsWith('@@ ') === true

/** Prints remarks to standard error: standard output may be for another program. */
export function remark({ host }: Pick<Context, 'host'>, remarks: readonly string[]): void {
  for (const text of remarks) host.err(shown(`note: ${oneLine(text, 600)}\n`))
}

/** Says where damage may hide records, and how to repair it. */
export const remarkDamage = (context: Reader, { document }: Pick<Notes, 'document'>): void =>
  remark(
    context,
    damageNotes(document, 'records').map(({ said }) => said),
  )

/** A cell with its look, which is applied after the text is measured. */
export interface Cell {
  readonly text: string
  readonly look: (text: string) => string
}

export interface Table {
  readonly rows: readonly (readonly (string | Cell)[])[]
  readonly head?: readonly string[]
  /** Columns to leave out, in this order, when the last one would be cramped. */
  readonly spare?: readonly number[]
  /** Continues the last column on further lines, instead of cutting it. */
  readonly wraps?: boolean
}

interface Printing {
  /** Makes text safe to print. Called before it is measured and cut, since half a secret is not recognized. */
  readonly safe: (text: string) => string
  /** Columns of the terminal; Infinity without one. */
  readonly width: number
  readonly faint: (text: string) => string
}

const GAP = '  '

/**
 * Minimum widths of the last column. Below `ENOUGH`, spare columns are left out. Below `MIN_TEXT`, the text moves to a
 * line of its own.
 */
const ENOUGH = 40
const MIN_TEXT = 24

/**
 * Aligns cells in columns, two spaces apart. A column that is empty in every row is left out. Only the last column is
 * cut or wrapped to fit; all other cells stay whole, so that a place or an id can be copied.
 */
export function layOut(
  { rows, head, spare = [], wraps = false }: Table,
  { safe, width, faint }: Printing,
): readonly string[] {
  const flat = (text: string) => safe(text).replaceAll(/[^\S ]+/g, ' ')
  const body = rows.map(row =>
    row.map(cell =>
      typeof cell === 'string' ? { text: flat(cell), look: same } : { ...cell, text: flat(cell.text) },
    ),
  )
  const titles = head?.map(text => ({ text, look: faint }))
  const widths: number[] = []
  const used = new Set<number>()
  for (const row of titles === undefined ? body : [titles, ...body])
    row.forEach(({ text }, column) => {
      widths[column] = Math.max(widths[column] ?? 0, textWidth(text))
      if (row !== titles && text !== '') used.add(column)
    })

  const last = widths.length - 1
  const widthOf = (column: number): number => widths[column] ?? 0
  used.delete(last)
  const room = () => [...used].reduce((left, column) => left - widthOf(column) - GAP.length, width)
  for (const column of spare) if (room() < Math.min(ENOUGH, widthOf(last))) used.delete(column)
  const lead = [...used].toSorted((one, other) => one - other)
  const indent = ' '.repeat(lead.reduce((sum, column) => sum + widthOf(column) + GAP.length, 0))

  const linesOf = (row: readonly Cell[]): readonly string[] => {
    const cells = lead.map(column => {
      const { text, look } = row[column] ?? EMPTY
      return look(text) + ' '.repeat(widthOf(column) - textWidth(text))
    })
    const { text, look } = row[last] ?? EMPTY
    const stacked = lead.length > 0 && room() < Math.min(MIN_TEXT, textWidth(text))
    const start = cells.join(GAP).trimEnd()
    if (text === '' || (stacked && row === titles)) return [start]
    const fits = Math.max(MIN_TEXT, stacked ? width - INDENT.length : room())
    const [first = '', ...more] = (wraps ? wrap(text, fits) : [clip(text, fits)]).map(look)
    if (stacked) return [start, ...[first, ...more].map(line => INDENT + line)]
    return [[...cells, first].join(GAP), ...more.map(line => indent + line)]
  }
  return (titles === undefined ? body : [titles, ...body]).flatMap(linesOf)
}

const INDENT = '    '

const same = (text: string): string => text

const EMPTY: Cell = { text: '', look: same }
