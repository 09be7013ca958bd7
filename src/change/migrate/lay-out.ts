import { slice } from '../../markdown/document.ts'
import { splitLead } from '../../notes/decision/lead.ts'
import type { NotesRecord } from '../../notes/kinds.ts'
import type { SectionShape } from '../../notes/profile.ts'
import type { Entry, Section } from '../../notes/section.ts'
import type { Unit } from '../../notes/units.ts'
import { holdsWords } from '../holds-words.ts'
import { type Form, formOf, glued, type Places, placesIn, withoutFurniture, writingIn } from './forms.ts'
import { COMMENTS, isEmptyField } from './furniture.ts'
import type { Plot } from './plots.ts'
import { contextWords, moveHeadings, printContext, startOf } from './print.ts'

/** Lines of the new file, and their source. */
export interface Chunk {
  readonly text: string
  /** The blank lines above it. */
  readonly lead: string
  readonly plot: Plot
  readonly records: readonly NotesRecord[]
  /** Do its records keep their form, though the protocol has another one for them? */
  readonly isKept: boolean
}

/** A row to print once the columns of its table are known. Its text is the old row. */
export type RowChunk = Chunk & Extract<Form, { as: 'row' }>

/** The printed lines of a plot in their new section. */
export interface Laid {
  /** Above the table and the entries: prose, lists, and records that keep their form. */
  readonly loose: Chunk[]
  readonly rows: RowChunk[]
  /** Headings with everything below them. */
  readonly entries: Chunk[]
}

export interface Choices {
  readonly text: string
  /** Records that keep their form, because printing would change how they read. */
  readonly kept: ReadonlySet<NotesRecord>
  /** The context with the current state of the work. */
  readonly current: NotesRecord | undefined
}

/** Lays out a plot for its section of the protocol. */
export function layOut(plot: Plot, shape: SectionShape, choices: Choices): Laid {
  const { section, date } = plot
  const writing = writingIn(shape)
  const rules = new Set(rulesIn(section))
  const body = plot.body.filter(unit => !COMMENTS.has(unit.text.trim()) && !rules.has(unit.start))
  const [first] = body
  if (first?.record !== undefined && first.start === section.heading?.span.start)
    return { loose: [], rows: [], entries: [headingChunk(plot, shape, first.record)] }
  if (body.some(({ record }) => record !== undefined && record === choices.current))
    return { loose: contextChunks(plot, body, choices), rows: [], entries: [] }
  if (date !== undefined && needsDay(shape))
    return { loose: [], rows: [], entries: [dayChunk(plot, shape, body)] }
  const label = section.rest === '' ? '' : commentOf(section)
  const laid: Laid = { loose: [], rows: [], entries: [] }
  const own: Unit[] = []
  const inside = new Map<Entry, Unit[]>(section.entries.map(entry => [entry, []]))
  let at = 0
  for (const unit of body) {
    while (unit.start >= (section.entries[at]?.span.end ?? Number.POSITIVE_INFINITY)) at++
    const entry = section.entries[at]
    const group = entry !== undefined && entry.span.start <= unit.start ? inside.get(entry) : own
    group?.push(unit)
  }
  const left = place(laid, plot, shape, own, label, choices, section)
  const lines = left.filter(({ text }) => writing !== undefined || !isEmptyField(text))
  const isListed = shape.columns === undefined && writing?.entries !== true
  const loose = lines.map(unit => asIs(plot, unit, !isListed || /^\s*\|/.test(unit.text)))
  const isDay = writing?.entries === true && date !== undefined && loose.some(isRecord)
  if (label !== '' && !isDay && (writing?.entries !== true || loose.length > 0))
    laid.loose.unshift({ text: label, lead: '\n', plot, records: [], isKept: false })
  if (isDay) laid.entries.push({ ...dayChunk(plot, shape, lines, label), isKept: true })
  else laid.loose.push(...loose)
  for (const [entry, units] of inside)
    laid.entries.push(...layOutEntry(plot, shape, { entry, units }, label, choices))
  return laid
}

/** Do records of this kind lack a place for a date, and so need the date of the heading above? */
export function needsDay(shape: SectionShape): boolean {
  const writing = writingIn(shape)
  return writing !== undefined && !('at' in writing.columns)
}

/** The offsets of separators between sections: the lines above and below them go to different places. */
const rulesIn = ({ blocks, entries }: Section): readonly number[] =>
  [...blocks, ...entries.flatMap(entry => entry.blocks)].flatMap(({ type, span }) =>
    type === 'rule' ? [span.start] : [],
  )

const asIs = (plot: Plot, { text, lead, record }: Unit, isKept = true): Chunk => ({
  ...{ text, lead, plot },
  ...(record === undefined ? { records: [], isKept: false } : { records: [record], isKept }),
})

const isRecord = ({ records }: Chunk): boolean => records.length > 0

const joined = (units: readonly Unit[]): string =>
  units
    .map(({ lead, text }) => `${lead}${text}\n`)
    .join('')
    .replace(/\n$/, '')

/** Keeps the former heading of some lines as a comment. */
const commentOf = ({ title }: Section): string => `<!-- ${title.replaceAll('-->', '--&gt;')} -->`

/** Puts the records among some lines into the protocol's form, and returns the other lines. */
function place(
  laid: Laid,
  plot: Plot,
  shape: SectionShape,
  units: readonly Unit[],
  above: string,
  { text, kept }: Choices,
  block: Pick<Section, 'blocks'>,
): readonly Unit[] {
  const places: Places = placesIn(text, block, writingIn(shape))
  const left: Unit[] = []
  for (const unit of glued(units)) {
    const { record } = unit
    const form = record === undefined || kept.has(record) ? undefined : formOf(unit, shape, above, places)
    if (form === undefined || record === undefined) {
      left.push(unit)
      continue
    }
    const chunk = { plot, records: [record], isKept: false, lead: form.as === 'bullet' ? '' : '\n' }
    if (form.as === 'row') laid.rows.push({ ...chunk, ...form, text: unit.text })
    else laid[form.as === 'entry' ? 'entries' : 'loose'].push({ ...chunk, text: form.text })
  }
  return withoutFurniture(block, left)
}

/** Lays out a record that is a section of its own, such as a decision. */
function headingChunk(plot: Plot, shape: SectionShape, record: NotesRecord): Chunk {
  const { section, date, text } = plot
  const { heading, isNamed, rest, title } = section
  const name = rest || startOf('decision' in record ? (record.decision ?? title) : title)
  const said = isNamed && date !== undefined ? `${date.text} - ${name}` : title
  const length = heading === undefined ? 0 : heading.span.end - heading.span.start
  const below = moveHeadings(belowHeading(text.slice(length)).trimEnd(), shape.depth + 1 - section.depth)
  const entry = `${'#'.repeat(shape.depth + 1)} ${said}${below}`
  return { text: entry, lead: '\n', plot, records: [record], isKept: false }
}

/** Drops the spaces after the heading. */
const belowHeading = (text: string): string => text.replace(/^[ \t]+/, '')

/** Puts lines below a new heading with the date of their former one. */
function dayChunk(plot: Plot, shape: SectionShape, units: readonly Unit[], label?: string): Chunk {
  const { date, section } = plot
  const title = label === undefined && section.rest !== '' ? `${date?.text} — ${section.rest}` : date?.text
  const head = `${'#'.repeat(shape.depth + 1)} ${title}${label ? `\n${label}` : ''}`
  const records = units.flatMap(({ record }) => record ?? [])
  return { text: `${head}\n${joined(units)}`.trimEnd(), lead: '\n', plot, records, isKept: false }
}

/** The state of the work as the protocol's fields. Prose of several paragraphs stays as it is, with its date added. */
function contextChunks(plot: Plot, body: readonly Unit[], { kept, current }: Choices): Chunk[] {
  const { date, section } = plot
  const label = section.at !== undefined && section.rest !== '' ? `${commentOf(section)}\n` : ''
  return body.map(unit => {
    const { record, text } = unit
    if (record !== current || record?.kind !== 'context') return asIs(plot, unit)
    const printed = printContext(record)
    const isShort = !printed.includes('<br>') || kept.has(record)
    const isDated = date === undefined || record.checkpoint !== undefined
    const isInForm = /^- \*\*/.test(text) && isDated
    const isPrinted = !isInForm && isShort && holdsWords(contextWords(text), printed)
    const stamp = isDated ? '' : `\n\n**Last Checkpoint**: ${date.text}`
    const said = isPrinted ? printed : `${text}${stamp}`
    const lead = isPrinted || isInForm ? '' : '\n'
    return { text: `${label}${said}`, lead, plot, records: [record], isKept: !isPrinted && !isInForm }
  })
}

/** Lays out a heading among decisions: either a decision itself, or the name or date of the decisions below it. */
function layOutEntry(
  plot: Plot,
  shape: SectionShape,
  { entry, units }: { readonly entry: Entry; readonly units: readonly Unit[] },
  label: string,
  choices: Choices,
): readonly Chunk[] {
  const { heading, span, title } = entry
  const record = units[0]?.record?.span.start === span.start ? units[0].record : undefined
  const { at, rest } = splitLead(title)
  if (record === undefined && writingIn(shape)?.entries === true) {
    const above = [label, rest === '' ? '' : `<!-- ${rest} -->`].filter(one => one !== '').join('\n')
    const laid: Laid = { loose: [], rows: [], entries: [] }
    const left = place(laid, plot, shape, units.slice(1), above, choices, entry)
    if (left.length === 0) return laid.entries
  }
  const isUndated = at === undefined && (record === undefined || record.at?.inherited === true)
  const day = plot.date !== undefined && isUndated ? `${plot.date.text} - ` : ''
  const by = shape.depth + 1 - heading.depth
  const below = moveHeadings(belowHeading(choices.text.slice(heading.span.end, span.end)), by)
  const head = `${'#'.repeat(shape.depth + 1)} ${day}${slice(choices, heading.text)}${label && `\n${label}`}`
  const records = units.flatMap(unit => unit.record ?? [])
  return [{ text: `${head}${below}`, lead: '\n', plot, records, isKept: record === undefined }]
}
