import { NotesError } from '../../error.ts'
import { type CardLimits, countCharacters, isOver } from '../limits.ts'
import type { Card, Pad, Planned } from '../pad.ts'

interface Totals {
  readonly id: string
  readonly note_id: string
  readonly total_notes: number
  readonly total_tags: number
}

export interface CardAdded extends Totals {
  readonly tags: readonly string[]
  readonly message: string
}

export interface CardChanged extends Totals {
  readonly note: Card
  readonly message: string
}

export interface CardFields {
  readonly content?: string | undefined
  readonly tags?: readonly string[] | undefined
}

export function addCard(
  pad: Pad,
  { content, tags = [] }: CardFields,
  limits: CardLimits,
  now: Date,
): Planned<CardAdded> {
  const card = {
    id: nextCardId(pad.newestCard, now.getTime()),
    content: checkContent(content, limits),
    tags: checkTags(tags, limits),
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    scratched: false,
  }
  const message = `Note created successfully with ID: ${card.id}`
  const answer = { ...totals(pad, card.id, undefined, card), tags: card.tags, message }
  return { changes: [{ key: 'card', card }], answer }
}

export function updateCard(
  pad: Pad,
  id: string,
  { content, tags }: CardFields,
  limits: CardLimits,
  now: Date,
): Planned<CardChanged> {
  const old = cardOf(pad, id)
  // Models fill in optional fields, so empty content, or an empty list of tags next to content, counts as not given.
  const hasContent = content !== undefined && content !== ''
  const hasTags = tags !== undefined && (tags.length > 0 || content === undefined)
  if (!hasContent && !hasTags) throw refuse('at least one of content or tags must be provided for update')
  const note = {
    ...old,
    ...(hasContent ? { content: checkContent(content, limits) } : {}),
    ...(hasTags ? { tags: checkTags(tags, limits) } : {}),
    updatedAt: now.toISOString(),
  }
  const what = [...(hasContent ? ['content'] : []), ...(hasTags ? ['tags'] : [])].join(' and ')
  const message = `Note ${id} updated successfully (${what} modified)`
  const answer = { ...totals(pad, id, old, note), note, message }
  return { changes: [{ key: 'card', card: note }], answer }
}

export function scratchCard(pad: Pad, id: string, now: Date): Planned<CardChanged> {
  const old = cardOf(pad, id)
  const note = old.scratched ? old : { ...old, scratched: true, updatedAt: now.toISOString() }
  const message = `Note ${id} marked as scratched`
  const answer = { ...totals(pad, id, old, note), note, message }
  return { changes: note === old ? [] : [{ key: 'card', card: note }], answer }
}

export function deleteCard(pad: Pad, id: string): Planned<CardChanged> {
  const note = cardOf(pad, id)
  const message = `Note ${id} deleted successfully`
  const answer = { ...totals(pad, id, note, undefined), note, message }
  return { changes: [{ key: 'card-deleted', id }], answer }
}

function cardOf(pad: Pad, id: string): Card {
  const card = pad.cards.get(id)
  if (card !== undefined) return card
  throw new NotesError('not-found', `note not found: ${id}`, 'List the notes to see their ids')
}

/** Trims, lower-cases and deduplicates tags: `A` and ` a ` are the same tag. */
export const normalTags = (tags: readonly string[]): readonly string[] => [
  ...new Set(tags.map(tag => tag.trim().toLowerCase())),
]

function checkContent(content: string | undefined, { characters }: CardLimits): string {
  if (content === undefined) throw refuse('missing required parameter: content')
  if (content.trim() === '') throw refuse('note content cannot be empty')
  const count = countCharacters(content)
  if (isOver(count, characters))
    throw refuse(
      `note content exceeds maximum length of ${characters} characters (got ${count}). ` +
        'Please shorten the content or split into multiple notes',
    )
  return content
}

function checkTags(given: readonly string[], { minTags, maxTags }: CardLimits): readonly string[] {
  const emptyAt = given.findIndex(tag => tag.trim() === '')
  if (emptyAt >= 0) throw refuse(`tag at position ${emptyAt} is empty`)
  const tags = normalTags(given)
  if (tags.length < minTags)
    throw refuse(
      `note requires at least ${minTags} tag (got ${tags.length}). ` +
        `Please provide at least ${minTags} tag for organization`,
    )
  if (!isOver(tags.length, maxTags)) return tags
  if (minTags > 0)
    throw refuse(
      `note requires ${minTags}-${maxTags} tags (got ${tags.length}). ` +
        `Please provide at least ${minTags} tag and no more than ${maxTags} tags for organization`,
    )
  throw refuse(
    `note has too many tags (max ${maxTags}, got ${tags.length}). ` +
      'Please reduce the number of tags to focus on the most relevant categories',
  )
}

const refuse = (message: string) =>
  new NotesError('usage', message, 'Nothing was stored; correct the input, then call it again')

/** Returns the totals after `now` replaces `before`. */
function totals({ cards, tags }: Pad, id: string, before: Card | undefined, now: Card | undefined): Totals {
  const [old, fresh] = [before?.tags ?? [], now?.tags ?? []]
  const gone = old.filter(tag => tags.get(tag) === 1 && !fresh.includes(tag))
  const came = fresh.filter(tag => !tags.has(tag))
  return {
    id,
    note_id: id,
    total_notes: cards.size + (now === undefined ? 0 : 1) - (before === undefined ? 0 : 1),
    total_tags: tags.size + came.length - gone.length,
  }
}

const OWN = /^note_(\d{13,15})_(\d{6,})$/

export const isOwnCardId = (id: string): boolean => OWN.test(id)

/**
 * Returns the next id: `note_` and milliseconds, as in the original format, plus a counter, because a thousand cards
 * can be created in one millisecond, and a clock can go back. Ids sort in order of creation.
 */
function nextCardId(newest: string | undefined, now: number): string {
  const [, at = '0', count = '0'] = OWN.exec(newest ?? '') ?? []
  if (now > Number(at)) return print(now, 0)
  return Number(count) < 999_999 ? print(Number(at), Number(count) + 1) : print(Number(at) + 1, 0)
}

const print = (at: number, count: number) =>
  `note_${String(at).padStart(13, '0')}_${String(count).padStart(6, '0')}`
