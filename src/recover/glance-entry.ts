import type { Group, Item } from './item.ts'
import { decisionItem } from './items.ts'
import { LAST_DECISIONS } from './last-decisions.ts'
import { plain, plainTime } from './plain.ts'

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
  if (superseded === undefined || times === undefined) return undefined
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
  return { kind: 'decision', items, ...(older === 0 ? {} : { rest: { count: older, span: { start, end } } }) }
}

/** ISO timestamps of one precision order as text. Undefined when one has another, or none. */
function timesOf(text: string, entries: readonly EntryPlace[]): string[] | undefined {
  const times: string[] = []
  for (const { titleFrom, headingEnd } of entries) {
    const title = text.slice(titleFrom, Math.min(headingEnd, titleFrom + 30))
    const separator = title.indexOf(' - ', 1)
    const time = title.slice(1, separator)
    if (separator < 0 || time.length !== (times[0] ?? time).length || !plainTime(time)) return undefined
    times.push(time)
  }
  return times
}

/** Indices, the newest first; equal ones as `newestFirst` has them. */
function orderOf(times: readonly string[]): number[] {
  const order = times.map((_, index) => index)
  const upwards = (times[0] ?? '') > (times.at(-1) ?? '') ? 1 : -1
  return order.sort((a, b) => {
    const [one, other] = [times[a] ?? '', times[b] ?? '']
    return one === other ? upwards * (a - b) : one < other ? 1 : -1
  })
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

const FIELD = /^\*\*(Decision|Rationale|Evidence|Test Scenarios|Decided By)\*\*:(?: (\S.*))?$/

/** Fields in the protocol's order and on one line each; evidence and scenarios as lists below theirs. */
function readEntry(
  text: string,
  { from, titleFrom, headingEnd, to }: EntryPlace,
  at: string,
): Item | undefined {
  const title = text.slice(titleFrom + 1 + at.length + 3, headingEnd)
  if (!/^[a-z][^*_`#[\]]*$/i.test(title) || !plain(title) || /^[A-Z]{1,5}-\d|draft/i.test(title))
    return undefined
  const evidence: string[] = []
  let [list, decision, end] = ['', '', headingEnd]
  for (let start = headingEnd + 1; start < to; ) {
    const feed = text.indexOf('\n', start)
    const lineEnd = feed < 0 || feed > to ? to : feed
    const line = text.slice(start, lineEnd).trimEnd()
    if (line !== '') {
      const field = FIELD.exec(line)
      if (field !== null) {
        const [, name = '', value = ''] = field
        list = value === '' ? name : ''
        if (value !== '' && (name === 'Evidence' || name === 'Test Scenarios' || !plain(value)))
          return undefined
        if (value === '' && name !== 'Evidence' && name !== 'Test Scenarios') return undefined
        if (name === 'Decision' && decision !== '') return undefined
        if (name === 'Decision') decision = value
      } else if (list === 'Evidence' && line.startsWith('- ')) evidence.push(line.slice(2))
      else if (!(list === 'Test Scenarios' && /^\d\. \S/.test(line))) return undefined
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
