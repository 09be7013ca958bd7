import { hasAny } from '../document/has-any.ts'
import { pair } from '../protocol/digits.ts'

// No patterns here, nor in the other files of a glance: V8 compiles each twice, for 80 us, before it is of any use.

/**
 * A value that reads as it stands: nothing in it is decoded, escaped, struck through, ends a line for some, or means
 * that there is nothing (`None`, `n/a`, `-`).
 */
export function plain(value: string): boolean {
  if (value.length > 10_000 || hasAny(value, DECODED)) return false
  return value.length > 20 || (hasLetter(value) && !hasAny(value.toLowerCase(), NOTHING))
}

const DECODED = ['&', '<', '\\', '~~', '\u2028', '\u2029']
const NOTHING = ['no', 'na', 'n/a', 'nil', 'tbd']

/** A letter or a digit of ASCII. */
function hasLetter(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (isLetter(unit) || isDigit(unit)) return true
  }
  return false
}

export const isLetter = (unit: number): boolean => (unit | 32) >= 97 && (unit | 32) <= 122
export const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57

/** Something, and no blank before it. */
export const isValue = (text: string): boolean => text !== '' && text.trimStart().length === text.length

/** A moment to the second or minute in UTC, on a day that the calendar has. */
export function plainTime(value: string): boolean {
  const { length } = value
  if (length !== 20 && length !== 17) return false
  if (value.charCodeAt(4) !== 45 || value.charCodeAt(7) !== 45 || value.charCodeAt(10) !== 84) return false
  if (value.charCodeAt(13) !== 58 || value.charCodeAt(length - 1) !== 90) return false
  if (length === 20 && value.charCodeAt(16) !== 58) return false
  // Not taken out of arrays: until V8 has compiled this, that costs more than all the rest.
  const year = pair(value, 0) | pair(value, 2)
  const month = pair(value, 5)
  const day = pair(value, 8)
  const hour = pair(value, 11)
  const minute = pair(value, 14)
  const second = length === 20 ? pair(value, 17) : 0
  if ((year | month | day | hour | minute | second) < 0) return false
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59) return false
  if (day <= 28) return day >= 1
  // Day 0 of the next month is the last one of this.
  return day <= new Date(Date.UTC(Number(value.slice(0, 4)), month, 0)).getUTCDate()
}
