import { type Command, defineCommand } from '../../program/command.ts'
import { report } from '../../program/output.ts'
import { sessionOf, sessionOption } from '../pad/session-of.ts'

const limit = { kind: 'number', value: 'count', does: 'how many to show; 10, if not given' } as const

/** `notes card search`, `list`, `tags`; `setup` leaves a card to be found. */
export function findingCommands(setup: readonly string[]): readonly [Command, Command, Command] {
  const search = defineCommand({
    name: 'card search',
    summary: 'Find cards by words and tags',
    details:
      'Words as they stand there, in any case; the match nearest to the beginning first, then the newest.',
    arguments: { words: { does: 'what to look for; without it, all', variadic: true } },
    options: {
      tag: { kind: 'list', value: 'tag', does: 'only with this tag; several must all match' },
      limit,
      session: sessionOption,
    },
    setup,
    examples: [
      { line: 'notes card search q3 total', does: 'by words' },
      { line: 'notes card search --tag finding --json', does: 'by a tag, as data' },
    ],
    exits: { 0: 'searched; there may be none' },
    async run(context, { words, tag, limit: most, session: id }): Promise<0> {
      const session = await sessionOf(context, id)
      const query = words.join(' ')
      const found = await session.cards.search({
        query,
        tags: tag,
        ...(most === undefined ? {} : { limit: most }),
      })
      report(context, { json: found, lines: [found.message.trimEnd()] })
      return 0
    },
  })

  const list = defineCommand({
    name: 'card list',
    summary: 'List the cards of this session, newest first',
    options: {
      tag: { kind: 'text', value: 'tag', does: 'only with this tag' },
      scratched: { kind: 'flag', does: 'those that are marked as addressed too' },
      limit,
      session: sessionOption,
    },
    setup,
    examples: [
      { line: 'notes card list', does: 'the newest ten' },
      { line: 'notes card list --tag finance --limit 100', does: 'of one tag' },
    ],
    exits: { 0: 'listed; there may be none' },
    async run(context, { tag = '', scratched, limit: most, session: id }): Promise<0> {
      const session = await sessionOf(context, id)
      const wanted = { tag, includeScratched: scratched, ...(most === undefined ? {} : { limit: most }) }
      const found = await session.cards.list(wanted)
      report(context, { json: found, lines: [found.message.trimEnd()] })
      return 0
    },
  })

  const tags = defineCommand({
    name: 'card tags',
    summary: 'List the tags in use, with how many cards have each',
    options: { session: sessionOption },
    setup,
    examples: [
      { line: 'notes card tags', does: 'of this session' },
      { line: 'notes card tags --json', does: 'as data' },
    ],
    exits: { 0: 'listed; there may be none' },
    async run(context, { session: id }): Promise<0> {
      const found = await (await sessionOf(context, id)).cards.tags()
      report(context, { json: found, lines: [found.message] })
      return 0
    },
  })

  return [search, list, tags]
}
