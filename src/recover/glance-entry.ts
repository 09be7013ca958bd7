import { hasAny } from '../document/has-any.ts'
import type { Group, Item } from './item.ts'
import { decisionItem } from './items.ts'
import { LAST_DECISIONS } from './last-decisions.ts'
import { isDigit, isLetter, isValue, plain, plainTime } from './plain.ts'

/** An entry of the decision log: its heading, and everything up to the next heading. */
export interface EntryPlace {
  readonly from: number
  readonly titleFrom: number
  readonly headingEnd: number
  to: number
}

/** The last decisions in force and how many older ones there are; undefined when an entry is in another shape. */
export function decisionGroup(text: string, entries: readonly EntryPlace[]): Group | undefined {
  const superseded = supersededAmong(text, entries)
  const times = timesOf(text, entries)
  if (superseded === undefined || times === undefined || holdsOther(text, entries)) return undefined
  const order = orderOf(times)
  const items: Item[] = []
  let [older, start, end] = [0, Number.POSITIVE_INFINITY, 0]
  for (const index of order) {
    const place = entries[index]
    if (place === undefined || superseded.has(index)) continue
    if (items.length < LAST_DECISIONS) {
      const item = readEntry(text, place, times[index] ?? '')
      if (item === undefined) return undefined
      items.push(item)
    } else {
      older++
      start = Math.min(start, place.from)
      end = Math.max(end, place.to)
    }
  }
  if (older === 0) return { kind: 'decision', items }
  // Blank lines behind the last of them are not its own.
  const rest = { count: older, span: { start, end: start + text.slice(start, end).trimEnd().length } }
  return { kind: 'decision', items, rest }
}

/** ISO timestamps of one precision order as text. Undefined when one has another, or none. */
function timesOf(text: string, entries: readonly EntryPlace[]): string[] | undefined {
  const times: string[] = []
  let length = 0
  for (const { titleFrom, headingEnd } of entries) {
    const separator = text.indexOf(' - ', titleFrom + 1)
    if (separator < 0 || separator + 3 > headingEnd || separator > titleFrom + LONGEST_TIME) return undefined
    const time = text.slice(titleFrom + 1, separator)
    length ||= time.length
    if (time.length !== length || !plainTime(time)) return undefined
    times.push(time)
  }
  return times
}

const LONGEST_TIME = 21

/**
 * A row of a table may be a decision of its own, which stands below an entry that is none; one that is struck through
 * is no longer in force.
 */
function holdsOther(text: string, entries: readonly EntryPlace[]): boolean {
  const [first, last] = [entries[0], entries.at(-1)]
  return first !== undefined && last !== undefined && hasAny(text.slice(first.from, last.to), ['\n|', '~~'])
}

/** Indices, the newest first; equal ones as `newestFirst` has them. */
function orderOf(times: readonly string[]): number[] {
  const order = times.map((_, index) => index)
  const upwards = (times[0] ?? '') > (times.at(-1) ?? '') ? 1 : -1
  // Nearly every log is in one order or the other, and sorting calls for each pair.
  if (isInOrder(times, upwards)) return upwards === 1 ? order : order.reverse()
  return order.sort((a, b) => {
    const [one, other] = [times[a] ?? '', times[b] ?? '']
    return one === other ? upwards * (a - b) : one < other ? 1 : -1
  })
}

/** Newest first when `upwards` is 1, else newest last; neighbours may be equal. */
function isInOrder(times: readonly string[], upwards: 1 | -1): boolean {
  let before = times[0] ?? ''
  for (const time of times) {
    if (upwards === 1 ? time > before : time < before) return false
    before = time
  }
  return true
}

/** Which entries say of themselves that they are superseded; undefined when the word stands where that is not clear. */
function supersededAmong(text: string, entries: readonly EntryPlace[]): Set<number> | undefined {
  const found = new Set<number>()
  const [first, last] = [entries[0], entries.at(-1)]
  if (first === undefined || last === undefined) return found
  const word = /superseded/gi
  word.lastIndex = first.from
  for (let match = word.exec(text); match !== null && match.index < last.to; match = word.exec(text)) {
    const { index } = match
    const line = text.slice(text.lastIndexOf('\n', index) + 1, text.indexOf('\n', index))
    if (!line.startsWith('**Status**: Superseded')) return undefined
    found.add(entries.findLastIndex(({ from }) => from <= index))
  }
  return found
}

const FIELDS = ['Decision', 'Rationale', 'Evidence', 'Test Scenarios', 'Decided By']

/** Fields in the protocol's order and on one line each; evidence and scenarios as lists below theirs. */
function readEntry(
  text: string,
  { from, titleFrom, headingEnd, to }: EntryPlace,
  at: string,
): Item | undefined {
  const title = text.slice(titleFrom + 1 + at.length + 3, headingEnd)
  if (!isPlainTitle(title)) return undefined
  const evidence: string[] = []
  let [list, decision, end] = ['', '', headingEnd]
  for (let start = headingEnd + 1; start < to; ) {
    const feed = text.indexOf('\n', start)
    const lineEnd = feed < 0 || feed > to ? to : feed
    const line = text.slice(start, lineEnd).trimEnd()
    if (!endsPlainly(text, start + line.length, lineEnd)) return undefined
    if (line !== '') {
      const field = fieldOf(line)
      if (field !== undefined) {
        const { name, value } = field
        list = value === '' ? name : ''
        if (value !== '' && (name === 'Evidence' || name === 'Test Scenarios' || !plain(value)))
          return undefined
        if (value === '' && name !== 'Evidence' && name !== 'Test Scenarios') return undefined
        if (name === 'Decision' && decision !== '') return undefined
        if (name === 'Decision') decision = value
      } else if (list === 'Evidence' && line.startsWith('- ')) evidence.push(line.slice(2))
      else if (!(list === 'Test Scenarios' && isScenario(line))) return undefined
      end = start + line.length
    } else list = ''
    start = lineEnd + 1
  }
  if (decision === '') return undefined
  return {
    ...decisionItem({ at, title, decision, draft: false, span: { start: from, end } }),
    evidence,
  }
}

/** Blanks and the carriage return of a line end: other blanks are text to some readers. */
function endsPlainly(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at)
    if (unit !== 32 && unit !== 13) return false
  }
  return true
}

/** `**Decision**: Use it`, or a label alone above its list. */
function fieldOf(line: string): { readonly name: string; readonly value: string } | undefined {
  if (!line.startsWith('**')) return undefined
  const close = line.indexOf('**:', 2)
  const name = line.slice(2, close)
  if (close < 0 || !FIELDS.includes(name)) return undefined
  if (line.length === close + 3) return { name, value: '' }
  const value = line.slice(close + 4)
  return line.charCodeAt(close + 3) === 32 && isValue(value) ? { name, value } : undefined
}

/** Words without marks in them, which do not say that it is a draft and do not start with an id. */
function isPlainTitle(title: string): boolean {
  const dash = title.indexOf('-')
  const mayHaveId = dash > 0 && dash <= 5 && isDigit(title.charCodeAt(dash + 1))
  return (
    isLetter(title.charCodeAt(0)) &&
    !mayHaveId &&
    !hasAny(title, MARKS) &&
    plain(title) &&
    !title.toLowerCase().includes('draft')
  )
}

const MARKS = ['*', '_', '`', '#', '[', ']']

/** `1. What happens`. */
const isScenario = (line: string): boolean =>
  isDigit(line.charCodeAt(0)) && line.startsWith('. ', 1) && isValue(line.slice(3))
