/** A character as shown on a terminal, and its width in columns. */
export interface Cell {
  readonly text: string
  readonly width: number
  /** Offset in the source, in UTF-16 units. */
  readonly at: number
}

// These patterns are inside functions, so that V8 builds their Unicode classes only when needed: few texts need them.
const isHidden = (character: string): boolean => /\p{Default_Ignorable_Code_Point}|\p{Cf}/u.test(character)
const isMark = (character: string): boolean => /\p{M}/u.test(character)
const isEmoji = (character: string): boolean =>
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}/u.test(character)
const JOINER = '\u200D'

/**
 * Splits text into cells. Replaces everything that could control the terminal or change the reading direction, and
 * writes hidden characters as their code: `<U+200B>`.
 */
export function cellsOf(source: string): readonly Cell[] {
  const cells: Cell[] = []
  let at = 0
  let before = ''
  for (const character of source) {
    const text = shown(character, before)
    cells.push({ text, width: text === character ? widthOf(character, before) : text.length, at })
    at += character.length
    before = character
  }
  return cells
}

/** Puts text on one line, with its characters replaced as in `cellsOf`. */
export const visible = (text: string): string =>
  cellsOf(text.replaceAll(/\s+/g, ' '))
    .map(cell => cell.text)
    .join('')

/** The number of columns that text takes up on a terminal. */
export const textWidth = (text: string): number =>
  PLAIN.test(text) ? text.length : cellsOf(text).reduce((sum, { width }) => sum + width, 0)

/** Cuts text that is wider than this many columns, and marks the cut. */
export function clip(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  let left = width - 1
  for (const { at, width: wide } of cellsOf(text)) {
    left -= wide
    if (left < 0) return `${text.slice(0, at).replace(/[\s\u200D]+$/, '')}…`
  }
  return text
}

/** Breaks text between words into lines of at most this many columns. A longer word gets a line of its own. */
export function wrap(text: string, width: number): readonly string[] {
  if (textWidth(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.trim().split(/ +/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && textWidth(longer) > width) lines.push(line)
    line = line !== '' && textWidth(longer) > width ? word : longer
  }
  return [...lines, line]
}

const PLAIN = /^[ -~]*$/

function shown(character: string, before: string): string {
  const code = character.codePointAt(0) ?? 0
  if (character === '\t') return '    '
  if (code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0xd800 && code < 0xe000)) return '\uFFFD'
  if (code < 0xad || isPunctuation(code)) return character
  if (character === JOINER && (isEmoji(before) || before === '\uFE0F')) return character
  if (code === 0xfe0e || code === 0xfe0f) return character
  if (code === 0x2028 || code === 0x2029 || isHidden(character))
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
  return character
}

/**
 * Dashes, quotation marks and the ellipsis. They are common, and are recognized without a pattern because V8 takes 2 ms
 * to build Unicode classes on a cold start.
 */
const isPunctuation = (code: number): boolean => code >= 0x2010 && code <= 0x2027

function widthOf(character: string, before: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x300 || isPunctuation(code)) return 1
  if (before === JOINER || character === JOINER || isMark(character)) return 0
  return isWide(code) || /\p{Emoji_Presentation}/u.test(character) ? 2 : 1
}

/** Unicode's East Asian Wide and Fullwidth: https://www.unicode.org/reports/tr11/ */
const WIDE = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1b000, 0x1b2ff],
  [0x1f200, 0x1f251],
  [0x20000, 0x3fffd],
] as const

const isWide = (code: number): boolean => WIDE.some(([from, to]) => from <= code && code <= to)
