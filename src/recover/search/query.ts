import { wordsIn } from './words.ts'

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
