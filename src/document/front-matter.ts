const OPEN = /^---[ \t]*(?:\r\n|\n|\r)/
const CLOSE = /(?:\r\n|\n|\r)---[ \t]*(?=\r|\n|$)/g

/** Where front matter that starts at `start` ends (its closing line included), or `start` when there is none. */
export function frontMatterEnd(text: string, start: number): number {
  if (!text.startsWith('---', start)) return start
  const open = OPEN.exec(text.slice(start, start + 80))
  if (open === null) return start
  // From the opening line's own ending, so that an empty front matter is found too.
  CLOSE.lastIndex = start + open[0].trimEnd().length
  const close = CLOSE.exec(text)
  return close === null ? start : close.index + close[0].length
}
