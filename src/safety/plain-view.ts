import { ESCAPES, mayHide } from './cheap-tests.ts'
import { type View, viewOf } from './view.ts'

/**
 * Decodes escapes, entities and `<br>`: editors write `ghp\_…` or `&quot;`, and a model reads them like the plain
 * characters. Returns undefined when there is nothing to decode, as in nearly all texts.
 */
export function plainView(source: string): View | undefined {
  // Searching for a few characters takes a fraction of the time of the pattern.
  if (!ESCAPES.some(mark => source.includes(mark))) return undefined
  const pieces = [...source.matchAll(TOKEN)].map(({ index, 0: token }) => ({
    start: index,
    end: index + token.length,
    shown: decode(token),
  }))
  return viewOf(source, pieces)
}

const TOKEN = /\\[!-/:-@[-`{-~]|&#\d{1,7};|&#[xX][\dA-Fa-f]{1,6};|&[A-Za-z]{2,14};|<br\s{0,9}\/?>(?:\r?\n)?/gi

/** The named entities of characters in and around keys. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  bsol: '\\',
  colon: ':',
  commat: '@',
  equals: '=',
  grave: '`',
  gt: '>',
  lowbar: '_',
  lrm: '',
  lt: '<',
  nbsp: ' ',
  newline: '\n',
  nobreak: '',
  num: '#',
  period: '.',
  plus: '+',
  quot: '"',
  rlm: '',
  shy: '',
  sol: '/',
  tab: '\t',
  zerowidthspace: '',
  zwj: '',
  zwnj: '',
}

function decode(token: string): string {
  if (token.startsWith('\\')) return token.slice(1)
  if (token.startsWith('<')) return '\n'
  if (!token.startsWith('&#')) return NAMED[token.slice(1, -1).toLowerCase()] ?? token
  const code = /^&#x/i.test(token) ? Number.parseInt(token.slice(3), 16) : Number.parseInt(token.slice(2), 10)
  if (code <= 0 || code > 0x10ffff) return token
  const shown = String.fromCodePoint(code)
  // A hidden character must not split a token, whether literal or written as an entity.
  return mayHide(shown) ? '' : shown
}
