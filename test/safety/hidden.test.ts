import { expect, test } from 'vitest'
import { mayHide } from '../../src/safety/cheap-tests.ts'
import { findHidden } from '../../src/safety/hidden.ts'
import { showText } from '../../src/safety/show-text.ts'
import fc from '../property.ts'

const between = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))

/** Characters that Unicode calls default ignorable, other invisible ones except spaces, and the Specials block. */
const HIDDEN = [
  ...['\u00ad', '\u034f', '\u061c', '\u115f', '\u1160', '\u17b4', '\u17b5', '\u2800', '\u3164', '\uffa0'],
  ...between(0x180b, 0x180f),
  ...between(0x200b, 0x200f),
  ...between(0x202a, 0x202e),
  ...between(0x2060, 0x206f),
  ...between(0xfe00, 0xfe0f),
  '\ufeff',
  ...between(0xfff0, 0xfffc),
  ...between(0x1bca0, 0x1bca3),
  ...between(0x1d173, 0x1d17a),
  ...between(0xe0000, 0xe0fff),
]

test('each hidden character between Latin letters is found, named and removed', () => {
  for (const hidden of HIDDEN) {
    const text = `ghp_A1b2${hidden}E5f6`
    const code = `U+${(hidden.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
    expect(findHidden(text)).toMatchObject([{ code, span: { start: 8, end: 8 + hidden.length } }])
    expect(mayHide(text)).toBe(true)
    expect(showText(text)).toBe('ghp_A1b2E5f6')
  }
})

test('a hidden character cannot disguise a closing tag', () => {
  for (const hidden of HIDDEN)
    for (const text of [`\u0645 <${hidden}/notes>`, `\u0645 </${hidden}notes>`])
      expect(showText(text)).toBe('\u0645 (/notes>')
})

test.each([
  [
    'an Arabic mark in Latin text, with an Arabic letter nearby',
    '\u0645 ghp_A1b2\u061cE5f6',
    '\u0645 ghp_A1b2E5f6',
  ],
  ['direction marks in a row', '\u0645 A1\u200e\u200e\u061cE5', '\u0645 A1E5'],
  ['a direction mark next to another hidden character', '\u0645 A1\u200e\u034fE5', '\u0645 A1E5'],
  ['zero-width spaces in a row', '\u1793\u200b\u200b\u1798', '\u1793\u1798'],
  ['a direction override after an allowed mark', '\u05d0\u200f\u202eabc', '\u05d0\u200fabc'],
  ['a zero-width space after the byte order mark', '\ufeff\u200bA', '\ufeffA'],
  ['bytes hidden in variation selectors after an emoji', '\u{1f600}\ufe0f\ufe01\u{e0120}x', '\u{1f600}x'],
  ['bytes hidden in variation selectors after a Han character', '\u6f22\u{e0101}\u{e0102}x', '\u6f22x'],
  ['a variation selector after a digit that is not a keycap', '1\ufe0f2', '12'],
  ['a variation selector that no emoji takes', '\u{1f600}\ufe03x', '\u{1f600}x'],
  ['a second Mongolian variation selector', '\u1820\u180b\u180cx', '\u1820\u180bx'],
  ['a Hangul filler that fills nothing', '\ud55c\u3164\uae00\u115f', '\ud55c\uae00'],
  ['a Braille blank outside Braille', 'a\u2800\u2800b', 'ab'],
])('showText removes %s', (_, text, shown) => {
  expect(showText(text)).toBe(shown)
})

test.each([
  [
    'emoji',
    '\u2764\ufe0f \u2764\ufe0e 1\ufe0f\u20e3 #\ufe0f\u20e3 \u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u{1f3f3}\ufe0f\u200d\u{1f308} \u26a0\ufe0f \u21a9\ufe0e \u2122\ufe0f \u{1f44b}\u{1f3fd}',
  ],
  ['emoji flags', '\u{1f1e9}\u{1f1ea} \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  [
    'Chinese',
    '\u51b3\u5b9a\uff1a\u4f7f\u7528\u6ed1\u52a8\u7a97\u53e3\u8fc7\u671f\u3002\u8fbb\u{e0100}\u3068 \u8fbb\ufe00\u3000\uff0c\ufe01',
  ],
  ['Japanese', '\u845b\u{e0101}\u57ce\u533a\u306e\u30c8\u30fc\u30af\u30f3\u2014\u304c\u3099'],
  [
    'Korean',
    '\ud55c\uad6d\uc5b4 \uacb0\uc815 \u1112\u1161\u11ab \u115f\u1161\u11ab \u1100\u1160\u11ab \u3131\u3164\u314f',
  ],
  [
    'Arabic',
    '\u0627\u0644\u0642\u0631\u0627\u0631 (C++\u200e) \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \u061c12\u200f/5',
  ],
  ['a price in Persian', '\u0642\u0631\u0627\u0631 \u200e\u2212\u200e\u20ac\u06f1'],
  ['Hebrew', '\u05d4\u05d7\u05dc\u05d8\u05d4 \u05d1\u05beC#\u200f, \u05d9\u05bc\u034f\u05b8'],
  ['Hindi', '\u0928\u093f\u0930\u094d\u0923\u092f \u0915\u094d\u200d\u0937 \u0930\u094d\u200d\u092f'],
  [
    'Mongolian',
    '\u182e\u1823\u1829\u182d\u1823\u182f \u182a\u1820\u180b \u1828\u180e\u1820 \u1828\u180d\u180e\u1820',
  ],
  ['Khmer', '\u1780\u17b6\u179a \u1780\u17b5\u1780\u17d2\u179a \u1793\u17c5\u200b\u1798\u17c9'],
  ['Braille', '\u2813\u2800\u281b\n\u2800\u2800\u28c0\u28c0\u2800\u2800'],
  ['musical notation', '\u{1d15f}\u{1d173}\u{1d160}\u{1d174}'],
  ['shorthand', '\u{1bc00}\u{1bca0}\u{1bc41}'],
  ['mathematics', '\u2229\ufe00 \u2268\ufe00 0\u2260\u0338'],
  ['Burmese', '\u1000\ufe00'],
])('showText keeps the hidden characters that scripts and emoji need: %s', (_, text) => {
  expect(findHidden(text)).toEqual([])
  expect(showText(text)).toBe(text)
})

test('showText leaves nothing hidden in its output', () => {
  const homes = fc.constantFrom(
    ...'aZ9_-.# 1*\u20e3\u0645\u05d0\u0301\u0939\u6f22\u1793\u1820\u1100\u1161\u3131\u2801\u{1f600}\u2764\u{1f3f4}\u{1d15f}',
  )
  const text = fc.array(fc.oneof(homes, fc.constantFrom(...HIDDEN)), { maxLength: 12 })
  fc.assert(
    fc.property(text, parts => {
      const shown = showText(parts.join(''))
      expect(findHidden(shown)).toEqual([])
      if (findHidden(parts.join('')).length > 0) expect(mayHide(parts.join(''))).toBe(true)
    }),
    { numRuns: 5000 },
  )
})
