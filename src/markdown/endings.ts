/** Removes the byte order mark, and turns CRLF into LF. */
export const withoutEndings = (text: string): string => text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')

/** Are there line endings of more than one kind, or carriage returns alone? */
export const isMixed = (text: string): boolean => text.includes('\r') && /\r(?!\n)|(?<!\r)\n/.test(text)

/** Returns a text with the byte order mark and line endings of `model`; no final line ending if `model` has none. */
export function endedLike(model: string, text: string): string {
  const mark = model.startsWith('\uFEFF') ? '\uFEFF' : ''
  const ended = model === mark || model.endsWith('\n') ? text : text.replace(/\n$/, '')
  return `${mark}${model.includes('\r\n') ? ended.replaceAll('\n', '\r\n') : ended}`
}
