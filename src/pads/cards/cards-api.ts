import { NotesError } from '../../error.ts'
import type { Fields } from '../../files/read/json.ts'
import { fieldsGiven, flagGiven, ifGiven, numberGiven, textGiven, textsGiven } from '../given.ts'
import type { Limits } from '../limits.ts'
import type { Card, Pad } from '../pad.ts'
import type { PadWriter } from '../writer.ts'
import {
  addCard,
  type CardAdded,
  type CardChanged,
  type CardFields,
  deleteCard,
  normalTags,
  scratchCard,
  updateCard,
} from './cards.ts'

export interface SearchResult extends CardsFound {
  readonly result_count: number
  readonly query: string
  readonly tags: readonly string[]
  readonly message: string
}

export interface ListResult extends CardsFound {
  readonly note_count: number
  readonly tag_filter: string
  readonly include_scratched: boolean
  readonly limit: number
  readonly message: string
}

export interface TagsResult {
  readonly tags: readonly TagCount[]
  readonly tag_count: number
  readonly active_notes: number
  readonly total_notes: number
  readonly message: string
}

/** Tagged notes. A call that exceeds a limit rejects with a message that says how to stay below it. */
export interface CardsApi {
  add(card: CardFields): Promise<CardAdded>
  search(wanted?: {
    query?: string
    tags?: readonly string[]
    limit?: number | undefined
    offset?: number
  }): Promise<SearchResult>
  list(wanted?: {
    tag?: string
    includeScratched?: boolean
    limit?: number | undefined
    offset?: number
  }): Promise<ListResult>
  update(card: CardFields & { readonly id: string }): Promise<CardChanged>
  delete(card: string | { readonly id: string }): Promise<CardChanged>
  /** With text, adds a quick card without tags; with an id, marks that card as addressed. */
  scratch(
    card: string | { readonly content?: string; readonly id?: string },
  ): Promise<CardAdded | CardChanged>
  tags(): Promise<TagsResult>
}

export function cardsApi(writer: PadWriter, { cards: limits }: Limits, now: () => Date): CardsApi {
  return {
    async add(given) {
      const card = cardFields(fieldsGiven(given, 'cards.add'), 'cards.add')
      return writer.change(pad => addCard(pad, card, limits, now()))
    },
    async search(given) {
      const wanted = fieldsGiven(given, 'cards.search', {})
      const query = ifGiven(wanted.query, '`query` of cards.search', textGiven) ?? ''
      const tags = ifGiven(wanted.tags, '`tags` of cards.search', textsGiven) ?? []
      const limit = ifGiven(wanted.limit, '`limit` of cards.search', numberGiven)
      const offset = ifGiven(wanted.offset, '`offset` of cards.search', numberGiven)
      const found = findCards(await writer.refresh(), { query, tags, limit, offset, includeScratched: true })
      const message = cardList(found, 'No notes found matching the search criteria.')
      return { ...found, result_count: found.shown, query, tags, message }
    },
    async list(given) {
      const wanted = fieldsGiven(given, 'cards.list', {})
      const tag = ifGiven(wanted.tag, '`tag` of cards.list', textGiven) ?? ''
      const limit = ifGiven(wanted.limit, '`limit` of cards.list', numberGiven)
      const includeScratched =
        ifGiven(wanted.includeScratched, '`includeScratched` of cards.list', flagGiven) ?? false
      const tags = tag.trim() === '' ? [] : [tag]
      const offset = ifGiven(wanted.offset, '`offset` of cards.list', numberGiven)
      const found = findCards(await writer.refresh(), { tags, limit, offset, includeScratched })
      return {
        ...found,
        note_count: found.shown,
        tag_filter: tag,
        include_scratched: includeScratched,
        limit: limitOrDefault(limit),
        message: cardList(found, 'No notes found.'),
      }
    },
    async update(given) {
      const fields = fieldsGiven(given, 'cards.update')
      const id = textGiven(fields.id, '`id` of cards.update')
      const card = cardFields(fields, 'cards.update')
      return writer.change(pad => updateCard(pad, id, card, limits, now()))
    },
    async delete(card) {
      const id = typeof card === 'string' ? card : fieldsGiven(card, 'cards.delete').id
      const known = textGiven(id, '`id` of cards.delete')
      return writer.change(pad => deleteCard(pad, known))
    },
    async scratch(card) {
      const given = typeof card === 'string' ? { content: card } : fieldsGiven(card, 'cards.scratch')
      const { content } = cardFields(given, 'cards.scratch')
      const id = ifGiven(given.id, '`id` of cards.scratch', textGiven)
      if (id !== undefined && content !== undefined)
        throw new NotesError('usage', 'scratch takes content or id, not both', 'Give one of the two')
      return writer.change<CardAdded | CardChanged>(pad =>
        id === undefined
          ? addCard(pad, { content }, { ...limits, minTags: 0 }, now())
          : scratchCard(pad, id, now()),
      )
    },
    async tags() {
      const pad = await writer.refresh()
      const tags = countTags(pad)
      const active = [...pad.cards.values()].filter(({ scratched }) => !scratched).length
      return {
        tags,
        tag_count: tags.length,
        active_notes: active,
        total_notes: pad.cards.size,
        message: tagList(tags),
      }
    },
  }
}

const cardFields = ({ content, tags }: Fields, where: string): CardFields => ({
  content: ifGiven(content, `\`content\` of ${where}`, textGiven),
  tags: ifGiven(tags, `\`tags\` of ${where}`, textsGiven),
})

function cardList({ notes, total, offset }: CardsFound, none: string): string {
  if (notes.length === 0) return total === 0 ? none : `No more notes: there are ${total}.`
  const parts = notes.map((card, index) =>
    [
      `${offset + index + 1}. [${card.id}]${card.tags.length === 0 ? '' : ` (tags: ${card.tags.join(', ')})`}`,
      `   ${card.content}`,
      ...(card.scratched ? ['   [SCRATCHED]'] : []),
      '',
    ].join('\n'),
  )
  const next = offset + notes.length
  const more =
    total > next ? `\n${total - next} of ${total} more; pass \`offset\` ${next} to see them.\n` : ''
  return `Found ${notes.length} note(s):\n\n${parts.join('\n')}${more}`
}

function tagList(tags: readonly TagCount[]): string {
  if (tags.length === 0) return 'No tags found in active notes.'
  return `Found ${tags.length} unique tag(s) in active notes:\n\n${tags.map(({ tag, count }) => `${tag} (${count})`).join('\n')}`
}

/** The default number of cards in a list or search. */
const DEFAULT_LIMIT = 10

interface CardsFound {
  readonly notes: readonly Card[]
  /** The number of matches, shown or not. */
  readonly total: number
  readonly shown: number
  /** The number of matches before the first one shown. */
  readonly offset: number
}

interface Wanted {
  readonly query?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly includeScratched: boolean
  /** 0 or undefined stands for the default. */
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

/** Finds cards by tags and text, ranked by the position of the match, then newest first. */
function findCards(pad: Pad, { query = '', tags = [], includeScratched, limit, offset }: Wanted): CardsFound {
  const needle = query.toLowerCase()
  const wanted = normalTags(tags)
  const found = [...pad.cards.values()]
    .filter(
      ({ scratched, tags }) => (includeScratched || !scratched) && wanted.every(tag => tags.includes(tag)),
    )
    .map(card => ({
      card,
      at: card.content.toLowerCase().indexOf(needle),
      time: Date.parse(card.updatedAt) || 0,
    }))
    .filter(({ at }) => at >= 0)
    .sort(before)
  const skipped = offset === undefined || !(offset >= 1) ? 0 : Math.floor(offset)
  const notes = found.slice(skipped, skipped + limitOrDefault(limit)).map(({ card }) => card)
  return { notes, total: found.length, shown: notes.length, offset: skipped }
}

/** The limit as a count; 0, a negative number or NaN means the default. */
const limitOrDefault = (limit: number | undefined): number =>
  limit === undefined || !(limit >= 1) ? DEFAULT_LIMIT : Math.floor(limit)

interface Ranked {
  readonly card: Card
  readonly at: number
  readonly time: number
}

const before = (a: Ranked, b: Ranked): number =>
  a.at - b.at || b.time - a.time || (a.card.id < b.card.id ? 1 : a.card.id > b.card.id ? -1 : 0)

interface TagCount {
  readonly tag: string
  readonly count: number
}

/** Counts the tags of cards that are not scratched, sorted by name. */
function countTags(pad: Pad): readonly TagCount[] {
  const counts = new Map<string, number>()
  for (const { scratched, tags } of pad.cards.values())
    if (!scratched) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].map(([tag, count]) => ({ tag, count })).sort((a, b) => (a.tag < b.tag ? -1 : 1))
}
