import { expect, test } from 'vitest'
import { realShapes, type Score, scoreShape } from '../fixtures/real-shapes.ts'

test.each(realShapes)('every record of the real shape "$name" is read, and nothing else', shape => {
  const { missed, extra } = scoreShape(shape)
  expect({ missed, extra }).toEqual({ missed: [], extra: [] })
})

test('recall and precision over the real shapes are at least 95 % for every kind of record', () => {
  const sums = new Map<string, Score>()
  for (const { kind, marked, read, right } of realShapes.flatMap(shape => scoreShape(shape).scores)) {
    const sum = sums.get(kind) ?? { kind, marked: 0, read: 0, right: 0 }
    sums.set(kind, {
      kind,
      marked: sum.marked + marked,
      read: sum.read + read,
      right: sum.right + right,
    })
  }
  const figures = [...sums.values()]
    .map(({ kind, marked, read, right }) => ({ kind, recall: right / marked, precision: right / read }))
    .filter(({ recall, precision }) => !(recall >= 0.95 && precision >= 0.95))
  expect(figures).toEqual([])
  expect([...sums.keys()].toSorted()).toEqual([
    'blocker',
    'context',
    'debt',
    'decision',
    'goal',
    'learning',
    'log',
    'question',
    'reference',
  ])
})
