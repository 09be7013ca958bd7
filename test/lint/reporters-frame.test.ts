import { describe, expect, test } from 'vitest'
import { type Excerpt, excerpts } from '../../src/lint/reporters/excerpt.ts'
import { frame } from '../../src/lint/reporters/stylish.ts'
import { lineIndex } from '../../src/markdown/lines.ts'
import { cellsOf, visible } from '../../src/safety/visible.ts'

describe('reporters', () => {
  test.each<[what: string, text: string, shown: string, width: number]>([
    ['a tab', '\t', '    ', 4],
    ['a bell', '\u0007', '\uFFFD', 1],
    ['a delete character', '\u007f', '\uFFFD', 1],
    ['the last control character', '\u009f', '\uFFFD', 1],
    ['a no-break space', '\u00a0', '\u00a0', 1],
    ['a lone high surrogate', '\ud800', '\uFFFD', 1],
    ['a lone low surrogate', '\udfff', '\uFFFD', 1],
    ['a private-use character', '\ue000', '\ue000', 1],
    ['a soft hyphen', '\u00ad', '<U+00AD>', 8],
    ['a dash', '—', '—', 1],
    ['the first general punctuation', '\u2010', '\u2010', 1],
    ['the last visible general punctuation', '\u2027', '\u2027', 1],
    ['a line separator', '\u2028', '<U+2028>', 8],
    ['a paragraph separator', '\u2029', '<U+2029>', 8],
    ['a zero-width space', '\u200b', '<U+200B>', 8],
    ['a tag character', '\u{e0041}', '<U+E0041>', 9],
    ['a joiner after a letter', 'a\u200d', 'a<U+200D>', 9],
    ['a joiner after an emoji', '👩\u200d💻', '👩\u200d💻', 2],
    ['a joiner after an emoji variant', '❤\ufe0f\u200d🔥', '❤\ufe0f\u200d🔥', 1],
    ['a joiner after an emoji skin tone', '👩🏽\u200d💻', '👩🏽\u200d💻', 4],
    ['a text variant of an emoji', '❤\ufe0e', '❤\ufe0e', 1],
    ['a combining accent', 'e\u0301', 'e\u0301', 1],
    ['a letter', 'ʯ', 'ʯ', 1],
    ['an emoji', '🦀', '🦀', 2],
    ['the first wide character', '\u1100', '\u1100', 2],
    ['the invisible end of a wide range', '\u115f', '<U+115F>', 8],
    ['an ideograph', '笔', '笔', 2],
    ['an ideograph outside the basic plane', '\u{20000}', '\u{20000}', 2],
    ['a full-width letter', 'Ａ', 'Ａ', 2],
    ['a half-width letter', 'ｱ', 'ｱ', 1],
    ['a Hangul syllable', '각', '각', 2],
    ['the last Hangul syllable', '\ud7a3', '\ud7a3', 2],
    ['a character after Hangul', '\ud7b0', '\ud7b0', 1],
  ])('show and measure %s', (_, text, shown, width) => {
    const cells = cellsOf(text)
    expect(cells.map(cell => cell.text).join('')).toBe(shown)
    expect(cells.reduce((sum, cell) => sum + cell.width, 0)).toBe(width)
  })

  test('count the positions of characters in UTF-16 units', () => {
    expect(cellsOf('a🦀b').map(({ at }) => at)).toEqual([0, 1, 3])
  })

  test('put a text on one line and show its hidden characters', () => {
    expect(visible('a \r\n\t b\u202e')).toBe('a b<U+202E>')
  })
})

describe('a code frame', () => {
  const shown = (line: string, from: number, to: number, columns: number): readonly string[] => {
    const { line: text, space, carets } = frame({ line, from, to }, columns)
    return [text, space + carets]
  }
  const digits = '0123456789'.repeat(5)

  test.each<[what: string, frame: readonly string[], expected: readonly string[]]>([
    ['a line that just fits', shown('0123456789abcdef', 4, 6, 16), ['0123456789abcdef', '    ^^']],
    ['a line that is one column too long', shown('0123456789abcdefg', 1, 2, 16), ['0123456789abcd…', ' ^']],
    ['the end of a line', shown(digits, 48, 50, 17), ['…3456789', '      ^^']],
    ['a place after the end of a line', shown(digits, 50, 50, 17), ['…56789', '      ^']],
    ['the beginning of a line', shown(digits, 0, 3, 17), ['012345678901234…', '^^^']],
    ['the middle of a line', shown(digits, 20, 22, 17), ['…567890123456789…', '      ^^']],
    [
      'a place that is longer than the frame',
      shown(digits, 20, 45, 17),
      ['…567890123456789…', '      ^^^^^^^^^^'],
    ],
    ['wide characters', shown('笔'.repeat(20), 10, 11, 17), ['…笔笔笔笔笔笔笔…', '     ^^']],
    ['an empty line', shown('', 0, 0, 17), ['', '^']],
  ])('shows and underlines %s', (_, frame, expected) => {
    expect(frame).toEqual(expected)
  })

  test('never splits a character of a long line', () => {
    for (const from of [400, 401])
      for (const columns of [16, 17]) {
        const line = `${'🦀'.repeat(200)}x${'🦀'.repeat(200)}`
        const [text = '', underline = ''] = shown(line, from, from + 1, columns)
        expect(text).toMatch(/^…(?:🦀)+x?(?:🦀)*…$/u)
        expect(underline).toMatch(/^ +\^+$/)
      }
  })
})

describe('an excerpt with masked secrets', () => {
  const of = (
    text: string,
    mask: (text: string) => string,
    line: number,
    words: string,
  ): Excerpt | undefined => {
    const start = text.indexOf(words)
    return excerpts(text, lineIndex(text), mask)(line, { start, end: start + words.length })
  }
  const mask = (text: string): string => text.replaceAll(/s+ecret/g, '**')
  const words = (excerpt: Excerpt | undefined): string | undefined =>
    excerpt && `${excerpt.line.slice(0, excerpt.from)}[${excerpt.line.slice(excerpt.from, excerpt.to)}]`

  test.each<[what: string, text: string, words: string, shown: string]>([
    ['a place on a line without secrets', 'a b c', 'b', 'a [b]'],
    ['a place after a secret', 'a ssecret b c', 'b', 'a ** [b]'],
    ['a place before a secret', 'a b ssecret c', 'b', 'a [b]'],
    ['a place right after a secret', 'a ssecretb c', 'b', 'a **[b]'],
    ['a place right before a secret', 'a bssecret c', 'b', 'a [b]'],
    ['a place that is a secret', 'a ssecret c', 'ssecret', 'a [**]'],
    ['a place that is part of a secret', 'a ssecret c', 'ecret', 'a **[]'],
    ['a secret that is the whole line', 'ssecret', 'ssecret', '[**]'],
    ['a place that is the end of a secret', 'a ssecret c', 'cret', 'a **[]'],
    ['a place that begins in a secret between equal texts', 'aa ssecret aa', 'secret aa', 'aa *[* aa]'],
  ])('marks %s', (_, text, at, shown) => {
    expect(words(of(text, mask, 1, at))).toBe(shown)
  })

  test('marks the right place when the mask is longer than the secret, or empty', () => {
    const stars = (text: string): string => text.replaceAll(/s+ecret/g, '*'.repeat(9))
    expect(words(of('a secret b', stars, 1, ' b'))).toBe('a *********[ b]')
    const nothing = (text: string): string => text.replaceAll(/s+ecret/g, '')
    expect(words(of('aasecretaa', nothing, 1, 'asecret'))).toBe('a[a]')
    expect(words(of('absecretab', nothing, 1, 'ab'))).toBe('[ab]')
  })

  test('shows the line with the given number and masks secrets on every line', () => {
    expect(words(of('ssecret one\r\nssecret two', mask, 2, 'two'))).toBe('** [two]')
  })

  test('shows only unchanged lines when the mask removes line breaks', () => {
    const gone = (text: string): string => text.replace(/BEGIN.*END/s, '**')
    const text = 'one\nBEGIN\nthis\nEND\ntwo'
    expect(words(of(text, gone, 5, 'two'))).toBe('[two]')
    expect(of(text, gone, 3, 'this')).toBeUndefined()
  })

  test('masks the text once, on the first request', () => {
    let count = 0
    const read = excerpts('a\nb', lineIndex('a\nb'), text => {
      count++
      return text
    })
    expect(count).toBe(0)
    for (const line of [1, 2, 2]) read(line, { start: 0, end: 1 })
    expect(count).toBe(1)
  })
})
