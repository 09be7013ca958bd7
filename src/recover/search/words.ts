/** What a word is, in a query and in a text alike. */

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

/**
 * Scripts that put no blanks between words, by the blocks of Unicode that hold what people write in them. A table and
 * no patterns: `\p{Script=Han}` takes a cold process longer to build than a search may take.
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

/** The script that a character is of; undefined when its words have blanks between them. */
function unspacedScript(code: number): string | undefined {
  if (code < 0xe00) return undefined
  return BLOCKS.find(([, first, last]) => code >= first && code <= last)?.[0]
}

/** A run of each script in pairs of characters, which stand wherever the word does; other words as they are. */
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

/** Lengthens the vowel before it, in hiragana too. */
const LENGTHENER = 'ー'

const pairsOf = ([first = '', ...more]: readonly string[]): string[] =>
  more.length === 0 ? [first] : more.map((character, index) => `${more[index - 1] ?? first}${character}`)
