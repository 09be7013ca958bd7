import { wordsIn } from './words.ts'

/** A word that is looked for, in lower case. */
export interface Term {
  readonly word: string
  readonly stem: string
}

/** More words than anyone types; a pasted page must not make a search slow. */
const MOST_TERMS = 24
const LONGEST_TERM = 64

/** The words of a query, each once; words that stand in every sentence only when there are no others. */
export function readQuery(query: string): readonly Term[] {
  const words = wordsIn(query.slice(0, 4_000).replaceAll(/([a-z\d])([A-Z])/g, '$1 $2'))
  const unique = [...new Set(words)].map(word => word.slice(0, LONGEST_TERM))
  const telling = unique.filter(word => !STOP_WORDS.has(word))
  return (telling.length > 0 ? telling : unique)
    .slice(0, MOST_TERMS)
    .map(word => ({ word, stem: stem(word) }))
}

const STOP_WORDS = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have how i if in into is it its not of on ' +
    'or our should so than that the their them then there these they this to was we were what when where which who why ' +
    'will with would you your の は が を に へ と で も や 的 了 是'
  ).split(' '),
)

/**
 * Takes the commonest English endings off a word, so that `caching`, `cached`, `caches` and `cache` meet. Light on
 * purpose: a stem is always a start of the word, and at least three letters of it.
 */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  for (const ending of ENDINGS) {
    if (!word.endsWith(ending)) continue
    const start = word.slice(0, word.length - ending.length)
    // `retrying` -> `retry` -> `retr`, as `retry` itself.
    if (start.length >= 3 && /[aeiouy]/.test(start)) return undouble(start).replace(/(?<=...)[yi]$/, '')
  }
  return word
}

/** The longest first. */
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

/** `running` -> `run`; `calling` keeps its `l`s, as `call` has them. */
function undouble(start: string): string {
  const last = start.at(-1) ?? ''
  return start.length > 3 && last === start.at(-2) && !/[aeiouslz]/.test(last) ? start.slice(0, -1) : start
}
