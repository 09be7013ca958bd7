import { mayHide } from './show-text.ts'
import { type Piece, type View, viewOf } from './view.ts'

/**
 * Decodes escapes, entities and `<br>`: editors write `ghp\_…` or `&quot;`, and a model reads them like the plain
 * characters. Returns undefined when there is nothing to decode, as in nearly all texts.
 */
export function plainView(source: string): View | undefined {
  if (!hasToken(source)) return undefined
  const pieces: Piece[] = []
  for (const { index, 0: token } of source.matchAll(TOKEN))
    pieces.push({ start: index, end: index + token.length, shown: decode(token) })
  return viewOf(source, pieces)
}

const TOKEN = /\\[!-/:-@[-`{-~]|&#\d{1,7};|&#[xX][\dA-Fa-f]{1,6};|&[A-Za-z]{2,14};|<br\s{0,9}\/?>(?:\r?\n)?/gi

/** The possible starts of `TOKEN`. `indexOf` finds a single character at memory speed, which matters in large files. */
const STARTS = ['\\', '&', '<br', '<BR']

function hasToken(source: string): boolean {
  for (const start of STARTS) {
    const at = source.indexOf(start)
    if (at >= 0 && hasTokenFrom(source, start, at)) return true
  }
  return false
}

function hasTokenFrom(source: string, start: string, from: number): boolean {
  const here = new RegExp(TOKEN.source, 'iy')
  for (let at = from; at >= 0; at = source.indexOf(start, at + 1)) {
    here.lastIndex = at
    if (here.test(source)) return true
  }
  return false
}

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
