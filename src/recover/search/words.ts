/** The definition of a word, for queries and texts alike. */

/** The words of a text, in lower case and in order. In scripts without spaces, pairs of characters. */
export function wordsIn(text: string): string[] {
  const lower = text.toLowerCase()
  // Common case, ASCII only: skips compiling Unicode classes, which takes a cold process longer than the search itself.
  if (/^[\n -~]*$/.test(lower)) return lower.match(/[a-z\d]+/g) ?? []
  return (lower.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).flatMap(splitUnspaced)
}

/**
 * Is this code unit of a lower-case text part of a word that ends at a space or punctuation? Symbols and surrogates
 * are not, and neither are scripts without spaces: `漢字` may start anywhere.
 */
export const isWordUnit = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) ||
  (unit >= 48 && unit <= 57) ||
  (unit >= 0xc0 && unspacedScript(unit) === undefined && isLetter(String.fromCharCode(unit)))

const isLetter = (character: string): boolean => /[\p{L}\p{N}\p{M}]/u.test(character)

/**
 * The Unicode blocks of scripts without spaces between words. A table instead of patterns: compiling
 * `\p{Script=Han}` takes a cold process longer than a search.
 */
const BLOCKS: readonly (readonly [script: string, first: number, last: number])[] = [
  ['Thai', 0xe00, 0xe7f],
  ['Lao', 0xe80, 0xeff],
  ['Myanmar', 0x1000, 0x109f],
  ['Khmer', 0x1780, 0x17ff],
  ['Han', 0x3005, 0x3007],
  ['Hiragana', 0x3041, 0x309f],
  ['Katakana', 0x30a0, 0x30ff],
  ['Han', 0x3400, 0x9fff],
  ['Hangul', 0xac00, 0xd7a3],
  ['Han', 0xf900, 0xfaff],
  ['Han', 0x20000, 0x3ffff],
]

/** The script of a character. Undefined if the script separates words with spaces. */
function unspacedScript(code: number): string | undefined {
  if (code < 0xe00) return undefined
  return BLOCKS.find(([, first, last]) => code >= first && code <= last)?.[0]
}

/** Splits each run of a script without spaces into pairs of characters, which match anywhere. Keeps other words. */
function splitUnspaced(word: string): string[] {
  const runs: { script: string | undefined; characters: string[] }[] = []
  for (const character of word) {
    const last = runs.at(-1)
    const script =
      character === LENGTHENER && last !== undefined
        ? last.script
        : unspacedScript(character.codePointAt(0) ?? 0)
    if (last === undefined || last.script !== script) runs.push({ script, characters: [character] })
    else last.characters.push(character)
  }
  return runs.flatMap(({ script, characters }) =>
    script === undefined ? [characters.join('')] : pairsOf(characters),
  )
}

/** Lengthens the preceding vowel, also in hiragana. */
const LENGTHENER = 'ー'

const pairsOf = ([first = '', ...more]: readonly string[]): string[] =>
  more.length === 0 ? [first] : more.map((character, index) => `${more[index - 1] ?? first}${character}`)
