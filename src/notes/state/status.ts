import { damageWords } from '../../markdown/damage.ts'
import { estimateTokens } from '../../markdown/tokens.ts'
import { foldedKinds, ofSprint } from '../kinds.ts'
import type { Notes, NotesRecord } from '../notes.ts'
import type { Section } from '../section.ts'
import { sprintToFold } from '../sprint/sprint.ts'
import { DAY, endOf } from '../text/timestamp.ts'
import { type Closing, calledDone, closedElsewhere, presentContexts } from './standing.ts'

export interface Size {
  readonly bytes: number
  /** An estimate by `estimateTokens`. */
  readonly tokens: number
}

export interface SectionSize extends Size {
  readonly section: Section
  readonly records: number
}

/** Something to do about the growth of a file, or about outdated content. */
export interface Hint {
  readonly what: string
  readonly next: string
}

export interface Status extends Size {
  readonly open: readonly OpenRecord[]
  readonly counts: Readonly<Partial<Record<NotesRecord['kind'], number>>>
  readonly sections: readonly SectionSize[]
  readonly hints: readonly Hint[]
}

export type OpenRecord = Extract<NotesRecord, { readonly done: boolean }>

export interface StatusOptions {
  readonly now: Date
  /** Maximum decisions that the log should hold. */
  readonly keep: number
  readonly tokenFactor: number
  /** Number of closed records at which to suggest folding their sprint. If undefined, folding is never suggested. */
  readonly foldAfter?: number
}

export function readStatus(notes: Notes, options: StatusOptions): Status {
  const { records } = notes
  const closings = closedElsewhere(notes)
  const closed = calledDone(notes, closings)
  const open = records.filter(
    (record): record is OpenRecord => 'done' in record && !record.done && !closed.has(record),
  )
  const { whole, sections } = measure(notes, options)
  return {
    ...whole,
    open,
    counts: countKinds(records),
    sections,
    hints: [
      ...hintsFor(notes, whole, open, options),
      ...closings.map(closing => closingHint(notes, closing)),
    ],
  }
}

/** Measures all sections in one pass: the text between two headings counts towards every section around it. */
function measure(
  { document, sections, records }: Notes,
  options: StatusOptions,
): { whole: Size; sections: SectionSize[] } {
  const { text } = document
  const sizes = new Map<Section, { bytes: number; tokens: number }>()
  const whole = { bytes: 0, tokens: 0 }
  let at = 0
  const count = (to: number, inside: Section | undefined): void => {
    const part = text.slice(at, to)
    at = to
    const size = { bytes: Buffer.byteLength(part), tokens: estimateTokens(part, options.tokenFactor) }
    add(whole, size)
    for (let section = inside; section !== undefined; section = section.parent) add(sizes.get(section), size)
  }
  sections.forEach((section, index) => {
    count(section.span.start, sections[index - 1])
    sizes.set(section, { bytes: 0, tokens: 0 })
  })
  count(text.length, sections.at(-1))
  const counts = countBySection(records)
  return {
    whole,
    sections: sections.map(section => ({
      section,
      ...(sizes.get(section) ?? whole),
      records: counts.get(section) ?? 0,
    })),
  }
}

function add(sum: { bytes: number; tokens: number } | undefined, size: Size): void {
  if (sum === undefined) return
  sum.bytes += size.bytes
  sum.tokens += size.tokens
}

function countBySection(records: readonly NotesRecord[]): ReadonlyMap<Section, number> {
  const counts = new Map<Section, number>()
  for (const { section } of records) counts.set(section, (counts.get(section) ?? 0) + 1)
  return counts
}

function countKinds(records: readonly NotesRecord[]): Status['counts'] {
  const counts: Partial<Record<NotesRecord['kind'], number>> = {}
  for (const { kind } of records) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

/** Claude Code's Read refuses a file above this many tokens. */
const READ_LIMIT = 25_000
const LONG_LINE = 2_000
function hintsFor(notes: Notes, size: Size, open: readonly OpenRecord[], options: StatusOptions): Hint[] {
  return [
    ...damageHints(notes),
    ...growthHints(notes, size, options),
    ...sprintHints(notes, options.foldAfter),
    ...dateHints(notes, open, options.now),
  ]
}

const WORK = Object.values(foldedKinds).flatMap(kind => ofSprint({ kind }).work ?? [])

function closingHint({ document }: Notes, { record, by }: Closing): Hint {
  const [line, said] = [record, by].map(({ span }) => document.lines.lineAt(span.start))
  return {
    what: `Line ${line}: "${record.title}" is open here, but line ${said} says that it is done`,
    next: 'Tick it off, or reword the line that says so',
  }
}

/** Suggests folding once `after` records of finished work have been closed since the last fold. */
export function sprintHints(notes: Notes, after = Number.POSITIVE_INFINITY): Hint[] {
  const found = sprintToFold(notes, after)
  if (found === undefined) return []
  const { name, work, total } = found
  const of = work === total ? `of ${name}` : `of several sprints, ${work} of them from ${name}`
  return [
    {
      what: `${total} ${WORK.join(' and ')} ${of}`,
      next: `\`notes archive --sprint ${/\s/.test(name) ? JSON.stringify(name) : name}\` folds them into the archive file`,
    },
  ]
}

function damageHints({ document }: Notes): Hint[] {
  return document.damage.map(({ kind, span }) => ({
    what: `Line ${document.lines.lineAt(span.start)}: ${kind.replace('-', ' ')}; the text after it may be misread`,
    next: damageWords[kind].repair,
  }))
}

function growthHints({ records, sections, document }: Notes, size: Size, options: StatusOptions): Hint[] {
  const hints: Hint[] = []
  const decisions = records.filter(({ kind }) => kind === 'decision').length
  const longest = longestLine(document.text)
  if (size.tokens > READ_LIMIT)
    hints.push({
      what: `About ${size.tokens} tokens: an agent's Read stops at ${READ_LIMIT}`,
      next: 'Move old decisions and log rows to a separate file next to this one',
    })
  if (decisions > options.keep)
    hints.push({
      what: `${decisions} decisions in the log, more than the ${options.keep} to keep (decisions.keep)`,
      next: 'Move the older ones to the Decision Archive',
    })
  if (longest.length > LONG_LINE)
    hints.push({
      what: `Line ${document.lines.lineAt(longest.at)} has ${longest.length} characters`,
      next: 'Split it: recovery can only show its start within the budget',
    })
  for (const [first, ...more] of twins(sections))
    hints.push({
      what: `${more.length + 1} sections are called "${first.title}"`,
      next: `Keep one: line ${[first, ...more].map(({ span }) => document.lines.lineAt(span.start)).join(', line ')}`,
    })
  return hints
}

function longestLine(text: string): { at: number; length: number } {
  let longest = { at: 0, length: 0 }
  for (let at = 0; at <= text.length; ) {
    const feed = text.indexOf('\n', at)
    const end = feed < 0 ? text.length : feed
    if (end - at > longest.length) longest = { at, length: end - at }
    at = end + 1
  }
  return longest
}

function twins(sections: readonly Section[]): [Section, ...Section[]][] {
  const byPlace = new Map<string, [Section, ...Section[]]>()
  for (const section of sections) {
    if (section.heading === undefined || section.at !== undefined) continue
    const place = JSON.stringify([section.parent?.span.start, section.title.toLowerCase()])
    const same = byPlace.get(place)
    if (same === undefined) byPlace.set(place, [section])
    else same.push(section)
  }
  return [...byPlace.values()].filter(({ length }) => length > 1)
}

function dateHints(notes: Notes, open: readonly OpenRecord[], now: Date): Hint[] {
  const { document } = notes
  const hints: Hint[] = []
  for (const record of open) {
    const eta = record.kind === 'blocker' ? record.etaAt : undefined
    const end = eta === undefined ? undefined : endOf(eta)
    if (eta === undefined || end === undefined || now.getTime() <= end) continue
    hints.push({
      what: `Line ${document.lines.lineAt(record.span.start)}: the ETA ${eta.text} of "${record.title}" has passed`,
      next: 'Ask whether it is resolved, then remove the line or give it a new ETA',
    })
  }
  const checkpoint = presentContexts(notes)[0]?.checkpoint
  const days = checkpoint?.at === undefined ? 0 : Math.floor((now.getTime() - checkpoint.at) / DAY)
  if (days > 7)
    hints.push({
      what: `The last checkpoint is ${days} days old`,
      next: 'Update Active Context: the next session starts from it',
    })
  return hints
}
