import { expect, test } from 'vitest'
import { printPad, readPad } from '../../src/pads/transfer.ts'
import fc from '../property.ts'
import { inMemory } from './open.ts'

const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '\n',
    '\u2028',
    '\0',
    '\ud83d',
    '{"type":"session"}\n',
    '__proto__',
    '\\n',
    '\r\n',
    '\ufeff',
  ),
)

test('an exported pad reads back whole, and exporting it again gives the same lines', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        notes: text,
        plan: text,
        refs: fc.array(text, { maxLength: 5 }),
        cards: fc.array(
          fc.record({
            content: text.filter(content => content.trim() !== ''),
            tags: fc.array(
              text.filter(tag => tag.trim() !== ''),
              { maxLength: 3 },
            ),
          }),
          { maxLength: 4 },
        ),
        promoted: fc.array(fc.record({ text, record: fc.record({ title: text, at: text }) }), {
          maxLength: 2,
        }),
      }),
      async ({ notes, plan, refs, cards, promoted }) => {
        const session = await inMemory()
        await session.notepad.write(notes)
        await session.plan.write(plan)
        await session.refs.set(refs)
        for (const card of cards) await session.cards.add(card)
        for (const { text: selected, record } of promoted)
          await session.promoted({ text: selected }, 'debt', record)
        const place = { id: 's', at: '2026-01-31T12:00:00.000Z' }
        const lines = printPad(session.pad, place).map(line => JSON.stringify(line))
        const values = lines.map((line, index) => ({ line: index + 1, value: JSON.parse(line) as unknown }))
        const { pad, problems } = readPad({ lines: values, problems: [] })
        expect(problems).toEqual([])
        expect(JSON.parse(JSON.stringify({ ...pad, cards: [...pad.cards] }))).toEqual(
          JSON.parse(JSON.stringify({ ...session.pad, cards: [...session.pad.cards], lineage: undefined })),
        )
        expect([...pad.tags]).toEqual([...session.pad.tags])
        expect(printPad(pad, place).map(line => JSON.stringify(line))).toEqual(lines)
      },
    ),
    { numRuns: 200 },
  )
})

test('changing a list given to refs.set or returned by refs.list does not change the pad', async () => {
  const session = await inMemory()
  const given = ['a']
  await session.refs.set(given)
  given.push('b')
  const got = await session.refs.list()
  // @ts-expect-error: the types refuse it
  got.push('c')
  expect(session.pad.refs).toEqual(['a'])
})
