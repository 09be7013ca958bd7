import type { Block, Item } from '../../markdown/block.ts'
import { isLogProse } from '../content-kind.ts'
import { dateInTitle, leadParts, splitJournalLead } from '../decision/lead.ts'
import { type Kind, unsaidTime } from '../kind.ts'
import { present, type RecordBase, type Source } from '../record.ts'
import type { Section } from '../section.ts'
import { fieldText } from '../text/fields.ts'
import { decodeText, encodeText } from '../text/inline.ts'
import { readItems } from '../text/items.ts'
import { nextStepIn } from '../text/next-step.ts'
import { readRows } from '../text/rows.ts'
import { inherited, type Timestamp, timestampAtStart } from '../text/timestamp.ts'

/** A handoff: who did what, and when. */
export interface LogRecord extends RecordBase {
  readonly kind: 'log'
  readonly at?: Timestamp
  readonly agent?: string
  readonly summary: string
}

const logColumns = {
  at: ['timestamp', 'date', 'when', 'time', 'stamp', 'datum', 'wann'],
  agent: ['agent', 'by', 'who', 'author', 'event', 'wer'],
  summary: ['summary', 'outcome', 'details', 'note', 'notes', 'what', 'what happened', 'description', 'was'],
} as const

function readLog(source: Source): LogRecord[] {
  const { document, section } = source
  const event = readEvent(source)
  if (event !== undefined) return [event]
  const told = readRows(document.text, section.blocks, logColumns).filter(
    ({ cells }) => !/^\W*TBD\b/i.test(cells.at ?? ''),
  )
  const rows = told.map(({ span, cells }): LogRecord => {
    const at = timestampAtStart(cells.at ?? '')
    const { agent, summary } = cells.agent === undefined ? splitAgent(cells.summary ?? '') : cells
    return { kind: 'log', section, span, summary: summary ?? '', ...present({ at, agent }) }
  })
  const paragraphs = datedParagraphs(document.text, section)
  const lists = section.blocks.filter(block => !paragraphs.told.has(block))
  const dateOf = datesAbove(document.text, section)
  const items = lists
    .flatMap(block => readItems(document.text, [block]).map(item => ({ ...item, dated: dateOf.get(block) })))
    .map(({ span, source, item, dated }) => ({
      ...{ span, dated },
      // A bare date groups the bullets below it.
      source: isBareDate(source) ? `${source} ${nestedIn(document.text, item)}` : source,
    }))
    .filter(({ source }) => !/^\W*TBD\b/.test(source))
  const listed = [...items, ...paragraphs.dated.map(one => ({ ...one, dated: undefined }))]
  const bullets = listed.map(({ span, source, dated }): LogRecord => {
    const { at = dated, by, rest } = splitJournalLead(source)
    const agent = at === undefined ? null : /^\[([^\]]{1,200})\][ \t]+(?=\S)/.exec(rest)
    const summary = decodeText(rest.slice(agent?.[0].length ?? 0))
    return {
      kind: 'log',
      section,
      span,
      summary,
      ...present({ at, agent: decodeText(agent?.[1] ?? by ?? '') }),
    }
  })
  return [...rows, ...bullets].sort((a, b) => a.span.start - b.span.start)
}

function isBareDate(source: string): boolean {
  const { at, rest } = splitJournalLead(source)
  return at !== undefined && rest === ''
}

const nestedIn = (text: string, { blocks }: Item): string =>
  readItems(text, blocks)
    .map(({ source }) => source)
    .join('; ')

/**
 * The paragraphs with a date, such as `**2026-06-09** Batch copy started.` In a log written in prose, the list right
 * below such a paragraph belongs to it. `told` contains those lists.
 */
function datedParagraphs(text: string, section: Section) {
  const told = new Set<Block>()
  const isProse = isLogProse(text, section)
  const dated = section.blocks.flatMap((block, index) => {
    if (block.type !== 'paragraph' || text[block.span.start] === '|') return []
    const parts = leadParts(text, block, hasDate)
      .map(span => ({ span, source: fieldText(text, span) }))
      .filter(({ source }) => hasDate(source))
    const [last, list] = [parts.at(-1), section.blocks[index + 1]]
    if (!isProse || last === undefined || list?.type !== 'list' || last.span.end < block.span.end)
      return parts
    const items = readItems(text, [list]).map(({ source }) => source)
    if (items.some(hasDate)) return parts
    told.add(list)
    const span = { start: last.span.start, end: list.span.end }
    return [...parts.slice(0, -1), { span, source: joined([last.source, items.join('; ')]) }]
  })
  return { dated, told }
}

/** Splits the agent off `[coding] Built it`, in a table without a column for agents. A word in capitals is a tag. */
function splitAgent(said: string): { readonly agent?: string; readonly summary: string } {
  const [found = '', agent] = /^\[(?![A-Z]+\])([A-Za-z][\w .-]{0,39})\] (?=\S)/.exec(said) ?? []
  return { ...present({ agent }), summary: said.slice(found.length) }
}

/** The dates of lists below a line such as `Session 3 (2026-11-18)`. */
function datesAbove(text: string, { blocks }: Section): ReadonlyMap<Block, Timestamp> {
  const dates = new Map<Block, Timestamp>()
  blocks.forEach((block, index) => {
    const above = blocks[index - 1]
    if (block.type !== 'list' || above?.type !== 'paragraph' || above.lines.length > 1) return
    const line = text.slice(above.span.start, Math.min(above.span.end, above.span.start + MAX_HEAD))
    const at = above.span.end - above.span.start < MAX_HEAD ? dateInTitle(line) : undefined
    if (at !== undefined) dates.set(block, inherited(at))
  })
  return dates
}

/** A longer line above a list is a text of its own. */
const MAX_HEAD = 60

const hasDate = (line: string): boolean => splitJournalLead(line).at !== undefined

/** A heading inside a log, such as `### 2026-06-12 — Sprint 3`, is one row. A bare date groups the rows below it. */
function readEvent({ document: { text }, section }: Source): LogRecord | undefined {
  const { isPart, at, rest, heading, blocks } = section
  const said = blocks.filter(({ type }) => type === 'paragraph' || type === 'list')
  const isGroup =
    (rest === '' && said.some(({ type }) => type === 'list')) || blocks.some(({ type }) => type === 'table')
  if (!isPart || heading === undefined || isGroup) return undefined
  if (
    said.length === 0 &&
    (rest === '' || at === undefined || /^(?:created|started|(?:last )?updated)$/i.test(rest))
  )
    return undefined
  const end = blocks.at(-1)?.span.end ?? heading.span.end
  const body = said.flatMap(block => paragraphsIn(text, block)).filter(part => part !== '')
  const summary = [decodeText(rest), joined(body)].filter(part => part !== '').join(': ')
  return {
    kind: 'log',
    section,
    span: { start: heading.span.start, end },
    summary: summary.replaceAll('\n', ' '),
    ...present({ at }),
  }
}

/** The paragraphs of a block, and of the lists nested in it. Code below a bullet is left out. */
const paragraphsIn = (text: string, block: Block): readonly string[] =>
  block.type === 'list'
    ? block.items.flatMap(({ blocks }) => blocks.flatMap(inner => paragraphsIn(text, inner)))
    : block.type === 'paragraph'
      ? [fieldText(text, block.span).trim()]
      : []

/** Joins paragraphs, with a semicolon after each that lacks final punctuation. */
const joined = (parts: readonly string[]): string =>
  parts
    .map((part, index) => (index < parts.length - 1 && !STOP.test(part.slice(-4)) ? `${part};` : part))
    .join(' ')

const STOP = /[.:;,!?…][*`)]*$/

/** The text of a row. In a table of events and outcomes, an `agent` of several words is the event, and comes first. */
export const logText = ({ agent = '', summary }: LogRecord): string =>
  /\s/.test(agent.trim()) ? `${agent}: ${summary}` : summary

/** Is the row a heading that says what happened, with the details below? */
const isTitled = ({ section: { isPart, rest } }: LogRecord): boolean => isPart && rest !== ''

export interface LogDraft {
  readonly kind: 'log'
  readonly at: string
  /** Given by the user, rather than the current time. */
  readonly timed?: boolean
  readonly agent: string
  readonly summary: string
}

export const log: Kind<LogRecord, LogDraft, 'session-log'> = {
  sections: {
    'session-log': [
      'session continuity log',
      'session log',
      'session history',
      'handoff log',
      'handoffs',
      'log',
      'work log',
      'worklog',
      'progress log',
      'progress',
      'journal',
      'diary',
      'run log',
      'dev log',
      'daily log',
      'history',
    ],
  },
  hasParts: true,
  words: { one: 'log row', many: 'log rows', letter: 'log', key: 'log', show: 'log' },
  read: readLog,
  title: ({ summary }) => summary,
  beside: ({ agent }) => agent,
  json: ({ agent, summary }) => ({ agent, summary }),
  recover: {
    need: 9,
    first: 0,
    early: 1,
    most: 45,
    lines(row) {
      const text = logText(row)
      const told = row.agent === undefined && !isTitled(row) ? {} : { isEvent: true as const }
      return [
        { label: 'Log: ', date: row.at, isDated: true, isStory: true, ...told, text, tail: nextStepIn(text) },
      ]
    },
    summary: ({ at, agent, summary }) =>
      `${[at?.text, agent].filter(part => part !== undefined).join(' ')}: ${summary}`,
  },
  sprint: {
    open: () => undefined,
    texts: ({ agent, summary }) => [agent, summary],
    dating: ({ agent, summary }) => [agent, summary],
  },
  merge: { key: ({ at, agent, summary }) => [at?.text, agent, summary] },
  write: {
    columns: logColumns,
    titles: ['Timestamp', 'Agent', 'Summary'],
    tabular: true,
    precision: 'minute',
    daily: true,
    appendOnly: true,
    bullet: ({ at, agent, summary }) =>
      `${at} [${encodeText(agent).replaceAll(']', '&#93;')}] ${encodeText(summary)}`,
    cells({ at, agent = '', summary }, names) {
      const hasPlace = names.includes('agent') || agent === ''
      return { at, agent, summary: hasPlace ? summary : `[${agent}] ${summary}` }
    },
    identity: ({ agent = '', summary }) => [summary, agent],
    unsaid: unsaidTime,
    toChange: () => 'The log is append-only: word it differently, or edit the row',
  },
  command: {
    group: 'log',
    order: 8,
    about: 'Session log',
    setup: [],
    add: {
      summary: 'Add a row to the session log',
      details: 'A summary that the same agent repeats on the same day is stored once.',
      arguments: { summary: { does: 'what was done, and what comes next' } },
      options: {
        agent: { kind: 'text', value: 'name', does: 'the agent that hands over', required: true },
        at: { kind: 'text', value: 'timestamp', does: 'when it happened (default: now)' },
      },
      examples: [
        {
          line: 'notes log add --agent implementing-tasks "Finished user auth, OAuth comes next"',
          does: 'a handoff',
        },
        {
          line: `echo '{"agent":"reviewer","summary":"Flagged 3 issues"}' | notes log add --from -`,
          does: 'from standard input',
        },
      ],
      draft: ({ text, needed, moment }) => ({
        kind: 'log',
        at: moment(text('at')),
        timed: text('at') !== undefined,
        agent: needed('agent'),
        summary: needed('summary', 'it as the argument'),
      }),
    },
    list: { what: 'rows of the session log' },
  },
}
