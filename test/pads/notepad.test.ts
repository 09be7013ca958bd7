import { describe, expect, test } from 'vitest'
import { sessionTools } from '../../src/pads/vocabulary/tools.ts'
import { openSession } from '../../src/project/session/open-session.ts'
import { callTool, inMemory, stores } from './open.ts'

const EMPTY_SECTION =
  '## Session Notepad\n(empty — use write_notepad or update_notepad to save working notes, findings, and task progress; content here survives context compaction)'

const WARNING = `[System] Context is approaching the token limit and will be compacted after your next response.
Review your session notepad and update it with any working state, findings, or progress you
need to preserve. Conversation details may be summarized during compaction, but the notepad
is kept in full.`

describe.each(stores)('N (seed 000), kept in %s', (_, make) => {
  const open = (id = 's1', store = make()) => openSession({ id, store })

  test('N1 read before any write gives an empty content', async () => {
    const session = await open()
    expect(await callTool(session, 'read_notepad')).toEqual({ content: '' })
    expect(await session.notepad.read()).toBe('')
  })

  test('N2 write replaces all; an empty text clears, and the hint returns', async () => {
    const session = await open()
    expect(await callTool(session, 'write_notepad', { content: 'one' })).toEqual({ ok: true })
    expect(await callTool(session, 'write_notepad', { content: 'two' })).toEqual({ ok: true })
    expect(await callTool(session, 'read_notepad')).toEqual({ content: 'two' })
    expect(await callTool(session, 'write_notepad', { content: '' })).toEqual({ ok: true })
    expect(await session.notepad.read()).toBe('')
    expect(await session.notepadSection()).toBe(EMPTY_SECTION)
  })

  test.each([
    ['append', 'a', { operation: 'append', content: 'b' }, 'a\nb'],
    ['append to nothing', '', { operation: 'append', content: 'b' }, 'b'],
    ['append where the joint has a line feed', 'a\n', { operation: 'append', content: 'b' }, 'a\nb'],
    ['append of a text that begins with one', 'a', { operation: 'append', content: '\nb' }, 'a\nb'],
    ['append nothing', 'a', { operation: 'append', content: '' }, 'a'],
    ['prepend', 'a', { operation: 'prepend', content: 'b' }, 'b\na'],
    ['prepend to nothing', '', { operation: 'prepend', content: 'b' }, 'b'],
    ['replace the first', 'x x', { operation: 'find_replace', find: 'x', replace: 'y' }, 'y x'],
    ['replace all', 'x x', { operation: 'find_replace', find: 'x', replace: 'y', replace_all: true }, 'y y'],
    ['no pattern', 'a.c abc', { operation: 'find_replace', find: 'a.c', replace: '-' }, '- abc'],
    ['$ is itself', 'x', { operation: 'find_replace', find: 'x', replace: "$&$1$$$'" }, "$&$1$$$'"],
    [
      '$ is itself, in every place',
      'x x',
      { operation: 'find_replace', find: 'x', replace: '$&', replace_all: true },
      '$& $&',
    ],
    ['delete the first', 'ab ab', { operation: 'delete', content: 'ab' }, ' ab'],
  ])('N3 %s', async (_name, before, input, after) => {
    const session = await open()
    await session.notepad.write(before)
    expect(await callTool(session, 'update_notepad', input)).toEqual({ ok: true })
    expect(await session.notepad.read()).toBe(after)
  })

  test.each([
    ['no match', { operation: 'find_replace', find: 'nope', replace: 'y' }, 'does not contain "nope"'],
    ['an empty needle', { operation: 'find_replace', find: '', replace: 'y' }, 'No text to find'],
    ['delete without a match', { operation: 'delete', content: 'nope' }, 'does not contain "nope"'],
    ['delete nothing', { operation: 'delete', content: '' }, 'No text to find'],
    ['no such operation', { operation: 'replace' }, 'Unknown operation "replace"'],
    ['no operation', {}, 'Unknown operation undefined'],
    ['no content', { operation: 'append' }, 'missing required parameter: content'],
    ['no input at all', undefined, 'Unknown operation'],
  ])('N3 %s is an error, and nothing changes', async (_name, input, message) => {
    const session = await open()
    await session.notepad.write('kept')
    await expect(callTool(session, 'update_notepad', input)).rejects.toThrow(message)
    expect(await session.notepad.read()).toBe('kept')
  })

  test('N3 a wrong operation is answered with the four that there are', async () => {
    const session = await open()
    await expect(callTool(session, 'update_notepad', { operation: 'x' })).rejects.toMatchObject({
      hint: 'Use one of find_replace, append, prepend, delete',
    })
  })

  test('N4 the section holds the notes word for word, every turn', async () => {
    const session = await open()
    expect(await session.notepadSection()).toBe(EMPTY_SECTION)
    await session.notepad.write('## Plan\n- [x] Survey  \n\n')
    for (const _turn of [1, 2])
      expect(await session.notepadSection()).toBe('## Session Notepad\n## Plan\n- [x] Survey  \n\n')
  })

  test('N5 spawn begins empty, or with a copy; fork always copies; then they are independent', async () => {
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

  test('N5 names are found when none are given, and none is taken twice', async () => {
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

  test('N6 an archived session can be read, and comes back when it is written to', async () => {
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

test('N7 the warning comes once before each compaction', async () => {
  const { compaction } = await inMemory()
  const at = (usedTokens: number) => compaction.check({ usedTokens, windowTokens: 200_000 })
  expect([at(10_000), at(150_000)]).toEqual([undefined, undefined])
  expect(at(151_000)).toBe(WARNING)
  expect([at(155_000), at(166_000)]).toEqual([undefined, undefined])
  // Compacted: it begins anew.
  expect(at(20_000)).toBe(undefined)
  expect(at(160_000)).toBe(WARNING)
})

test.each([
  ['a window of a million', { usedTokens: 871_000, windowTokens: 1_000_000 }, true],
  ['a window of a million, before', { usedTokens: 869_000, windowTokens: 1_000_000 }, false],
  ['a small window', { usedTokens: 15_000, windowTokens: 32_000 }, true],
  ['a small window, before', { usedTokens: 14_000, windowTokens: 32_000 }, false],
  [
    'a host that says where it compacts',
    { usedTokens: 46_000, windowTokens: 200_000, compactsAt: 50_000 },
    true,
  ],
  ['no number', { usedTokens: Number.NaN, windowTokens: 200_000 }, false],
])('N7 %s', async (_name, use, warns) => {
  const { compaction } = await inMemory()
  expect(compaction.check(use) !== undefined).toBe(warns)
})

test('N7 when it comes is a setting', async () => {
  const { compaction } = await inMemory({ compaction: { warnAt: 0.5 } })
  expect(compaction.check({ usedTokens: 84_000, windowTokens: 200_000 })).toBe(WARNING)
})

describe('notes that are too long', () => {
  test('are refused with both numbers, and nothing changes; a shorter text is always taken', async () => {
    const session = await inMemory({ notes: { maxChars: 10 } })
    await session.notepad.write('123456789')
    await expect(session.notepad.append('xy')).rejects.toThrow(
      'The notepad would hold 12 characters (limit: 10); nothing changed',
    )
    await expect(callTool(session, 'write_notepad', { content: 'x'.repeat(11) })).rejects.toThrow('11')
    expect(await session.notepad.read()).toBe('123456789')
    await session.scratchpad.call({ content: 'x'.repeat(30) })
    await session.notepad.replace('xxx', 'y')
    expect(await session.notepad.read()).toBe(`y${'x'.repeat(27)}`)
  })

  test('0 is no limit', async () => {
    const session = await inMemory({ notes: { maxChars: 0 } })
    await session.notepad.write('x'.repeat(500_000))
    expect((await session.notepad.read()).length).toBe(500_000)
    await expect(session.notepad.write('x'.repeat(1_000_001))).rejects.toThrow('too long for a note')
    const { cards } = await inMemory({ cards: { maxChars: 0, maxTags: 0 } })
    for (const card of [{ content: 'x'.repeat(1_000_001) }, { content: 'x', tags: ['x'.repeat(1_000_001)] }])
      await expect(cards.add(card)).rejects.toThrow('too long for a note')
    expect((await cards.list()).total).toBe(0)
  })
})

test('the sandbox has what the seed gives it, and no more is answered', async () => {
  const { notepad } = await inMemory()
  expect(await notepad.write('a')).toBe(undefined)
  expect(await notepad.append('b')).toBe(undefined)
  expect(await notepad.prepend('c')).toBe(undefined)
  await notepad.replace('b', 'd', { all: true })
  await notepad.delete('c\n')
  expect(await notepad.read()).toBe('a\nd')
})

test('the schemas are those of the seed', () => {
  const schemas = Object.fromEntries(sessionTools.map(({ name, inputSchema }) => [name, inputSchema]))
  expect(schemas.read_notepad).toMatchObject({ type: 'object', properties: {}, required: [] })
  expect(schemas.write_notepad).toMatchObject({ required: ['content'] })
  expect(schemas.update_notepad).toMatchObject({
    required: ['operation'],
    properties: { operation: { enum: ['find_replace', 'append', 'prepend', 'delete'] } },
  })
})

test('what one process writes, another one sees', async () => {
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
