/** What a word is, in a query and in a text alike. */
import { splitUnspaced, unspacedScript } from './unspaced.ts'

/** The words of a text in lower case, in their order; where words have no blanks between them, pairs of characters. */
export function wordsIn(text: string): string[] {
  const lower = text.toLowerCase()
  // Classes of Unicode take a cold process longer to build than the search may take.
  if (/^[\n -~]*$/.test(lower)) return lower.match(/[a-z\d]+/g) ?? []
  return (lower.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).flatMap(splitUnspaced)
}

/**
 * Whether a unit of a text in lower case belongs to a word that ends at a blank or a mark. Signs and the halves of
 * emoji do not, nor does what has no blanks around it: `漢字` may start anywhere.
 */
export const isWordUnit = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) ||
  (unit >= 48 && unit <= 57) ||
  (unit >= 0xc0 && unspacedScript(unit) === undefined && isLetter(String.fromCharCode(unit)))

const isLetter = (character: string): boolean => /[\p{L}\p{N}\p{M}]/u.test(character)
