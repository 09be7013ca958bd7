import {
  inputOf,
  optionalFlag,
  optionalNumber,
  optionalText,
  optionalTexts,
  requiredText,
  schema,
  text,
  texts,
} from './tool-input.ts'
import type { SessionTool } from './tools.ts'

const shared = { aliases: [], vocabulary: 'cards' } as const
const limitSchema = {
  type: 'integer',
  minimum: 1,
  description: 'Maximum number to show. Default: 10.',
} as const

/** The tagged notes of a session: seven tools, registered and advertised together. */
export const cardTools: readonly SessionTool[] = [
  {
    ...shared,
    name: 'add_note',
    description: 'Add a note to this session, with tags to find it by.',
    inputSchema: schema(
      { content: text('The note'), tags: texts('Tags, such as the topic and the kind of note') },
      ['content'],
    ),
    async handler(session, given) {
      const input = inputOf(given)
      return session.cards.add({
        content: requiredText(input, 'content'),
        tags: optionalTexts(input, 'tags'),
      })
    },
  },
  {
    ...shared,
    name: 'search_notes',
    description: 'Find notes by words in them and by tags (all must match). Without both, all notes.',
    inputSchema: schema({
      query: text('Words exactly as in the note'),
      tags: texts('Tags, all of which must match'),
      limit: limitSchema,
    }),
    async handler(session, given) {
      const input = inputOf(given)
      const limit = optionalNumber(input, 'limit')
      return session.cards.search({
        query: optionalText(input, 'query') ?? '',
        tags: optionalTexts(input, 'tags') ?? [],
        ...(limit === undefined ? {} : { limit }),
      })
    },
  },
  {
    ...shared,
    name: 'list_notes',
    description: 'List the notes, newest first; scratched notes only on request.',
    inputSchema: schema({
      tag: text('Only notes with this tag'),
      include_scratched: { type: 'boolean', description: 'Include scratched notes. Default: false.' },
      limit: limitSchema,
    }),
    async handler(session, given) {
      const input = inputOf(given)
      const limit = optionalNumber(input, 'limit')
      return session.cards.list({
        tag: optionalText(input, 'tag') ?? '',
        includeScratched: optionalFlag(input, 'include_scratched'),
        ...(limit === undefined ? {} : { limit }),
      })
    },
  },
  {
    ...shared,
    name: 'update_note',
    description: 'Replace the content of a note, its tags, or both.',
    inputSchema: schema(
      { id: text('Id of the note'), content: text('The new content'), tags: texts('The new tags') },
      ['id'],
    ),
    async handler(session, given) {
      const input = inputOf(given)
      return session.cards.update({
        id: requiredText(input, 'id'),
        content: optionalText(input, 'content'),
        tags: optionalTexts(input, 'tags'),
      })
    },
  },
  {
    ...shared,
    name: 'delete_note',
    description: 'Delete a note.',
    inputSchema: schema({ id: text('Id of the note') }, ['id']),
    handler: async (session, input) => session.cards.delete({ id: requiredText(inputOf(input), 'id') }),
  },
  {
    ...shared,
    name: 'scratch_note',
    description: 'With content: add a quick note without tags. With id: mark that note as addressed.',
    inputSchema: schema({ content: text('A quick note'), id: text('Id of a note that is done') }),
    async handler(session, given) {
      const input = inputOf(given)
      const id = optionalText(input, 'id')
      if (id === undefined || id === '')
        return session.cards.scratch({ content: requiredText(input, 'content') })
      const content = optionalText(input, 'content')
      return session.cards.scratch({ id, ...(content === undefined || content === '' ? {} : { content }) })
    },
  },
  {
    ...shared,
    name: 'list_tags',
    description: 'List the tags of all notes that are not scratched, with how many notes have each.',
    inputSchema: schema({}),
    handler: session => session.cards.tags(),
  },
]
