import { describe, expect, test } from 'vitest'
import { memoryStore } from '../../src/pads/store.ts'
import { sessionTools } from '../../src/pads/vocabulary/tools.ts'
import { openSession } from '../../src/project/session/open-session.ts'
import { callTool, inMemory, stores } from './open.ts'

const EMPTY_SECTION =
  '## Session Notepad\n(empty — use write_notepad or update_notepad to save working notes, findings, and task progress; content here survives context compaction)'

const WARNING = `[System] Context is approaching the token limit and will be compacted after your next response.
Review your session notepad and update it with any working state, findings, or progress you
need to preserve. Conversation details may be summarized during compaction, but the notepad
is kept in full.`

describe.each(stores)('the notepad (seed 000), kept in %s', (_, make) => {
  const open = (id = 's1', store = make()) => openSession({ id, store })

  test('read_notepad returns empty content before the first write (N1)', async () => {
    const session = await open()
    expect(await callTool(session, 'read_notepad')).toEqual({ content: '' })
    expect(await session.notepad.read()).toBe('')
  })

  test('write_notepad replaces all content, and an empty text brings the hint back (N2)', async () => {
    const session = await open()
    expect(await callTool(session, 'write_notepad', { content: 'one' })).toEqual({ ok: true })
    expect(await callTool(session, 'write_notepad', { content: 'two' })).toEqual({ ok: true })
    expect(await callTool(session, 'read_notepad')).toEqual({ content: 'two' })
    expect(await callTool(session, 'write_notepad', { content: '' })).toEqual({ ok: true })
    expect(await session.notepad.read()).toBe('')
    expect(await session.notepadSection()).toBe(EMPTY_SECTION)
  })

  test.each([
    ['appends a line', 'a', { operation: 'append', content: 'b' }, 'a\nb'],
    ['appends to an empty notepad', '', { operation: 'append', content: 'b' }, 'b'],
    [
      'appends without another line break where the notes end in one',
      'a\n',
      { operation: 'append', content: 'b' },
      'a\nb',
    ],
    ['appends a text that starts with a line break', 'a', { operation: 'append', content: '\nb' }, 'a\nb'],
    ['appends an empty text', 'a', { operation: 'append', content: '' }, 'a'],
    ['prepends a line', 'a', { operation: 'prepend', content: 'b' }, 'b\na'],
    ['prepends to an empty notepad', '', { operation: 'prepend', content: 'b' }, 'b'],
    ['replaces the first match', 'x x', { operation: 'find_replace', find: 'x', replace: 'y' }, 'y x'],
    [
      'replaces all matches',
      'x x',
      { operation: 'find_replace', find: 'x', replace: 'y', replace_all: true },
      'y y',
    ],
    [
      'takes the text to find literally',
      'a.c abc',
      { operation: 'find_replace', find: 'a.c', replace: '-' },
      '- abc',
    ],
    [
      'takes $ in a replacement literally',
      'x',
      { operation: 'find_replace', find: 'x', replace: "$&$1$$$'" },
      "$&$1$$$'",
    ],
    [
      'takes $ in every replacement literally',
      'x x',
      { operation: 'find_replace', find: 'x', replace: '$&', replace_all: true },
      '$& $&',
    ],
    ['deletes the first match', 'ab ab', { operation: 'delete', content: 'ab' }, ' ab'],
  ])('update_notepad %s (N3)', async (_name, before, input, after) => {
    const session = await open()
    await session.notepad.write(before)
    expect(await callTool(session, 'update_notepad', input)).toEqual({ ok: true })
    expect(await session.notepad.read()).toBe(after)
  })

  test.each([
    [
      'a text to find without a match',
      { operation: 'find_replace', find: 'nope', replace: 'y' },
      'does not contain "nope"',
    ],
    ['an empty text to find', { operation: 'find_replace', find: '', replace: 'y' }, 'No text to find'],
    ['a deletion without a match', { operation: 'delete', content: 'nope' }, 'does not contain "nope"'],
    ['an empty deletion', { operation: 'delete', content: '' }, 'No text to find'],
    ['an unknown operation', { operation: 'replace' }, 'Unknown operation "replace"'],
    ['a missing operation', {}, 'Unknown operation undefined'],
    ['missing content', { operation: 'append' }, 'missing required parameter: content'],
    ['missing input', undefined, 'Unknown operation'],
  ])('update_notepad refuses %s and changes nothing (N3)', async (_name, input, message) => {
    const session = await open()
    await session.notepad.write('kept')
    await expect(callTool(session, 'update_notepad', input)).rejects.toThrow(message)
    expect(await session.notepad.read()).toBe('kept')
  })

  test('update_notepad names the four operations when it gets an unknown one (N3)', async () => {
    const session = await open()
    await expect(callTool(session, 'update_notepad', { operation: 'x' })).rejects.toMatchObject({
      hint: 'Use one of find_replace, append, prepend, delete',
    })
  })

  test('the notepad section holds the notes word for word, every turn (N4)', async () => {
    const session = await open()
    expect(await session.notepadSection()).toBe(EMPTY_SECTION)
    await session.notepad.write('## Plan\n- [x] Survey  \n\n')
    for (const _turn of [1, 2])
      expect(await session.notepadSection()).toBe('## Session Notepad\n## Plan\n- [x] Survey  \n\n')
  })

  test('spawn starts with an empty notepad or a copy, fork with a copy, and each is independent of its parent (N5)', async () => {
    const store = make()
    const parent = await open('parent', store)
    await parent.notepad.write('known')
    await parent.cards.add({ content: 'a card', tags: ['x'] })
    const empty = await parent.spawn({ id: 'empty' })
    const copied = await parent.spawn({ id: 'copied', copyNotepad: true })
    const forked = await parent.fork({ id: 'forked' })
    expect(await empty.notepad.read()).toBe('')
    expect(await copied.notepad.read()).toBe('known')
    expect(await forked.notepad.read()).toBe('known')
    expect((await forked.cards.list()).total).toBe(1)
    await parent.notepad.append('parent')
    await forked.notepad.append('child')
    expect(await parent.notepad.read()).toBe('known\nparent')
    expect(await forked.notepad.read()).toBe('known\nchild')
    expect(await copied.notepad.read()).toBe('known')
    expect((await open('forked', store)).pad.lineage).toMatchObject({ kind: 'fork', from: 'parent' })
    expect((await parent.carry({ id: 'after-clear' })).pad.lineage).toMatchObject({ kind: 'clear' })
  })

  test('spawn and fork choose a free session name and refuse a taken one (N5)', async () => {
    const store = make()
    const parent = await open('parent', store)
    await parent.notepad.write('known')
    expect((await parent.fork()).id).toBe('parent-2')
    const third = await parent.fork()
    expect(third.id).toBe('parent-3')
    expect((await third.spawn()).id).toBe('parent-4')
    await expect(parent.fork({ id: 'parent-2' })).rejects.toMatchObject({ code: 'conflict' })
    await expect(parent.fork({ id: 'parent' })).rejects.toMatchObject({ code: 'conflict' })
    expect(await parent.notepad.read()).toBe('known')
  })

  test('an archived session can be read, and leaves the archive when it is written to (N6)', async () => {
    const store = make()
    const session = await open('old', store)
    await session.notepad.write('kept')
    expect(await session.archive()).toBe(true)
    expect(await session.archive()).toBe(false)
    expect(await store.list()).toMatchObject([{ id: 'old', archived: true }])
    expect(await (await open('old', store)).notepad.read()).toBe('kept')
    await (await open('old', store)).notepad.append('more')
    expect(await store.list()).toMatchObject([{ id: 'old', archived: false }])
    expect(await (await open('old', store)).notepad.read()).toBe('kept\nmore')
  })
})

test('the compaction warning comes once before each compaction (N7)', async () => {
  const { compaction } = await inMemory()
  const at = (usedTokens: number) => compaction.check({ usedTokens, windowTokens: 200_000 })
  expect([at(10_000), at(141_000)]).toEqual([undefined, undefined])
  expect(at(142_000)).toBe(WARNING)
  expect([at(155_000), at(166_000)]).toEqual([undefined, undefined])
  // The context was compacted, so the warning may come again.
  expect(at(20_000)).toBe(undefined)
  expect(at(160_000)).toBe(WARNING)
})

test.each([
  ['comes near the end of a window of a million', { usedTokens: 917_000, windowTokens: 1_000_000 }, true],
  [
    'does not come before the end of a window of a million',
    { usedTokens: 916_000, windowTokens: 1_000_000 },
    false,
  ],
  ['comes near the end of a small window', { usedTokens: 14_000, windowTokens: 32_000 }, true],
  ['does not come before the end of a small window', { usedTokens: 13_000, windowTokens: 32_000 }, false],
  [
    'comes before the point where the host compacts',
    { usedTokens: 46_000, windowTokens: 200_000, compactsAt: 50_000 },
    true,
  ],
  ['does not come without a number', { usedTokens: Number.NaN, windowTokens: 200_000 }, false],
])('the compaction warning %s (N7)', async (_name, use, warns) => {
  const { compaction } = await inMemory()
  expect(compaction.check(use) !== undefined).toBe(warns)
})

test('the compaction warning follows the warnAt setting (N7)', async () => {
  const { compaction } = await inMemory({ compaction: { warnAt: 0.5 } })
  expect(compaction.check({ usedTokens: 84_000, windowTokens: 200_000 })).toBe(WARNING)
})

describe('the notepad limit', () => {
  test('refuses notes beyond it, naming their length and the limit, but always accepts a shorter text', async () => {
    const session = await inMemory({ notepad: { maxChars: 10 } })
    await session.notepad.write('123456789')
    await expect(session.notepad.append('xy')).rejects.toThrow(
      'The notepad would hold 12 characters (limit: 10); nothing changed',
    )
    await expect(callTool(session, 'write_notepad', { content: 'x'.repeat(11) })).rejects.toThrow('11')
    expect(await session.notepad.read()).toBe('123456789')
    const foreign = { type: 'custom', customType: 'openclaw:scratchpad:notes', data: 'x'.repeat(9000) }
    const store = memoryStore()
    await store.append('s1', undefined, () => [foreign])
    const limits = { notes: { maxChars: 10 }, notepad: { maxChars: 10 } }
    const longer = await inMemory(limits, { store })
    await longer.notepad.replace('xxx', 'y')
    expect(await longer.notepad.read()).toBe(`y${'x'.repeat(8997)}`)
    await expect(longer.notepad.append('z')).rejects.toThrow('(limit: 10)')
  })

  test('is off by default, up to a million characters', async () => {
    const session = await inMemory()
    await session.notepad.write('x'.repeat(500_000))
    expect((await session.notepad.read()).length).toBe(500_000)
    await expect(session.notepad.write('x'.repeat(1_000_001))).rejects.toThrow('too long for a note')
    const { cards } = await inMemory({ cards: { maxChars: 0, maxTags: 0 } })
    for (const card of [{ content: 'x'.repeat(1_000_001) }, { content: 'x', tags: ['x'.repeat(1_000_001)] }])
      await expect(cards.add(card)).rejects.toThrow('too long for a note')
    expect((await cards.list()).total).toBe(0)
  })
})

test('the notepad object has the functions of the seed, and its writes return nothing', async () => {
  const { notepad } = await inMemory()
  expect(await notepad.write('a')).toBe(undefined)
  expect(await notepad.append('b')).toBe(undefined)
  expect(await notepad.prepend('c')).toBe(undefined)
  await notepad.replace('b', 'd', { all: true })
  await notepad.delete('c\n')
  expect(await notepad.read()).toBe('a\nd')
})

test('the notepad tool schemas are those of the seed', () => {
  const schemas = Object.fromEntries(sessionTools.map(({ name, inputSchema }) => [name, inputSchema]))
  expect(schemas.read_notepad).toMatchObject({ type: 'object', properties: {}, required: [] })
  expect(schemas.write_notepad).toMatchObject({ required: ['content'] })
  expect(schemas.update_notepad).toMatchObject({
    required: ['operation'],
    properties: { operation: { enum: ['find_replace', 'append', 'prepend', 'delete'] } },
  })
})

test('each of two open sessions sees what the other writes to the notepad', async () => {
  const [, make] = stores[1] ?? stores[0] ?? []
  const store = make?.()
  if (store === undefined) throw new Error('there is a store')
  const [one, two] = await Promise.all([openSession({ id: 's', store }), openSession({ id: 's', store })])
  await Promise.all(
    [...Array(20).keys()].flatMap(n => [one.notepad.append(`a${n}`), two.notepad.append(`b${n}`)]),
  )
  const lines = (await one.notepad.read()).split('\n')
  expect(lines.length).toBe(40)
  expect(new Set(lines).size).toBe(40)
  expect(await two.notepad.read()).toBe(await one.notepad.read())
  for (const session of [one, two]) expect((await session.history()).length).toBe(40)
})

test('spawn accepts copy_notepad, as host tools spell it, and refuses an unknown option', async () => {
  const parent = await inMemory()
  await parent.notepad.write('known')
  expect(await (await parent.spawn({ copy_notepad: true })).notepad.read()).toBe('known')
  expect(await (await parent.spawn({ copy_notepad: false })).notepad.read()).toBe('')
  // @ts-expect-error: there is no such option
  await expect(parent.spawn({ copyPad: true })).rejects.toThrow('Unknown option "copyPad" for spawn')
})

test.each([
  ['write_notepad', { text: 'new' }, 'unknown parameter: "text"'],
  ['write_notepad', { content: null }, 'missing required parameter: content (got null)'],
  ['update_notepad', { operation: 'find_replace', find: 'kept', with: 'x' }, 'unknown parameter: "with"'],
  ['update_notepad', { operation: 'find_replace', find: 'kept' }, 'missing required parameter: replace'],
  ['add_note', { text: 'new' }, 'unknown parameter: "text"'],
  ['list_notes', { tags: ['x'] }, 'unknown parameter: "tags"'],
])('%s refuses a missing or misnamed parameter and changes nothing: %j', async (tool, input, message) => {
  const session = await inMemory()
  await session.notepad.write('kept')
  await expect(callTool(session, tool, input)).rejects.toThrow(message)
  expect(await session.notepad.read()).toBe('kept')
  expect((await session.cards.list()).total).toBe(0)
})

test.each(sessionTools.map(({ name }) => name))('%s stores nothing when pads are turned off', async name => {
  const session = await inMemory({ enabled: false })
  const tool = sessionTools.find(known => known.name === name)
  const input = { content: 'x' }
  const said = await tool?.ask(session, input).then(
    ({ result, refused }) => `${refused} ${result}`,
    error => `true ${error.message}`,
  )
  expect(said).toMatch(/^true .*turned off/)
  expect((await session.resume()).pad).toMatchObject({ notes: '', refs: [] })
})

test('a harness cannot change a pad by assigning to its fields', async () => {
  const session = await inMemory()
  await session.notepad.write('kept')
  expect(() => Object.assign(session.pad, { notes: 'forged' })).toThrow('only be changed through the tools')
  await session.notepad.append('more')
  expect(await session.notepad.read()).toBe('kept\nmore')
})
