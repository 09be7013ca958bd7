import { expect, test } from 'vitest'
import { findTerm, findTypo, isOneEditAway } from '../../src/recover/search/matches.ts'
import { rank } from '../../src/recover/search/rank.ts'
import { readQuery, stem } from '../../src/recover/search/words.ts'
import { recallSet } from '../bench/recall-set.mjs'
import { expectGrowth } from '../growth.ts'
import fc from '../property.ts'

test.each([
  ['cache', ['caches', 'cached', 'caching', 'cache']],
  ['expiry', ['expired', 'expiration']],
  ['policy', ['policies']],
  ['retry', ['retries', 'retrying', 'retried']],
  ['limit', ['limits', 'limited', 'limiting']],
  ['run', ['running', 'runs']],
])('search finds "%s" by its other forms', (word, forms) => {
  for (const form of forms) expect(stem(form), form).toBe(stem(word))
})

test('search leaves short words and names unstemmed', () => {
  for (const word of ['as', 'is', 'bd-x7y8', 'café', 'red', 'the', '']) expect(stem(word)).toBe(word)
})

test('a search stem is a prefix of the word with at least three letters', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,15}$/), word => {
      expect(word.startsWith(stem(word)) || stem(word) === word).toBe(true)
      expect(stem(word).length).toBeGreaterThanOrEqual(Math.min(3, word.length))
    }),
  )
})

test.each([
  ['Why did we choose the Token expiry?', ['choose', 'token', 'expiry']],
  ['isTokenExpired', ['token', 'expired']],
  ['the of and', ['the', 'of', 'and']],
  ['a.b/c d', ['b', 'c', 'd']],
  ['größe 令牌', ['größe', '令牌']],
  ['🚀launch auth→login 3×4 𠮷野家々', ['launch', 'auth', 'login', '3', '4', '𠮷野', '野家', '家々']],
  ['認証トークンの有効期限', ['認証', 'トー', 'ーク', 'クン', '有効', '効期', '期限']],
  ['JWT認証 鍵', ['jwt', '認証', '鍵']],
  ['토큰에서 らーめん', ['토큰', '큰에', '에서', 'らー', 'ーめ', 'めん']],
  ['हिन्दी วันที่', ['हिन्दी', 'วั', 'ัน', 'นท', 'ที', 'ี่']],
  ['', []],
  ['*+?([ 🚀', []],
])('readQuery finds the words of %j', (query, words) => {
  expect(readQuery(query).map(({ word }) => word)).toEqual(words)
})

test('readQuery cuts a pasted page down to at most 24 words', () => {
  expect(readQuery('some words and more of them x1 '.repeat(100_000)).length).toBeLessThanOrEqual(24)
})

/** Returns the words of a text that match a term, with the quality of each match. */
function found(text: string, word: string, find = findTerm): [string, number][] {
  const [term] = readQuery(word)
  const places: [string, number][] = []
  if (term === undefined) return places
  find(text.toLowerCase(), text, term, (at, quality) =>
    places.push([/^[\w-]+/.exec(text.slice(at))?.[0] ?? '', quality]),
  )
  return places
}

test('findTerm rates an exact word highest, then its other forms, then words that start with it', () => {
  expect(found('cache caches caching cachet-like precache isCacheFull', 'cache')).toEqual([
    ['cache', 1],
    ['caches', 0.9],
    ['caching', 0.9],
    ['cachet-like', 0.6],
    ['CacheFull', 1],
  ])
  expect(found('authentication', 'auth')).toEqual([['authentication', 0.6]])
  expect(found('Ästhetik ästhetisch', 'Ästhetik').length).toBe(1)
})

test.each([
  ['🚀launch pad', ['launch', 'pad'], ['unch']],
  [
    'go auth→login, ×fast÷slow “quoted”—dashed',
    ['auth', 'login', 'fast', 'slow', 'quoted', 'dashed'],
    ['ogin'],
  ],
  ['認証トークンの有効期限', ['認証', 'トークン', '有効期限', 'の'], ['認識']],
  ['JWT認証を使う😀漢字', ['jwt', '認証', '漢字', '使う'], []],
  ['토큰에서는 만료', ['토큰', '만료'], ['토론']],
  ['größe naïveté Ωmega', ['größe', 'naïveté', 'ωmega'], ['röße', 'mega', 'veté']],
])('rank finds words next to symbols and in scripts without spaces: %s', (text, there, notThere) => {
  const matches = (query: string): boolean => {
    const all = [{ span: { start: 0, end: text.length }, titleEnd: 0 }]
    return rank(text, all, query, 1).matches > 0
  }
  expect(there.filter(query => !matches(query))).toEqual([])
  expect(notThere.filter(matches)).toEqual([])
})

test('findTypo accepts one letter that is wrong, missing, added or swapped', () => {
  for (const typo of ['databse', 'databaase', 'dataabse', 'datsbase', 'atabase'])
    expect(
      found('the database is down', typo, findTypo).map(([word]) => word),
      typo,
    ).toEqual(['database'])
  expect(found('the database is down', 'datbse', findTypo)).toEqual([])
  expect(isOneEditAway('same', 'same')).toBe(false)
})

test('isOneEditAway accepts one edit of every kind and no more', () => {
  const words = fc.stringMatching(/^[a-z]{5,12}$/)
  fc.assert(
    fc.property(words, fc.nat(11), fc.constantFrom(...'qxz'), (word, at, letter) => {
      const place = at % word.length
      const changed = word.slice(0, place) + letter + word.slice(place + 1)
      const longer = word.slice(0, place) + letter + word.slice(place)
      const shorter = word.slice(0, place) + word.slice(place + 1)
      for (const other of [changed, longer, shorter])
        if (other !== word) expect(isOneEditAway(word, other)).toBe(true)
      expect(isOneEditAway(word, `${longer}${letter}${letter}`)).toBe(false)
    }),
  )
})

test('rank gives a title more weight than text, and a rare word more than a common one', () => {
  const parts = ['alpha beta gamma', 'beta beta gamma', 'title beta\nalpha gamma', 'gamma delta']
  const text = parts.join('\n\n')
  const all = parts.map(part => {
    const start = text.indexOf(part)
    return { span: { start, end: start + part.length }, titleEnd: start + part.indexOf('\n') + 1, part }
  })
  const order = (query: string) => rank(text, all, query, 10).best.map(({ found: { part } }) => part)
  expect(order('delta gamma')[0]).toBe('gamma delta')
  expect(order('nothing such')).toEqual([])
  expect(order('beta')[0]).toBe('title beta\nalpha gamma')
  expect(rank(text, all, 'gamma', 1)).toMatchObject({ matches: 4 })
})

test('rank puts nine of ten answers of the labelled set among the first three', () => {
  const { text, entries, queries } = recallSet(3)
  const all = entries.map(({ id, text: entry }) => {
    const start = text.indexOf(entry)
    return { id, span: { start, end: start + entry.length }, titleEnd: start + entry.indexOf('\n') }
  })
  const hits = queries.filter(({ query, id }) =>
    rank(text, all, query, 40)
      .best.slice(0, 3)
      .some(({ found: entry }) => entry.id === id),
  )
  expect(queries.length).toBeGreaterThanOrEqual(60)
  expect(hits.length / queries.length).toBeGreaterThan(0.9)
})

test.each(['aaaaaaaab', 'ab', 'abababac', 'a'.repeat(60)])(
  'searching for %s in a repetitive entry costs time in proportion to the length of the entry',
  query => {
    expectGrowth(
      size => {
        const text = `# N\n\n${'a'.repeat(size)} ${'ab '.repeat(size / 8)}`
        const all = [{ span: { start: 5, end: text.length }, titleEnd: 5 }]
        return () => rank(text, all, query, 10)
      },
      { from: 100_000 },
    )
  },
)
