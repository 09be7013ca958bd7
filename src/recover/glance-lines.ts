import { hasAny } from '../document/has-any.ts'
import type { Item } from './item.ts'
import { beadItem, blockerItem, contextItem, goalItem, lineItem, referenceItem } from './items.ts'
import { isDigit, isLetter, isValue, plain, plainTime } from './plain.ts'

/**
 * Each reads one section; undefined when a line is not in the shape that the protocol gives it. Records of one line
 * have that line as their span.
 */
type Line = (line: string, start: number, end: number) => Item | 'nothing' | undefined

/** Calls `read` for each line that is not blank, and not a remark above the first record: below, it may belong to one. */
function eachLine(text: string, from: number, to: number, read: Line): Item[] | undefined {
  const items: Item[] = []
  let first = true
  for (let at = from; at < to; ) {
    const feed = text.indexOf('\n', at)
    const next = feed < 0 || feed >= to ? to : feed + 1
    let end = feed < 0 || feed >= to ? to : feed
    while (end > at && isBlank(text.charCodeAt(end - 1))) end--
    const line = text.slice(at, end)
    if (line !== '' && !(first && isComment(line))) {
      first = false
      const item = read(line, at, end)
      if (item === undefined) return undefined
      if (item !== 'nothing') items.push(item)
    }
    at = next
  }
  return items
}

const isBlank = (unit: number): boolean => unit === 32 || unit === 13 || unit === 9

const isComment = (line: string): boolean =>
  line.startsWith('<!--') && line.indexOf('-->') === line.length - 3 && line.length >= 7

export function context(
  text: string,
  from: number,
  to: number,
  prefixes: readonly string[],
): Item[] | undefined {
  let [bead, checkpoint, state, start, last] = ['', '', '', -1, 0]
  const read = eachLine(text, from, to, (line, at, end) => {
    const close = line.startsWith('- **') ? line.indexOf('**: ', 4) : -1
    const name = line.slice(4, close)
    const value = line.slice(close + 4)
    if (close < 0 || !isValue(value) || !plain(value)) return undefined
    if (name === 'Current Bead' && bead === '') bead = value
    else if (name === 'Last Checkpoint' && checkpoint === '' && plainTime(value)) checkpoint = value
    else if (name === 'Reasoning State' && state === '') state = value
    else return undefined
    if (start < 0) start = at
    last = end
    return 'nothing'
  })
  if (read === undefined) return undefined
  if (start < 0) return []
  const span = { start, end: last }
  const task = bead === '' ? undefined : glanceBead(bead, prefixes)
  if (bead !== '' && task === undefined) return undefined
  return [
    ...(task === undefined ? [] : [beadItem(task.id, task.title, span)]),
    ...(checkpoint === '' ? [] : [contextItem(`Checkpoint: ${checkpoint}`, '', span)]),
    ...(state === '' ? [] : [contextItem('State: ', state, span)]),
  ]
}

/** `bd-x7y8 (what it is)`, or words without a dash in which no id could hide. */
function glanceBead(value: string, prefixes: readonly string[]): { id: string; title: string } | undefined {
  // A tick that is left over is no part of a name.
  if (value.includes('`')) return undefined
  const dash = value.indexOf('-')
  if (dash < 0) return { id: '', title: value }
  const blank = value.indexOf(' ')
  const id = blank < 0 ? value : value.slice(0, blank)
  if (!prefixes.includes(value.slice(0, dash)) || !isIdTail(id.slice(dash + 1))) return undefined
  if (blank < 0) return { id, title: '' }
  const title = value.slice(blank + 2, -1)
  const isInBrackets = value.charCodeAt(blank + 1) === 40 && value.endsWith(')')
  const isOne = title !== '' && title === title.trim() && !hasAny(title, BRACKETS)
  return isInBrackets && isOne ? { id, title } : undefined
}

/** Small letters and digits. */
function isIdTail(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (!(isDigit(unit) || (unit >= 97 && unit <= 122))) return false
  }
  return text !== ''
}

const BRACKETS = ['(', ')']

/** How an item starts that says itself that it is done. */
const DONE_WORDS = ['RESOLVED', 'DONE', 'FIXED', 'CLOSED', 'ACCEPTED']

export function questions(text: string, from: number, to: number): Item[] | undefined {
  return eachLine(text, from, to, (line, start, end) => {
    const title = openTask(line)
    return title === undefined || title === 'done'
      ? nothing(title)
      : lineItem('question', 'Open: ', title.text, { start, end })
  })
}

export function goals(text: string, from: number, to: number): Item[] | undefined {
  return eachLine(text, from, to, (line, start, end) => {
    const task = openTask(line)
    if (task === undefined || task === 'done') return nothing(task)
    const { text: said } = task
    if (!hasAny(said, BRACKETS)) return goalItem(said, undefined, undefined, { start, end })
    const blocking = remarkIn(said, ' (blocking: ')
    const needed = blocking ?? remarkIn(said, ' (depends on: ')
    if (needed === undefined) return undefined
    const { title, note } = needed
    return goalItem(title, blocking && note, blocking ? undefined : note, { start, end })
  })
}

const nothing = (task: 'done' | undefined): 'nothing' | undefined => (task === 'done' ? 'nothing' : undefined)

/** What stands in brackets at the end, and what is before them; undefined when there are others. */
function remarkIn(text: string, open: string): { title: string; note: string } | undefined {
  const from = text.indexOf(open)
  if (from <= 0 || !text.endsWith(')')) return undefined
  const [title, note] = [text.slice(0, from), text.slice(from + open.length, -1)]
  const isOne = !hasAny(title, BRACKETS) && !hasAny(note, BRACKETS)
  return isOne && note !== '' && note === note.trim() ? { title, note } : undefined
}

function openTask(line: string): { text: string } | 'done' | undefined {
  const isDone = line.startsWith('- [x] ')
  const text = line.slice(6)
  if (!(isDone || line.startsWith('- [ ] ')) || !startsWithWord(text) || !plain(text)) return undefined
  for (const word of DONE_WORDS) if (text.startsWith(word)) return undefined
  return isDone ? 'done' : { text }
}

/** A letter, or a quoted one. */
function startsWithWord(text: string): boolean {
  const unit = text.charCodeAt(0)
  return isLetter(unit) || unit === 34 || unit === 39
}

export function blockers(text: string, from: number, to: number): Item[] | undefined {
  return eachLine(text, from, to, (line, start, end) => {
    const type = line.startsWith('- Waiting: ') ? 'waiting' : 'blocked'
    if (type === 'blocked' && !line.startsWith('- Blocked: ')) return undefined
    const said = line.slice(11)
    const timed = remarkIn(said, ' (ETA: ')
    if (timed === undefined && hasAny(said, BRACKETS)) return undefined
    const { title, note } = timed ?? { title: said, note: undefined }
    if (!startsWithWord(title) || !plain(title) || (note !== undefined && !plain(note))) return undefined
    return blockerItem(type, title, note, { start, end })
  })
}

/** One table with the protocol's columns. */
export function references(text: string, from: number, to: number): Item[] | undefined {
  let line = 0
  return eachLine(text, from, to, (row, start, end) => {
    line++
    if (line === 1) return row === '| Identifier | Purpose | Last Verified |' ? 'nothing' : undefined
    if (line === 2) return isDelimiterRow(row) ? 'nothing' : undefined
    const cells = cellsOf(row)
    if (cells === undefined || cells[0] === '' || !cells.every(plain)) return undefined
    const [identifier = '', purpose = ''] = cells
    return referenceItem(identifier.trim(), purpose.trim(), { start, end })
  })
}

const isDelimiterRow = (row: string): boolean =>
  row.replaceAll('-', '') === '||||' && !row.includes('||') && row.startsWith('|') && row.endsWith('|')

/** Of three, each with a blank on both sides, and without what would make a bar belong to one. */
function cellsOf(row: string): string[] | undefined {
  const parts = row.split('|')
  if (parts.length !== 5 || parts[0] !== '' || parts[4] !== '' || hasAny(row, ['`', '\\'])) return undefined
  const cells: string[] = []
  for (const part of parts.slice(1, 4)) {
    if (part.length < 2 || !part.startsWith(' ') || !part.endsWith(' ')) return undefined
    cells.push(part.slice(1, -1))
  }
  return cells
}
