import { describe, expect, test } from 'vitest'
import type { Card } from '../../src/pads/pad.ts'
import { memoryStore } from '../../src/pads/store.ts'
import { sessionTools, toolsFor } from '../../src/pads/vocabulary/tools.ts'
import { openSession } from '../../src/project/session/open-session.ts'
import { callTool, clock, inMemory, stores } from './open.ts'

const SEVEN = [
  'add_note',
  'search_notes',
  'list_notes',
  'update_note',
  'delete_note',
  'scratch_note',
  'list_tags',
]

const contents = ({ notes }: { readonly notes: readonly { readonly content: string }[] }) =>
  notes.map(({ content }) => content)

test('the card vocabulary has exactly its seven tools (F1)', () => {
  expect(toolsFor({ enabled: true }, ['cards']).map(({ name }) => name)).toEqual(SEVEN)
})

describe('the card profiles (F2)', () => {
  test.each([
    ['adr', 4000, [], undefined],
    ['adr', 4001, [], 'exceeds maximum length of 4000 characters (got 4001)'],
    ['adr', 1, Array.from({ length: 10 }, (_, n) => `t${n}`), undefined],
    [
      'adr',
      1,
      Array.from({ length: 11 }, (_, n) => `t${n}`),
      'note has too many tags (max 10, got 11). Please reduce the number of tags to focus on the most relevant categories',
    ],
    ['forge', 800, ['a'], undefined],
    [
      'forge',
      801,
      ['a'],
      'note content exceeds maximum length of 800 characters (got 801). Please shorten the content or split into multiple notes',
    ],
    ['forge', 1, [], 'note requires at least 1 tag (got 0). Please provide at least 1 tag for organization'],
    ['forge', 1, ['a', 'b', 'c', 'd', 'e'], undefined],
    [
      'forge',
      1,
      ['a', 'b', 'c', 'd', 'e', 'f'],
      'note requires 1-5 tags (got 6). Please provide at least 1 tag and no more than 5 tags for organization',
    ],
  ] as const)(
    'apply the limits of %s to %i characters with tags %j',
    async (profile, length, tags, message) => {
      const { cards } = await inMemory({ cards: { profile } })
      const added = cards.add({ content: 'x'.repeat(length), tags })
      if (message === undefined) await expect(added).resolves.toMatchObject({ total_notes: 1 })
      else await expect(added).rejects.toThrow(message)
      expect((await cards.list()).total).toBe(message === undefined ? 1 : 0)
    },
  )

  test('make scratch_note add a card when given content and mark a card when given an id', async () => {
    for (const profile of ['adr', 'forge'] as const) {
      const session = await inMemory({ cards: { profile } })
      const added = await callTool(session, 'scratch_note', { content: 'quick' })
      expect(added).toMatchObject({ tags: [], total_notes: 1 })
      const { id } = await session.cards.add({ content: 'slow', tags: ['x'] })
      const marked = await callTool(session, 'scratch_note', { id })
      expect(marked).toMatchObject({ message: `Note ${id} marked as scratched`, total_notes: 2 })
      expect(contents(await session.cards.list())).toEqual(['quick'])
      await expect(callTool(session, 'scratch_note', {})).rejects.toThrow(
        'missing required parameter: content',
      )
      await expect(callTool(session, 'scratch_note', { id, content: 'x' })).rejects.toThrow('not both')
    }
  })
})

test('card ids are unique and sortable, even for 10,000 cards in one millisecond (F3)', async () => {
  const { cards, pad } = await inMemory({}, { now: clock() })
  const ids: string[] = []
  for (let n = 0; n < 10_000; n += 1) ids.push((await cards.add({ content: `${n}` })).id)
  expect(new Set(ids).size).toBe(10_000)
  expect(ids.toSorted()).toEqual(ids)
  expect(pad.cards.size).toBe(10_000)
  expect(ids[0]).toMatch(/^note_\d{13}_\d{6}$/)
})

test('card ids do not repeat after the clock steps back or a card is deleted (F3)', async () => {
  let now = Date.UTC(2026, 0, 31)
  const { cards } = await inMemory({}, { now: () => new Date(now) })
  const first = await cards.add({ content: 'a' })
  await cards.delete(first.id)
  now -= 60_000
  const second = await cards.add({ content: 'b' })
  expect(second.id > first.id).toBe(true)
})

describe('card tags (F4)', () => {
  test('are trimmed, lowercased, and counted once', async () => {
    const { cards } = await inMemory()
    expect((await cards.add({ content: 'x', tags: [' Bug ', 'bug', 'API'] })).tags).toEqual(['bug', 'api'])
  })

  test.each([
    [['alpha'], 2],
    [['ALPHA'], 2],
    [[' alpha ', 'Beta'], 1],
    [['gamma'], 0],
    [[], 3],
  ])('must all match, ignoring case: %j finds %i cards', async (tags, total) => {
    const { cards } = await inMemory()
    await cards.add({ content: '1', tags: ['Alpha', 'beta'] })
    await cards.add({ content: '2', tags: ['alpha'] })
    await cards.add({ content: '3' })
    expect((await cards.search({ tags })).total).toBe(total)
  })

  test('are refused when one is empty, and the error names its position', async () => {
    const { cards } = await inMemory()
    await expect(cards.add({ content: 'x', tags: ['ok', ' '] })).rejects.toThrow('tag at position 1 is empty')
  })
})

describe('card search (F5)', () => {
  test.each([
    ['quick', 1],
    ['BROWN', 1],
    ['fox jumps', 1],
    ['', 2],
    ['elephant', 0],
    ['quick blue', 0],
    ['.*', 0],
  ])('for %j finds %i cards', async (query, total) => {
    const { cards } = await inMemory()
    await cards.add({ content: 'The quick brown fox jumps' })
    await cards.add({ content: 'Something else' })
    expect((await cards.search({ query })).total).toBe(total)
  })

  test('ranks cards by the position of the match, then by time, then by id', async () => {
    const { cards } = await inMemory({}, { now: clock(undefined, 1000) })
    for (const content of ['xx match', 'match old', 'match new', 'x match']) await cards.add({ content })
    expect(contents(await cards.search({ query: 'MATCH' }))).toEqual([
      'match new',
      'match old',
      'x match',
      'xx match',
    ])
    const same = await inMemory({}, { now: clock() })
    for (const content of ['a1', 'a2', 'a3']) await same.cards.add({ content })
    expect(contents(await same.cards.search({ query: 'a' }))).toEqual(['a3', 'a2', 'a1'])
  })

  test('finds scratched cards and marks them', async () => {
    const { cards } = await inMemory()
    const { id } = await cards.add({ content: 'done with' })
    await cards.scratch({ id })
    const found = await cards.search({ query: 'done' })
    expect(found.notes).toMatchObject([{ id, scratched: true }])
    expect(found.message).toContain('[SCRATCHED]')
  })
})

describe('the card list (F6)', () => {
  test('shows the most recently updated card first, then sorts by id', async () => {
    const { cards } = await inMemory({}, { now: clock(undefined, 1000) })
    const { id } = await cards.add({ content: 'first' })
    await cards.add({ content: 'second' })
    expect(contents(await cards.list())).toEqual(['second', 'first'])
    await cards.update({ id, content: 'first, changed' })
    expect(contents(await cards.list())).toEqual(['first, changed', 'second'])
    const tied = await inMemory({}, { now: clock() })
    for (const content of ['1', '2', '3']) await tied.cards.add({ content })
    expect(contents(await tied.cards.list())).toEqual(['3', '2', '1'])
  })

  test.each([
    [undefined, 10],
    [0, 10],
    [-3, 10],
    [5, 5],
    [25, 25],
    [200, 30],
  ])('with limit %j shows %i of 30 cards and the total', async (limit, shown) => {
    const { cards } = await inMemory({}, { now: clock(undefined, 1) })
    for (let n = 0; n < 30; n += 1) await cards.add({ content: `n${n}` })
    const found = await cards.list(limit === undefined ? {} : { limit })
    expect(found).toMatchObject({ total: 30, shown, note_count: shown })
    expect(contents(found)).toEqual(Array.from({ length: shown }, (_, n) => `n${29 - n}`))
  })

  test('lists and finds all cards, page by page', async () => {
    const session = await inMemory({}, { now: clock(undefined, 1) })
    for (let n = 0; n < 25; n += 1) await session.cards.add({ content: `n${n}` })
    for (const name of ['list_notes', 'search_notes']) {
      const seen: string[] = []
      for (let offset = 0; offset < 25; offset += 10) {
        const page = (await callTool(session, name, { offset })) as { notes: Card[]; message: string }
        seen.push(...page.notes.map(({ content }) => content))
        expect(page).toMatchObject({ total: 25, offset })
        expect(page.message).toContain(`${offset + 1}. [`)
        expect(page.message.includes('of 25 more; pass `offset`')).toBe(offset < 20)
      }
      expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => `n${24 - n}`))
      expect(await callTool(session, name, { offset: 25 })).toMatchObject({
        shown: 0,
        message: 'No more notes: there are 25.',
      })
    }
  })

  test('shows scratched cards only on request and filters by tag', async () => {
    const { cards } = await inMemory()
    const { id } = await cards.add({ content: 'a', tags: ['x'] })
    await cards.add({ content: 'b', tags: ['y'] })
    await cards.scratch({ id })
    expect(contents(await cards.list())).toEqual(['b'])
    expect((await cards.list({ includeScratched: true })).total).toBe(2)
    expect(contents(await cards.list({ includeScratched: true, tag: ' X ' }))).toEqual(['a'])
  })
})

test('list_tags sorts and counts the tags of cards that are not scratched (F7)', async () => {
  const session = await inMemory()
  await session.cards.add({ content: '1', tags: ['zeta', 'Alpha'] })
  await session.cards.add({ content: '2', tags: ['alpha'] })
  const { id } = await session.cards.add({ content: '3', tags: ['gone', 'alpha'] })
  await session.cards.scratch({ id })
  const tags = await callTool(session, 'list_tags')
  expect(tags).toEqual({
    tags: [
      { tag: 'alpha', count: 2 },
      { tag: 'zeta', count: 1 },
    ],
    tag_count: 2,
    active_notes: 2,
    total_notes: 3,
    message: 'Found 2 unique tag(s) in active notes:\n\nalpha (2)\nzeta (1)',
  })
  expect(await callTool(await inMemory(), 'list_tags')).toMatchObject({
    message: 'No tags found in active notes.',
  })
})

describe('updating a card (F8)', () => {
  test.each([
    ['content', { content: 'new' }, 'content modified', { content: 'new', tags: ['a'] }],
    ['tags', { tags: ['B'] }, 'tags modified', { content: 'old', tags: ['b'] }],
    [
      'content and tags',
      { content: 'new', tags: ['b'] },
      'content and tags modified',
      { content: 'new', tags: ['b'] },
    ],
  ])('changes the %s', async (_name, fields, said, note) => {
    const session = await inMemory()
    const { id } = await session.cards.add({ content: 'old', tags: ['a'] })
    expect(await callTool(session, 'update_note', { id, ...fields })).toMatchObject({
      message: `Note ${id} updated successfully (${said})`,
      note_id: id,
      note: { id, ...note },
      total_notes: 1,
    })
  })

  test.each([
    ['neither content nor tags', {}, 'at least one of content or tags must be provided for update'],
    ['empty content and tags', { content: '', tags: [] }, 'at least one of content or tags must be provided'],
    ['content that is too long', { content: 'x'.repeat(4001) }, 'got 4001'],
    ['an empty tag', { tags: [''] }, 'tag at position 0 is empty'],
    ['content of spaces', { content: '  ' }, 'note content cannot be empty'],
  ])('refuses %s and leaves the card and its time unchanged', async (_name, fields, message) => {
    const session = await inMemory({}, { now: clock(undefined, 1000) })
    const { id } = await session.cards.add({ content: 'old', tags: ['a'] })
    const before = session.pad.cards.get(id)
    await expect(callTool(session, 'update_note', { id, ...fields })).rejects.toThrow(message)
    expect(session.pad.cards.get(id)).toEqual(before)
  })

  test('removes all tags when given an empty list, but ignores that list when given content too', async () => {
    const session = await inMemory()
    const { id } = await session.cards.add({ content: 'old', tags: ['a'] })
    await callTool(session, 'update_note', { id, content: 'new', tags: [] })
    expect(session.pad.cards.get(id)).toMatchObject({ content: 'new', tags: ['a'] })
    expect(await callTool(session, 'update_note', { id, tags: [] })).toMatchObject({
      message: `Note ${id} updated successfully (tags modified)`,
      note: { content: 'new', tags: [] },
    })
    expect((await session.cards.tags()).tags).toEqual([])
  })

  test.each(['update_note', 'delete_note', 'scratch_note'])('%s refuses an unknown card id', async name => {
    await expect(callTool(await inMemory(), name, { id: 'note_1' })).rejects.toThrow('note not found: note_1')
  })
})

test('card results have the fields of both the seed and its code (F9)', async () => {
  const session = await inMemory()
  const added = await session.cards.add({ content: 'Q3 is off', tags: ['finding', 'q3'] })
  const { id } = added
  expect(added).toEqual({
    id,
    note_id: id,
    total_notes: 1,
    total_tags: 2,
    tags: ['finding', 'q3'],
    message: `Note created successfully with ID: ${id}`,
  })
  expect(await session.cards.update({ id, tags: ['q4'] })).toMatchObject({ total_tags: 1 })
  const other = await session.cards.add({ content: 'other', tags: ['q4'] })
  expect(other).toMatchObject({ total_tags: 1, total_notes: 2 })
  expect(await session.cards.update({ id: other.id, tags: ['q5'] })).toMatchObject({ total_tags: 2 })
  expect(await session.cards.delete(other.id)).toMatchObject({ total_tags: 1, total_notes: 1 })
  expect(await session.cards.search({ query: 'q3', tags: ['q4'] })).toMatchObject({
    result_count: 1,
    query: 'q3',
    tags: ['q4'],
    notes: [{ id }],
    message: `Found 1 note(s):\n\n1. [${id}] (tags: q4)\n   Q3 is off\n`,
  })
  expect(await session.cards.search({ query: 'nope' })).toMatchObject({
    result_count: 0,
    message: 'No notes found matching the search criteria.',
  })
  expect(await session.cards.list({ tag: 'q4' })).toMatchObject({
    note_count: 1,
    tag_filter: 'q4',
    include_scratched: false,
    limit: 10,
  })
  expect(await session.cards.list({ tag: 'nope' })).toMatchObject({ message: 'No notes found.' })
  expect(await session.cards.delete(id)).toMatchObject({
    message: `Note ${id} deleted successfully`,
    note_id: id,
    total_notes: 0,
    total_tags: 0,
  })
})

describe('the length of a card (F10)', () => {
  test.each([
    ['emoji', '😀'],
    ['CJK', '漢'],
    ['letters', 'x'],
  ])('is counted in characters: %s', async (_name, character) => {
    const { cards } = await inMemory()
    await cards.add({ content: character.repeat(4000) })
    await expect(cards.add({ content: character.repeat(4007) })).rejects.toThrow(
      'note content exceeds maximum length of 4000 characters (got 4007). Please shorten the content or split into multiple notes',
    )
  })

  test('is limited by settings, where 0 means no limit', async () => {
    const { cards } = await inMemory({ cards: { maxChars: 3, maxTags: 0 } })
    await expect(cards.add({ content: 'abcd' })).rejects.toThrow('3 characters (got 4)')
    await cards.add({ content: 'abc', tags: Array.from({ length: 40 }, (_, n) => `t${n}`) })
  })

  test.each(['', '   ', '\n'])('is refused as empty for %j', async content => {
    const { cards } = await inMemory()
    await expect(cards.add({ content })).rejects.toThrow('note content cannot be empty')
  })
})

test('all seven card tools are registered and advertised, or none (F11)', async () => {
  const session = await inMemory()
  expect(sessionTools.filter(({ vocabulary }) => vocabulary === 'cards').map(({ name }) => name)).toEqual(
    SEVEN,
  )
  const guidance = session.systemPromptSection(SEVEN)
  for (const name of SEVEN) expect(guidance).toContain(name)
  expect(session.systemPromptSection(['read_file'])).toBe('')
  // The guidance leaves out the tools that a host does not register.
  expect(session.systemPromptSection(['add_note'])).not.toContain('delete_note')
})

test('tool schemas list only the required fields as required', () => {
  const required = Object.fromEntries(
    sessionTools.map(({ name, inputSchema }) => [name, inputSchema.required]),
  )
  expect(required).toMatchObject({
    add_note: ['content'],
    update_note: ['id'],
    delete_note: ['id'],
    list_tags: [],
  })
})

test.each([
  ['add_note', {}, 'missing required parameter: content'],
  ['add_note', null, 'missing required parameter: content'],
  ['add_note', { content: 'x', tags: 'a' }, 'Unexpected "a" for `tags`, expected a list of strings'],
  ['update_note', { content: 'x' }, 'missing required parameter: id'],
  ['delete_note', {}, 'missing required parameter: id'],
])('the tool %s refuses %j', async (name, input, message) => {
  await expect(callTool(await inMemory(), name, input)).rejects.toThrow(message)
})

test.each(stores)('ten cards added at once are all stored, in %s', async (_name, make) => {
  const store = make()
  const { cards } = await openSession({ id: 's', store })
  const added = await Promise.all([...Array(10).keys()].map(n => cards.add({ content: `${n}` })))
  expect(new Set(added.map(({ id }) => id)).size).toBe(10)
  expect((await (await openSession({ id: 's', store })).cards.list()).total).toBe(10)
})

test('cards of one session are not visible in another', async () => {
  const store = memoryStore()
  const [one, two] = await Promise.all(['a', 'b'].map(id => openSession({ id, store })))
  await one?.cards.add({ content: 'x' })
  expect((await two?.cards.list())?.total).toBe(0)
})
