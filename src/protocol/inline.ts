import { unguard } from './guard.ts'

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
