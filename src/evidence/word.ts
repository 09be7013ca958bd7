/**
 * Is the UTF-16 unit part of a word? ASCII only: scripts written without spaces have no word boundaries, and a quote
 * may be part of a comment in one.
 */
export function isWord(unit: number | undefined): boolean {
  if (unit === undefined) return false
  return (
    (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95
  )
}

/** Does the match start and end at word boundaries? `graceMs = 900` is not in `graceMs = 9000`. */
export function isWholeWords(text: string, at: number, length: number): boolean {
  const end = at + length
  const cutAtStart = isWord(text.charCodeAt(at - 1)) && isWord(text.charCodeAt(at))
  return !cutAtStart && !(isWord(text.charCodeAt(end - 1)) && isWord(text.charCodeAt(end)))
}
