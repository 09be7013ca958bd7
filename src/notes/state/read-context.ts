import type { Block, Item } from '../../markdown/block.ts'
import type { Span } from '../../markdown/document.ts'
import { tight } from '../../markdown/scan/leaf.ts'
import { isStruck } from '../decision/decision-parts.ts'
import { dateInTitle, splitLead } from '../decision/lead.ts'
import { present, type RecordBase, type Source } from '../record.ts'
import type { Section } from '../section.ts'
import { type Field, fieldText, ownValue, readFields } from '../text/fields.ts'
import { isOver, readItems } from '../text/items.ts'
import { isNothing, type NamedRow, readRows } from '../text/rows.ts'
import { type Timestamp, timestampAtStart } from '../text/timestamp.ts'

/** The state of the work: the only kind of record in which the newest replaces the older ones. */
export interface ContextRecord extends RecordBase {
  readonly kind: 'context'
  readonly bead?: Bead
  readonly checkpoint?: Timestamp
  readonly state?: string
  /** The next step, under any of its names. */
  readonly next?: string
  readonly blockedBy?: string
  /** Has no fields: its state is the prose of the section. */
  readonly isProse?: true
  /** The state is a list. Its first items say as much as its last ones. */
  readonly isListed?: true
  /** The only paragraph or list above the fields, if it holds the state or the next step. */
  readonly prose?: { readonly name: 'state' | 'next'; readonly span: Span }
  /** All other fields, in order. */
  readonly others: readonly { readonly name: string; readonly value: string }[]
}

export interface Bead {
  /** Missing when the task is described in words. */
  readonly id?: string
  readonly title?: string
}

/** The state of a bead in Beads. Unverified when Beads was not asked or did not answer. */
export type BeadState = 'open' | 'closed' | 'missing' | 'unverified'

/** Names of the context fields in files, also as table columns. */
export const CONTEXT_NAMES = {
  bead: [
    'current bead',
    'bead',
    'current task',
    'active task',
    'task',
    'current focus',
    'focus',
    'working on',
    'ticket',
    'current ticket',
    'current issue',
  ],
  checkpoint: ['last checkpoint', 'checkpoint', 'last updated', 'updated', 'last session', 'timestamp'],
  state: [
    'reasoning state',
    'state',
    'status',
    'current state',
    'current status',
    'where we left off',
    'where we stopped',
    'stopped at',
    'last state',
    'where it stands',
    'recovery anchor',
    'now',
  ],
  next: [
    'next action',
    'next actions',
    'next',
    'next step',
    'next steps',
    'next up',
    'up next',
    'next session',
    'next task',
    'next tasks',
    'todo next',
    'to do next',
    'immediate next step',
    'immediate next steps',
    'immediate next action',
    'resume',
    'resume at',
    'resume from',
    'resume here',
    'resume with',
    'if resuming',
    'when resuming',
    'to resume',
    'start here',
  ],
  blockedBy: ['blocked by', 'blocked on', 'blocked', 'blocker', 'blockers', 'waiting for', 'waiting on'],
} as const

const known: ReadonlyMap<string, keyof typeof CONTEXT_NAMES> = new Map(
  Object.entries(CONTEXT_NAMES).flatMap(([field, names]) =>
    names.map(name => [name, field as keyof typeof CONTEXT_NAMES] as const),
  ),
)

/** The context field that a name in lower case stands for. */
export const contextField = (name: string): keyof typeof CONTEXT_NAMES | undefined => known.get(name)

export const contextColumns = {
  field: ['field', 'key', 'item'],
  value: ['value', 'details', 'description'],
} as const

/** The field names that the protocol writes. */
export const CONTEXT_FIELDS = {
  bead: 'Current Bead',
  checkpoint: 'Last Checkpoint',
  state: 'Reasoning State',
} as const

/** Other field names; each ends the value of the field before it. */
const OTHERS: ReadonlySet<string> = new Set([
  'last task',
  'last activity',
  'branch',
  'cycle',
  'goal',
  'mode',
  'owner',
  'phase',
  'plan',
  'pr',
  'progress',
  'resume file',
  'risk',
  'risks',
  'sprint',
  'version',
])

/**
 * Is this the name of a field, in lower case? Unknown names are fields only in bold or in a bullet, since prose has
 * colons too.
 */
export const isContextName = (name: string, isBullet: boolean): boolean =>
  known.has(name) || OTHERS.has(name) || (isBullet && /^[a-z/-]+(?: [a-z/-]+){0,2}$/.test(name))

/**
 * Reads bullets, `**Key:** value` lines, plain `key: value` lines, a `Field | Value` table, or a table with a column
 * for each field. Prose above the fields, or in a section without fields, is the state. Below a heading such as `Next`,
 * it is the next step.
 */
export function readContext(source: Source): readonly ContextRecord[] {
  const { document, section } = source
  const span = spanOf(section.blocks)
  if (span === undefined) return []
  const found = contextFields(document.text, span)
  // Below `### Next`, a bullet such as `- Settings: polish` is a step, not a field.
  const isPlan = namesNextStep(section.title) && found.every(({ name }) => contextField(name) === undefined)
  const written = isPlan && section.blocks.every(({ type }) => type === 'list') ? [] : found
  const isDiary = section.blocks.filter(block => startsDated(document.text, block)).length >= MIN_DATED
  const pairs = [
    ...fromTable(document.text, section.blocks),
    ...(isDiary ? [] : fromFields(document.text, written)),
  ]
  const fields: Partial<Record<keyof typeof CONTEXT_NAMES, string>> = {}
  const others: { name: string; value: string }[] = []
  for (const { name, value, source } of pairs) {
    const field = contextField(name)
    if (isNothing(source)) continue
    if (field === undefined || fields[field] !== undefined) others.push({ name, value })
    else fields[field] = value
  }
  // An unknown field that starts with `next`: `Next from us (after the API is live)`.
  const step =
    fields.next === undefined
      ? others.findIndex(({ name }) => /^next |\bnext (?:action|step|task)s?$/.test(name))
      : -1
  if (step >= 0) fields.next = others.splice(step, 1)[0]?.value ?? ''
  const end = isDiary ? span.end : (written[0]?.span.start ?? span.end)
  const { prose: told, at } = newestPart(proseAbove(document.text, section, end))
  // `## Start here` may begin with the state, and name the next step in a paragraph of its own: `**Next: the importer.**`
  const turn = namesNextStep(section.title) && fields.next === undefined ? NEXT_PARAGRAPH.exec(told) : null
  const prose = turn === null ? told : told.slice(0, turn.index).trim()
  if (turn !== null)
    fields.next = told.slice(turn.index).replace(NEXT_PARAGRAPH, '').replaceAll('**', '').trim()
  // A text too long for a step, such as a report below `Resume here`, is the state.
  const said =
    turn === null && namesNextStep(section.title) && prose.length <= MAX_STEP
      ? ('next' as const)
      : ('state' as const)
  const isProse = pairs.length === 0
  const only = fields[said] === undefined ? onlyProse(document.text, section, end) : undefined
  if (prose !== '') fields[said] ??= prose
  // In Session Continuity, one unknown field such as `**Important**: read the protocol first` is not a state.
  const isOwn = others.length >= (section.kind === 'active-context' ? 1 : 2)
  if (Object.keys(fields).length === 0 && !isOwn) return []
  const last = written.at(-1)
  for (const block of last === undefined || isDiary ? [] : section.blocks)
    if (
      block.type === 'paragraph' &&
      block.span.start >= (last?.span.end ?? 0) &&
      isProseBlock(document.text, block)
    )
      others.push({ name: 'note', value: fieldText(document.text, block.span) })
  const { bead, checkpoint, ...words } = fields
  const known = present({
    bead: bead === undefined ? undefined : readBead(bead, source.conventions.beadPrefixes),
    // A date in front of a step is when it is due.
    checkpoint: checkpoint !== undefined ? timestampAtStart(checkpoint) : said === 'state' ? at : undefined,
    ...words,
  })
  return [
    {
      ...{ kind: 'context', section, span, others, ...known },
      ...(isProse ? { isProse } : {}),
      ...(isProse && section.blocks.every(({ type }) => type === 'list') ? { isListed: true as const } : {}),
      ...(only === undefined ? {} : { prose: { name: said, span: only } }),
    },
  ]
}

/** The fields of a context, each without the remarks that people write below it. */
export const contextFields = (text: string, span: Span): readonly Field[] =>
  readFields(text, span, isContextName).map(field => {
    const value = ownValue(text, field.value)
    return { ...field, value, span: { start: field.span.start, end: Math.max(value.end, field.value.start) } }
  })

/**
 * The only paragraph or list above the fields, if it is no more than a state: brief, without tasks, dated items or
 * comments, and not an introduction to what follows.
 */
function onlyProse(text: string, { blocks, rest }: Section, end: number): Span | undefined {
  const [only, ...more] = blocks.filter(block => isProseBlock(text, block) && block.span.start < end)
  if (only === undefined || more.length > 0 || rest !== '') return undefined
  const span = tight(text, only.span.start, Math.min(only.span.end, end))
  const words = text.slice(span.start, span.end)
  const items = only.type === 'list' ? only.items : []
  const isOther = items.some(
    ({ span, task }) =>
      task !== undefined ||
      splitLead(text.slice(span.start, span.end).replace(/^\S+\s+/, '')).at !== undefined,
  )
  const isLong = words.length > MAX_STATE || items.length > MAX_STATE_ITEMS
  return isOther || isLong || words.endsWith(':') || words.includes('<!--') ? undefined : span
}

/** A longer paragraph or list says more than where the work stands, such as the history of a cycle. */
const MAX_STATE = 300
const MAX_STATE_ITEMS = 3

/** Is this a list, or a paragraph that is not a loose row? */
const isProseBlock = (text: string, { type, span }: Block): boolean =>
  type === 'list' || (type === 'paragraph' && text[span.start] !== '|')

/** The number of dated paragraphs that makes a section a diary, in which bold words are not field names. */
const MIN_DATED = 2

const startsDated = (text: string, { type, span }: Block): boolean =>
  type === 'paragraph' &&
  splitLead(text.slice(span.start, Math.min(span.end, span.start + 100))).at !== undefined

/**
 * The newest of several dated paragraphs, with the undated ones after it. Some projects add such a paragraph in each
 * session: `**2026-08-13 — Sprint 4 built:** …`.
 */
function newestPart(paragraphs: readonly string[]): { readonly prose: string; readonly at?: Timestamp } {
  const dates = paragraphs.map(
    text => splitLead(text.slice(0, 100)).at ?? dateInTitle(text.slice(0, 200).replaceAll('**', '')),
  )
  const known = dates.flatMap((date, index) => (date?.at === undefined ? [] : [{ date, at: date.at, index }]))
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined || first === last) {
    const lead = splitLead(paragraphs[0]?.slice(0, 100) ?? '').at
    return { prose: paragraphs.join('\n'), ...(lead?.at === undefined ? {} : { at: lead }) }
  }
  const isUpward = first.at <= last.at
  const newest = known.reduce((best, one) =>
    one.at > best.at || (one.at === best.at && isUpward) ? one : best,
  )
  const end = known.find(({ index }) => index > newest.index)?.index
  return { prose: paragraphs.slice(newest.index, end).join('\n'), at: newest.date }
}

/** The paragraphs and open items before an offset, and the rest of the heading: `## Next: flush the queue`. */
function proseAbove(text: string, { blocks, title, rest, at }: Section, end: number): readonly string[] {
  // `Current state (authoritative)` says nothing about the state.
  const parts = at === undefined && !(/^\w+$/.test(rest) && title.includes(`(${rest})`)) ? [rest] : []
  for (const block of blocks) {
    if (block.span.start >= end) break
    if (block.type === 'list') {
      const open = readItems(text, [block]).filter(({ span, done }) => span.start < end && !done)
      parts.push(
        open
          .map(({ text: said, item }) =>
            said.endsWith(':') ? `${said} ${nestedIn(text, item)}`.trim() : said,
          )
          .map(said => (/[.!?]$/.test(said) ? said : `${said};`))
          .join(' ')
          .replace(/;$/, ''),
      )
    } else if (isProseBlock(text, block))
      parts.push(fieldText(text, { start: block.span.start, end: Math.min(block.span.end, end) }).trim())
  }
  const said = parts.filter(part => VISIBLE.test(part) && !isNothing(part) && !isStruck(part))
  // Templates explain a section in a line of italics above its text.
  return said.length > 1 && /^([_*])[^_*\n]+\1$/.test(said[0] ?? '') ? said.slice(1) : said
}

/** The open bullets below an item, in a row. */
const nestedIn = (text: string, { blocks }: Item): string =>
  readItems(text, blocks)
    .filter(({ done }) => !done)
    .map(({ text }) => text)
    .join(', ')

/** Matches a letter or digit of any script: a lone zero-width space is not a state. */
const VISIBLE = /[\w\u00a1-\u1fff\u2c00-\ufefe]/

/** Matches the start of a later paragraph that begins with `Next:`. */
const NEXT_PARAGRAPH = /(?<=.\n)\*{0,2}next\b[^:\n]{0,20}:\*{0,2}\s*/i

/** The maximum length of a next step, in characters. */
const MAX_STEP = 500

/** Is the section named after the next step? Otherwise its prose is the state. */
export const namesNextStep = (title: string): boolean =>
  /^[^A-Za-z]*(?:up next|(?:immediate |optional )?next|resume|start here)\b/i.test(title)

/**
 * Leaves out contexts that do not count. Beside an Active Context, the prose of Session Continuity only explains how to
 * use the file. Below dated headings such as `## 2026-09-14 — Importer`, only the newest `### Next` counts: the others
 * are over.
 */
export function currentContexts(contexts: readonly ContextRecord[]): readonly ContextRecord[] {
  const isIntroduction = ({ isProse, section }: ContextRecord): boolean =>
    isProse === true && section.kind === 'session-continuity' && section.at === undefined
  const isOfEvent = ({ section: { parent } }: ContextRecord): boolean =>
    parent?.kind === 'other' || (parent?.kind === 'session-log' && parent.at !== undefined)
  const newest = contexts.filter(isOfEvent).reduce((most, { at }) => Math.max(most, at?.at ?? 0), 0)
  const hasOwn = contexts.some(({ section }) => section.kind === 'active-context')
  return contexts.filter(
    context =>
      !(hasOwn && isIntroduction(context)) && !(isOfEvent(context) && (context.at?.at ?? 0) < newest),
  )
}

function spanOf(blocks: readonly Block[]): Span | undefined {
  const content = blocks.filter(block => block.type !== 'comment')
  const [first, last] = [content[0], content.at(-1)]
  return first === undefined || last === undefined
    ? undefined
    : { start: first.span.start, end: last.span.end }
}

interface Pair {
  readonly name: string
  readonly value: string
  /** The value before decoding: a literal `None` is written with an entity. */
  readonly source: string
}

function fromTable(text: string, blocks: readonly Block[]): Pair[] {
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

function fromFields(text: string, fields: readonly Field[]): Pair[] {
  return fields.map(({ name, value }) => ({
    name,
    value: inOneLine(fieldText(text, value)),
    source: text.slice(value.start, value.end),
  }))
}

/** Joins the bullets of a list below the name of a field: `one; two`. */
const inOneLine = (value: string): string =>
  /^[-*+] /.test(value) ? value.slice(2).replaceAll(/\n[-*+] /g, '; ') : value

/** Parses `bd-x7y8 (task description)`, including dotted children, or plain words. */
function readBead(text: string, prefixes: readonly string[]): Bead {
  const id = beadId(text, prefixes)
  if (id === undefined) return { title: text }
  const title = text
    .replace(id, '')
    .replaceAll('`', '')
    .replace(/^[\s:—–-]+/, '')
    .replace(/^\((.*)\)\.?$/s, '$1')
    .trim()
  return title === '' ? { id } : { id, title }
}

/** Does the text of a bead start with an id, as `notes lint` requires: `bd-x7y8 (task)`? */
export const isBeadText = (text: string, prefixes: readonly string[]): boolean => {
  const value = /^[^\s`*(),;]+/.exec(text)?.[0] ?? ''
  const prefix = prefixes.find(known => value.startsWith(`${known}-`))
  return (
    prefix !== undefined &&
    /^[a-z0-9]+(?:-[a-z0-9]{1,40}){0,9}(?:\.\d+)*:?$/.test(value.slice(prefix.length + 1))
  )
}

/** The first bead id in a text: a known prefix, a dash, letters or digits, dotted children. */
export function beadId(text: string, prefixes: readonly string[]): string | undefined {
  return [...text.slice(0, 2000).matchAll(/[A-Za-z][A-Za-z0-9-]*-[a-z0-9]+(?:\.\d+)*/g)]
    .map(match => match[0])
    .find(id => prefixes.some(prefix => id.startsWith(`${prefix}-`)))
}
