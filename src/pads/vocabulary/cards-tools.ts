import type { Fields } from '../../files/read/json.ts'
import { present } from '../../notes/record.ts'
import { flagGiven, numberGiven, optional, requiredText, textGiven, textsGiven } from '../given.ts'
import {
  boolean,
  integer,
  listOf,
  reads,
  result,
  schema,
  string,
  text,
  texts,
  writes,
  writesOnce,
} from './tool-schema.ts'
import type { OwnTool } from './tools.ts'

const shared = { aliases: [], vocabulary: 'cards' } as const
const pageSchema = {
  limit: { type: 'integer', minimum: 1, description: 'Maximum number to show. Default: 10.' },
  offset: {
    type: 'integer',
    minimum: 0,
    description: 'How many to skip, to see the next page. Default: 0.',
  },
} as const

const strings = listOf(string)
const note = result(
  { id: string, content: string, tags: strings, createdAt: string, updatedAt: string, scratched: boolean },
  ['id', 'content', 'tags', 'scratched'],
)
const totals = { id: string, note_id: string, total_notes: integer, total_tags: integer }
const changed = result({ ...totals, note })
const found = { notes: listOf(note), total: integer, shown: integer, offset: integer }

/** The tagged notes of a session: seven tools, registered and advertised together. */
export const cardTools: readonly OwnTool[] = [
  {
    ...shared,
    name: 'add_note',
    description: 'Add a note to this session, with tags to find it by.',
    inputSchema: schema(
      { content: text('The note'), tags: texts('Tags, such as the topic and the kind of note') },
      ['content'],
    ),
    outputSchema: result({ ...totals, tags: strings }),
    annotations: writes,
    handler: async (session, input) =>
      session.cards.add({
        content: requiredText(input, 'content'),
        tags: optional(input, 'tags', textsGiven),
      }),
  },
  {
    ...shared,
    name: 'search_notes',
    description: 'Find notes by words in them and by tags (all must match). Without both, all notes.',
    inputSchema: schema({
      query: text('Words exactly as in the note'),
      tags: texts('Tags, all of which must match'),
      ...pageSchema,
    }),
    outputSchema: result({ ...found, result_count: integer, query: string, tags: strings }),
    annotations: reads,
    handler: async (session, input) =>
      session.cards.search({
        query: optional(input, 'query', textGiven) ?? '',
        tags: optional(input, 'tags', textsGiven) ?? [],
        ...pageIn(input),
      }),
  },
  {
    ...shared,
    name: 'list_notes',
    description: 'List the notes, newest first; scratched notes only on request.',
    inputSchema: schema({
      tag: text('Only notes with this tag'),
      include_scratched: { type: 'boolean', description: 'Include scratched notes. Default: false.' },
      ...pageSchema,
    }),
    outputSchema: result({
      ...found,
      note_count: integer,
      tag_filter: string,
      include_scratched: boolean,
      limit: integer,
    }),
    annotations: reads,
    handler: async (session, input) =>
      session.cards.list({
        tag: optional(input, 'tag', textGiven) ?? '',
        includeScratched: optional(input, 'include_scratched', flagGiven) ?? false,
        ...pageIn(input),
      }),
  },
  {
    ...shared,
    name: 'update_note',
    description: 'Replace the content of a note, its tags, or both.',
    inputSchema: schema(
      {
        id: text('Id of the note'),
        content: text('The new content'),
        tags: texts('The new tags; an empty list, without content, removes all'),
      },
      ['id'],
    ),
    outputSchema: changed,
    annotations: writesOnce,
    handler: async (session, input) =>
      session.cards.update({
        id: requiredText(input, 'id'),
        content: optional(input, 'content', textGiven),
        tags: optional(input, 'tags', textsGiven),
      }),
  },
  {
    ...shared,
    name: 'delete_note',
    description: 'Delete a note.',
    inputSchema: schema({ id: text('Id of the note') }, ['id']),
    outputSchema: changed,
    annotations: { ...writes, destructiveHint: true },
    handler: async (session, input) => session.cards.delete({ id: requiredText(input, 'id') }),
  },
  {
    ...shared,
    name: 'scratch_note',
    description: 'With content: add a quick note without tags. With id: mark that note as addressed.',
    inputSchema: schema({ content: text('A quick note'), id: text('Id of a note that is done') }),
    // With content it answers like add_note, with an id like update_note.
    outputSchema: { ...result(totals), properties: { ...totals, tags: strings, note } },
    annotations: writes,
    async handler(session, input) {
      const id = optional(input, 'id', textGiven)
      if (id === undefined || id === '')
        return session.cards.scratch({ content: requiredText(input, 'content') })
      const content = optional(input, 'content', textGiven)
      return session.cards.scratch({ id, ...(content === undefined || content === '' ? {} : { content }) })
    },
  },
  {
    ...shared,
    name: 'list_tags',
    description: 'List the tags of all notes that are not scratched, with how many notes have each.',
    inputSchema: schema({}),
    outputSchema: result({
      tags: listOf(result({ tag: string, count: integer })),
      tag_count: integer,
      active_notes: integer,
      total_notes: integer,
    }),
    annotations: reads,
    handler: session => session.cards.tags(),
  },
]

function pageIn(input: Fields) {
  return present({
    limit: optional(input, 'limit', numberGiven),
    offset: optional(input, 'offset', numberGiven),
  })
}
