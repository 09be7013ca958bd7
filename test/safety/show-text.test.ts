import { expect, test } from 'vitest'
import { mayHide, maySecret } from '../../src/safety/cheap-tests.ts'
import { findHidden } from '../../src/safety/hidden.ts'
import { findSecrets } from '../../src/safety/secrets.ts'
import { showText } from '../../src/safety/show-text.ts'
import fc from '../property.ts'

test('showText removes every hidden character of the basic plane and touches no other', () => {
  for (let code = 0; code <= 0xffff; code += 1) {
    const text = `a${String.fromCharCode(code)}b`
    const isLone = code >= 0xd800 && code <= 0xdfff
    // A lone carriage return would let the rest of a line overwrite its start.
    if (code === 0x0d) continue
    const expected = isLone ? 'a\ufffdb' : findHidden(text).length > 0 ? 'ab' : text
    if (showText(text) !== expected) expect(`U+${code.toString(16)} ${showText(text)}`).toBe(expected)
  }
})

test('mayHide and maySecret suspect everything that the full checks find', () => {
  const piece = fc.constantFrom(
    ...[
      'token',
      'key',
      'SECRET',
      'password',
      '=',
      ': ',
      '"',
      "'",
      '://',
      'user:',
      '@',
      'hunter22x',
      'SG.',
      ' ',
    ],
    ...[
      'a1B2c3D4e5F6g7H8i9J0k1',
      'AKIA',
      'ghp_',
      '-----BEGIN PRIVATE KEY-----',
      '\n',
      '\u200b',
      '\ud83d',
      '\udc00',
    ],
    ...['hooks.slack.com/services/', 'T0a1B2c3d4/', 'B0a1B2c3d4/', '\u{e0041}', '\u2066', 'secret_access_'],
  )
  const gap = fc.constantFrom('', ' ', '  ')
  const assigned = fc
    .tuple(
      fc.constantFrom(
        'token',
        'Secret',
        'api-key',
        'ACCESS_KEY',
        'passwd',
        'passphrase',
        'pwd',
        'x',
        '://user',
      ),
      fc.constantFrom('', '"', "'"),
      gap,
      fc.constantFrom('=', ':', ' '),
      gap,
      fc.constantFrom('', '"', "'", '`'),
      fc.constantFrom('hunter22x', 'a1B2c3D4e5F6g7H8i9J0k1', 'words-only'),
      fc.constantFrom('', '"', "'", '`', '@'),
    )
    .map(parts => parts.join(''))
  const text = fc.array(fc.oneof(piece, assigned), { maxLength: 8 }).map(pieces => pieces.join(''))
  fc.assert(
    fc.property(text, text => {
      if (findHidden(text).length > 0) expect(mayHide(text)).toBe(true)
      // showText removes hidden characters before maySecret is asked.
      else if (findSecrets(text).length > 0) expect(maySecret(text)).toBe(true)
    }),
    { numRuns: 5000 },
  )
})
