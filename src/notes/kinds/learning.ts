import { splitLead } from '../decision/lead.ts'
import type { Kind } from '../kind.ts'
import { listed } from '../listed.ts'
import { present, type RecordBase, type Source } from '../record.ts'
import { decodeItem, encodeItem, shieldStart } from '../text/inline.ts'
import { readRows } from '../text/rows.ts'
import { type Timestamp, timestampAtStart } from '../text/timestamp.ts'

/** A lesson for later sessions. */
export interface LearningRecord extends RecordBase {
  readonly kind: 'learning'
  readonly title: string
  readonly at?: Timestamp
}

const learningColumns = {
  id: ['id', '#'],
  title: ['learning', 'lesson', 'observation', 'insight', 'what'],
  source: ['source', 'from'],
  at: ['date', 'timestamp', 'when'],
} as const

function readLearnings(source: Source): LearningRecord[] {
  const { document, section } = source
  const rows = readRows(document.text, section.blocks, learningColumns).map(
    ({ span, cells }): LearningRecord => {
      const at = timestampAtStart(cells.at ?? '')
      return { kind: 'learning', section, span, title: cells.title ?? '', ...present({ id: cells.id, at }) }
    },
  )
  const bullets = listed(source).map(({ span, source: words, details = '' }): LearningRecord => {
    const { at, id, rest } = splitLead(words)
    const title = rest === '' ? details : decodeItem(rest)
    return { kind: 'learning', section, span, title, ...present({ id, at }) }
  })
  return [...rows, ...bullets].sort((a, b) => a.span.start - b.span.start)
}

/** Is this a rule to keep to, such as `Do not push to main`, or an item below `Constraints`? */
const isRule = ({ title, section }: LearningRecord): boolean =>
  /^\W*(?:do not|don['’]t|never|(?:standing )?rule)\b/i.test(title) ||
  /\b(?:constraints|non-negotiables|do not|don['’]t|guardrails|never|rules)\b/i.test(section.title)

export interface LearningDraft {
  readonly kind: 'learning'
  readonly title: string
}

export const learning: Kind<LearningRecord, LearningDraft, 'learnings'> = {
  sections: {
    learnings: [
      'learnings',
      'learning',
      'lessons learned',
      'discoveries',
      'key discoveries',
      'lessons learnt',
      'lessons',
      'observations',
      'key learnings',
      'gotchas',
      'pitfalls',
      'things learned',
      'things we learned',
      'what we learned',
      'things i learned',
      'what i learned',
      'learned',
      'learnt',
      'learned the hard way',
      'insights',
      'takeaways',
      'remember',
      "don't forget",
    ],
  },
  hasParts: true,
  words: { one: 'learning', many: 'learnings', labels: ['learned', 'learnt', 'lesson', 'gotcha'] },
  read: readLearnings,
  json: () => ({}),
  recover: {
    need: 10,
    first: 0,
    early: 1,
    most: 20,
    urgent: [{ need: 6.2, is: isRule }],
    lines: record => [
      { label: isRule(record) ? 'Rule: ' : 'Learned: ', title: record.title, text: record.title },
    ],
  },
  write: {
    columns: learningColumns,
    titles: ['ID', 'Learning', 'Source', 'Date'],
    tabular: false,
    bullet({ title }) {
      const text = encodeItem(title)
      // A title that looks like a date or an id must not be read as one.
      return splitLead(text).rest === text ? text : shieldStart(text)
    },
    identity: ({ title }) => [title],
  },
  command: {
    group: 'learning',
    order: 9,
    about: 'Learnings',
    setup: [],
    add: {
      summary: 'Write down something worth knowing next time',
      arguments: { title: { does: 'what was learned' } },
      examples: [
        { line: 'notes learning add "Cold starts dominate below 100 requests"', does: 'add one learning' },
        {
          line: `echo '[{"title":"One"},{"title":"Two"}]' | notes learning add --from -`,
          does: 'two in one write',
        },
      ],
      draft: ({ needed }) => ({ kind: 'learning', title: needed('title', 'it as the argument') }),
    },
    list: { what: 'learnings' },
    promote: { order: 5, draft: ({ title }) => ({ kind: 'learning', title }) },
  },
}
