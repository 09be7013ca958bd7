import type { Kind } from '../kind.ts'
import { listed } from '../listed.ts'
import type { RecordBase } from '../record.ts'
import { encodeItem } from '../text/inline.ts'

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

/** `Is it enough? -> yes`, `Who pays? — answered: they do`. */
const ANSWERED = /\?\s*(?:->|=>|→)\s*\S|[—–-]\s*answered\b/i

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
    ],
  },
  words: { one: 'question', many: 'questions' },
  read: source =>
    listed(source).map(({ span, text, done }) => ({
      kind: 'question',
      section: source.section,
      span,
      title: text,
      done: done || ANSWERED.test(text),
    })),
  json: ({ done }) => ({ done }),
  recover: {
    need: 5,
    first: 1,
    most: 22,
    lines: ({ title }) => [{ label: 'Open: ', title, text: title }],
  },
  write: {
    columns: { title: ['question'], status: ['status', 'answer'] },
    titles: ['Question'],
    tabular: false,
    listOnly: true,
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
        { line: `notes question add "${example}"`, does: 'one of them' },
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
