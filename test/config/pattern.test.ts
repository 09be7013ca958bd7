import { expect, test } from 'vitest'
import { riskOfPattern } from '../../src/config/pattern.ts'

test.each([
  'TD-\\d{3,}',
  '(TD|SEC|LOW)-\\d+',
  '[A-Z]+-\\d+',
  '[A-Z]{2,5}-\\d+(\\.\\d{1,3})?',
  '(?:TD)-[^|]{1,9}',
  '\\p{Lu}+-\\d+',
  'TD[+*?(]\\d+',
])('takes %s', pattern => {
  expect(riskOfPattern(pattern)).toBeUndefined()
})

test.each([
  ['TD-(', 'a regular expression'],
  ['\\d*', 'needs some text'],
  ['(a+)+b', 'does not repeat a group'],
  ['(a|a)*b', 'does not repeat a group'],
  ['(\\d{1,9}){9}', 'does not repeat a group'],
  ['(?:x?){40}y', 'does not repeat a group'],
  ['\\w+\\w+\\w+!', 'fewer open-ended repeats'],
  ['\\w{0,999}\\w{0,999}\\w{0,999}!', 'fewer open-ended repeats'],
  [`${'a?'.repeat(30)}b`, 'fewer open-ended repeats'],
  ['(.)\\1x', 'without back references'],
  ['(?<n>.)\\k<n>x', 'without back references'],
  ['(?=T)TD', 'without lookaround'],
  ['(?<!T)D', 'without lookaround'],
  ['x'.repeat(65), 'at most 64 characters'],
])('refuses %s', (pattern, why) => {
  expect(riskOfPattern(pattern)).toContain(why)
})

test('what it takes is fast on a long cell made to be slow', () => {
  const slowest = '\\w+\\w+a?!'
  expect(riskOfPattern(slowest)).toBeUndefined()
  const started = performance.now()
  expect(new RegExp(`^(?:${slowest})$`, 'u').test('a'.repeat(3000))).toBe(false)
  expect(performance.now() - started).toBeLessThan(2000)
})
