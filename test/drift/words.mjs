// Compares code as a reader would: white space, quote characters and trailing commas are only formatting.

const CLOSERS = ')]}'

/** Squeezes lines of code into their words, and records which line each character comes from. */
export function squeezeLines(lines) {
  const text = []
  const lineOf = []
  for (const [index, line] of lines.entries())
    for (const character of line) {
      if (/\s/.test(character)) continue
      text.push(`'"\``.includes(character) ? '"' : character)
      lineOf.push(index)
    }
  const keep = text.map(
    (character, at) =>
      !(character === ',' && (at === text.length - 1 || CLOSERS.includes(text[at + 1]))) &&
      !(
        character === ';' &&
        (at === text.length - 1 || text[at + 1] === '}' || lineOf[at + 1] !== lineOf[at])
      ),
  )
  return { text: text.filter((_, at) => keep[at]).join(''), lineOf: lineOf.filter((_, at) => keep[at]) }
}

/** Returns the words of some code, which do not depend on its formatting. */
export const wordsOf = text =>
  text
    .replace(/\s+/g, '')
    .replace(/['`]/g, '"')
    .replace(/,(?=[)\]}]|$)/g, '')
    .replace(/;(?=\}|$)/g, '')

export const countWordCharacters = text => text.match(/[\p{L}\p{N}_]/gu)?.length ?? 0

const COMMENT_START = /^(?:\/\/|#(?!\[|!|include|define|if|endif|else|pragma)|\/\*|\*(?!\w)|--|<!--|"""|''')/

export const isComment = line => COMMENT_START.test(line.trim())

/** A trailing comment, which may follow a statement on its line without changing it. */
const TRAILING_COMMENT = /^[,;]?(?:\/\/|#|\/\*.*\*\/$)/

/** Are the words of one or more whole lines still the same? Only a trailing comment may follow them. */
export function isSameStatement(quote, code) {
  const [before, after] = [wordsOf(quote), wordsOf(code)]
  if (before === after) return true
  return after.startsWith(before) && !isComment(quote) && TRAILING_COMMENT.test(after.slice(before.length))
}

const TOKEN = /[\p{L}_$][\p{L}\p{N}_$]*|\p{N}+|[^\s]/gu
const weightOf = token => (/[\p{L}\p{N}_$]/u.test(token) ? 1 : 0.25)

/** Returns how often each token of a line occurs, and the weight of all tokens. */
export function tokensOf(line) {
  const counts = new Map()
  let weight = 0
  for (const [token] of line.matchAll(TOKEN)) {
    counts.set(token, (counts.get(token) ?? 0) + 1)
    weight += weightOf(token)
  }
  return { counts, weight }
}

/** Dice's coefficient of two lines' tokens: 1 for the same, 0 for nothing in common. */
export function similarityOf(one, other) {
  const total = one.weight + other.weight
  if (total === 0) return 0
  let shared = 0
  for (const [token, count] of one.counts)
    shared += weightOf(token) * Math.min(count, other.counts.get(token) ?? 0)
  return (2 * shared) / total
}

/** Is this line inside a block comment that opened on an earlier line? `number` counts from 1. */
export function isInsideBlock(lines, number, path) {
  const python = /\.pyi?$/.test(path)
  let open = ''
  for (const line of lines.slice(0, number - 1)) {
    for (const [mark] of line.replace(/\\./g, '').matchAll(python ? /"""|'''/g : /\/\*|\*\//g)) {
      if (python) open = open === '' ? mark : open === mark ? '' : open
      else open = mark === '/*' ? mark : ''
    }
  }
  return open !== ''
}
