import { lineEndAfter, nextLineStart } from './leaf.ts'

/** Walks a text line by line, and each line from its indentation inward. */
export class LineCursor {
  readonly text: string
  /** Start and end of the current line, without its line ending. */
  start = 0
  end = 0
  /** The current position in the line. */
  at = 0
  /** The first character from `at` on that is not a space or tab, and its indentation in columns, at least 4 with a tab. */
  next = 0
  indent = 0
  /** Set when that indentation contains a tab, whose width depends on its column. */
  tab = false
  #following: number

  constructor(text: string, from: number) {
    this.text = text
    this.#following = from
  }

  nextLine(): boolean {
    if (this.#following >= this.text.length) return false
    this.start = this.at = this.#following
    this.end = lineEndAfter(this.text, this.start)
    this.#following = nextLineStart(this.text, this.end)
    return true
  }

  /** Continues at the line that starts at `at`. */
  seek(at: number): void {
    this.#following = at
  }

  /** Computes `next` and `indent` from `at`. */
  measure(): void {
    let next = this.at
    this.tab = false
    for (; next < this.end; next++) {
      const unit = this.text.charCodeAt(next)
      if (unit === 9) this.tab = true
      else if (unit !== 32) break
    }
    this.next = next
    this.indent = this.tab ? next - this.at + 3 : next - this.at
    if (next >= this.end) this.tab = false
  }

  /**
   * Enters a container that consumes `columns` of the indentation. Without tabs the caller need not measure the rest
   * again, which would be quadratic for 2,000 nested lists.
   */
  enter(columns: number): void {
    this.at += columns
    this.indent -= columns
  }

  /** Are there only spaces and tabs from `at` on? */
  get blank(): boolean {
    return this.next >= this.end
  }

  /** The character at `next`. */
  get unit(): number {
    return this.text.charCodeAt(this.next)
  }

  /** Moves past the quote marker at `next` and the one space that belongs to it. */
  passQuoteMarker(): void {
    this.at = this.next + 1
    if (this.at < this.end && this.text.charCodeAt(this.at) === 32) this.at++
  }
}
