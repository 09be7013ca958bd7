const NAMED = String.raw`next(?: (?:step|action|task|session|up)s?)?\**\s*(?::|→|->|=|\bis\b|\bare\b|—|–)`
const TOLD =
  String.raw`(?:then |now )?(?:start|resume|continue|go on|picks? up)(?: again)? (?:with|by|at|via|from)\b` +
  String.raw`|what (?:to do|comes) (?:then|next)\s*:`
const MAY_BE_TOLD = /start|resume|continue|go on|picks? up|what /i
const FRONT = String.raw`(?:^|[\s.;,(*—–-])`

/**
 * Marks where a text turns to what comes next: `next: …`, `NEXT → …`, `Start with …`, `What to do then: …`. Not `what's
 * next`, which names no step.
 */
const NEXT = new RegExp(`${FRONT}(${NAMED}|${TOLD})`, 'gi')
/** For texts that `MAY_BE_TOLD` does not match: compiling all of NEXT costs a session start 1.5 ms. */
const NEXT_NAMED = new RegExp(`${FRONT}(${NAMED})`, 'gi')

/** Matches a last sentence that starts with `Now` or `Then`: it says what to do. */
const NOW = /(?:^|[.!?;]\s+)((?:now|then)\b[^.!?;]{10,}[.!?]?)$/i

/** The part of a text that says what comes next, up to the end of its line. */
export function nextStepIn(text: string): string | undefined {
  const read = text.slice(0, MAX_TEXT)
  // An aside, as in `(new players start at 1000)`, is not a step.
  const marks = [...read.matchAll(MAY_BE_TOLD.test(read) ? NEXT : NEXT_NAMED)].filter(
    ({ index }) => read.lastIndexOf('(', index) <= read.lastIndexOf(')', index),
  )
  // The step begins at the first mark of the last sentence that has one: `Next: drain the pool, start with node 6`.
  const last = marks.at(-1)?.index ?? 0
  const found = marks.find(({ index }) => !/[.!?]\s/.test(read.slice(index + 1, last)))
  if (found?.[1] === undefined) return NOW.exec(read.trimEnd())?.[1]
  const step = read.slice(found.index + found[0].length - found[1].length).split('\n')[0] ?? ''
  return step.length > found[1].length + 2 ? step : undefined
}

/** Text beyond this length is pasted output. */
const MAX_TEXT = 20_000

const HELD =
  /\b(?:holds? (?:it|this|us)|held up|blocked (?:by|on|until)|wait(?:s|ing)? (?:for|on)|pending (?:an? |the |your )?(?:approval|decision|operator|review|sign-?off)|needs? (?:the )?(?:approval|sign-?off|go-ahead|consent)|(?:must|ha(?:s|ve) to) (?:first )?(?:approve|sign|choose|decide|confirm))\b/i

/** Returns the sentence that says what the work waits for, without a lead such as `What holds it:`. */
export const heldIn = (text: string): string | undefined =>
  text
    .slice(0, MAX_TEXT)
    .split(/\n\s*\n|\n(?=\s*[-*+#|>])|(?<=[.!?]\*{0,2})\s+/)
    .find(sentence => HELD.test(sentence))
    ?.replace(/^[^:]{0,20}\bholds?\b[^:]{0,20}:/i, '')
    .trim()
