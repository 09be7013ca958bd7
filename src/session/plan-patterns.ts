/** Each is a way to write a plan; three of one kind are one. Bounded repeats, so that no text takes long. */
const PATTERNS = [
  /^[^\S\n]{0,40}\d{1,9}[.)]\s{1,40}\S/gm,
  /\b(?:step|phase|stage)\s{1,40}\d/gi,
  /- \[[ x]\]/g,
]

/** Whether a text looks like it lays out a plan: three numbered lines, three named steps, or three tasks. */
export const looksLikePlan = (text: string): boolean =>
  PATTERNS.some(pattern => {
    let count = 0
    for (const _ of text.matchAll(pattern)) {
      count += 1
      if (count === 3) return true
    }
    return false
  })
