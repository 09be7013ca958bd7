/**
 * Each is a way to write a plan; three matches of one make a plan. Repeats are bounded, so that matching stays fast
 * on any text.
 */
const PATTERNS = [
  /^[^\S\n]{0,40}\d{1,9}[.)]\s{1,40}\S/gm,
  /\b(?:step|phase|stage)\s{1,40}\d/gi,
  /- \[[ x]\]/g,
]

/** Does the text look like a plan: three numbered lines, three named steps, or three tasks? */
export const looksLikePlan = (text: string): boolean =>
  PATTERNS.some(pattern => {
    let count = 0
    for (const _ of text.matchAll(pattern)) {
      count += 1
      if (count === 3) return true
    }
    return false
  })
