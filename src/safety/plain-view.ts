/** A text as Markdown shows it, and where each of its units stands in the source. */
export interface PlainView {
  readonly text: string
  /** The place in the source of a place in the view. */
  sourceAt(place: number): number
}

/**
 * A text without escapes, entities and `<br>`: what an editor writes as `ghp\_…` or as `&quot;` is read by a model as
 * if it were not. Undefined where there are none, which is so for nearly all texts.
 */
export function plainView(source: string): PlainView | undefined {
  if (!hasToken(source)) return undefined
  /** Where the view goes on in the source after each token. */
  const joints: { readonly view: number; readonly source: number }[] = []
  let shorter = 0
  const text = source.replaceAll(TOKEN, (token, at: number) => {
    const shown = decode(token)
    shorter += token.length - shown.length
    joints.push({ view: at + token.length - shorter, source: at + token.length })
    return shown
  })
  return {
    text,
    sourceAt(place) {
      const joint = joints[lastUpTo(joints, place)]
      return joint === undefined ? place : joint.source + (place - joint.view)
    },
  }
}

const TOKEN = /\\[!-/:-@[-`{-~]|&#\d{1,7};|&#[xX][\dA-Fa-f]{1,6};|&[A-Za-z]{2,8};|<br\s{0,9}\/?>/gi

/** What tokens start with. One character is looked for at the speed of memory, which matters in files of megabytes. */
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

/** The named entities of what keys, and what stands around them, are made of. */
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
  lt: '<',
  nbsp: ' ',
  newline: '\n',
  num: '#',
  period: '.',
  plus: '+',
  quot: '"',
  sol: '/',
  tab: '\t',
}

function decode(token: string): string {
  if (token.startsWith('\\')) return token.slice(1)
  if (token.startsWith('<')) return '\n'
  if (!token.startsWith('&#')) return NAMED[token.slice(1, -1).toLowerCase()] ?? token
  const code = /^&#x/i.test(token) ? Number.parseInt(token.slice(3), 16) : Number.parseInt(token.slice(2), 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : token
}

/** The index of the last joint that does not stand after a place of the view; -1 before all of them. */
function lastUpTo(joints: readonly { readonly view: number }[], place: number): number {
  let from = 0
  let to = joints.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((joints[middle]?.view ?? 0) <= place) from = middle + 1
    else to = middle
  }
  return from - 1
}
