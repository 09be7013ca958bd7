import { report } from '../../print/output.ts'
import { type Command, defineCommand } from '../../program/command.ts'
import { sessionOf, sessionOption } from '../pad/session-of.ts'

const limit = { kind: 'number', value: 'count', does: 'how many to show (default 10)' } as const

/** Defines `notes card search`, `list` and `tags`. `setup` writes a card for the examples. */
export function findingCommands(setup: readonly string[]): readonly [Command, Command, Command] {
  const search = defineCommand({
    name: 'card search',
    summary: 'Find cards by words and tags',
    details:
      'Matches the words exactly, in any case. Matches near the beginning come first, then the newest.',
    arguments: { words: { does: 'what to look for; all cards if omitted', variadic: true } },
    options: {
      tag: { kind: 'list', value: 'tag', does: 'only cards with this tag; with several, all must match' },
      limit,
      session: sessionOption,
    },
    setup,
    examples: [
      { line: 'notes card search q3 total', does: 'by words' },
      { line: 'notes card search --tag finding --json', does: 'by a tag, as data' },
    ],
    exits: { 0: 'searched, even if there are none' },
    async run(context, { words, tag, limit: max, session: id }): Promise<0> {
      const session = await sessionOf(context, id)
      const query = words.join(' ')
      const found = await session.cards.search({
        query,
        tags: tag,
        ...(max === undefined ? {} : { limit: max }),
      })
      report(context, { json: found, lines: [found.message.trimEnd()] })
      return 0
    },
  })

  const list = defineCommand({
    name: 'card list',
    summary: 'List the cards of this session, newest first',
    options: {
      tag: { kind: 'text', value: 'tag', does: 'only cards with this tag' },
      scratched: { kind: 'flag', does: 'include cards marked as addressed' },
      limit,
      session: sessionOption,
    },
    setup,
    examples: [
      { line: 'notes card list', does: 'the newest ten' },
      { line: 'notes card list --tag finance --limit 100', does: 'with one tag' },
    ],
    exits: { 0: 'listed, even if there are none' },
    async run(context, { tag = '', scratched, limit: max, session: id }): Promise<0> {
      const session = await sessionOf(context, id)
      const wanted = { tag, includeScratched: scratched, ...(max === undefined ? {} : { limit: max }) }
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
      { line: 'notes card tags --json', does: 'as JSON' },
    ],
    exits: { 0: 'listed, even if there are none' },
    async run(context, { session: id }): Promise<0> {
      const found = await (await sessionOf(context, id)).cards.tags()
      report(context, { json: found, lines: [found.message] })
      return 0
    },
  })

  return [search, list, tags]
}
