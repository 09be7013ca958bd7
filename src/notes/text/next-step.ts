/**
 * `next: …`, `Next step is …`, `NEXT → …`: where a text stops telling what was done. Not `what's next`, which names
 * no step.
 */
const NEXT =
  /(?:^|[\s.;,(*—–-])(next(?: (?:step|action|task|session|up)s?)?\**\s*(?::|→|->|=|\bis\b|\bare\b|—|–))/gi

/** The end of a text that says what comes next, up to its last character. */
export function nextStepIn(text: string): string | undefined {
  const found = [...text.slice(0, MAX_TEXT).matchAll(NEXT)].at(-1)
  if (found?.[1] === undefined) return undefined
  const step = text.slice(found.index + found[0].length - found[1].length)
  return step.length > found[1].length + 2 ? step : undefined
}

/** A line of this length is pasted output. */
const MAX_TEXT = 20_000
