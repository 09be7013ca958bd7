import { isWholeWords } from './word.ts'

/** Returns the next match of whole words in a text, or -1. */
export type Search = (text: string, from: number) => number

/**
 * V8's `indexOf` uses only the last 250 units of the pattern (`kBMMaxShift`): searching 10 MB of `aaaa…` for `baaa…`
 * of 100 KB would take hours. Up to this length it is several times faster than any code here.
 */
const MAX_BUILT_IN = 250

const MAX_CUTS = 50

export function searchFor(words: string): Search {
  return words.length > MAX_BUILT_IN ? linear(words) : builtIn(words)
}

function builtIn(words: string): Search {
  return (text, from) => {
    let at = text.indexOf(words, from)
    for (let cuts = 1; at >= 0 && !isWholeWords(text, at, words.length); cuts++) {
      // Each call compares the whole pattern again, which adds up for repetitive text.
      if (cuts === MAX_CUTS) return linear(words)(text, at + 1)
      at = text.indexOf(words, at + 1)
    }
    return at
  }
}

/** Knuth-Morris-Pratt: linear for any text and words. */
function linear(words: string): Search {
  const borders = bordersOf(words)
  return (text, from) => {
    let matched = 0
    for (let at = from; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      while (matched > 0 && words.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0
      if (words.charCodeAt(matched) === unit) matched++
      if (matched < words.length) continue
      if (isWholeWords(text, at + 1 - matched, matched)) return at + 1 - matched
      matched = borders[matched - 1] ?? 0
    }
    return -1
  }
}

/** For each prefix, the length of its longest proper prefix that is also its suffix. */
function bordersOf(words: string): Int32Array {
  const borders = new Int32Array(words.length)
  let length = 0
  for (let at = 1; at < words.length; at++) {
    while (length > 0 && words.charCodeAt(length) !== words.charCodeAt(at)) length = borders[length - 1] ?? 0
    if (words.charCodeAt(length) === words.charCodeAt(at)) length++
    borders[at] = length
  }
  return borders
}
