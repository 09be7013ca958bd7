const CHUNK = 1 << 12

/**
 * Which line an offset is on, for the few places that a large file is asked about: counting line feeds as far as
 * needed is some ten times as fast as an index of all lines. Only for texts without lone carriage returns.
 */
export function lineCounter(text: string): (offset: number) => number {
  /** Line feeds before each chunk, as far as somebody has asked. */
  const before = [0]
  return offset => {
    const chunk = Math.floor(offset / CHUNK)
    for (let known = before.length; known <= chunk; known++)
      before.push((before[known - 1] ?? 0) + countFeeds(text, (known - 1) * CHUNK, known * CHUNK))
    return 1 + (before[chunk] ?? 0) + countFeeds(text, chunk * CHUNK, offset)
  }
}

/** V8 splits in one go, where a loop costs a call for each line: a fifth of the time in a cold process. */
const countFeeds = (text: string, from: number, to: number): number =>
  text.slice(from, to).split('\n').length - 1
