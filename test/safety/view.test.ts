import { expect, test } from 'vitest'
import { plainView } from '../../src/safety/view.ts'
import fc from '../property.ts'

test.each([
  ['a\\_b', 'a_b'],
  ['C:\\new', 'C:\\new'],
  ['&quot;x&QUOT;', '"x"'],
  ['&#112;&#x70;&#X70;', 'ppp'],
  ['&#0;&#x110000;&nothing;', '&#0;&#x110000;&nothing;'],
  ['a<br>b<BR />c', 'a\nb\nc'],
  ['&#128512;\\!', '\u{1f600}!'],
])('plainView reads %s as %s', (source, text) => {
  expect(plainView(source)?.text ?? source).toBe(text)
})

test('plainView leaves ordinary text as it is', () => {
  for (const text of ['', 'plain', 'R&D costs', 'C:\\new']) expect(plainView(text)?.text ?? text).toBe(text)
  expect(plainView('plain')).toBeUndefined()
})

test('plainView maps every place to a place in the source, in order', () => {
  const piece = fc.constantFrom(
    'a',
    'Z',
    ' ',
    '\\_',
    '\\\\',
    '&quot;',
    '&#65;',
    '<br>',
    '&',
    '\\',
    '\u{1f600}',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), pieces => {
      const source = pieces.join('')
      const view = plainView(source)
      if (view === undefined) return
      // Characters that are the same on both sides map to each other, and the ends meet.
      expect(view.startAt(view.text.length)).toBe(source.length)
      let before = -1
      for (let place = 0; place < view.text.length; place++) {
        const at = view.startAt(place)
        expect(at).toBeGreaterThan(before)
        before = at
        if (/[aZ]/.test(source.charAt(at))) expect(view.text[place]).toBe(source[at])
      }
    }),
  )
})
