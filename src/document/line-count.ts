/**
 * Which line an offset is on, for the few places that a large file is asked about: counting line feeds is some ten
 * times as fast as an index of all lines. Only for texts without lone carriage returns.
 */
export function lineCounter(text: string): (offset: number) => number {
  let line = 1
  let counted = 0
  return offset => {
    if (offset < counted) [line, counted] = [1, 0]
    for (
      let feed = text.indexOf('\n', counted);
      feed >= 0 && feed < offset;
      feed = text.indexOf('\n', feed + 1)
    ) {
      line++
      counted = feed + 1
    }
    return line
  }
}
