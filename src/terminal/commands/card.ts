import { nearestName } from '../../config/nearest-name.ts'
import { NotesError, usage } from '../../error.ts'
import type { Pad } from '../../pads/pad.ts'
import type { Session } from '../../pads/session.ts'
import { oneLine } from '../../safety/one-line.ts'
import { report } from '../print/output.ts'
import { type Context, defineCommand } from '../program/command.ts'
import { sessionOf, sessionOption } from './pad/session-of.ts'
import { textArgument, writtenText } from './pad/write.ts'

const limitOption = { kind: 'number', value: 'count', does: 'how many to show (default 10)' } as const
const tagOption = { kind: 'list', value: 'tag', does: 'a tag' } as const
const setup = ['notes card add "Q3 total is off by 45k" --tag finding --tag finance']

const idArgument = {
  does: 'the id of the card, or the beginning of it if unique',
  required: true,
} as const

function answer(context: Context, said: { readonly message: string }): 0 {
  report(context, { json: said, lines: [said.message.trimEnd()] })
  return 0
}

const add = defineCommand({
  name: 'card add',
  summary: 'Add a tagged note to this session',
  details: 'Tags are trimmed, lower-cased and deduplicated.',
  arguments: { text: textArgument('the note') },
  options: { tag: tagOption, session: sessionOption },
  examples: [
    { line: 'notes card add "Q3 total is off by 45k" --tag finding --tag finance', does: 'with two tags' },
    { line: "echo 'Rows 251-267 are doubled' | notes card add --tag finding", does: 'from standard input' },
  ],
  exits: { 0: 'written' },
  async run(context, { text, tag, session: id }): Promise<0> {
    const session = await sessionOf(context, id)
    return answer(context, await session.cards.add({ content: writtenText(context, text), tags: tag }))
  },
})

const update = defineCommand({
  name: 'card update',
  summary: 'Replace the text of a card, its tags, or both',
  arguments: { id: idArgument, text: { does: 'the new text; - for standard input', variadic: true } },
  options: { tag: tagOption, session: sessionOption },
  setup,
  examples: [
    { line: 'notes card update note_ "Q3 total is off by 45k: EMEA, July"', does: 'its text' },
    { line: 'notes card update note_ --tag finding --tag emea', does: 'its tags' },
  ],
  exits: { 0: 'changed', 1: 'no such card, or several match' },
  async run(context, { id: typed, text, tag, session: name }): Promise<0> {
    const session = await sessionOf(context, name)
    const content = text.length === 0 ? undefined : writtenText(context, text)
    const tags = tag.length === 0 ? undefined : tag
    return answer(context, await session.cards.update({ id: cardId(session, typed), content, tags }))
  },
})

const remove = defineCommand({
  name: 'card delete',
  summary: 'Delete a card',
  details: 'To only hide it from the list, use `notes card scratch --id`.',
  arguments: { id: idArgument },
  options: { session: sessionOption },
  setup,
  examples: [
    { line: 'notes card delete note_', does: 'the only card whose id begins like this' },
    { line: 'notes card delete note_ --json', does: 'delete it and print what it was' },
  ],
  exits: { 0: 'deleted', 1: 'no such card, or several match' },
  async run(context, { id: typed, session: name }): Promise<0> {
    const session = await sessionOf(context, name)
    return answer(context, await session.cards.delete(cardId(session, typed)))
  },
})

const scratch = defineCommand({
  name: 'card scratch',
  summary: 'Jot down a quick card, or mark one as addressed',
  arguments: { text: textArgument('the note') },
  options: {
    id: {
      kind: 'text',
      value: 'id',
      does: 'mark this card as addressed, instead of adding one; search still finds it',
    },
    session: sessionOption,
  },
  setup,
  examples: [
    { line: 'notes card scratch "Ask about July"', does: 'a note without tags' },
    { line: 'notes card scratch --id note_', does: 'mark it as addressed' },
  ],
  exits: { 0: 'written, or marked', 1: 'no such card, or several match' },
  async run(context, { text, id: typed, session: name }): Promise<0> {
    if (typed !== undefined && text.length > 0)
      throw usage('A text and --id cannot be combined', 'Pass one of the two')
    const session = await sessionOf(context, name)
    const card =
      typed === undefined ? { content: writtenText(context, text) } : { id: cardId(session, typed) }
    return answer(context, await session.cards.scratch(card))
  },
})

/** Resolves the id of a card, or a unique prefix of it. */
function cardId({ pad }: Session, typed: string): string {
  if (pad.cards.has(typed)) return typed
  const matches = typed === '' ? [] : [...pad.cards.keys()].filter(id => id.startsWith(typed))
  const [only] = matches
  if (only === undefined) throw noSuchCard(pad, typed)
  if (matches.length === 1) return only
  throw new NotesError(
    'ambiguous',
    `${matches.length} cards begin with ${typed}`,
    `Give the whole id, such as ${oneLine(matches.at(-1) ?? '')}; \`notes card list\` shows them`,
  )
}

/**
 * The error for an unknown card. Suggests a card that contains the typed words, since ids are hard to remember, or one
 * with a similar id.
 */
function noSuchCard({ cards }: Pad, typed: string): NotesError {
  const words = typed.trim().toLowerCase()
  const near =
    words === ''
      ? undefined
      : ([...cards.values()].findLast(({ content }) => content.toLowerCase().includes(words))?.id ??
        nearestName(typed, cards.keys()))
  const card = near === undefined ? undefined : cards.get(near)
  return new NotesError(
    'not-found',
    `note not found: ${typed === '' ? '(no id given)' : typed}`,
    card === undefined
      ? '`notes card list --scratched` shows the ids'
      : `Did you mean ${oneLine(card.id)} (${oneLine(card.content, 40)})? \`notes card list --scratched\` shows all`,
  )
}

const search = defineCommand({
  name: 'card search',
  summary: 'Find cards by words and tags',
  details:
    'Searches for the words as one phrase, ignoring case. Cards with an earlier match come first, then newer ones.',
  arguments: { words: { does: 'what to look for; all cards if omitted', variadic: true } },
  options: {
    tag: { kind: 'list', value: 'tag', does: 'only cards with this tag; with several, all must match' },
    limit: limitOption,
    session: sessionOption,
  },
  setup,
  examples: [
    { line: 'notes card search q3 total', does: 'by words' },
    { line: 'notes card search --tag finding --json', does: 'by a tag, as data' },
  ],
  exits: { 0: 'searched, even if there are none' },
  async run(context, { words, tag, limit, session: id }): Promise<0> {
    const session = await sessionOf(context, id)
    return answer(context, await session.cards.search({ query: words.join(' '), tags: tag, limit }))
  },
})

const list = defineCommand({
  name: 'card list',
  summary: 'List the cards of this session, newest first',
  options: {
    tag: { kind: 'text', value: 'tag', does: 'only cards with this tag' },
    scratched: { kind: 'flag', does: 'include cards marked as addressed' },
    limit: limitOption,
    session: sessionOption,
  },
  setup,
  examples: [
    { line: 'notes card list', does: 'the newest ten' },
    { line: 'notes card list --tag finance --limit 100', does: 'with one tag' },
  ],
  exits: { 0: 'listed, even if there are none' },
  async run(context, { tag = '', scratched, limit, session: id }): Promise<0> {
    const session = await sessionOf(context, id)
    return answer(context, await session.cards.list({ tag, includeScratched: scratched, limit }))
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
    const session = await sessionOf(context, id)
    return answer(context, await session.cards.tags())
  },
})

export const cardCommands = [add, search, list, update, remove, scratch, tags]
