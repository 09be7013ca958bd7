import type { Kind } from '../kind.ts'
import { isDoneGroup, listed } from '../listed.ts'
import type { RecordBase, Source } from '../record.ts'
import { decodeCell, encodeItem } from '../text/inline.ts'
import { isOver, readWords } from '../text/items.ts'
import { isNothing, readRows } from '../text/rows.ts'

/** A question for a later session. */
export interface QuestionRecord extends RecordBase {
  readonly kind: 'question'
  readonly title: string
  readonly done: boolean
}

export interface QuestionDraft {
  readonly kind: 'question'
  readonly title: string
}

/** Matches an answer after a question: `Is it enough? -> yes`, `Who pays? — answered: they do`. */
const ANSWERED = /\?\s*(?:->|=>|→)\s*\S|[—–-]\s*answered\b/i

const questionColumns = {
  title: ['question', 'what'],
  status: ['status', 'state'],
  answer: ['answer', 'resolution'],
} as const

/** Is this cell an answer? `?` and `pending` are not. */
const isAnswer = (said: string): boolean =>
  /\w/.test(said) && !isNothing(said) && !/^\W*(?:open|pending|asked|waiting|unknown)\b/i.test(said)

function readQuestions(source: Source): QuestionRecord[] {
  const { document, section } = source
  const bullets = listed(source).map(
    ({ span, text, done }): QuestionRecord => ({
      kind: 'question',
      section,
      span,
      title: text,
      done: done || ANSWERED.test(text),
    }),
  )
  const rows = readRows(document.text, section.blocks, questionColumns)
    .filter(({ cells }) => !isNothing(cells.title ?? ''))
    .map(({ span, cells, sources }): QuestionRecord => {
      const { source: words, done } = readWords(sources.title ?? '')
      const isAnswered = isOver(cells.status ?? '') || isAnswer(cells.answer ?? '')
      return {
        kind: 'question',
        section,
        span,
        title: decodeCell(words),
        done: done || isAnswered || isDoneGroup(section),
      }
    })
  return [...bullets, ...rows].sort((a, b) => a.span.start - b.span.start)
}

const example = 'Should the grace period be configurable?'

export const question: Kind<QuestionRecord, QuestionDraft, 'questions'> = {
  sections: {
    questions: [
      'pending questions',
      'open questions',
      'questions',
      'unresolved questions',
      'open points',
      'unknowns',
      'to sort out',
      'to clarify',
    ],
  },
  hasParts: true,
  words: { one: 'question', many: 'questions', labels: ['question'] },
  read: readQuestions,
  json: ({ done }) => ({ done }),
  recover: {
    need: 5,
    first: 1,
    most: 22,
    lines: ({ title }) => [{ label: 'Open: ', title, text: title }],
  },
  write: {
    columns: questionColumns,
    titles: ['Question'],
    tabular: false,
    boxed: true,
    bullet: ({ title }) => encodeItem(title),
    identity: ({ title }) => [title],
  },
  command: {
    group: 'question',
    order: 4,
    about: 'Pending questions',
    setup: [`notes question add "${example}"`],
    add: {
      summary: 'Write down a question for a later session',
      arguments: { title: { does: 'the question' } },
      examples: [
        { line: `notes question add "${example}"`, does: 'add one question' },
        {
          line: `echo '[{"title":"One"},{"title":"Two"}]' | notes question add --from -`,
          does: 'two in one write',
        },
      ],
      draft: ({ needed }) => ({ kind: 'question', title: needed('title', 'it as the argument') }),
    },
    list: { what: 'open questions', all: 'answered ones' },
    finish: {
      verb: 'resolve',
      summary: 'Tick a question off',
      example: 'grace period',
      how: 'yes, per client',
    },
    promote: { order: 3, draft: ({ title }) => ({ kind: 'question', title }) },
  },
}
