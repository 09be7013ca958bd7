import type { NotesRecord } from '../../notes/kinds.ts'
import { profiles, type SectionShape } from '../../notes/profile.ts'
import { notesTemplate } from '../notes-template.ts'
import { printTableHead, standardNames } from '../plan/write-lines.ts'
import { writingIn } from './forms.ts'
import { isBareNone } from './furniture.ts'
import { type Choices, type Chunk, type Laid, layOut, needsDay, type RowChunk } from './lay-out.ts'
import type { Plot, Plots } from './plots.ts'
import { capital, moveHeadings, printContext } from './print.ts'

/** Text in the protocol's format, and the source of each of its pieces. */
export interface Assembled {
  readonly text: string
  readonly pieces: readonly Piece[]
}

export interface Piece {
  readonly start: number
  readonly chunk: Pick<Chunk, 'plot' | 'records' | 'isKept'>
}

/** Prints the plots in the protocol's format. `whole`: plots that stay as they are, after the protocol's sections. */
export function assemble(
  { head, known, unknown }: Plots,
  choices: Choices,
  whole: ReadonlySet<Plot>,
): Assembled {
  let text = ''
  const pieces: Piece[] = []
  const add = (lead: string, lines: string, chunk?: Piece['chunk']): void => {
    if (text !== '') text += lead
    if (chunk !== undefined) pieces.push({ start: text.length, chunk })
    text += `${lines}\n`
  }
  const addParts = (plots: readonly Plot[], shape: SectionShape): void => {
    for (const plot of plots)
      for (const part of plot.parts) {
        const below = plot.date !== undefined && needsDay(shape) ? 1 : 0
        const lines = moveHeadings(part.text.replace(BLANK_END, ''), shape.depth - plot.section.depth + below)
        add('\n', lines, { plot, records: recordsOf(part), isKept: shape.columns !== undefined })
      }
  }
  for (const plot of head)
    if (plot.text.trim() !== '')
      add('', plot.text.replace(BLANK_END, ''), { plot, records: [], isKept: false })
  // Add the title if missing: a section with a common name, such as Log, counts for the whole file only below a title.
  if (text === '') add('\n', notesTemplate.slice(0, notesTemplate.search(/^## /m)).trimEnd())
  const wholeSections = new Set([...whole].map(({ section }) => section))
  const isBelowWhole = ({ section }: Plot): boolean =>
    section.parent !== undefined && wholeSections.has(section.parent)
  const isInside = (plot: Plot): boolean =>
    plot.section.depth > 2 && plot.section.parent?.kind === 'session-continuity' && !isBelowWhole(plot)
  let waiting: (() => void)[] = []
  const flush = (): void => {
    for (const one of waiting) one()
    waiting = []
  }
  for (const shape of profiles.sam.outline) {
    if (shape.depth === 2) flush()
    const mine = known.filter(plot => plot.shape === shape && !whole.has(plot))
    const [only] = mine
    if (only !== undefined && mine.length === 1 && isInForm(only, shape) && hasComments(only, shape))
      add('\n', only.text.replace(BLANK_END, ''), { plot: only, records: [], isKept: false })
    else addSection(shape, mine, choices, add)
    if (shape.kind !== 'session-continuity') addParts(mine, shape)
    else waiting.push(() => addParts(mine, shape))
    if (shape.kind === 'session-continuity')
      for (const plot of known)
        if (whole.has(plot) && isInside(plot)) waiting.push(() => addWhole(plot, 3, add))
  }
  flush()
  const rest = [...unknown, ...known.filter(plot => whole.has(plot) && !isInside(plot))]
  for (const plot of rest.toSorted((one, other) => one.section.span.start - other.section.span.start))
    addWhole(plot, isBelowWhole(plot) ? plot.section.depth : 2, add)
  return { text, pieces }
}

/** Matches the blank lines at the end of a text, but not the spaces at the end of its last line. */
const BLANK_END = /\n\s*$/

type Add = (lead: string, lines: string, chunk?: Piece['chunk']) => void

/** Adds a whole plot, at this depth or above, so that it does not become a part of the section before it. */
function addWhole(plot: Plot, depth: number, add: Add): void {
  const shift = Math.min(0, depth - plot.section.depth)
  const all = [plot, ...plot.parts].map(({ text }) => text).join('')
  add('\n', moveHeadings(all.replace(BLANK_END, ''), shift), {
    plot,
    records: recordsOf(plot),
    isKept: plot.shape !== undefined,
  })
}

const recordsOf = ({ body }: Plot): readonly NotesRecord[] => body.flatMap(({ record }) => record ?? [])

const hasComments = ({ text }: Plot, { comments = [] }: SectionShape): boolean =>
  comments.every(comment => text.includes(`<!-- ${comment} -->`))

/** Is every section of the protocol there, once and in order, with its records in the protocol's form? */
export function isMigrated({ known }: Plots): boolean {
  const { outline } = profiles.sam
  return (
    known.length === outline.length &&
    outline.every((shape, index) => {
      const plot = known[index]
      return plot?.shape === shape && isInForm(plot, shape)
    })
  )
}

/** Is the section already in the protocol's form, so that it can stay exactly as it is? */
function isInForm({ section, date, body, text }: Plot, shape: SectionShape): boolean {
  if (text === '') return false
  const { title, depth, parent, blocks, entries } = section
  const isPlaced = shape.depth === 2 || parent?.kind === 'session-continuity'
  if (title !== shape.title || depth !== shape.depth || !isPlaced || date !== undefined) return false
  const writing = writingIn(shape)
  if (shape.kind === 'active-context')
    return (
      body.some(({ text }) => /^- \*\*/.test(text)) && body.every(({ text }) => /^(?:- \*\*|<!--)/.test(text))
    )
  if (writing === undefined) return true
  const records = body.filter(({ record }) => record !== undefined)
  const tables = blocks.filter(block => block.type === 'table')
  const inTable = (at: number): boolean => tables.some(({ span }) => span.start <= at && at < span.end)
  const starts = new Set(entries.map(({ span }) => span.start))
  if (writing.entries === true)
    return (
      entries.every(entry => entry.depth === depth + 1) && records.every(({ start }) => starts.has(start))
    )
  if (shape.columns === undefined) return !records.some(({ start }) => inTable(start))
  const [table, ...others] = tables
  return table !== undefined && others.length === 0 && records.every(({ start }) => inTable(start))
}

function addSection(shape: SectionShape, plots: readonly Plot[], choices: Choices, add: Add): void {
  const laid = plots.map(plot => layOut(plot, shape, choices))
  const comments = shape.comments?.map(comment => `\n<!-- ${comment} -->`) ?? []
  add('\n', `${'#'.repeat(shape.depth)} ${shape.title}${comments.join('')}`)
  const all = (of: (one: Laid) => readonly Chunk[]): readonly Chunk[] => laid.flatMap(of)
  const chunks = all(({ loose, rows, entries }) => [...loose, ...rows, ...entries])
  const isFilled = chunks.some(({ records }) => records.length > 0)
  const loose = all(one => one.loose).filter(({ text }) => !(isFilled && isBareNone(text)))
  if (shape.kind === 'active-context' && loose.length === 0) add('', printContext({ others: [] }))
  let above = ''
  for (const chunk of loose) {
    const isTight = above === '' ? !/^\n/.test(chunk.lead) : isBullet(above) && isBullet(chunk.text)
    add(isTight ? '' : chunk.lead, chunk.text, chunk)
    above = chunk.text
  }
  const rows = laid.flatMap(one => one.rows)
  if (shape.columns !== undefined) addTable(shape, rows, choices, loose.length > 0 ? '\n' : '', add)
  for (const chunk of all(one => one.entries)) add('\n', chunk.text, chunk)
}

const isBullet = (text: string): boolean => /^\s*(?:[-*+]|\d+[.)])\s/.test(text)

/** Adds a table with the protocol's columns, followed by other known columns that some row needs. */
function addTable(
  shape: SectionShape,
  rows: readonly RowChunk[],
  { text }: Choices,
  lead: string,
  add: Add,
): void {
  const writing = writingIn(shape)
  if (writing === undefined) return
  const seed = standardNames(writing)
  const more = Object.keys(writing.columns).filter(
    name => !seed.includes(name) && rows.some(({ cells }) => (cells[name] ?? '') !== ''),
  )
  const names = [...seed, ...more]
  const titles = [...writing.titles, ...more.map(name => titleOf(name, rows, text))]
  const own = rows.find(({ table }) => table?.block !== undefined && hasTitles(table, titles, text))?.table
  const head =
    own?.block === undefined
      ? printTableHead(titles)
      : text.slice(own.block.header.span.start, own.block.delimiter.end)
  add(lead, head)
  for (const row of rows) {
    const isSame = own !== undefined && row.table === own && names.every(name => isSaid(row, name))
    add('', isSame ? row.text : `| ${names.map(name => row.cells[name] ?? '').join(' | ')} |`, row)
  }
}

/** Does the row itself contain the value, rather than a heading above it? */
const isSaid = ({ cells, table, text }: RowChunk, name: string): boolean =>
  table !== undefined && text.includes(cells[name] ?? '')

const headings = ({ block }: RowChunk['table'] & object, text: string): readonly string[] =>
  block?.header.cells.map(({ start, end }) => text.slice(start, end).trim()) ?? []

const hasTitles = (table: RowChunk['table'] & object, titles: readonly string[], text: string): boolean =>
  JSON.stringify(headings(table, text)) === JSON.stringify(titles)

function titleOf(name: string, rows: readonly RowChunk[], text: string): string {
  for (const { table } of rows) {
    const title = table === undefined ? undefined : headings(table, text)[table.names.indexOf(name)]
    if (title !== undefined && title !== '') return title
  }
  return capital(name)
}
