import type { Item } from './item.ts'
import { beadItem, blockerItem, contextItem, goalItem, lineItem, referenceItem } from './items.ts'
import { plain, plainTime } from './plain.ts'

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

const FIELD = /^- \*\*(Current Bead|Last Checkpoint|Reasoning State)\*\*: (\S.*)$/

export function context(
  text: string,
  from: number,
  to: number,
  prefixes: readonly string[],
): Item[] | undefined {
  let [bead, checkpoint, state, start, last] = ['', '', '', -1, 0]
  const read = eachLine(text, from, to, (line, at, end) => {
    const [, name, value = ''] = FIELD.exec(line) ?? []
    if (name === undefined || !plain(value)) return undefined
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
  const [, id, prefix = '', title = ''] = /^(([A-Za-z]+)-[a-z0-9]+)(?: \(([^()]+)\))?$/.exec(value) ?? []
  if (id !== undefined && prefixes.includes(prefix)) return { id, title }
  return value.includes('-') ? undefined : { id: '', title: value }
}

const TASK = /^- \[([ x])\] ([A-Za-z"'].*)$/

/** How an item starts that says itself that it is done. */
const DONE_WORD = /^(?:RESOLVED|DONE|FIXED|CLOSED|ACCEPTED)/

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
    const [, title, label, note = ''] = /^([^()]+) \((blocking|depends on): ([^()]+)\)$/.exec(said) ?? []
    if (title !== undefined && note === note.trim())
      return goalItem(
        title,
        label === 'blocking' ? note : undefined,
        label === 'blocking' ? undefined : note,
        { start, end },
      )
    return /[()]/.test(said) ? undefined : goalItem(said, undefined, undefined, { start, end })
  })
}

const nothing = (task: 'done' | undefined): 'nothing' | undefined => (task === 'done' ? 'nothing' : undefined)

function openTask(line: string): { text: string } | 'done' | undefined {
  const [, box, text = ''] = TASK.exec(line) ?? []
  if (box === undefined || !plain(text) || DONE_WORD.test(text)) return undefined
  return box === 'x' ? 'done' : { text }
}

const BLOCKER = /^- (Waiting|Blocked): ([A-Za-z"'][^()]*?)(?: \(ETA: ([^()]+)\))?$/

export function blockers(text: string, from: number, to: number): Item[] | undefined {
  return eachLine(text, from, to, (line, start, end) => {
    const [, type, title = '', eta] = BLOCKER.exec(line) ?? []
    if (type === undefined || !plain(title) || (eta !== undefined && (!plain(eta) || eta !== eta.trim())))
      return undefined
    return blockerItem(type === 'Waiting' ? 'waiting' : 'blocked', title, eta, { start, end })
  })
}

const ROW = /^\| ([^|`\\]+) \| ([^|`\\]*) \| ([^|`\\]*) \|$/

/** One table with the protocol's columns. */
export function references(text: string, from: number, to: number): Item[] | undefined {
  let line = 0
  return eachLine(text, from, to, (row, start, end) => {
    line++
    if (line === 1) return row === '| Identifier | Purpose | Last Verified |' ? 'nothing' : undefined
    if (line === 2) return /^\|(?:-+\|){3}$/.test(row) ? 'nothing' : undefined
    const [, identifier, purpose = '', verified = ''] = ROW.exec(row) ?? []
    if (identifier === undefined || !plain(identifier) || !plain(purpose) || !plain(verified))
      return undefined
    return referenceItem(identifier.trim(), purpose.trim(), { start, end })
  })
}
