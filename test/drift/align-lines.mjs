// Matches the old lines of a hunk with its new lines: equal words first, then reflowed lines, then the most similar.
import { similarityOf, squeezeLines, tokensOf, wordsOf } from './words.mjs'

const MAX_CELLS = 4_000_000
const MAX_ALIKE = 22_500

/** Two lines that are at least this similar count as one edited line. */
const MIN_ALIKE = 0.5

/**
 * Returns for each old line `{ to, same, joined }` with the indexes of the new lines that continue it, `{ unsure }`, or
 * undefined when there are none.
 */
export function alignLines(before, after) {
  const answers = new Array(before.length)
  const keys = [before.map(wordsOf), after.map(wordsOf)]
  if (before.length * after.length > MAX_CELLS) {
    alignUnique(keys, answers)
    return answers
  }
  const pairs = heaviestCommon(keys[0], keys[1], (one, other) =>
    one === other && one !== '' ? 2 + Math.min(one.length, 40) : 0,
  )
  let [from, start] = [0, 0]
  for (const [one, other] of [...pairs, [before.length, after.length]]) {
    alignGap(before, after, { from, to: one, start, end: other }, answers)
    if (one < before.length) answers[one] = { to: [other], same: true }
    from = one + 1
    start = other + 1
  }
  return answers
}

/** In a very large hunk, follows only lines whose words occur once on each side. */
function alignUnique([before, after], answers) {
  const count = keys => {
    const places = new Map()
    for (const [index, key] of keys.entries()) places.set(key, places.has(key) ? -1 : index)
    return places
  }
  const [old, young] = [count(before), count(after)]
  for (const [index, key] of before.entries()) {
    const to = young.get(key)
    if (old.get(key) === index && to !== undefined && to >= 0 && key.length > 8)
      answers[index] = { to: [to], same: true }
    else answers[index] = { unsure: 'very large hunk' }
  }
}

/** The heaviest common subsequence as pairs of indexes. */
function heaviestCommon(before, after, weigh) {
  const width = after.length + 1
  const table = new Float32Array((before.length + 1) * width)
  for (let one = before.length - 1; one >= 0; one--)
    for (let other = after.length - 1; other >= 0; other--) {
      const weight = weigh(before[one], after[other])
      const skip = Math.max(table[(one + 1) * width + other], table[one * width + other + 1])
      table[one * width + other] =
        weight > 0 ? Math.max(skip, weight + table[(one + 1) * width + other + 1]) : skip
    }
  const pairs = []
  for (let one = 0, other = 0; one < before.length && other < after.length; ) {
    const best = table[one * width + other]
    if (best === table[(one + 1) * width + other]) one++
    else if (best === table[one * width + other + 1]) other++
    else pairs.push([one++, other++])
  }
  return pairs
}

function alignGap(before, after, { from, to, start, end }, answers) {
  if (from >= to || start >= end) return
  const [old, young] = [before.slice(from, to), after.slice(start, end)]
  const absorbed = new Set()
  followReflow(old, young, (index, lines) => {
    if (lines === undefined) absorbed.add(index)
    else answers[from + index] = { ...lines, to: lines.to.map(line => line + start) }
  })
  const isOpen = index => answers[from + index] === undefined && wordsOf(old[index]) !== ''
  const taken = new Set(answers.slice(from, to).flatMap(answer => answer?.to ?? []))
  const left = [...old.keys()].filter(isOpen)
  const right = [...young.keys()].filter(index => !taken.has(index + start) && wordsOf(young[index]) !== '')
  if (left.length * right.length > MAX_ALIKE) {
    for (const index of left) answers[from + index] = { unsure: 'large rewritten hunk' }
    return
  }
  const tokens = [left.map(index => tokensOf(old[index])), right.map(index => tokensOf(young[index]))]
  const pairs = heaviestCommon(tokens[0], tokens[1], (one, other) => {
    const similarity = similarityOf(one, other)
    return similarity >= MIN_ALIKE ? similarity : 0
  })
  for (const [one, other] of pairs)
    answers[from + left[one]] = {
      to: [start + right[other]],
      same: false,
      similarity: similarityOf(tokens[0][one], tokens[1][other]),
    }
  for (const index of absorbed) answers[from + index] ??= { unsure: 'its words are part of another line now' }
}

/**
 * Follows lines that were broken or joined: their words keep their order, but the line ends changed. Calls `follow`
 * without lines when the words are now part of another line.
 */
function followReflow(old, young, follow) {
  if (old.length > 400 || young.length > 400) return
  const [before, after] = [squeezeLines(old), squeezeLines(young)]
  const isAll = before.text === after.text
  for (const index of old.keys()) {
    const first = before.lineOf.indexOf(index)
    if (first < 0) continue
    const length = before.lineOf.lastIndexOf(index) - first + 1
    const words = before.text.slice(first, first + length)
    const at = isAll ? first : after.text.indexOf(words)
    if (!isAll && (at < 0 || words.length < 4)) continue
    const isOnce = isAll || (words.length >= 8 && after.text.indexOf(words, at + 1) < 0)
    if (!isOnce) {
      follow(index)
      continue
    }
    const lines = [...new Set(after.lineOf.slice(at, at + length))]
    const [from, to] = [after.lineOf.indexOf(lines[0]), after.lineOf.lastIndexOf(lines.at(-1)) + 1]
    const isWhole = from === at && to === at + length
    // Words that became part of another statement count as edited, unless only the line ends changed.
    follow(index, isAll || isWhole ? { to: lines, same: true, joined: !isWhole } : undefined)
  }
}
