import { expect, test } from 'vitest'
import { byTime, parseTimestamp, timestampAtStart } from '../../src/notes/text/timestamp.ts'

test.each([
  ['2024-01-15', 'date', '2024-01-15T00:00:00.000Z'],
  ['2024-01-15T14:30Z', 'minute', '2024-01-15T14:30:00.000Z'],
  ['2024-01-15T14:30:00Z', 'second', '2024-01-15T14:30:00.000Z'],
  ['2024-01-15T14:30:00.250Z', 'second', '2024-01-15T14:30:00.250Z'],
  ['2024-01-15T14:30:00+02:00', 'second', '2024-01-15T12:30:00.000Z'],
  ['2024-01-15T14:30-0530', 'minute', '2024-01-15T20:00:00.000Z'],
  ['2024-01-15 14:30', 'minute', '2024-01-15T14:30:00.000Z'],
  ['2026-06-11T~12:00Z', 'minute', '2026-06-11T12:00:00.000Z'],
  ['2026-05-01/02', 'range', '2026-05-01T00:00:00.000Z'],
  ['2026-05-01..05-04', 'range', '2026-05-01T00:00:00.000Z'],
])('parseTimestamp reads %s with precision %s', (text, precision, at) => {
  const found = parseTimestamp(text)
  expect(found).toMatchObject({ text, precision })
  expect(new Date(found?.at ?? 0).toISOString()).toBe(at)
})

test('a timestamp with only a time of day cannot be ordered', () => {
  expect(parseTimestamp('14:25:00Z')).toMatchObject({ precision: 'time', at: undefined })
})

test('a tilde makes a timestamp approximate', () => {
  expect(parseTimestamp('2026-06-11T~12:00Z')?.approximate).toBe(true)
  expect(parseTimestamp('2026-06-11T12:00Z')?.approximate).toBe(false)
})

test.each([
  '2024-02-30',
  '2024-13-01',
  '2024-01-15T25:00Z',
  '2024-01-15T10:61Z',
  '24-01-15',
  'yesterday',
  '2024-01-15x',
])('parseTimestamp refuses %s', text => expect(parseTimestamp(text)).toBeUndefined())

test('timestampAtStart ignores the text after the timestamp', () => {
  expect(timestampAtStart('2024-01-15T14:30:00Z - Title')?.text).toBe('2024-01-15T14:30:00Z')
  expect(timestampAtStart('2024-01-15: Title')?.text).toBe('2024-01-15')
})

test.each([
  ['Feb 24, 2026 - Reply', 'Feb 24, 2026', '2026-02-24'],
  ['March 3rd 2026', 'March 3rd 2026', '2026-03-03'],
  ['20260605: pulled', '20260605', '2026-06-05'],
  ['20260609-20260610', '20260609-20260610', '2026-06-09'],
])('timestampAtStart reads the date of "%s"', (text, written, day) => {
  const found = timestampAtStart(text)
  expect(found?.text).toBe(written)
  expect(found?.at).toBe(Date.parse(day))
})

test.each(['20261301', '2026060512', 'Mark 24, 2026', 'May have', '20260605-1'])(
  'timestampAtStart reads no date in "%s"',
  text => expect(timestampAtStart(text)).toBeUndefined(),
)

test('byTime sorts the oldest timestamp first and undated ones last, and is stable', () => {
  const texts = ['14:00Z', '2024-02-01', '2024-01-15T14:30+02:00', '2024-01-15T13:00Z', '2024-01-15']
  const sorted = texts.map(text => parseTimestamp(text)).sort(byTime)
  expect(sorted.map(found => found?.text)).toEqual([
    '2024-01-15',
    '2024-01-15T14:30+02:00',
    '2024-01-15T13:00Z',
    '2024-02-01',
    '14:00Z',
  ])
})
