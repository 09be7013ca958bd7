/** Removes the byte order mark, and turns CRLF into LF. */
export const withoutEndings = (text: string): string => text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')

/** Does the text mix line endings, or contain a lone carriage return? */
export const isMixed = (text: string): boolean => text.includes('\r') && /\r(?!\n)|(?<!\r)\n/.test(text)

/** Gives a text the byte order mark and line endings of `model`, without a final line ending if `model` has none. */
export function endedLike(model: string, text: string): string {
  const mark = model.startsWith('\uFEFF') ? '\uFEFF' : ''
  const ended = model === mark || model.endsWith('\n') ? text : text.replace(/\n$/, '')
  return `${mark}${model.includes('\r\n') ? ended.replaceAll('\n', '\r\n') : ended}`
}
