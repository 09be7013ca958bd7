/**
 * How any text stands on one line of a notes file, and how it is read back exactly. A line ending becomes `<br>`,
 * which Markdown shows as one; what would read back as something else is written as an entity. Text that people
 * write is left as it is: only the few tokens below mean something.
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

/** An entity's tail: what makes an ampersand before it special. */
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

/** In a table cell a pipe is escaped too; after a backslash, which GFM would take for the escape, as an entity. */
export function encodeCell(value: string): string {
  return encodeText(value)
    .replaceAll(/\\+(?=\|)|\\+$/g, run => '&#92;'.repeat(run.length))
    .replaceAll('|', '\\|')
}

export function decodeCell(source: string): string {
  return /[&<\\]/.test(source) ? decodeText(source.replaceAll('\\|', '|')) : source
}

/** At the start of a list item, where `# a`, `- a`, `> a`, `<!-- a` and the like would start a block. */
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

/** At the end of a heading, where number signs would close it. */
export function encodeTitle(value: string): string {
  return encodeText(value).replace(/(^|\s)(#*)#$/, '$1$2&#35;')
}

/** The same text, its first character as an entity: for one that a reader would take for a mark or a date. */
export function shieldStart(source: string): string {
  const [first = ''] = source
  return first === '' ? source : `&#${first.codePointAt(0)};${source.slice(first.length)}`
}

/**
 * How cautiously a text is written: as it is; with its first character as an entity; with all that could mean
 * something as entities. A text is only written so when it would be read back as something else otherwise.
 */
export type Caution = 0 | 1 | 2

/** Noncharacters of Unicode, which no text holds: around the code of a character that becomes an entity. */
const [OPEN, CLOSE] = ['\uFDD0', '\uFDD1']
const GUARDED = /\uFDD0([0-9a-f]{1,6})\uFDD1/g

/** Marks what `encodeText` is to write as entities. Until then no printer sees anything special in it. */
export function guard(value: string, caution: Caution): string {
  const text = value.trim()
  if (caution === 0 || text.includes(OPEN)) return value
  if (caution === 1) return MEANT.test(text) ? text.replace(/^./su, mark) : value
  return text
    .replace(/\r\n|\r/g, '\n')
    .replace(/[^\p{L}\p{N} ]|(?<= ) |(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu, mark)
}

/** Starts that some reader takes for a mark, an id, a date, or for nothing at all. */
const MEANT =
  /^(?:[^\p{L}]|none|n\/?a\b|nil|nothing|tbd|waiting|blocked|done|resolved|fixed|closed|accepted|superseded|draft|[A-Z]{1,10}-?\d|critical|high|med|low)/iu

const mark = (character: string): string => `${OPEN}${character.codePointAt(0)?.toString(16)}${CLOSE}`

function unguard(text: string): string {
  if (!text.includes(OPEN)) return text
  return text.replace(GUARDED, (_, code: string) => `&#${Number.parseInt(code, 16)};`)
}
