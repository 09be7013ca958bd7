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
