import { describe, expect, test } from 'vitest'
import type { SessionStore } from '../../src/pads/store.ts'
import { memoryStore } from '../../src/pads/store.ts'
import { openSession } from '../../src/project/session/open-session.ts'
import { stores } from './open.ts'

describe.each(stores)('unawaited session calls, in %s', (_name, make) => {
  const open = (store = make()) => openSession({ id: 's', store })

  test('are stored in the order of the calls', async () => {
    const { notepad, cards } = await open()
    const numbers = Array.from({ length: 30 }, (_, number) => number)
    await Promise.all(
      numbers.map(number =>
        number % 2 === 0 ? notepad.append(`${number}`) : cards.add({ content: `${number}` }),
      ),
    )
    expect(await notepad.read()).toBe(numbers.filter(number => number % 2 === 0).join('\n'))
    const { notes } = await cards.list({ limit: 100 })
    expect(notes.map(({ content }) => content).toReversed()).toEqual(
      numbers.filter(number => number % 2 === 1).map(String),
    )
  })

  test('are visible to later reads', async () => {
    const session = await open()
    void session.notepad.write('one')
    expect(await session.notepad.read()).toBe('one')
    void session.notepad.write('two')
    expect(await session.promptBlock()).toContain('two')
    void session.notepad.write('three')
    expect((await session.history()).map(({ text }) => text)).toEqual(['one', 'two', 'three'])
    void session.notepad.write('four')
    expect((await session.fork({ id: 'child' })).pad.notes).toBe('four')
  })

  test('are stored once, even when entries have no ids', async () => {
    const store = make()
    const bare = (data: string) => ({ type: 'custom', customType: 'openclaw:scratchpad:notes', data })
    await store.append('s', undefined, () => [bare('a')])
    const session = await open(store)
    await Promise.all([session.notepad.append('b'), session.notepad.append('c'), session.notepad.append('d')])
    expect((await session.history()).map(({ text }) => text)).toEqual(['a', 'a\nb', 'a\nb\nc', 'a\nb\nc\nd'])
  })

  test('continue after a call that failed', async () => {
    const { notepad } = await open()
    const failed = notepad.delete('what is not there')
    const written = notepad.write('kept')
    await expect(failed).rejects.toThrow('does not contain')
    await written
    expect(await notepad.read()).toBe('kept')
  })
})

test('a slow session store never gets two calls at once', async () => {
  const store = memoryStore()
  let [running, maxRunning] = [0, 0]
  const slowly =
    <Given extends readonly unknown[], Value>(run: (...given: Given) => Promise<Value>) =>
    async (...given: Given): Promise<Value> => {
      running += 1
      maxRunning = Math.max(maxRunning, running)
      await new Promise(resolve => setTimeout(resolve, 2))
      running -= 1
      return run(...given)
    }
  const slow: SessionStore = { ...store, read: slowly(store.read), append: slowly(store.append) }
  const session = await openSession({ id: 's', store: slow })
  await Promise.all([
    session.notepad.append('a'),
    session.notepad.read(),
    session.cards.add({ content: 'b' }),
    session.promptBlock(),
    session.plan.write('c'),
  ])
  expect(maxRunning).toBe(1)
})
