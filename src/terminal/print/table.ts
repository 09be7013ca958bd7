import { clip, textWidth, wrap } from '../../safety/visible.ts'

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
