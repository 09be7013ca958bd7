import { expect, test } from 'vitest'
import { type RealShape, realShapes, type Score, scoreShape, unseenShapes } from '../fixtures/real-shapes.ts'

test.each(realShapes)('every record of the real shape "$name" is read, and nothing else', shape => {
  const { missed, extra } = scoreShape(shape)
  expect({ missed, extra }).toEqual({ missed: [], extra: [] })
})

function sumsOf(shapes: readonly RealShape[]): ReadonlyMap<string, Score> {
  const sums = new Map<string, Score>()
  for (const { kind, marked, read, right } of shapes.flatMap(shape => scoreShape(shape).scores)) {
    const sum = sums.get(kind) ?? { kind, marked: 0, read: 0, right: 0 }
    sums.set(kind, {
      kind,
      marked: sum.marked + marked,
      read: sum.read + read,
      right: sum.right + right,
    })
  }
  return sums
}

test('in dialects that the reader was not made for, most records are read, and little else', () => {
  const sums = sumsOf(unseenShapes)
  const total = (field: 'marked' | 'read' | 'right') =>
    [...sums.values()].reduce((sum, score) => sum + score[field], 0)
  expect(total('right') / total('marked')).toBeGreaterThan(0.95)
  expect(total('right') / total('read')).toBeGreaterThan(0.95)
  expect(
    Object.fromEntries([...sums].map(([kind, { right, marked }]) => [kind, `${right}/${marked}`])),
  ).toEqual({
    archive: '8/8',
    blocker: '113/117',
    context: '41/48',
    debt: '209/221',
    decision: '295/305',
    goal: '272/279',
    learning: '150/154',
    log: '212/228',
    question: '137/147',
    reference: '126/130',
  })
})

test('recall and precision over the real shapes are at least 95 % for every kind of record', () => {
  const sums = sumsOf(realShapes)
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
