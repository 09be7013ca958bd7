import { describe, expect, test } from 'vitest'
import { type Excerpt, excerpts } from '../../src/lint/reporters/excerpt.ts'
import { frame } from '../../src/lint/reporters/frame.ts'
import { cellsOf, visible } from '../../src/lint/reporters/visible.ts'
import { lineIndex } from '../../src/markdown/lines.ts'

describe('a character is shown', () => {
  test.each<[what: string, text: string, shown: string, width: number]>([
    ['a tab', '\t', '    ', 4],
    ['a bell', '\u0007', '\uFFFD', 1],
    ['a delete', '\u007f', '\uFFFD', 1],
    ['the last control', '\u009f', '\uFFFD', 1],
    ['a blank that does not break', '\u00a0', '\u00a0', 1],
    ['half a pair', '\ud800', '\uFFFD', 1],
    ['the other half', '\udfff', '\uFFFD', 1],
    ['private use', '\ue000', '\ue000', 1],
    ['a soft hyphen', '\u00ad', '<U+00AD>', 8],
    ['a dash', '—', '—', 1],
    ['the first punctuation', '\u2010', '\u2010', 1],
    ['the last punctuation', '\u2027', '\u2027', 1],
    ['a line separator', '\u2028', '<U+2028>', 8],
    ['a paragraph separator', '\u2029', '<U+2029>', 8],
    ['a blank without width', '\u200b', '<U+200B>', 8],
    ['a tag', '\u{e0041}', '<U+E0041>', 9],
    ['a joiner behind a letter', 'a\u200d', 'a<U+200D>', 9],
    ['a joiner behind an emoji', '👩\u200d💻', '👩\u200d💻', 2],
    ['a joiner behind a variant of an emoji', '❤\ufe0f\u200d🔥', '❤\ufe0f\u200d🔥', 1],
    ['a joiner behind a colour of an emoji', '👩🏽\u200d💻', '👩🏽\u200d💻', 4],
    ['a variant as text', '❤\ufe0e', '❤\ufe0e', 1],
    ['a mark on a letter', 'e\u0301', 'e\u0301', 1],
    ['a letter', 'ʯ', 'ʯ', 1],
    ['an emoji', '🦀', '🦀', 2],
    ['the first wide one', '\u1100', '\u1100', 2],
    ['the last of a range', '\u115f', '<U+115F>', 8],
    ['an ideograph', '笔', '笔', 2],
    ['one of another plane', '\u{20000}', '\u{20000}', 2],
    ['full width', 'Ａ', 'Ａ', 2],
    ['half width', 'ｱ', 'ｱ', 1],
    ['Hangul', '각', '각', 2],
    ['the last of Hangul', '\ud7a3', '\ud7a3', 2],
    ['behind Hangul', '\ud7b0', '\ud7b0', 1],
  ])('%s', (_, text, shown, width) => {
    const cells = cellsOf(text)
    expect(cells.map(cell => cell.text).join('')).toBe(shown)
    expect(cells.reduce((sum, cell) => sum + cell.width, 0)).toBe(width)
  })

  test('at its place in UTF-16 units', () => {
    expect(cellsOf('a🦀b').map(({ at }) => at)).toEqual([0, 1, 3])
  })

  test('in a text on one line', () => {
    expect(visible('a \r\n\t b\u202e')).toBe('a b<U+202E>')
  })
})

describe('a frame', () => {
  const shown = (line: string, from: number, to: number, columns: number): readonly string[] => {
    const { line: text, underline } = frame({ line, from, to }, columns)
    return [text, underline]
  }
  const digits = '0123456789'.repeat(5)

  test.each<[what: string, frame: readonly string[], expected: readonly string[]]>([
    ['of a line that just fits', shown('0123456789abcdef', 4, 6, 16), ['0123456789abcdef', '    ^^']],
    ['of one that is a column too long', shown('0123456789abcdefg', 1, 2, 16), ['0123456789abcd…', ' ^']],
    ['of its end', shown(digits, 48, 50, 17), ['…3456789', '      ^^']],
    ['behind its end', shown(digits, 50, 50, 17), ['…56789', '      ^']],
    ['of its beginning', shown(digits, 0, 3, 17), ['012345678901234…', '^^^']],
    ['of its middle', shown(digits, 20, 22, 17), ['…567890123456789…', '      ^^']],
    ['of a place that goes on', shown(digits, 20, 45, 17), ['…567890123456789…', '      ^^^^^^^^^^']],
    ['of wide characters', shown('笔'.repeat(20), 10, 11, 17), ['…笔笔笔笔笔笔笔…', '     ^^']],
    ['of nothing', shown('', 0, 0, 17), ['', '^']],
  ])('%s', (_, frame, expected) => {
    expect(frame).toEqual(expected)
  })

  test('of a line with far more around it cuts no character in two', () => {
    for (const from of [400, 401])
      for (const columns of [16, 17]) {
        const line = `${'🦀'.repeat(200)}x${'🦀'.repeat(200)}`
        const [text = '', underline = ''] = shown(line, from, from + 1, columns)
        expect(text).toMatch(/^…(?:🦀)+x?(?:🦀)*…$/u)
        expect(underline).toMatch(/^ +\^+$/)
      }
  })
})

describe('a line without its secrets', () => {
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
    ['none', 'a b c', 'b', 'a [b]'],
    ['before the place', 'a ssecret b c', 'b', 'a ** [b]'],
    ['behind the place', 'a b ssecret c', 'b', 'a [b]'],
    ['right before the place', 'a ssecretb c', 'b', 'a **[b]'],
    ['right behind the place', 'a bssecret c', 'b', 'a [b]'],
    ['the place itself', 'a ssecret c', 'ssecret', 'a [**]'],
    ['a part of it', 'a ssecret c', 'ecret', 'a **[]'],
    ['the whole line', 'ssecret', 'ssecret', '[**]'],
    ['the end of it', 'a ssecret c', 'cret', 'a **[]'],
    ['with the same at both ends', 'aa ssecret aa', 'secret aa', 'aa *[* aa]'],
  ])('%s', (_, text, at, shown) => {
    expect(words(of(text, mask, 1, at))).toBe(shown)
  })

  test('a mask may be longer, or nothing at all', () => {
    const stars = (text: string): string => text.replaceAll(/s+ecret/g, '*'.repeat(9))
    expect(words(of('a secret b', stars, 1, ' b'))).toBe('a *********[ b]')
    const nothing = (text: string): string => text.replaceAll(/s+ecret/g, '')
    expect(words(of('aasecretaa', nothing, 1, 'asecret'))).toBe('a[a]')
    expect(words(of('absecretab', nothing, 1, 'ab'))).toBe('[ab]')
  })

  test('the second line is found by its number', () => {
    expect(words(of('ssecret one\r\nssecret two', mask, 2, 'two'))).toBe('** [two]')
  })

  test('where lines went with the secret, only those that stand there as they were are shown', () => {
    const gone = (text: string): string => text.replace(/BEGIN.*END/s, '**')
    const text = 'one\nBEGIN\nthis\nEND\ntwo'
    expect(words(of(text, gone, 5, 'two'))).toBe('[two]')
    expect(of(text, gone, 3, 'this')).toBeUndefined()
  })

  test('the text is masked once, and not before it is asked for', () => {
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
