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

/** Lengthens the preceding vowel, in hiragana too. */
const LENGTHENER = 'ー'

const pairsOf = ([first = '', ...more]: readonly string[]): string[] =>
  more.length === 0 ? [first] : more.map((character, index) => `${more[index - 1] ?? first}${character}`)

/** A search word, in lower case. */
export interface Term {
  readonly word: string
  readonly stem: string
}

/** More words than a user types. Keeps a pasted page from slowing down the search. */
const MAX_TERMS = 24
const MAX_TERM = 64

/** The distinct words of a query. Drops stop words, unless there is nothing else. */
export function readQuery(query: string): readonly Term[] {
  const words = wordsIn(query.slice(0, 4_000).replaceAll(/([a-z\d])([A-Z])/g, '$1 $2'))
  const unique = [...new Set(words)].map(word => word.slice(0, MAX_TERM))
  const telling = unique.filter(word => !STOP_WORDS.has(word))
  return (telling.length > 0 ? telling : unique).slice(0, MAX_TERMS).map(word => ({ word, stem: stem(word) }))
}

/** The ids and paths in a query, in lower case: `td-003`, `bd-x7y8.2`, `src/db.ts:12`, `#83`. */
export const namesIn = (query: string): readonly string[] => [
  ...new Set(
    (
      query
        .slice(0, 4_000)
        .toLowerCase()
        .match(/[#$\w][\w./:{}#-]*\w/g) ?? []
    ).filter(name => /[-./:#_]/.test(name) && /\d|\w[/.]\w/.test(name)),
  ),
]

const STOP_WORDS = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have how i if in into is it its not of on ' +
    'or our should so than that the their them then there these they this to was we were what when where which who why ' +
    'will with would you your の は が を に へ と で も や 的 了 是'
  ).split(' '),
)

/**
 * Strips common English endings, so that `caching`, `cached`, `caches` and `cache` match. Deliberately light: a stem
 * is always a prefix of the word, with at least three letters.
 */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  for (const ending of ENDINGS) {
    if (!word.endsWith(ending)) continue
    const start = word.slice(0, word.length - ending.length)
    // `retrying` -> `retry` -> `retr`, the same as for `retry`.
    if (start.length >= 3 && /[aeiouy]/.test(start)) return undouble(start).replace(/(?<=...)[yi]$/, '')
  }
  return word
}

/** Longest first. */
const ENDINGS = [
  'izations',
  'ization',
  'ations',
  'ation',
  'ments',
  'ingly',
  'ities',
  'ings',
  'ions',
  'ment',
  'ness',
  'able',
  'ible',
  'ers',
  'ing',
  'ies',
  'ied',
  'ity',
  'ion',
  'ive',
  'est',
  'ed',
  'es',
  'er',
  'ly',
  'al',
  's',
  'e',
  'y',
]

/** `running` -> `run`. `calling` keeps both `l`s, like `call`. */
function undouble(start: string): string {
  const last = start.at(-1) ?? ''
  return start.length > 3 && last === start.at(-2) && !/[aeiouslz]/.test(last) ? start.slice(0, -1) : start
}
