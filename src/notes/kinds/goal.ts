import { statusIn } from '../content-kind.ts'
import { agree, type Kind, unsaidOption } from '../kind.ts'
import { isDoneGroup, listed } from '../listed.ts'
import { present, type RecordBase, type Source } from '../record.ts'
import { decodeItem, decodeText, encodeItem, encodeText } from '../text/inline.ts'
import { encodeNote, isOver, readStruckCell, shieldNotes, splitNotes } from '../text/items.ts'
import { isNothing, readRows } from '../text/rows.ts'

/** A sub-goal, and what it waits for. */
export interface GoalRecord extends RecordBase {
  readonly kind: 'goal'
  readonly title: string
  readonly done: boolean
  /** Work on it has begun: the item says so, or the heading or status of its group does. */
  readonly begun?: true
  readonly blocking?: string
  readonly dependsOn?: string
  /** The issue created for it. */
  readonly bead?: string
}

const goalColumns = {
  title: ['goal', 'sub-goal', 'objective', 'description', 'task', 'what', 'item'],
  status: ['status', 'state', 'done'],
  notes: ['notes', 'evidence', 'details', 'reasoning'],
} as const

/** Labels of the notes in parentheses at the end of a goal. */
export const GOAL_NOTES: readonly string[] = ['blocking', 'blocked by', 'depends on', 'bead']

function readGoals(source: Source): GoalRecord[] {
  const { document, section } = source
  const items = listed(source)
  const statuses = items.some(({ item }) => item?.task !== undefined)
    ? items.flatMap(({ source: words }) => statusIn(words) ?? [])
    : []
  const isGroupDone = statuses.some(isOver)
  const isGroupBegun = [section.title, ...statuses].some(isBegun)
  const bullets = items
    .filter(({ source: words }) => statuses.length === 0 || statusIn(words) === undefined)
    .map(({ span, source: words, done }): GoalRecord => {
      const { text, notes } = splitNotes(words, GOAL_NOTES)
      const begun = isGroupBegun || isBegun(words) ? { begun: true as const } : {}
      const title = decodeItem(text)
      return { kind: 'goal', section, span, title, done: done || isGroupDone, ...begun, ...waitsOf(notes) }
    })
  const rows = readRows(document.text, section.blocks, goalColumns)
    .filter(({ cells }) => !isNothing(cells.title ?? ''))
    .map(({ span, cells, sources }): GoalRecord => {
      const struck = readStruckCell(sources.title ?? '')
      const done = struck !== undefined || isDoneGroup(section) || isOver(cells.status ?? '')
      const { text, notes } = splitNotes(struck ?? cells.title ?? '', GOAL_NOTES)
      const begun = isGroupBegun || isBegun(cells.status ?? '') ? { begun: true as const } : {}
      return { kind: 'goal', section, span, title: decodeText(text), done, ...begun, ...waitsOf(notes) }
    })
  return [...bullets, ...rows].sort((a, b) => a.span.start - b.span.start)
}

/** Does a heading, a status or an item say that work on it has begun? */
const isBegun = (words: string): boolean =>
  /^\W*(?:doing|ongoing|started|under way|wip|work in progress)\b|\b(?:in[ _-]|work in )progress\b|^\W*\[[~/→]\]|🚧|🔄/i.test(
    words,
  )

function waitsOf(notes: ReadonlyMap<string, string>) {
  const decoded = (note = ''): string => decodeText(note)
  return present({
    blocking: decoded(notes.get('blocking') ?? notes.get('blocked by')),
    dependsOn: decoded(notes.get('depends on')),
    bead: decoded(notes.get('bead')),
  })
}

/** Has work on the goal begun, or does it, or the heading of its list, begin with `Next`? */
const isNextStep = (record: GoalRecord): boolean =>
  record.begun === true || isNext(record.title) || isListedNext(record)

const isNext = (title: string): boolean =>
  /^\W*(?:what['’]?s )?next\b|\bnext (?:actions|steps|tasks)\b/i.test(title)
/** Is it listed below `Next Steps`, or below `### Immediate` there? Not below `### Long term`. */
const isListedNext = ({ section }: GoalRecord): boolean =>
  isNext(section.title) || /^\W*immediate\b/i.test(section.title)

/** Says which goals are in hand or next, unless the goal says so itself. */
const leadOf = (record: GoalRecord): string =>
  record.begun === true ? 'Doing' : isListedNext(record) && !isNext(record.title) ? 'Next' : 'Goal'

export interface GoalDraft {
  readonly kind: 'goal'
  readonly title: string
  readonly blocking?: string
  readonly dependsOn?: string
}

function withWaits(title: string, { blocking, dependsOn }: GoalDraft): string {
  const stops = blocking === undefined ? '' : ` (blocking: ${encodeNote(blocking)})`
  const needs = dependsOn === undefined ? '' : ` (depends on: ${encodeNote(dependsOn)})`
  return `${shieldNotes(title, GOAL_NOTES)}${stops}${needs}`
}

/** ` (optional)` or ` (v2)`, from the heading of a goal that is not for now. */
function whenOf({ section }: GoalRecord): string {
  const when =
    /\b(?:backlog|future|later|long[- ]term|nice to have|optional|someday|stretch|v\d[\d.]*)\b/i.exec(
      section.title,
    )
  return when === null ? '' : ` (${when[0].toLowerCase()})`
}

export const goal: Kind<GoalRecord, GoalDraft, 'goals'> = {
  sections: {
    goals: [
      'active sub-goals',
      'active sub goals',
      'sub-goals',
      'active goals',
      'goals',
      'goal',
      'task',
      'task specification',
      'primary request and intent',
      'objective',
      'objectives',
      'next milestone',
      'goal status',
      'goal assessment',
      'next steps',
      'todo',
      'todos',
      'to do',
      'to-do',
      'todo list',
      'open tasks',
      'tasks',
      'next actions',
      'next tasks',
      'action items',
      'remaining work',
      'remaining tasks',
      'carried forward',
      'carried over',
      'recommendations',
      'follow-ups',
      'follow ups',
    ],
  },
  hasParts: true,
  words: { one: 'goal', many: 'goals', labels: ['todo', 'to do', 'task'] },
  read: readGoals,
  notes: ({ blocking, dependsOn }) => [
    blocking && `blocking: ${blocking}`,
    dependsOn && `depends on: ${dependsOn}`,
  ],
  json: ({ done, blocking, dependsOn, bead }) => ({ done, blocking, dependsOn, bead }),
  recover: {
    need: 6,
    first: 1,
    most: 22,
    asWritten: true,
    urgent: [{ need: 1.2, is: isNextStep }],
    lines(record) {
      const { title, blocking, dependsOn } = record
      const stops = blocking === undefined ? '' : ` (blocking: ${blocking})`
      const needs = dependsOn === undefined ? '' : ` (depends on: ${dependsOn})`
      const most = isNextStep(record) ? { most: 45 } : {}
      return [
        { label: `${leadOf(record)}${whenOf(record)}: `, title, text: `${title}${stops}${needs}`, ...most },
      ]
    },
  },
  bead: {
    many: 'sub-goals',
    priority: () => 2,
    details: ({ blocking, dependsOn }) => [
      blocking && `Blocking: ${blocking}`,
      dependsOn && `Depends on: ${dependsOn}`,
    ],
    labels: () => [],
    needs: ({ blocking, dependsOn }) => [blocking, dependsOn],
  },
  write: {
    columns: goalColumns,
    titles: ['Goal', 'Status'],
    tabular: false,
    boxed: true,
    cells: draft => ({ title: withWaits(encodeText(draft.title), draft) }),
    bullet: draft => withWaits(encodeItem(draft.title), draft),
    identity: ({ title }) => [title],
    says: ({ blocking, dependsOn }, record) =>
      agree(blocking, record.blocking) && agree(dependsOn, record.dependsOn),
    unsaid: ({ blocking, dependsOn }, other) => [
      ...unsaidOption('--blocking', blocking, other.blocking),
      ...unsaidOption('--depends-on', dependsOn, other.dependsOn),
    ],
    toChange: (handle, unsaid) =>
      `To change it: ${unsaid
        .map(({ option }) => `\`notes goal ${option === '--blocking' ? 'block' : 'depends'} ${handle} "…"\``)
        .join(', ')}`,
  },
  command: {
    group: 'goal',
    order: 5,
    about: 'Goals',
    setup: ['notes goal add "Refactor the database layer"'],
    add: {
      summary: 'Write down a sub-goal',
      arguments: { title: { does: 'what to achieve' } },
      options: {
        blocking: { kind: 'text', value: 'reason', does: 'what stops it' },
        dependsOn: { kind: 'text', value: 'what', does: 'what must come first' },
      },
      examples: [
        {
          line: 'notes goal add "Refactor the database layer" --depends-on "migration approval"',
          does: 'one sub-goal',
        },
        {
          line: `echo '[{"title":"Ship"},{"title":"Announce"}]' | notes goal add --from -`,
          does: 'two in one write',
        },
      ],
      draft({ text, needed }) {
        const [blocking, dependsOn] = [text('blocking'), text('dependsOn')]
        return {
          kind: 'goal',
          title: needed('title', 'it as the argument'),
          ...(blocking === undefined ? {} : { blocking }),
          ...(dependsOn === undefined ? {} : { dependsOn }),
        }
      },
    },
    list: { what: 'open sub-goals', all: 'reached ones' },
    finish: { verb: 'done', summary: 'Tick a sub-goal off', example: 'database layer', how: 'merged' },
  },
}
