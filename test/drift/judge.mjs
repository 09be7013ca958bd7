// Compares an answer with the truth, and counts.
import { similarityOf, tokensOf } from './words.mjs'

/** Below this similarity a changed line and a deleted one cannot be told apart, and either answer is right. */
const GREY = 0.6

/** A deleted line may be called changed when the line shown in its place is at least this similar. */
const MIN_LIKE = 0.5

const likeness = ({ text }, { closest }) =>
  closest === undefined ? 0 : similarityOf(tokensOf(text), tokensOf(closest.text))

const isAt = ({ path, from, to }, place) =>
  place !== undefined && place.path === path && (place.from === from || (place.from < from && place.to >= to))

/** Judges one claim: is the answer right, and if not, is a stale claim at least called stale? */
export function judge(quote, truth, answer) {
  const said = answer?.state ?? 'nothing'
  const foundIt = truth.state === 'moved' && said === 'moved' && isAt(truth, answer.places[0])
  const isGrey = truth.state === 'changed' && (truth.similarity ?? 1) < GREY
  const isRight = {
    ok: said === 'ok',
    moved: foundIt || (said === 'ok' && isWithin(quote, truth)),
    changed: said === 'changed' || (isGrey && isGone(answer)),
    gone: isGone(answer) || (said === 'changed' && likeness(quote, answer) >= MIN_LIKE),
  }[truth.state]
  const isStale = truth.state === 'changed' || truth.state === 'gone'
  const saidStale = said === 'changed' || said === 'gone' || said === 'missing'
  return {
    quote,
    truth,
    answer,
    isRight,
    isCoarselyRight: isRight || (isStale && saidStale),
    foundIt: foundIt || (truth.state === 'moved' && isRight),
    isFalseMove: said === 'moved' && !foundIt,
    isFalseOk: said === 'ok' && !isRight,
    isFalseGone: (truth.state === 'ok' || truth.state === 'moved') && saidStale,
    noticed: said !== 'ok' && said !== 'moved' && said !== 'unchecked' && said !== 'nothing',
    closestIsRight:
      truth.state === 'changed' && answer?.closest
        ? answer.closest.from <= truth.to && (answer.closest.to ?? answer.closest.from) >= truth.from
        : undefined,
    failure: isRight ? undefined : failureOf(truth, answer),
  }
}

/** When cited lines were joined, the shorter range that is left still lies within the cited one, so `ok` is right too. */
const isWithin = (quote, truth) =>
  truth.path === quote.path && quote.to > quote.from && truth.from >= quote.from && truth.to <= quote.to

const isGone = answer => answer?.state === 'gone' || answer?.state === 'missing'

function failureOf(truth, answer) {
  if (answer === undefined) return `${truth.state}, not answered`
  const where = answer.state === 'moved' && truth.state === 'moved' ? ' to another place' : ''
  return `${truth.state}, said ${answer.state}${where}`
}

const share = (part, whole) => (whole === 0 ? undefined : part / whole)
const count = (list, test) => list.filter(test).length

/** Returns the figures for a list of judged claims. */
export function measure(judged) {
  const moved = judged.filter(({ truth }) => truth.state === 'moved')
  const saidMoved = judged.filter(({ answer }) => answer?.state === 'moved')
  const saidOk = judged.filter(({ answer }) => answer?.state === 'ok')
  const edited = judged.filter(({ closestIsRight }) => closestIsRight !== undefined)
  return {
    quotes: judged.length,
    right: share(
      count(judged, ({ isRight }) => isRight),
      judged.length,
    ),
    coarse: share(
      count(judged, ({ isCoarselyRight }) => isCoarselyRight),
      judged.length,
    ),
    recall: share(
      count(moved, ({ foundIt }) => foundIt),
      moved.length,
    ),
    precision: share(
      count(saidMoved, ({ isFalseMove }) => !isFalseMove),
      saidMoved.length,
    ),
    falseOk: share(
      count(saidOk, ({ isFalseOk }) => isFalseOk),
      saidOk.length,
    ),
    falseGone: share(
      count(judged, ({ isFalseGone }) => isFalseGone),
      count(judged, ({ truth }) => truth.state === 'ok' || truth.state === 'moved'),
    ),
    closest: share(
      count(edited, ({ closestIsRight }) => closestIsRight),
      edited.length,
    ),
    moved: moved.length,
    saidMoved: saidMoved.length,
    saidOk: saidOk.length,
    unchecked: count(judged, ({ answer }) => answer?.state === 'unchecked'),
  }
}
