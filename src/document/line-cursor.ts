import { lineEndAfter, nextLineStart } from './leaf.ts'

/** Walks a text line by line, and each line from its indentation inwards. */
export class LineCursor {
  readonly text: string
  /** The line: where it starts and where it ends, its line ending not included. */
  start = 0
  end = 0
  /** How far the line has been read. */
  at = 0
  /** The first character from there that is not a blank, and how many columns it is indented by. */
  next = 0
  indent = 0
  /** A tab in that indentation: its columns depend on where it stands. */
  tab = false
  #following: number
  readonly #carriage: boolean

  constructor(text: string, from: number) {
    this.text = text
    this.#following = from
    this.#carriage = text.includes('\r')
  }

  nextLine(): boolean {
    if (this.#following >= this.text.length) return false
    this.start = this.at = this.#following
    if (this.#carriage) {
      this.end = lineEndAfter(this.text, this.start)
      this.#following = nextLineStart(this.text, this.end)
    } else {
      const feed = this.text.indexOf('\n', this.start)
      this.end = feed < 0 ? this.text.length : feed
      this.#following = this.end + 1
    }
    return true
  }

  /** The next line is the one that starts there. */
  goOn(at: number): void {
    this.#following = at
  }

  /** Finds `next` and `indent` from `at`. */
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
   * Into a container that takes this many columns of the indentation. Without a tab the rest of it need not be measured
   * again, which 2,000 lists in one another would each do for each of them.
   */
  enter(columns: number): void {
    this.at += columns
    this.indent -= columns
  }

  /** Nothing but blanks from `at` on. */
  get blank(): boolean {
    return this.next >= this.end
  }

  /** The character at `next`. */
  get unit(): number {
    return this.text.charCodeAt(this.next)
  }

  /** Past the marker that stands at `next` and the one blank that belongs to it. */
  passMarker(length: number): void {
    this.at = this.next + length
    if (this.at < this.end && this.text.charCodeAt(this.at) === 32) this.at++
  }
}
