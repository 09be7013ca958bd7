/** Half a surrogate pair is not Unicode: an upload is refused for it, and a terminal shows what it likes. */
export const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')

/** One character as it stands on a terminal, and how many columns it takes there. */
export interface Cell {
  readonly text: string
  readonly width: number
  /** Where it is in the source, in UTF-16 units. */
  readonly at: number
}

const HIDDEN = /\p{Default_Ignorable_Code_Point}|\p{Cf}/u
const MARK = /\p{M}/u
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}/u
const JOINER = '\u200D'

/** Nothing that could drive the terminal or turn the reading direction gets through; what is hidden is named. */
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

/** A text on one line, made visible in the same way. */
export const visible = (text: string): string =>
  cellsOf(text.replaceAll(/\s+/g, ' '))
    .map(cell => cell.text)
    .join('')

function shown(character: string, before: string): string {
  const code = character.codePointAt(0) ?? 0
  if (character === '\t') return '    '
  if (code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0xd800 && code < 0xe000)) return '\uFFFD'
  if (code < 0xad || isPunctuation(code)) return character
  if (character === JOINER && (EMOJI.test(before) || before === '\uFE0F')) return character
  if (code === 0xfe0e || code === 0xfe0f) return character
  if (code === 0x2028 || code === 0x2029 || HIDDEN.test(character))
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
  return character
}

/** Dashes, quotation marks, an ellipsis: common, and the classes of Unicode take a cold start 2 ms to build. */
const isPunctuation = (code: number): boolean => code >= 0x2010 && code <= 0x2027

function widthOf(character: string, before: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x300 || isPunctuation(code)) return 1
  if (before === JOINER || character === JOINER || MARK.test(character)) return 0
  return isWide(code) || /\p{Emoji_Presentation}/u.test(character) ? 2 : 1
}

/** Unicode's East Asian Wide and Fullwidth, as ranges: https://www.unicode.org/reports/tr11/ */
const isWide = (code: number): boolean =>
  code >= 0x1100 &&
  (code <= 0x115f ||
    (code >= 0x2e80 && code <= 0x303e) ||
    (code >= 0x3041 && code <= 0xa4cf) ||
    (code >= 0xa960 && code <= 0xa97c) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1b000 && code <= 0x1b2ff) ||
    (code >= 0x1f200 && code <= 0x1f251) ||
    (code >= 0x20000 && code <= 0x3fffd))
