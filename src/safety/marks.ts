/**
 * Strings that the contexts of `contexts.ts` contain: every match has one of its list. Searched for before any
 * pattern is compiled.
 */
export const MARKS = {
  url: ['@'],
  bearer: ['Bear', 'bear'],
  basic: ['Basic ', 'basic '],
  user: ['-u'],
  word: ['assword'],
  words: ['assword', 'ASSWORD'],
  cookie: ['kie:'],
  webhook: ['k.com/', 'bhook'],
  azure: ['Q~'],
  terraform: ['.atl'],
  maxmind: ['_mmk'],
  sidekiq: ['BSYS'],
} as const

export const ALL_MARKS: readonly string[] = Object.values(MARKS).flat()
