/**
 * Text in a table cell. A pipe is escaped as GFM wants it, a line ending becomes `<br>`; where that would read
 * back as something else (a backslash before the pipe, a literal `<br>`), an entity stands in.
 */
export function encodeCell(value: string): string {
  return value
    .trim()
    .replaceAll(AMPERSAND, '&amp;')
    .replaceAll(/<br(?=\s*\/?>)/gi, match => `&lt;${match.slice(1)}`)
    .replaceAll(/\\\||\\$/g, match => (match === '\\' ? '&#92;' : '\\&#124;'))
    .replaceAll(/\|/g, '\\|')
    .replaceAll(/\r\n|\n|\r/g, '<br>')
}

/** What `encodeCell` was given; also reads what people write. */
export function decodeCell(source: string): string {
  return source.replaceAll(TOKEN, token => DECODED.get(token) ?? (token.startsWith('<') ? '\n' : '&'))
}

/** An ampersand that `decodeCell` would take for the start of one of its tokens. */
const AMPERSAND = /&(?=(?:amp;)*(?:#124;|#92;|lt;br\s*\/?>))/gi
const TOKEN = /&amp;(?=(?:amp;)*(?:#124;|#92;|lt;br\s*\/?>))|&#124;|&#92;|&lt;(?=br\s*\/?>)|<br\s*\/?>|\\\|/gi
const DECODED: ReadonlyMap<string, string> = new Map([
  ['&#124;', '|'],
  ['&#92;', '\\'],
  ['&lt;', '<'],
  ['\\|', '|'],
])
