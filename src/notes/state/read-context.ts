import type { Block } from '../../markdown/block.ts'
import type { Span } from '../../markdown/document.ts'
import { present, type RecordBase, type Source } from '../record.ts'
import { type Field, fieldText } from '../text/fields.ts'
import { isNothing } from '../text/rows.ts'
import { type Timestamp, timestampAtStart } from '../text/timestamp.ts'
import { type CONTEXT_NAMES, contextField, contextFields } from './context-fields.ts'
import { holdsDiary, isProseBlock, newestPart, onlyProse, proseAbove } from './context-prose.ts'
import { fromTable, type Pair } from './context-table.ts'

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
  const isDiary = holdsDiary(document.text, section.blocks)
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
