import { partWeight } from '../../markdown/tokens.ts'
import type { Mark } from '../evidence-marks.ts'
import type { Item } from '../levels/item.ts'
import { clip } from './clip.ts'

/** A printed line and its cost. */
export interface Line {
  readonly text: string
  readonly cost: number
  /** Is the whole item printed? */
  readonly isWhole: boolean
}

/** Cost of a line ending, with an allowance for rounding. */
const LINE_END = 0.35

/** Minimum tokens of a clipped text: a shorter one no longer says what it is about. */
const MIN_TEXT = 8

/** Prints the item in full. */
export function wholeLine({ label, datedLabel, text }: Item, mark: Mark | undefined): Line {
  return lineOf(datedLabel ?? label, text, mark, true)
}

/** Prints the part of an item that matters most, in at most `most` tokens. Undefined if that would say nothing. */
export function shortLine(item: Item, mark: Mark | undefined, most: number): Line | undefined {
  const { label, text, brief, stands } = item
  const whole = lineOf(label, text, mark, item.datedLabel === undefined || item.datedLabel === label)
  if (whole.cost <= most) return whole
  const inBrief = brief === undefined ? undefined : lineOf(label, brief, mark, false)
  if (inBrief !== undefined && inBrief.cost <= most) return inBrief
  const bare = lineOf(label, '', mark, false)
  const said = clipped(item, most - bare.cost)
  if (said !== undefined) return lineOf(label, said, mark, false)
  return stands === true && bare.cost <= most ? bare : undefined
}

/** Clips the text of an item to at most `most` tokens. Cuts the story before it cuts the next step at its end. */
function clipped({ kind, text, brief, tail, isStory, isEvent }: Item, most: number): string | undefined {
  const fromStart = kind === 'context' ? clipState : clipStart
  if (tail !== undefined && text.includes(tail)) {
    const left = most - partWeight(` ${tail}`)
    const before = text.slice(0, text.lastIndexOf(tail)).trim()
    if (left < 0) return most < MIN_TEXT ? undefined : clippedTail(before, tail, most)
    const cut = isEvent === true ? clipEvent : isStory === true ? fromStart : clip
    const story = left < MIN_TEXT ? undefined : cut(before, left)
    return story === undefined ? tail : `${story} ${tail}`
  }
  if (most < MIN_TEXT) return undefined
  if (isEvent === true) return clipEvent(text, most)
  return isStory === true ? fromStart(text, most) : clip(brief ?? text, most)
}

/**
 * Clips a tail, and puts what its pronoun refers to before it: `Credit notes are rounded… This must be fixed before…`.
 */
function clippedTail(before: string, tail: string, most: number): string | undefined {
  const object =
    /^(?:this|that|these|they|it)\b/i.test(tail) && most > 3 * MIN_TEXT ? clip(before, most / 3) : undefined
  if (object === undefined) return clip(tail, most)
  const rest = clip(tail, most - partWeight(`${object} `))
  return rest === undefined ? clip(tail, most) : `${object} ${rest}`
}

/**
 * Minimum tokens of a clipped sentence. One cut off before a long path, for example, no longer says what it is about.
 */
const MIN_STORY = 12

const told = (clipped: string | undefined): string | undefined =>
  clipped === undefined || partWeight(clipped) < MIN_STORY ? undefined : clipped

/**
 * Clips an event to the start of its first sentence, which says what happened, and its last sentences, which say where
 * the work stopped.
 */
function clipEvent(text: string, most: number): string | undefined {
  if (partWeight(text) <= most) return text
  const [first = '', ...rest] = text.split(SENTENCE_END)
  const opening = clip(first, most * 0.45)
  const end = opening === undefined ? undefined : lastSentences(rest, most - partWeight(`${opening} `))
  if (opening === undefined || end === undefined) return clipStart(text, most) ?? clip(text, most)
  return `${opening} ${opening.endsWith('…') ? end.replace(/^… /, '') : end}`
}

/**
 * Clips a story to its last sentences, which say where the work stopped rather than how it began. The introduction of a
 * list stays: `Hardening before the next phase: … Parallel runs of the tests.`
 */
function clipStart(text: string, most: number): string | undefined {
  if (partWeight(text) <= most) return text
  const intro = INTRO.exec(text)?.[0] ?? ''
  const left = most - partWeight(`${intro} `)
  const told = left < most / 2 ? undefined : lastSentences(text.slice(intro.length).split(SENTENCE_END), left)
  if (intro === '' || told === undefined) return lastSentences(text.split(SENTENCE_END), most)
  return `${intro} ${told}`
}

/**
 * Keeps the first sentence of a state too, if it is short: it may say what the others are about. Keeps its start when the
 * end alone would begin inside a sentence.
 */
function clipState(text: string, most: number): string | undefined {
  if (partWeight(text) <= most) return text
  const [first = '', ...rest] = text.split(SENTENCE_END)
  const cost = partWeight(`${first} `)
  const last = cost > most * SHORT ? undefined : lastSentences(rest, most - cost)
  if (last !== undefined) return `${first} ${last}`
  const end = clipStart(text, most)
  return end !== undefined && startsInside(end, text) ? (clipEvent(text, most) ?? end) : end
}

/** Does the clipped text start inside a sentence, which has then lost its subject? */
function startsInside(clipped: string, text: string): boolean {
  const at = text.lastIndexOf(clipped.replace(/^… /, '').slice(0, 30))
  return clipped.startsWith('… ') && at > 0 && !/[.!?;]\s*$/.test(text.slice(0, at))
}

/** The share of a clipped state that its first sentence may take. */
const SHORT = 0.4

const INTRO = /^(?:[\w'’/-]+ ){3,14}[\w'’/-]+:(?= )/

/** Matches the space after a sentence or a bullet, but not inside parentheses. */
const SENTENCE_END = /(?<=[.!?;])\s+(?![^()]{0,200}\))/

/** Clips the last sentence, with an ellipsis for those before it. */
function toldAfter(before: readonly string[], sentence: string, most: number): string | undefined {
  if (before.length === 0) return told(clip(sentence, most))
  const clipped = told(clip(sentence, most - partWeight('… ')))
  return clipped === undefined ? undefined : `… ${clipped}`
}

function lastSentences(sentences: string[], most: number): string | undefined {
  if (sentences.length === 0) return undefined
  let kept = ''
  for (let sentence = sentences.pop(); sentence !== undefined; sentence = sentences.pop()) {
    const longer = kept === '' ? sentence : `${sentence} ${kept}`
    if (partWeight(`… ${longer}`) > most) {
      if (kept === '') return toldAfter(sentences, sentence, most)
      return `… ${lastClauses(sentence, most - partWeight(`… ${kept}`))}${kept}`
    }
    kept = longer
  }
  return `… ${kept}`
}

/** Returns as many of the last clauses of a sentence as fit. They say what follows from the clauses before them. */
function lastClauses(sentence: string, most: number): string {
  for (const { index } of sentence.matchAll(/(?<=[,;:]) +(?=\S)/g)) {
    const clauses = `${sentence.slice(index).trimStart()} `
    const cost = partWeight(clauses)
    if (cost < MIN_TEXT) break
    if (cost <= most) return clauses
  }
  return ''
}

function lineOf(label: string, text: string, mark: Mark | undefined, isWhole: boolean): Line {
  const said = text === '' ? label.trimEnd() : `${label}${text}`
  const line = mark === undefined ? said : `${said} (evidence ${mark})`
  return { text: line, cost: partWeight(line) + LINE_END, isWhole }
}
