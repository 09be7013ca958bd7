import type { Span } from '../document/block.ts'

/** The comments and tags of HTML in a text. No end is looked for twice, however many have none. */
export function tagsIn(text: string): readonly Span[] {
  const found: Span[] = []
  const commentEnd = closer(text, '-->')
  const tagEnd = closer(text, '>')
  let start = text.indexOf('<')
  while (start >= 0) {
    const isComment = text.startsWith('!--', start + 1)
    const end = isComment ? commentEnd(start + 4) : isTagStart(text, start) ? tagEnd(start + 2) : undefined
    const isOne = end !== undefined && (isComment || end - start <= LONGEST_TAG)
    if (isOne) found.push({ start, end })
    start = text.indexOf('<', isOne ? end : start + 1)
  }
  return found
}

/** A sign of comparison has its counterpart far off. */
const LONGEST_TAG = 1000

/** A letter, or a slash before one; CommonMark knows `<?…>` and `<!…>` as well. */
function isTagStart(text: string, start: number): boolean {
  const unit = text.charCodeAt(start + 1)
  const letter = (unit === 47 ? text.charCodeAt(start + 2) : unit) | 32
  return (letter >= 97 && letter <= 122) || unit === 33 || unit === 63
}

/** Where the next `sign` from a place on ends; to be asked from the start to the end. */
function closer(text: string, sign: string): (from: number) => number | undefined {
  let at = 0
  return from => {
    if (at >= 0 && at < from) at = text.indexOf(sign, from)
    return at < 0 ? undefined : at + sign.length
  }
}
