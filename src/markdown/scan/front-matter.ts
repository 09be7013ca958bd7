const OPEN = /^---[ \t]*(?:\r\n|\n|\r)/
const CLOSE = /(?:\r\n|\n|\r)---[ \t]*(?=\r|\n|$)/g

/** Returns the end of the front matter at `start`, closing line included, or `start` when there is none. */
export function frontMatterEnd(text: string, start: number): number {
  if (!text.startsWith('---', start)) return start
  const open = OPEN.exec(text.slice(start, start + 80))
  if (open === null) return start
  // Starts at the opening line's own line ending, so that empty front matter matches too.
  CLOSE.lastIndex = start + open[0].trimEnd().length
  const close = CLOSE.exec(text)
  return close === null ? start : close.index + close[0].length
}
