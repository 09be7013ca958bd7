import type { Span } from '../../markdown/block.ts'
import { splitJournalLead } from '../decision/lead.ts'
import { logText } from '../kinds/log.ts'
import {
  type Finishable,
  finishableKinds,
  type Notes,
  type NotesRecord,
  type RecordOf,
  recordsOfKind,
  recordsOfKinds,
} from '../notes.ts'
import type { Section } from '../section.ts'
import { isNothing } from '../text/rows.ts'
import { DAY } from '../text/timestamp.ts'
import { newestFirst } from './newest.ts'
import { currentContexts } from './read-context.ts'

/**
 * Returns the newest of several dated contexts, and those without a date, since `Status` and `Next` can be separate
 * sections.
 */
export const presentContexts = (notes: Notes): readonly RecordOf<'context'>[] => datedContexts(notes).present

/** The present context whose fields a command may set. */
export const fieldContext = (notes: Notes): RecordOf<'context'> | undefined =>
  presentContexts(notes).find(({ isProse }) => isProse !== true)

/** The contexts that another one has replaced: those of an earlier day, or of cycle 12 if another is of cycle 22. */
export const overtakenContexts = (notes: Notes): readonly RecordOf<'context'>[] =>
  datedContexts(notes).overtaken

interface Contexts {
  readonly present: readonly RecordOf<'context'>[]
  readonly overtaken: readonly RecordOf<'context'>[]
}

/** Does the heading, or one above it, call its content old, as `Handoff 2026-05-01 (old)` does? */
const isNamedOld = ({ title, parent }: Section): boolean =>
  /[([](?:old|outdated|obsolete|previous|superseded)[)\]]|^\W*(?:old|outdated|obsolete)\b/i.test(title) ||
  (parent !== undefined && isNamedOld(parent))

/** The date that an undated state starts with: `Session 3 (2026-05-21) — belt deployed`. */
const leadOf = ({ state = '' }: RecordOf<'context'>): number | undefined =>
  splitJournalLead(state.slice(0, 160)).at?.at

function datedContexts(notes: Notes): Contexts {
  const all = currentContexts(recordsOfKind(notes, 'context'))
  const dateOf = ({ checkpoint, section }: RecordOf<'context'>): number | undefined =>
    (checkpoint ?? section.date)?.at
  const newest = Math.max(
    ...all.map(
      record => (isNamedOld(record.section) ? undefined : dateOf(record)) ?? Number.NEGATIVE_INFINITY,
    ),
  )
  const rank = ({ isProse }: RecordOf<'context'>): number => (isProse === true ? 1 : 0)
  const isLedByOlder = (record: RecordOf<'context'>): boolean => {
    const lead = dateOf(record) === undefined ? leadOf(record) : undefined
    return lead !== undefined && lead + DAY <= newest
  }
  const dated = all.filter(
    record => (dateOf(record) ?? newest) === newest && !isLedByOlder(record) && !isNamedOld(record.section),
  )
  const passed = behind(dated)
  const overtaken = all.filter(context => !dated.includes(context) || passed.includes(context))
  const present = dated
    .filter(context => !passed.includes(context))
    .toSorted((one, other) => (dateOf(other) ?? 0) - (dateOf(one) ?? 0) || rank(one) - rank(other))
  return { present, overtaken }
}

function behind(contexts: readonly RecordOf<'context'>[]): readonly RecordOf<'context'>[] {
  if (contexts.length < 2) return []
  const counted = contexts.map(({ bead, state = '', next = '', others }) =>
    countersIn([bead?.title ?? '', state, next, ...others.map(({ value }) => value)].join('\n')),
  )
  const name = COUNTERS.find(counter => counted.filter(counters => counters.has(counter)).length > 1)
  if (name === undefined) return []
  const most = Math.max(...counted.map(counters => counters.get(name) ?? 0))
  const isOver = ({ state = '' }: RecordOf<'context'>): boolean =>
    countersIn(state).get(name) === most && FINISHED_PART.test(state)
  const someOver = contexts.some(isOver)
  return contexts.filter((context, index) => {
    const reached = counted[index]?.get(name) ?? most
    // Beside `Phase 1 complete`, `Phase 1 context gathered` is over too.
    return (
      reached < most ||
      (someOver && countersIn(context.state ?? '').get(name) === most && BEGUN.test(context.state ?? ''))
    )
  })
}

/** Matches a state that tells of the start of its phase, and of nothing that is still to do. */
const BEGUN =
  /^(?!.*\b(?:pending|waiting|must|until|open)\b).*\b(?:begun|created|drafted|gathered|planned|started)\b/i

/** Matches a state that is no more than `Phase 01 complete`. */
const FINISHED_PART = /^\W*[a-z]+[\s#_-]{0,2}\d+\W+(?:complete|completed|done|finished|shipped)\W*$/i

/** A record that is not ticked off, and the text of the file that calls it done. */
export interface Closing {
  readonly record: NotesRecord
  /** The log row or decision that says so. */
  readonly by: NotesRecord
}

/** Limits on the open records to compare, and on the newest log rows and decisions that may close them. */
const MAX_OPEN = 100
const MAX_SAID = 400

/**
 * The blockers, goals and questions that a log row or decision calls done: people report more work than they tick off.
 * Compares the ids in a title, such as `OPEN-6` or `PR #83`, or else most of its words, with each clause that calls
 * something finished.
 */
export function closedElsewhere(notes: Notes): readonly Closing[] {
  const open = openOf(notes, ['blocker', 'goal', 'question'])
    .filter(record => !saysItself(record) && !isBelowDone(notes.document.text, record))
    .slice(0, MAX_OPEN)
  if (open.length === 0) return []
  const said = recordsOfKinds(notes, ['log', 'decision', 'archive'])
    .slice(-MAX_SAID)
    .flatMap(by => clausesOf(by).map(clause => ({ by, ...clause })))
  if (said.length === 0) return []
  return open.flatMap(record => {
    const [ids, words] = [idsIn(record.title ?? ''), stemsIn(record.title ?? '')]
    const found = said.find(clause =>
      ids.length > 0 ? ids.every(id => clause.ids.includes(id)) : holdsMost(words, clause.words),
    )
    return found === undefined ? [] : [{ record, by: found.by }]
  })
}

const openOf = (notes: Notes, kinds: readonly Finishable[]): readonly NotesRecord[] =>
  recordsOfKinds(notes, kinds).filter(record => 'done' in record && !record.done)

/** The unticked records that the file itself calls done: in their own words, or in another record. */
export const calledDone = (
  notes: Notes,
  elsewhere: readonly Closing[] = closedElsewhere(notes),
): ReadonlySet<NotesRecord> => new Set([...closedByWords(notes), ...elsewhere.map(({ record }) => record)])

/** The unticked records whose own words call them done: `Import rewritten and complete`, `Test client: ✅ arrived`. */
export const closedByWords = (notes: Notes): readonly NotesRecord[] =>
  openOf(notes, finishableKinds()).filter(
    record => saysItself(record) || isBelowDone(notes.document.text, record),
  )

/** Is this a goal in the list below a line such as `**Sprint 1 complete**`? Then it is done. */
const isBelowDone = (text: string, { kind, section, span }: NotesRecord): boolean =>
  kind === 'goal' && listsOfDone(text, section).some(list => list.start <= span.start && span.end <= list.end)

/** A cache, since the lists are needed again for each goal of the section. */
const doneLists = new WeakMap<Section, readonly Span[]>()

/** The lists of a section right below a bold line that says they are done. */
function listsOfDone(text: string, section: Section): readonly Span[] {
  const known = doneLists.get(section)
  if (known !== undefined) return known
  const { blocks } = section
  const lists = blocks.filter(({ type }, index) => {
    const above = blocks[index - 1]
    if (type !== 'list' || above?.type !== 'paragraph') return false
    const label = BOLD_LINE.exec(text.slice(above.span.start, above.span.end))?.[1] ?? ''
    return (
      /\b(?:complete|completed|done|finished|shipped)\b/i.test(label) &&
      !/\b(?:of|not|once|until|when|if)\b/i.test(label)
    )
  })
  const spans = lists.map(({ span }) => span)
  doneLists.set(section, spans)
  return spans
}

const BOLD_LINE = /^\*\*([^*\n]{1,120})\*\*:?\s*$/

/** Matches a status in capitals among the first words: `SPRINT 1 IMPLEMENTED (2026-06-10) via …`. */
const SHOUTED =
  /^.{0,60}?(?<!\b(?:NOT|UNTIL|ONCE|WHEN|BE) |[[`'"])\b(?:CLEARED|CLOSED|COMPLETED?|DONE|FINISHED|IMPLEMENTED|LANDED|MERGED|RESOLVED|SHIPPED)\b/

/** Matches a title that starts with what is finished: `Sprint plan complete: 5 sprints, 35 tasks`. */
const FINISHED_LEAD =
  /^(?!.*\b(?:almost|nearly|never|not|once|until|when)\b)[^:(]{0,60}\b(?:complete|completed|created|done|finished|implemented|merged|shipped):/i

/** Do the words of a record call it done, whatever its box says? */
export function saysItself({ kind, title: written = '' }: NotesRecord): boolean {
  const title = written.replaceAll('**', '')
  if (!isFinished(title) && !title.includes('✔')) return false
  // A mark for open work means that only a part is done: `Program deployed (✅) · interface not committed (🟡)`.
  if (/[🟡🔴🟠⏳❌🚧]/u.test(title) || /^\W*(?:not|almost|nearly|half)\b/i.test(title)) return false
  if (/^[\s(]*[✅✔]|[✅✔]\uFE0F?[\s).]*$/.test(title)) return true
  if (SHOUTED.test(title) || FINISHED_LEAD.test(title)) return true
  const status = STATUS.exec(title)
  if (status !== null)
    return status[0].includes('✅') || isUnqualified(title.slice(status.index + status[0].length))
  // The blocker `Blocked: cannot pay until the review is complete` waits for the review.
  return (
    kind === 'goal' &&
    saysDone(title) &&
    !/^\W*(?:get|have|make|see|ensure|keep|mark)\b|\d\s*%|\d of \d|\bhalf\b/i.test(title) &&
    // `Trip reopening (undo complete)` is still to do.
    /\b(?:completed?|created|done|shipped|merged|released)[*.!]*$/i.test(title)
  )
}

/** Matches the status after a title: `Import: done`, `Keys — received`, `Test client: ✅ arrived`. */
const STATUS =
  /[?:] *✅|[—–:(-] ?\**(?:done|resolved|closed|complete(?:d|(?=\W*$|[*_]*[.,;)]))|shipped|answered|arrived|received|merged|cleared|granted|approved)\b/i

/**
 * Is a status the last word on its record? It may say when, where or in which change: `merged in #34`. What it goes on
 * with otherwise qualifies it: `done except refunds`, `arrived, but broken`, `done by Friday`, `done?`.
 */
const isUnqualified = (rest: string): boolean =>
  /^[*_`~]*(?:$|[.,;:)\]✅✔!—–-]|\s+(?:[—–(-]|(?:(?:in|on|at|via|as|with|by|since)\s+)?(?:[*`(]*#?\d|[A-Z]+-\d|PR\b|v\d|commit\b|cycle\b|sprint\b|phase\b|session\b|[0-9a-f]{7,40}\b)|(?:today|yesterday)\b))/i.test(
    rest,
  ) &&
  !/\b(?:awaiting|although|blocked|broken|but|except|however|missing|need|needs|not|only|open|partially|pending|remaining|remains|still|todo|unless|until|waiting)\b|\?/i.test(
    rest,
  )

// Sets, since regular expressions with this many words would cost a session start 2 ms to compile.
const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))
const FINISHED = setOf(
  'done created close closed closes resolved complete completed shipped merged fixed deployed finished implemented ' +
    'unblocked answered received granted approved obtained published delivered removed released landed arrived cleared',
)
const NOT_YET = setOf(
  'not never until unless once when if after before pending partial partially todo will should must need needs ' +
    'waiting next blocked awaiting almost nearly half',
)

const spoken = (text: string): readonly string[] => text.toLowerCase().split(/\W+/)

const isFinished = (text: string): boolean =>
  text.includes('✅') || spoken(text).some(word => FINISHED.has(word))

const isToCome = (text: string): boolean =>
  spoken(text).some((word, index, words) => NOT_YET.has(word) || (word === 'be' && words[index - 1] === 'to'))

const saysDone = (clause: string): boolean => isFinished(clause) && !isToCome(clause)

interface Clause {
  readonly ids: readonly string[]
  readonly words: ReadonlySet<string>
}

function clausesOf(record: NotesRecord): Clause[] {
  const text =
    record.kind === 'log'
      ? logText(record)
      : 'decision' in record
        ? `${record.title}. ${record.decision ?? ''}`
        : ''
  if (!isFinished(text)) return []
  return text
    .slice(0, MAX_TEXT)
    .split(/[.;,\n]\s|\s[—–|→-]+\s/)
    .filter(saysDone)
    .map(clause => ({ ids: idsIn(clause), words: new Set(stemsIn(clause)) }))
}

const MAX_TEXT = 4_000

/** Matches names that identify one specific thing: `OPEN-6`, `TD-003`, `bd-x7y8`, `sprint-169`, `PR #83`. */
const ID =
  /\b(?:[A-Z][A-Z]+-\d+|[a-z]{2,}-(?=[a-z]*\d)[a-z\d]+(?:\.\d+)*|(?:sprint|cycle|phase|pr|issue)[ -]?#?\d+|#\d+)/gi

const idsIn = (text: string): string[] =>
  /\d/.test(text)
    ? [...text.slice(0, MAX_TEXT).matchAll(ID)].map(([id]) => id.toLowerCase().replaceAll(/[^a-z\d]/g, ''))
    : []

/**
 * The words of a text that carry meaning, cut to six letters to drop their endings. Not `\p{L}`, which takes 0.5 ms to
 * compile.
 */
export const stemsIn = (text: string): string[] =>
  (
    text
      .slice(0, MAX_TEXT)
      .toLowerCase()
      .match(/[a-zß-ɏͰ-῿぀-퟿]{4,}/g) ?? []
  ).map(word => word.slice(0, 6))

/** Does the clause contain two thirds of the words, and at least three? All of them, if there are fewer than five. */
function holdsMost(words: readonly string[], clause: ReadonlySet<string>): boolean {
  const held = words.filter(word => clause.has(word)).length
  return held >= 3 && held >= words.length * (words.length < 5 ? 1 : 0.65)
}

const NEXT_LINE =
  /^[ \t>*+-]*(?:▶ ?)?\**(?:next(?: (?:step|action|task|session|up)s?)?|resume here)\**[ \t]*(?::|→|->|—)[ \t*]*(\S.*)$/gim

/** A line of prose that names the next step: the last one of the newest section, not older than `since`. */
export function nextInProse(
  { document: { text }, sections }: Notes,
  since = Number.NEGATIVE_INFINITY,
): Span | undefined {
  if (text.length > MAX_SEARCHED) return undefined
  const told = sections.filter(({ kind, date }) => STORIES.has(kind) && (date?.at ?? since) >= since)
  for (const { blocks, heading, span } of newestFirst(
    told.map(section => ({ ...section, at: section.date })),
  )) {
    const end = blocks.at(-1)?.span.end ?? heading?.span.end ?? span.start
    const last = [...text.slice(span.start, end).matchAll(NEXT_LINE)].findLast(
      ([, step = '']) => !isNothing(step),
    )
    if (last !== undefined) return lineAround(text, span.start + last.index)
  }
  return undefined
}

/** Counters by which projects number their work, the slowest first. */
const COUNTERS = ['milestone', 'cycle', 'phase', 'wave', 'iteration', 'sprint', 'pr']
const COUNTED = new RegExp(`\\b(${COUNTERS.join('|')})[\\s#_-]{0,2}(\\d{1,5})\\b`, 'gi')
const PLANNED =
  /\b(?:plan(?:s|ned)?|future|backlog|next|upcoming|later|todo|proposed|roadmap|deferred|will|defer|not (?:yet )?(?:begun|started|opened))\b/i

/** Maximum length of a text to search, far above that of a section: a multi-megabyte file has its state at the top. */
const MAX_SEARCHED = 1_000_000

/** Sections that say how far along the work is. */
const STORIES: ReadonlySet<string> = new Set([
  'other',
  'title',
  'active-context',
  'session-continuity',
  'session-log',
])

/**
 * The passage with a higher counter than `state`: `cycle-022` beside a state of cycle 12. A passage that says the
 * state's sprint is finished counts too. `since` is when the state was written: sections with an older date are
 * skipped.
 */
export function newerThan(notes: Notes, state: string, since?: number): Span | undefined {
  const reached = countersIn(state)
  if (reached.size === 0 || notes.document.text.length > MAX_SEARCHED) return undefined
  const name = COUNTERS.find(counter => reached.has(counter))
  if (name === undefined) return undefined
  const sections = notes.sections.filter(({ date }) => since === undefined || (date?.at ?? since) >= since)
  return furthest(notes.document.text, sections, name, reached.get(name) ?? 0, !isFinished(state))
}

function furthest(
  text: string,
  sections: Notes['sections'],
  name: string,
  reached: number,
  // True if the state does not call its sprint finished. If another passage does, the sprint must not be run again.
  isOpen: boolean,
): Span | undefined {
  let newest: (Span & { readonly count: number }) | undefined
  for (const { kind, heading, blocks, span } of sections) {
    if (!STORIES.has(kind) || blocks[0]?.type === 'front-matter') continue
    const end = blocks.at(-1)?.span.end ?? heading?.span.end ?? span.start
    for (const found of countersOf(text.slice(span.start, end))) {
      if (found.name !== name || found.count < reached || found.count <= (newest?.count ?? 0)) continue
      const line = lineAround(text, span.start + found.index)
      const at = span.start + found.index
      const said = text.slice(Math.max(line.start, at - NEAR), Math.min(line.end, at + NEAR))
      const isFurther = found.count > reached && !PLANNED.test(said)
      const isOver = found.count === reached && isOpen && saysDone(said)
      if (isFurther || isOver)
        newest = { start: line.start, end: Math.min(end, line.start + MAX_PASSAGE), count: found.count }
    }
  }
  return newest
}

/**
 * How many characters on each side of a counter to search for words that say whether it is planned or over: a row of a
 * log can be a page long.
 */
const NEAR = 150

/** Maximum length of a passage: more of a section would not fit into any budget. */
const MAX_PASSAGE = 2_000

function* countersOf(text: string): Generator<{ index: number; name: string; count: number }> {
  for (const match of text.matchAll(COUNTED))
    yield { index: match.index, name: (match[1] ?? '').toLowerCase(), count: Number(match[2]) }
}

function countersIn(text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const { name, count } of countersOf(text)) found.set(name, Math.max(count, found.get(name) ?? 0))
  return found
}

function lineAround(text: string, at: number): Span {
  const start = text.lastIndexOf('\n', at - 1) + 1
  const feed = text.indexOf('\n', at)
  return { start, end: Math.min(feed < 0 ? text.length : feed, start + MAX_PASSAGE) }
}
