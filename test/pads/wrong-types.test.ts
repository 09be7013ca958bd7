import { describe, expect, test } from 'vitest'
import { NotesError } from '../../src/error.ts'
import { sessionFiles } from '../../src/files/sessions/session-files.ts'
import { memoryStore } from '../../src/pads/store.ts'
import { sessionTools, toolsFor } from '../../src/pads/vocabulary/tools.ts'
import { openSession } from '../../src/project/session/open-session.ts'
import { callTool, inMemory } from './open.ts'

type Opened = Awaited<ReturnType<typeof openSession>>

/** Values of the wrong type, which a model or an untyped harness can pass. */
const WRONG = [null, 5, Number.NaN, true, 10n, Symbol('x'), {}, [], [5], () => 1, new Date(0)] as const

const nameOf = (value: unknown) => (typeof value === 'bigint' ? `${value}n` : String(value))
const named = WRONG.map(value => [`${typeof value} ${nameOf(value)}`, value] as const)

// biome-ignore lint/suspicious/noExplicitAny: the test is about what the types do not allow
type Anything = any

const calls: Readonly<Record<string, (session: Opened, value: Anything) => unknown>> = {
  'notepad.write': ({ notepad }, value) => notepad.write(value),
  'notepad.append': ({ notepad }, value) => notepad.append(value),
  'notepad.prepend': ({ notepad }, value) => notepad.prepend(value),
  'notepad.delete': ({ notepad }, value) => notepad.delete(value),
  'notepad.replace, find': ({ notepad }, value) => notepad.replace(value, 'x'),
  'notepad.replace, replace': ({ notepad }, value) => notepad.replace('kept', value),
  'plan.write': ({ plan }, value) => plan.write(value),
  'refs.add': ({ refs }, value) => refs.add(value),
  'refs.remove': ({ refs }, value) => refs.remove(value),
  'cards.add': ({ cards }, value) => cards.add({ content: value }),
  'cards.update': ({ cards }, value) => cards.update({ id: value, content: 'x' }),
  'cards.delete': ({ cards }, value) => cards.delete(value),
  'cards.scratch': ({ cards }, value) => cards.scratch({ id: value }),
  'cards.search': ({ cards }, value) => cards.search({ query: value }),
  'cards.list': ({ cards }, value) => cards.list({ tag: value }),
  compose: (session, value) => session.compose({ text: value }),
  'compose, steer': (session, value) => session.compose({ text: 'x', steer: value }),
  'fork, id': (session, value) => session.fork({ id: value }),
  'spawn, id': (session, value) => session.spawn({ id: value }),
  promoted: (session, value) => session.promoted({ text: value }, 'debt'),
  'promoted, as': (session, value) => session.promoted({ text: 'kept' }, value),
  adopt: (session, value) => session.adopt(value, { from: 'x', replace: true }),
  'adopt, from': (session, value) => session.adopt(session.pad, { from: value, replace: true }),
}

/** Returns the error of a call that throws or rejects, or undefined. */
async function failure(run: () => unknown): Promise<unknown> {
  try {
    await run()
    return undefined
  } catch (error) {
    return error
  }
}

describe.each(named)('a value of the wrong type, %s,', (_name, value) => {
  test.each(Object.entries(calls))(
    'is refused by %s with a hint, and nothing is stored',
    async (_call, call) => {
      const store = memoryStore()
      const session = await openSession({ id: 's', store })
      await session.notepad.write('kept')
      const error = await failure(() => call(session, value))
      expect(error).toBeInstanceOf(NotesError)
      expect(error).toMatchObject({ code: 'usage', hint: expect.stringContaining('Pass ') })
      expect((await store.list()).length).toBe(1)
      expect((await store.read('s')).lines.length).toBe(1)
      expect(session.pad.notes).toBe('kept')
    },
  )

  test('is refused by openSession with a NotesError', async () => {
    const id = 's'
    const store = memoryStore()
    const tries: readonly (() => unknown)[] = [
      () => openSession(value as Anything),
      () => openSession({ id: value as Anything, store }),
      () => openSession({ id, root: value as Anything }),
      () => openSession({ id, store: value as Anything }),
      () =>
        openSession({ id, store, now: (() => value) as Anything }).then(s => s.cards.add({ content: 'x' })),
      () => openSession({ id, store, config: { session: { order: value as Anything } } }),
      () => openSession({ id, store, config: { session: { enabled: { value } as Anything } } }),
    ]
    for (const [index, run] of tries.entries()) {
      const isDate = index === 4 && value instanceof Date
      const error = await failure(run)
      if (isDate) expect(error).toBe(undefined)
      else expect(error, `${index}`).toBeInstanceOf(NotesError)
    }
  })

  test('gets an answer or a NotesError from every tool', async () => {
    for (const { name, inputSchema, handler } of sessionTools) {
      const session = await inMemory()
      await session.notepad.write('kept')
      const fields = Object.keys(inputSchema.properties)
      for (const input of [value, Object.fromEntries(fields.map(field => [field, value]))]) {
        const error = await failure(() => callTool(session, name, input))
        if (error !== undefined) expect(error).toBeInstanceOf(NotesError)
      }
      expect(await failure(() => handler(value as Anything, {}))).toBeInstanceOf(NotesError)
      expect(session.pad.notes).toBe('kept')
    }
  })

  test('gets the list of valid actions from the scratchpad', async () => {
    const session = await inMemory()
    expect(await session.scratchpad.call(value as Anything)).toMatch(
      /^Unknown action "[^"]*"\. Valid actions: /,
    )
    expect(await session.scratchpad.call({ action: value })).toMatch(
      /^Unknown action "[^"]*"\. Valid actions: /,
    )
  })
})

test.each([
  ['search_notes', { query: 5 }, '`query`'],
  ['search_notes', { limit: '5' }, '`limit`'],
  ['list_notes', { include_scratched: 'true' }, '`include_scratched`'],
  ['update_note', { id: 'x', content: 5 }, '`content`'],
  [
    'update_notepad',
    { operation: 'find_replace', find: 'a', replace: 'b', replace_all: 'true' },
    '`replace_all`',
  ],
  ['update_notepad', { operation: 'find_replace', find: 'a', replace: 5 }, '`replace`'],
])('the tool %s refuses %j instead of ignoring a wrong field', async (name, input, field) => {
  const session = await inMemory()
  await session.notepad.write('a a')
  await expect(callTool(session, name, input)).rejects.toThrow(field)
  expect(session.pad.notes).toBe('a a')
})

test('tools treat null as a missing field', async () => {
  const session = await inMemory()
  await callTool(session, 'add_note', { content: 'x', tags: null })
  expect(await callTool(session, 'search_notes', { query: null, tags: null, limit: null })).toMatchObject({
    total: 1,
  })
})

test.each([
  [{ notes: { maxChars: -1 } }, 'from 0 to 1000000'],
  [{ notes: { maxChars: Number.NaN } }, 'a whole number'],
  [{ notes: { maxChars: 1.5 } }, 'a whole number'],
  [{ notes: { maxChars: Number.POSITIVE_INFINITY } }, 'a whole number'],
  [{ refs: { max: 10_000_000 } }, 'from 0 to 1000000'],
  [{ compaction: { warnAt: 2 } }, 'from 0.1 to 1'],
  [{ order: 'upside-down' }, 'one of steer-first, pad-first'],
  [{ cards: { profile: 'x' } }, 'one of adr, forge'],
  [{ cards: null }, 'an object'],
])('openSession checks settings as strictly as a configuration file: %j', async (session, expected) => {
  // @ts-expect-error: some are of another type
  await expect(inMemory(session)).rejects.toMatchObject({
    code: 'config',
    message: expect.stringContaining(expected),
  })
})

test('openSession refuses a setting that refers to itself', async () => {
  const circle: Record<string, unknown> = {}
  circle.session = { notes: circle }
  await expect(openSession({ id: 's', store: memoryStore(), config: circle })).rejects.toThrow(
    'session.notes',
  )
})

test('openSession refuses a root that does not exist', async () => {
  await expect(openSession({ id: 's', root: '/nowhere/at/all' })).rejects.toMatchObject({ code: 'not-found' })
  await expect(openSession({ id: 's', root: '' })).rejects.toMatchObject({ code: 'not-found' })
})

test.each(['', 'a/b', '../x', 'con'])('openSession refuses the session name %j', async id => {
  await expect(openSession({ id, store: memoryStore() })).rejects.toThrow('not a session name')
})

test('a store without its methods is refused, and one that ignores the plan cannot write', async () => {
  // @ts-expect-error: it has no methods
  await expect(openSession({ id: 's', store: {} })).rejects.toThrow('a store with read, append')
  const lazy = { ...memoryStore(), append: (id: string, after?: string) => memoryStore().read(id, after) }
  const session = await openSession({ id: 's', store: lazy })
  await expect(session.notepad.write('x')).rejects.toMatchObject({ code: 'not-written' })
})

test('the other library functions refuse wrong types with a NotesError', async () => {
  expect(() => toolsFor(null as Anything)).toThrow(NotesError)
  expect(() => toolsFor({ enabled: true }, 'cards' as Anything)).toThrow(NotesError)
  const session = await inMemory()
  expect(() => session.systemPromptSection(5 as Anything)).toThrow(NotesError)
  expect(() => session.compaction.check(null as Anything)).toThrow(NotesError)
  await expect(session.nudges.next(null as Anything)).rejects.toThrow(NotesError)
  await expect(session.refs.set(undefined as Anything)).rejects.toThrow(NotesError)
  expect(() => sessionFiles(null as Anything)).toThrow(NotesError)
  await expect(sessionFiles('.').read(5 as Anything)).rejects.toThrow(NotesError)
})
