import type { Intent } from '../change/intent.ts'
import type { CodeReader } from '../evidence/code.ts'
import { citedFile, hasReservedCharacters } from '../lint/facts/cited-places.ts'
import { pathsInLine } from '../lint/facts/places-in-words.ts'
import { readNotes } from '../notes/notes.ts'
import { codeFor } from './evidence/code.ts'
import type { OpenProject } from './open.ts'
import { readOptionsOf } from './read.ts'

/** Could a text name a file in a folder? */
const MAY_CITE = /[\w\])][\\/][\w.@[\](-]+\.[A-Za-z]/

/** Fields of records and of the active context that hold prose, in which a path may be mentioned. */
const WORDS: ReadonlySet<string> = new Set(['title', 'decision', 'rationale', 'summary', 'state', 'next'])

/**
 * Rewrites project paths in the given words to the protocol's form, `${PROJECT_ROOT}/src/a.ts:12`. `notes lint` asks
 * for this form in files of the protocol's profile: a relative path means another file to a session in another folder.
 */
export function withRootedPaths(
  open: OpenProject,
  text: string,
  intents: readonly Intent[],
): readonly Intent[] {
  if (!intents.some(intent => MAY_CITE.test(JSON.stringify(wordsOf(intent))))) return intents
  if (readNotes(text, readOptionsOf(open.config.values)).profile !== 'sam') return intents
  const code = codeFor(open)
  return intents.map(intent => withWords(intent, words => rooted(words, code)))
}

function wordsOf(intent: Intent): object {
  if (intent.do === 'add') return intent.draft
  return intent.do === 'set-context' ? intent.fields : {}
}

function withWords(intent: Intent, change: (words: string) => string): Intent {
  const changed = Object.fromEntries(
    Object.entries(wordsOf(intent)).map(([name, value]) => [
      name,
      WORDS.has(name) && typeof value === 'string' ? change(value) : value,
    ]),
  )
  if (intent.do === 'add') return { ...intent, draft: { ...intent.draft, ...changed } }
  return intent.do === 'set-context' ? { ...intent, fields: changed } : intent
}

function rooted(words: string, code: CodeReader): string {
  if (!MAY_CITE.test(words)) return words
  let text = ''
  let at = 0
  for (const { locator, path } of pathsInLine(words, { start: 0, end: words.length }, code)) {
    const cited = locator.kind === 'relative' ? citedFile(locator, code) : undefined
    if (cited === undefined || 'problem' in cited.file || hasReservedCharacters(cited.path)) continue
    text += `${words.slice(at, path.start)}\${PROJECT_ROOT}/${cited.path}`
    at = path.end
  }
  return text + words.slice(at)
}
