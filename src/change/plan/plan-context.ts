import type { Edit } from '../../markdown/edit.ts'
import { lineEndAfter } from '../../markdown/scan/leaf.ts'
import { plain } from '../../notes/kind.ts'
import type { Notes } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'
import { isKnownHeading } from '../../notes/section-kind.ts'
import {
  CONTEXT_FIELDS,
  CONTEXT_NAMES,
  contextColumns,
  contextField,
  contextFields,
} from '../../notes/state/context-fields.ts'
import type { ContextRecord } from '../../notes/state/read-context.ts'
import type { Field } from '../../notes/text/fields.ts'
import { encodeCell, encodeText } from '../../notes/text/inline.ts'
import { type NamedRow, type NamedTable, readRows, readTables } from '../../notes/text/rows.ts'
import type { ContextFields } from '../intent.ts'
import { below, intoTable, markerIn, printTableRow, replaceMarker } from './write-lines.ts'

/** Sets fields of the active context in place. Adds missing ones in the style of the others. */
export function planContext({ document, recordsOf }: Notes, section: Section, fields: ContextFields): Edit[] {
  const { text } = document
  const wanted = NAMES.flatMap(name => (fields[name] === undefined ? [] : [{ name, value: fields[name] }]))
  const table = readTables(text, section.blocks, contextColumns).at(-1)
  if (table !== undefined) return setRows(text, table, wanted)
  const tables = section.blocks.filter(({ type }) => type === 'table')
  const [row, ...more] = readRows(text, tables, CONTEXT_NAMES)
  if (row !== undefined && more.length === 0) return setColumns(text, section, row, wanted)
  const record = recordsOf(section).find(({ kind }) => kind === 'context')
  return setLines(text, section, wanted, record?.kind === 'context' ? replaceable(record) : undefined)
}

/** The prose of a context, if a command may replace it. Prose below `## Status codes` is about something else. */
export const replaceable = ({ prose, section: { title } }: ContextRecord): ContextRecord['prose'] =>
  isKnownHeading(title) ? prose : undefined

/**
 * The names under which missing fields are added. The next step is the only field that the protocol does not require.
 */
const WRITTEN = { ...CONTEXT_FIELDS, next: 'Next Action' } as const

/** The value of a field that is cleared. */
const NONE = '(none)'

const NAMES = ['bead', 'checkpoint', 'state', 'next'] as const satisfies readonly (keyof ContextFields)[]

interface Wanted {
  readonly name: (typeof NAMES)[number]
  readonly value: string
}

/** The fields whose values differ from the wanted ones. */
export const differentFields = (
  now: ContextRecord | undefined,
  wishes: ContextFields,
): readonly Wanted['name'][] =>
  NAMES.filter(name => {
    const wish = wishes[name]
    return wish !== undefined && !saysInContext(now, name, plain(wish))
  })

/** Sets fields in a table of fields and values (profile `v016`). */
function setRows(text: string, table: NamedTable<string>, wanted: readonly Wanted[]): Edit[] {
  const edits: Edit[] = []
  const missing: string[] = []
  for (const { name, value } of wanted) {
    const row = table.rows.find(({ cells }) => contextField(plainName(cells.field ?? '')) === name)
    const place = row?.places.value
    if (place === undefined)
      missing.push(printTableRow(text, table, { field: `**${WRITTEN[name]}**`, value }))
    else edits.push({ span: place, text: value === '' ? NONE : encodeCell(value) })
  }
  return missing.length === 0 ? edits : [...edits, intoTable(text, table, missing)]
}

/** Sets fields in a table with a column for each. Adds fields without a column below the table. */
function setColumns(
  text: string,
  section: Section,
  { places }: NamedRow<Wanted['name']>,
  wanted: readonly Wanted[],
): Edit[] {
  const edits = wanted.flatMap(({ name, value }) => {
    const span = places[name]
    return span === undefined ? [] : [{ span, text: value === '' ? NONE : encodeCell(value) }]
  })
  const rest = wanted.filter(({ name }) => places[name] === undefined)
  return rest.length === 0 ? edits : [...edits, ...setLines(text, section, rest)]
}

const plainName = (field: string): string => field.replaceAll('*', '').trim().toLowerCase()

function setLines(
  text: string,
  section: Section,
  wanted: readonly Wanted[],
  prose?: ContextRecord['prose'],
): Edit[] {
  const content = section.blocks.filter(({ type }) => type !== 'comment')
  const [first, last] = [content[0], content.at(-1)]
  const there = first && last ? contextFields(text, { start: first.span.start, end: last.span.end }) : []
  const edits: Edit[] = []
  const missing: string[] = []
  for (const { name, value } of wanted) {
    const field = there.find(candidate => contextField(candidate.name) === name)
    if (prose?.name === name) edits.push({ span: prose.span, text: value === '' ? NONE : encodeText(value) })
    else if (field === undefined && name === 'checkpoint' && section.heading === undefined) {
      // A line of a ledger, such as `State: …`, has no room for a second field.
    } else if (field === undefined)
      missing.push(`${nameLike(text, there.at(-1), WRITTEN[name])} ${encodeText(value)}`)
    else edits.push(setField(text, field, value === '' ? NONE : encodeText(value)))
  }
  const marker = there.length === 0 ? markerIn(text, section.blocks) : undefined
  if (marker !== undefined && missing.length > 0)
    return replaceMarker(text, marker, below(text, marker, missing))
  const anchor = (there.at(-1) ?? last ?? section.blocks.at(-1) ?? section.heading)?.span ?? section.span
  const isApart = there.length === 0 && (last?.type === 'table' || prose !== undefined)
  const lines = isApart ? ['', ...missing] : missing
  return missing.length === 0 ? edits : [...edits, below(text, anchor, lines)]
}

/** The name of a new field, printed like the field above it: `- **Name**:`, `**Name**:`, `- Name:` or `Name:`. */
function nameLike(text: string, above: Field | undefined, name: string): string {
  const [bullet = '', bold = ''] =
    above === undefined
      ? ['- ', '**']
      : (/^([-*+] )?(\*\*)?/.exec(text.slice(above.span.start, above.span.start + 4)) ?? []).slice(1)
  return `${bullet}${bold}${name}${bold}:`
}

function setField(text: string, { span, value }: Field, written: string): Edit {
  if (value.start < value.end) return { span: value, text: written }
  // The parser puts an empty value after the blank lines that follow. Write the new value right after the name.
  const at = lineEndAfter(text, span.start)
  const glued = !/[ \t]/.test(text[at - 1] ?? ' ')
  return { span: { start: at, end: at }, text: glued ? ` ${written}` : written }
}

/** Does the context already say this? */
function saysInContext(now: ContextRecord | undefined, name: Wanted['name'], wish: string): boolean {
  if (wish === '') return now?.[name] === undefined
  if (name === 'state' || name === 'next') return now?.[name] === wish
  if (name === 'checkpoint') return now?.checkpoint?.text === wish
  const { id, title } = now?.bead ?? {}
  if (id === undefined || title === undefined) return (id ?? title) === wish
  return [`${id} (${title})`, `${id} ${title}`, `${id}: ${title}`].includes(wish)
}
