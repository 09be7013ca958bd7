/**
 * Where a text stops telling what was done: `next: …`, `NEXT → …`, `Start with …`, `What to do then: …`. Not
 * `what's next`, which names no step.
 */
const NEXT =
  /(?:^|[\s.;,(*—–-])(next(?: (?:step|action|task|session|up)s?)?\**\s*(?::|→|->|=|\bis\b|\bare\b|—|–)|(?:then |now )?(?:start|resume|continue|go on|pick up)(?: again)? (?:with|by|at)\b|what (?:to do|comes) (?:then|next)\s*:)/gi

/** The last sentence of a text that begins like this says what to do. */
const NOW = /(?:^|[.!?;]\s+)((?:now|then)\b[^.!?;]{10,}[.!?]?)$/i

/** The part of a text that says what comes next, up to the end of its line. */
export function nextStepIn(text: string): string | undefined {
  const read = text.slice(0, MAX_TEXT)
  const found = [...read.matchAll(NEXT)].at(-1)
  if (found?.[1] === undefined) return NOW.exec(read.trimEnd())?.[1]
  const step = read.slice(found.index + found[0].length - found[1].length).split('\n')[0] ?? ''
  return step.length > found[1].length + 2 ? step : undefined
}

/** A line of this length is pasted output. */
const MAX_TEXT = 20_000
