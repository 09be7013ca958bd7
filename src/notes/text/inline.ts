/**
 * Encodes text for one line of a notes file, so that it reads back exactly. Line endings become `<br>`, which Markdown
 * renders as line breaks. Anything that would read back differently becomes an entity. Text written by hand is left
 * alone: only the few tokens below have a meaning.
 */
export function encodeText(value: string): string {
  const text = value
    .trim()
    .replaceAll(AMPERSAND, '&amp;')
    .replaceAll(/<br(?=\s*\/?>)/gi, match => `&lt;${match.slice(1)}`)
    .replaceAll(/\r\n|\n|\r/g, '<br>')
  return unguard(text)
}

export function decodeText(source: string): string {
  return /[&<]/.test(source) ? source.replaceAll(TOKEN, decodeToken) : source
}

/** The rest of an entity, which makes the ampersand before it special. */
const TAIL = String.raw`(?:amp;)*(?:#\d{1,7};|lt;br\s*\/?>)`
const AMPERSAND = new RegExp(`&(?=${TAIL})`, 'gi')
const TOKEN = new RegExp(String.raw`&amp;(?=${TAIL})|&#\d{1,7};|&lt;(?=br\s*\/?>)|<br\s*\/?>`, 'gi')

function decodeToken(token: string): string {
  if (token.startsWith('<')) return '\n'
  if (token.toLowerCase() === '&amp;') return '&'
  return token.startsWith('&#') ? fromCode(Number(token.slice(2, -1)), token) : '<'
}

const fromCode = (code: number, token: string): string =>
  code <= 0x10ffff ? String.fromCodePoint(code) : token

/**
 * Encodes text for a table cell, with pipes escaped. Backslashes before a pipe or at the end become entities, since GFM
 * would take them for an escape.
 */
export function encodeCell(value: string): string {
  return encodeText(value)
    .replaceAll(/\\+(?=\|)|\\+$/g, run => '&#92;'.repeat(run.length))
    .replaceAll('|', '\\|')
}

export function decodeCell(source: string): string {
  return /[&<\\]/.test(source) ? decodeText(source.replaceAll('\\|', '|')) : source
}

/** Encodes text for the start of a list item, where `# a`, `- a`, `> a`, `<!-- a` and so on would start a block. */
export function encodeItem(value: string): string {
  const text = encodeText(value)
  if (/^[#>+*=|<`~[\\_-]/.test(text)) return `\\${text}`
  return text.replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\')
}

export function decodeItem(source: string): string {
  const first = source.charCodeAt(0) | 32
  if (first >= 97 && first <= 122) return decodeText(source)
  return decodeText(source.replace(/^\\(?=[!-/:-@[-`{-~])/, '').replace(/^(\d{1,9})\\(?=[.)])/, '$1'))
}

/** Encodes text for a heading, where trailing number signs would close it. */
export function encodeTitle(value: string): string {
  return encodeText(value).replace(/(^|\s)(#*)#$/, '$1$2&#35;')
}

/** Writes the first character as an entity, for text that would be read as a marker or a date. */
export function shieldStart(source: string): string {
  const [first = ''] = source
  return first === '' ? source : `&#${first.codePointAt(0)};${source.slice(first.length)}`
}

/**
 * How cautiously to write text: unchanged (0), with its first character as an entity (1), or with every character that
 * could have a meaning as an entity (2). Used only for text that would read back differently otherwise.
 */
export type Caution = 0 | 1 | 2

/** Unicode noncharacters, which no text contains. They enclose the code of a character that becomes an entity. */
const [OPEN, CLOSE] = ['\uFDD0', '\uFDD1']
const GUARDED = /\uFDD0([0-9a-f]{1,6})\uFDD1/g

/** Marks the characters that `encodeText` will write as entities. Until then, printers see nothing special in them. */
export function guard(value: string, caution: Caution): string {
  const text = value.trim()
  if (caution === 0 || text.includes(OPEN)) return value
  if (caution === 1) return MEANT.test(text) ? text.replace(/^./su, mark) : value
  return text
    .replace(/\r\n|\r/g, '\n')
    .replace(/[^\p{L}\p{N} ]|(?<= ) |(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu, mark)
}

/** Matches text whose start some reader would take for a marker, an id, a date, or an empty value. */
const MEANT =
  /^(?:[^\p{L}]|no\b|none|n\/?a\b|nil|nothing|tbd|waiting|blocked|done|resolved|fixed|closed|accepted|superseded|draft|[A-Z]{1,10}-?\d|critical|high|med|low)/iu

const mark = (character: string): string => `${OPEN}${character.codePointAt(0)?.toString(16)}${CLOSE}`

function unguard(text: string): string {
  if (!text.includes(OPEN)) return text
  return text.replace(GUARDED, (_, code: string) => `&#${Number.parseInt(code, 16)};`)
}
