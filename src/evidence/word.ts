/**
 * Whether a UTF-16 unit is part of a word, for telling where words end. ASCII only: languages that are written
 * without blanks have no such ends, and part of a comment in one may be quoted.
 */
export function isWord(unit: number | undefined): boolean {
  if (unit === undefined) return false
  return (
    (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95
  )
}

/** Whether a piece of text cuts no word in two: `graceMs = 900` is not in `graceMs = 9000`. */
export function standsFree(text: string, at: number, length: number): boolean {
  const end = at + length
  const cutAtStart = isWord(text.charCodeAt(at - 1)) && isWord(text.charCodeAt(at))
  return !cutAtStart && !(isWord(text.charCodeAt(end - 1)) && isWord(text.charCodeAt(end)))
}
