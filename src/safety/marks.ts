/** What the contexts of `contexts.ts` have in them, each one of these. Looked for before any pattern is made. */
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
