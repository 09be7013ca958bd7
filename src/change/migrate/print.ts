import { readDocument } from '../../markdown/document.ts'
import { applyEdits } from '../../markdown/edit.ts'
import { standing } from '../../notes/decision/decision-parts.ts'
import { printDecisionFields } from '../../notes/decision/print-decision.ts'
import type { DecisionRecord } from '../../notes/kinds/decision.ts'
import type { Draft, NotesRecord, RecordOf } from '../../notes/kinds.ts'
import { CONTEXT_FIELDS, contextField, isContextName } from '../../notes/state/context-fields.ts'
import { readFields } from '../../notes/text/fields.ts'
import { encodeText } from '../../notes/text/inline.ts'
import { cellValues, draftOf, draftOfDecision, statusSaid } from '../intent.ts'
import { shieldedTitle } from '../plan/write-lines.ts'
import { isBare, isDelimiter, isHeader } from './furniture.ts'

/** A decision without a title gets the start of its text as its title, up to this length. */
const MAX_TITLE = 100

/** Prints a decision as a heading with its fields. `above`: the words of its parent headings besides name and date. */
export function printDecision(record: DecisionRecord, depth: number, above: string): string {
  const { id, at, decision, status, supersededBy, others = [] } = record
  const title = decision === record.title ? startOf(decision) : record.title
  const lead = [id, at?.text].filter(part => part !== undefined)
  const said = standing(title)
  const isSaid = said.status === status && said.supersededBy === supersededBy
  const draft = { ...draftOfDecision(record), decision }
  const fields = printDecisionFields({ ...draft, status: isSaid ? undefined : statusSaid(record) })
  const more = others.map(({ name, value }) => `**${capital(name)}**: ${encodeText(value)}\n`)
  const heading = `${'#'.repeat(depth)} ${[...lead, shieldedTitle(title)].join(' - ')}`
  return `${heading}\n${above && `${above}\n`}${fields}${more.join('')}`.trimEnd()
}

/** The first sentence or the first words of a long text. Does not end inside a code span, a link or emphasis. */
export function startOf(text: string): string {
  const line = text.split('\n', 1)[0] ?? ''
  if (line.length <= MAX_TITLE) return line
  const start = line.slice(0, MAX_TITLE)
  let cut = /^.{20,}?[.;:](?= )/.exec(start)?.[0] ?? start.slice(0, start.lastIndexOf(' ') + 1)
  for (const [open, close] of MARKS) if (isOpen(cut, open, close)) cut = cut.slice(0, cut.lastIndexOf(open))
  const title = cut.replace(/[\s.,;:—–-]+$/, '')
  return title === '' ? line : title
}

const MARKS = [
  ['`', '`'],
  ['**', '**'],
  ['~~', '~~'],
  ['[', ']'],
  ['(', ')'],
] as const

function isOpen(text: string, open: string, close: string): boolean {
  const [opened, closed] = [text.split(open).length, text.split(close).length]
  return open === close ? opened % 2 === 0 : opened > closed
}

export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** The cells of a record by column name. The title of a closed record is struck through. */
export function cellsOf(record: NotesRecord, names: readonly string[]): Readonly<Record<string, string>> {
  const isClosed = 'done' in record && record.done
  const severity = 'severityText' in record ? { severity: record.severityText } : {}
  const struck = isClosed ? { title: `~~${record.title ?? ''}~~` } : {}
  return cellValues({ ...draftOf(record), at: record.at?.text ?? '', ...severity, ...struck } as Draft, names)
}

/** Prints the active context as the protocol's bullets. A date above it becomes its checkpoint. */
export function printContext({
  bead,
  checkpoint,
  at,
  state,
  next,
  blockedBy,
  others,
}: Omit<RecordOf<'context'>, 'kind' | 'section' | 'span'>): string {
  const task = bead?.title === undefined ? bead?.id : bead.id ? `${bead.id} (${bead.title})` : bead.title
  const line = (name: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`- **${name}**: ${encodeText(value)}`]
  return [
    ...line(CONTEXT_FIELDS.bead, task ?? '(none)'),
    ...line(CONTEXT_FIELDS.checkpoint, checkpoint?.text ?? at?.text ?? '(none)'),
    ...line(CONTEXT_FIELDS.state, state ?? '(none)'),
    ...line('Next Action', next),
    ...line('Blocked By', blockedBy),
    ...others.flatMap(({ name, value }) => line(capital(name), value)),
  ].join('\n')
}

/** The words of a context without the names of its fields, and without fields that say nothing. */
export function contextWords(source: string): string {
  const rows = source.replaceAll(/^.*\|.*$/gm, line => (isDelimiter(line) || isHeader(line) ? '' : line))
  const fields = readFields(rows, { start: 0, end: rows.length }, isContextName)
  const said = fields.reduceRight((text, { name, span, value }) => {
    const isEmpty = isBare(text.slice(value.start, value.end))
    const end = isEmpty ? span.end : value.start
    return contextField(name) === undefined && !isEmpty ? text : text.slice(0, span.start) + text.slice(end)
  }, rows)
  return said.replaceAll(/^[ \t]*\|[ \t*]*([^|*]*?)[ \t*:]*\|/gm, (cell, name: string) =>
    contextField(name.toLowerCase()) === undefined ? cell : '|',
  )
}

/**
 * Drops what the fields express in another form: a checkbox, a list number, the marks around a date or an id, and a
 * severity by another name.
 */
export function withoutMarks(text: string, record: NotesRecord): string {
  let left = text
    .replace(/^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s)?/, '')
    .replace(/^[ \t]*[-*+][ \t]+Date:/im, '')
  for (const word of [record.at?.text, record.id]) {
    const at = word === undefined ? -1 : left.indexOf(word)
    if (word === undefined || at < 0) continue
    const before = left.slice(0, at).replace(/[([][*_`]*$/, '')
    left = `${before}${word}${left.slice(at + word.length).replace(/^[*_`]*[)\]]?[*_`]*:?/, '')}`
  }
  const severity = 'severity' in record ? record.severity : undefined
  return severity === undefined ? left : left.replace(SEVERITY, ` ${severity} `)
}

const SEVERITY = /[([]?\b(?:CRITICAL|HIGH|MEDIUM|MED|LOW|P[0-4])\b[*)\]]*:?/i

/** Moves the headings of some lines up or down by a number of levels. */
export function moveHeadings(text: string, by: number): string {
  if (by === 0 || !MAY_HEAD.test(text)) return text
  const headings = readDocument(text).blocks.filter(block => block.type === 'heading')
  const edits = headings.map(({ span, depth, text: title }) => ({
    span,
    text: `${'#'.repeat(Math.min(6, Math.max(1, depth + by)))} ${text.slice(title.start, title.end)}`,
  }))
  return applyEdits(text, edits)
}

/** Matches a line that may be a heading. Common case: there is none, so nothing needs to be parsed. */
const MAY_HEAD = /^ {0,3}(?:#{1,6}(?:\s|$)|=+\s*$|-+\s*$)/m
