import { standsFree } from './word.ts'

/** Where the words next stand in a text, no word cut in two; -1 when nowhere. */
export type Search = (text: string, from: number) => number

/**
 * V8's `indexOf` knows only the last 250 units of what it looks for (`kBMMaxShift`): for `baaa…` of 100 KB in 10 MB of
 * `aaaa…` it would take hours. Up to there it is several times faster than what can be written here.
 */
const LONGEST_BUILT_IN = 250

const MOST_CUTS = 50

export function searchFor(words: string): Search {
  return words.length > LONGEST_BUILT_IN ? linear(words) : builtIn(words)
}

function builtIn(words: string): Search {
  return (text, from) => {
    let at = text.indexOf(words, from)
    for (let cuts = 1; at >= 0 && !standsFree(text, at, words.length); cuts++) {
      // Each call compares all the words again, which adds up where they repeat themselves.
      if (cuts === MOST_CUTS) return linear(words)(text, at + 1)
      at = text.indexOf(words, at + 1)
    }
    return at
  }
}

/** Knuth, Morris and Pratt: each unit of the text is looked at about once, whatever the words are. */
function linear(words: string): Search {
  const borders = bordersOf(words)
  return (text, from) => {
    let matched = 0
    for (let at = from; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      while (matched > 0 && words.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0
      if (words.charCodeAt(matched) === unit) matched++
      if (matched < words.length) continue
      if (standsFree(text, at + 1 - matched, matched)) return at + 1 - matched
      matched = borders[matched - 1] ?? 0
    }
    return -1
  }
}

/** For each start of the words, the length of the longest shorter start that it also ends with. */
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
