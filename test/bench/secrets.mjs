import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readHarmless, readKnown, SOURCES } from '../safety/corpus/read.mjs'

/** Counts the known secrets and the harmless lines that the installed package masks. */
export function measureSecrets(installation) {
  const { maskSecrets } = createRequire(import.meta.url)(join(installation, 'safety.cjs'))
  const count = texts => ({
    count: texts.filter(text => maskSecrets(text) !== text).length,
    of: texts.length,
  })
  return {
    known: count(SOURCES.flatMap(readKnown).map(({ text }) => text)),
    harmless: count(readHarmless()),
  }
}
