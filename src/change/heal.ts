import type { Span } from '../markdown/block.ts'
import { applyEdits, type Edit } from '../markdown/edit.ts'
import { lineEndAfter, lineStartBefore } from '../markdown/scan/leaf.ts'
import { matchRecords } from '../notes/gone.ts'
import type { NotesRecord } from '../notes/kinds.ts'
import { type Notes, type ReadOptions, readNotes } from '../notes/notes.ts'
import type { Section } from '../notes/section.ts'
import { compareUntouched, verbatim } from '../notes/untouched.ts'
import { refuseDamage } from './verify.ts'

/** An earlier text, and the spans of its records that have vanished since. Default: all that are missing now. */
export interface Earlier {
  readonly text: string
  readonly gone?: readonly (readonly [start: number, end: number])[] | undefined
}

export interface Healed {
  readonly text: string
  /** Records that were put back, with the notes they come from. */
  readonly restored: readonly FromEarlier[]
  /** Records that cannot be placed without changing other text. */
  readonly left: readonly FromEarlier[]
}

export interface FromEarlier {
  readonly notes: Notes
  readonly record: NotesRecord
}

/**
 * Puts back missing records from earlier texts, the newest text first. Each comes back byte for byte, in its old
 * section and order. Every other record stays unchanged, which is checked by reading the result.
 */
export function planHeal(
  text: string,
  earlier: readonly Earlier[],
  archived: Notes | undefined,
  options: ReadOptions,
): Healed {
  let present = readNotes(text, options)
  refuseDamage(present)
  const restored: FromEarlier[] = []
  const left: FromEarlier[] = []
  for (const { text: old, gone } of earlier) {
    const notes = readNotes(old, { ...options, profile: present.profile })
    const wanted = gone && new Set(gone.map(([start, end]) => `${start}-${end}`))
    const matched = matchRecords(notes, present, archived)
    const missing = notes.records.filter(
      record => !matched.has(record) && wanted?.has(`${record.span.start}-${record.span.end}`) !== false,
    )
    for (const run of runsOf(notes, missing)) {
      const done = putBack(present, notes, run, archived, options)
      const said = run.map(record => ({ notes, record }))
      if (done === undefined) left.push(...said)
      else {
        present = done
        restored.push(...said)
      }
    }
  }
  return { text: present.document.text, restored, left }
}

type Run = readonly [NotesRecord, ...NotesRecord[]]

/** Groups missing records that were nested, or next to each other with only white space between them. */
function runsOf({ document: { text } }: Notes, missing: readonly NotesRecord[]): readonly Run[] {
  const runs: [NotesRecord, ...NotesRecord[]][] = []
  for (const record of missing) {
    const run = runs.at(-1)
    const isNext =
      run !== undefined && run[0].section === record.section && isBeside(text, endOf(run), record)
    if (run !== undefined && isNext) run.push(record)
    else runs.push([record])
  }
  return runs
}

const endOf = (run: Run): number => Math.max(...run.map(({ span }) => span.end))

function isBeside(text: string, end: number, { span }: NotesRecord): boolean {
  const start = lineStartBefore(text, span.start)
  return start < end || text.slice(end, start).trim() === ''
}

/** Tries the possible places for a run of records, best first, until the result reads as it should. */
function putBack(
  present: Notes,
  old: Notes,
  run: Run,
  archived: Notes | undefined,
  options: ReadOptions,
): Notes | undefined {
  const wanted = run.map(record => verbatim(old, record)).sort()
  for (const edit of editsFor(present, old, run, archived)) {
    const after = readNotes(applyEdits(present.document.text, [edit]), {
      ...options,
      profile: present.profile,
    })
    const { fresh, lost } = compareUntouched(present, after, () => false)
    const added = fresh.map(record => verbatim(after, record)).sort()
    const isSame = added.length === wanted.length && added.every((one, index) => one === wanted[index])
    if (lost === undefined && isSame && after.document.damage.length === 0) return after
  }
  return undefined
}

function* editsFor(present: Notes, old: Notes, run: Run, archived: Notes | undefined): Generator<Edit> {
  const { text } = old.document
  const [first] = run
  const last = run.at(-1) ?? first
  const unit = text.slice(lineStartBefore(text, first.span.start), lineEndAfter(text, endOf(run)))
  const insert = (at: number, ...parts: readonly string[]): Edit => ({
    span: { start: at, end: at },
    text: parts.join(''),
  })
  const below = (span: Span): number => lineEndAfter(present.document.text, span.end)
  const { section } = first
  const isSection = section.heading !== undefined && first.span.start <= section.heading.span.start
  const here = isSection ? undefined : sectionIn(present, old, section)
  const matched = matchRecords(old, present, archived)
  const own = new Set(present.records)
  const neighbours = isSection ? old.records : old.records.filter(record => record.section === section)
  const at = neighbours.indexOf(first)
  const standing = (record: NotesRecord): NotesRecord | undefined => {
    const found = matched.get(record)
    return found !== undefined && own.has(found) && (isSection || found.section === here) ? found : undefined
  }
  const table = tableOf(section, first)
  const isLine = table !== undefined || !/[\r\n]/.test(unit)
  const gap = gapBefore(text, first, neighbours[at - 1]) ?? (isLine ? '\n' : '\n\n')
  if (here !== undefined || isSection) {
    const above = neighbours.slice(0, at).findLast(record => standing(record) !== undefined)
    const before = above && standing(above)
    if (before !== undefined) yield insert(below(before.span), gap, unit)
  }
  if (here !== undefined) {
    const next = neighbours.slice(neighbours.indexOf(last) + 1).find(record => standing(record) !== undefined)
    const behind = next && standing(next)
    if (next !== undefined && behind !== undefined) {
      const start = lineStartBefore(present.document.text, behind.span.start)
      yield insert(start, unit, gapBefore(text, next, last) ?? gap)
    }
    const seeds = first.kind === 'context' ? emptyFields(present, here) : undefined
    if (seeds !== undefined) yield { span: seeds, text: unit }
    const tables = here.blocks.filter(block => block.type === 'table')
    for (const { span } of table === undefined ? [] : tables.toReversed())
      yield insert(below(span), '\n', unit)
    const head =
      table && text.slice(lineStartBefore(text, table.span.start), lineEndAfter(text, table.delimiter.end))
    const whole = head === undefined ? unit : `${head}\n${unit}`
    const block = here.entries.at(-1) ?? here.blocks.at(-1)
    const end = block ?? here.heading
    const isGlued = block === undefined || ('type' in block && block.type === 'comment')
    if (end !== undefined) {
      const start = table?.span.start ?? first.span.start
      yield insert(below(end.span), isGlued ? spaceBefore(text, start) : '\n\n', whole)
      yield insert(below(end.span), '\n\n', whole)
    }
    return
  }
  const end = present.document.text.trimEnd().length
  if (isSection) {
    for (const behind of old.sections.slice(old.sections.indexOf(section) + 1)) {
      const heading = sectionIn(present, old, behind)?.heading
      if (heading === undefined) continue
      yield insert(lineStartBefore(present.document.text, heading.span.start), unit, '\n\n')
      break
    }
    yield insert(end, '\n\n', unit)
  } else {
    const lead = leadOf(present, old, section)
    yield insert(endOfSection(present, old, section), '\n\n', lead, unit)
    if (lead !== '') yield insert(end, '\n\n', lead, unit)
  }
}

/** The fields of a fresh active context, `- **Current Bead**: (none)`, if the section holds nothing else. */
function emptyFields({ document: { text } }: Notes, { blocks }: Section): Span | undefined {
  const [first, last] = [blocks.find(({ type }) => type === 'list'), blocks.at(-1)]
  if (first === undefined || first !== last) return undefined
  const lines = text.slice(first.span.start, first.span.end).split(/\r\n|\r|\n/)
  return lines.every(line => /^[-*+] \*\*[^*]+\*\*: *(?:\(none\))?$/.test(line.trimEnd()))
    ? first.span
    : undefined
}

/** The white space between a record and the one before it. Undefined when anything else is between them. */
function gapBefore(text: string, record: NotesRecord, before: NotesRecord | undefined): string | undefined {
  if (before === undefined) return undefined
  const between = text.slice(lineEndAfter(text, before.span.end), lineStartBefore(text, record.span.start))
  return between !== '' && between.trim() === '' ? between : undefined
}

/** The line endings between the line at an offset and the last non-blank line above it. */
function spaceBefore(text: string, at: number): string {
  const start = lineStartBefore(text, at)
  return text.slice(lineEndAfter(text, text.slice(0, start).trimEnd().length), start)
}

/** The table that contains a record as a row. */
const tableOf = ({ blocks }: Section, { span }: NotesRecord) =>
  blocks
    .filter(block => block.type === 'table')
    .find(table => table.delimiter.end <= span.start && span.end <= table.span.end)

/**
 * Finds the section with the same headings, else with the same purpose: its heading may have been reworded. A dated
 * section matches only by its headings.
 */
function sectionIn({ sections }: Notes, old: Notes, wanted: Section): Section | undefined {
  const same = sections.filter(({ kind }) => kind === wanted.kind)
  const names = namesAbove(wanted)
  const twins = same.filter(section => namesAbove(section) === names)
  const place = old.sections
    .filter(section => section.kind === wanted.kind && namesAbove(section) === names)
    .indexOf(wanted)
  const twin = twins[Math.min(place, twins.length - 1)]
  if (twin !== undefined || wanted.date !== undefined) return twin
  const title = nameOf(wanted)
  return (
    same.find(section => nameOf(section) === title) ??
    (wanted.isPart ? undefined : same.find(({ isNamed }) => isNamed))
  )
}

const nameOf = ({ title }: Section): string => title.trim().toLowerCase()

function namesAbove(section: Section): string {
  let names = nameOf(section)
  for (let above = section.parent; above !== undefined; above = above.parent)
    names = `${nameOf(above)}\n${names}`
  return names
}

/** The text of the section up to its first record, after the heading of its parent if the parent is gone too. */
function leadOf(present: Notes, old: Notes, section: Section): string {
  const { text } = old.document
  const { heading } = section
  if (heading === undefined) return ''
  const [first] = old.recordsOf(section)
  const end = first === undefined ? heading.span.end : lineStartBefore(text, first.span.start)
  const own = text.slice(lineStartBefore(text, heading.span.start), end)
  const lead = end === heading.span.end ? `${own}\n\n` : own
  const { parent } = section
  const isThere = parent?.heading === undefined || sectionIn(present, old, parent) !== undefined
  if (isThere || parent?.heading === undefined) return lead
  const { start, end: close } = parent.heading.span
  return `${text.slice(lineStartBefore(text, start), lineEndAfter(text, close))}\n\n${lead}`
}

/** The end of the nearest section that was before this one and still exists. */
function endOfSection(present: Notes, old: Notes, section: Section): number {
  const { sections } = old
  const { text } = present.document
  for (const before of sections.slice(0, sections.indexOf(section)).toReversed()) {
    let found = before.heading === undefined ? undefined : sectionIn(present, old, before)
    if (found === undefined) continue
    if (found.depth < section.depth)
      return lineEndAfter(text, (found.blocks.at(-1) ?? found.heading ?? found).span.end)
    while (found.parent !== undefined && found.depth > section.depth && found.parent.depth >= section.depth)
      found = found.parent
    return lineEndAfter(text, found.span.end)
  }
  return text.trimEnd().length
}
