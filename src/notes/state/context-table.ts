import type { Block } from '../../markdown/block.ts'
import { isOver } from '../text/items.ts'
import { isNothing, type NamedRow, readRows } from '../text/rows.ts'
import { CONTEXT_NAMES, contextColumns } from './context-fields.ts'

export interface Pair {
  readonly name: string
  readonly value: string
  /** The value before decoding: a literal `None` is written with an entity. */
  readonly source: string
}

export function fromTable(text: string, blocks: readonly Block[]): Pair[] {
  const rows = readRows(text, blocks, contextColumns).map(({ cells, sources }) => ({
    name: (cells.field ?? '').replaceAll(/[*:]/g, '').trim().toLowerCase(),
    value: cells.value ?? '',
    source: sources.value ?? '',
  }))
  // A loose row has no header to name its columns.
  const tables = blocks.filter(({ type }) => type === 'table')
  const found = readRows(text, tables, CONTEXT_NAMES)
  // A table of several areas, each with its own state, is not one state.
  if (found.length > 1) return [...rows, ...found.flatMap(row => areaOf(row))]
  const areas = found.length > 0 ? [] : readRows(text, tables, AREA_COLUMNS)
  if (areas.length > 1) {
    const open = areas.filter(({ cells }) => !isOver(cells.state ?? ''))
    return [...rows, ...(open.length > 0 ? open : areas).flatMap(row => areaOf(row))]
  }
  const byColumn = found.flatMap(({ cells, sources, others }) => [
    ...Object.entries(others).map(([name, value]) => ({ name: name.toLowerCase(), value, source: value })),
    ...Object.entries(cells).map(([field, value]) => ({
      name: CONTEXT_NAMES[field as keyof typeof CONTEXT_NAMES][0],
      value,
      source: sources[field as keyof typeof CONTEXT_NAMES] ?? '',
    })),
  ])
  return [...rows, ...byColumn]
}

/** The columns of a table with the state of each area of the project. */
const AREA_COLUMNS = {
  ...CONTEXT_NAMES,
  area: ['area', 'component', 'feature', 'layer', 'module', 'package', 'part', 'service', 'system'],
} as const

/** A row of a table of areas as one pair: `auth` and `done; next action: deploy`. */
function areaOf({ cells: { area, ...cells }, others }: NamedRow<keyof typeof AREA_COLUMNS>): Pair[] {
  const [first, ...more] = [...(area === undefined ? [] : [['area', area]]), ...Object.entries(others)]
  if (first?.[1] === undefined) return []
  const said = Object.entries(cells).flatMap(([field, value]) => {
    const name = CONTEXT_NAMES[field as keyof typeof CONTEXT_NAMES][0]
    return isNothing(value) ? [] : [name === CONTEXT_NAMES.state[0] ? value : `${name}: ${value}`]
  })
  const value = [...said, ...more.map(([name, text]) => `${name.toLowerCase()}: ${text}`)].join('; ')
  return value === '' ? [] : [{ name: first[1].toLowerCase(), value, source: value }]
}
