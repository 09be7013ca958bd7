/**
 * The offsets at which a text may name one of these paths, in order: wherever the last segment of a path occurs, even
 * with characters encoded, as in `a\|b.ts` (see `inline.ts`). Cheap enough for a hook to call before it reads any
 * record.
 *
 * @example mentionsOf(text, ['src/db.ts']).length === 0 // nothing in the notes is about this file
 */
export function mentionsOf(text: string, paths: readonly string[]): readonly number[] {
  const names = new Set(paths.map(path => path.slice(path.lastIndexOf('/') + 1)))
  const found = [...names].flatMap(name => [...offsetsOf(text, name)])
  return names.size > 1 ? found.toSorted((one, other) => one - other) : found
}

function* offsetsOf(text: string, name: string): Generator<number> {
  if (name === '') return
  if (!text.includes('\\|') && !text.includes('&#')) {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) yield at
    return
  }
  for (const { index } of text.matchAll(patternOf(name))) yield index
}

/** Matches a name. Any character but a letter or digit may be escaped, or written as an entity. */
function patternOf(name: string): RegExp {
  const units = [...name].map(unit =>
    /[\p{L}\p{N}]/u.test(unit)
      ? unit
      : String.raw`(?:\\?${unit.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`)}|&#\d{1,7};)`,
  )
  return new RegExp(units.join(''), 'gu')
}

const CITED = /\$\{PROJECT_ROOT\}\/([^\s:`|\])#]+)/g

/** The paths that a text cites, each once: `src/db.ts`. */
export const citedPaths = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(CITED)].map(([, path = '']) => path)),
]

/** Shorter quotes appear in too many files to prove anything. */
const MIN_QUOTE = 16

const QUOTE = /`([^`\n]+)`/g

/** The offsets of quotes whose words appear in this code, whichever file they were taken from. */
export function quotesIn(text: string, code: string): readonly number[] {
  const found: number[] = []
  for (const { 0: whole, 1: words = '', index } of text.matchAll(QUOTE)) {
    if (whole.length < MIN_QUOTE + 2) continue
    const quote = words.includes('\\|') ? words.replaceAll('\\|', '|') : words
    if (code.includes(quote.trim())) found.push(index)
  }
  return found
}
