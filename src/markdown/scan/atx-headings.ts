import { frontMatterEnd } from './front-matter.ts'

/** An ATX heading whose `#` is the first character of its line. */
export interface AtxHeading {
  readonly depth: number
  /** The span from the line start to the end of the heading text, trailing white space excluded. */
  readonly start: number
  readonly end: number
}

/**
 * Finds the document-level headings of a text by jumping between candidate lines, about ten times as fast as `scan`:
 * every session start runs a recovery, and notes of 53 KB must not delay it. Returns undefined when a line depends on
 * its container, a heading is setext, or a block is unclosed. Otherwise equal to remark; a property test checks that.
 */
export function atxHeadings(text: string): readonly AtxHeading[] | undefined {
  const from = frontMatterEnd(text, text.charCodeAt(0) === 0xfeff ? 1 : 0)
  // A lone carriage return is a line ending too.
  if (text.includes('\r') && /\r(?!\n)/.test(text)) return undefined
  const jumper = new Jumper(text)
  return jumper.run(from) ? jumper.headings : undefined
}

/**
 * Lines that may be headings, or that open or close a block in which `#` is not a heading. All other lines are
 * content. No `i` flag: V8 takes twice as long to compile the pattern with it.
 */
const CANDIDATE =
  /\n(?=#| {1,3}#{1,6}(?:[ \t\r\n]|$)| {0,3}(?:```|~~~|<[A-Za-z!?/]|=+[ \t]*\r?(?:\n|$)|-+[ \t]*\r?(?:\n|$)))/g

class Jumper {
  readonly headings: AtxHeading[] = []
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  run(from: number): boolean {
    const first = this.#firstLine(from)
    if (first === undefined) return false
    CANDIDATE.lastIndex = first
    // Consumes only the line feed, so `lastIndex` is the line start and no match object is needed.
    while (CANDIDATE.test(this.#text)) {
      const next = this.#candidate(CANDIDATE.lastIndex)
      if (next === undefined) return false
      CANDIDATE.lastIndex = next
    }
    return true
  }

  /** Checks the first line on its own, since no line feed precedes it. */
  #firstLine(from: number): number | undefined {
    if (this.#text.charCodeAt(from) === 10 || this.#text.charCodeAt(from) === 13) return from
    const line = `\n${this.#text.slice(from, this.#lineEnd(from) + 1)}`
    CANDIDATE.lastIndex = 0
    return CANDIDATE.test(line) ? this.#candidate(from) : from
  }

  /**
   * Reads the candidate line at `start` and returns where to resume, or undefined when only a full parse can tell.
   */
  #candidate(start: number): number | undefined {
    let at = start
    while (this.#text.charCodeAt(at) === 32) at++
    const unit = this.#text.charCodeAt(at)
    if (unit === 35) return this.#heading(start, at)
    if (unit === 96 || unit === 126) return this.#fence(start, at, unit)
    if (unit === 60) return this.#html(start, at)
    return this.#underline(start, unit)
  }

  #heading(start: number, at: number): number | undefined {
    let hashes = at
    while (this.#text.charCodeAt(hashes) === 35) hashes++
    const depth = hashes - at
    const next = this.#text.charCodeAt(hashes)
    if (depth > 6 || !(Number.isNaN(next) || isSpace(next) || next === 10)) return hashes
    // An indented heading may belong to a list item.
    if (at > start) return undefined
    const lineEnd = this.#lineEnd(hashes)
    let end = lineEnd
    while (end > hashes && isSpace(this.#text.charCodeAt(end - 1))) end--
    this.headings.push({ depth, start, end })
    return lineEnd
  }

  /**
   * `===` or `---` below text makes a setext heading; below an empty line or an ATX heading it is not an underline.
   */
  #underline(start: number, unit: number): number | undefined {
    const before = this.#text.slice(this.#text.lastIndexOf('\n', start - 2) + 1, start - 1)
    if (start <= 1 || before.trim() === '') return start
    return unit === 45 && this.#text.charCodeAt(start) === 45 && /^#{1,6}(?:[ \t\r]|$)/.test(before)
      ? start
      : undefined
  }

  #fence(start: number, at: number, unit: number): number | undefined {
    let info = at
    while (this.#text.charCodeAt(info) === unit) info++
    const length = info - at
    let lineEnd = this.#lineEnd(info)
    // An info string cannot contain backticks: this is a code span (CommonMark 4.5).
    if (unit === 96 && this.#text.slice(info, lineEnd).includes('`')) return lineEnd
    const indent = at - start
    while (lineEnd < this.#text.length) {
      const line = lineEnd + 1
      lineEnd = this.#lineEnd(line)
      let content = line
      while (this.#text.charCodeAt(content) === 32) content++
      const blank = this.#text.slice(content, lineEnd).trim() === ''
      // A line indented less than its fence ends the list item that may hold it.
      if (indent > 0 && !blank && content - line < indent) return undefined
      if (!this.#closes(content, lineEnd, unit, length)) continue
      if (content - line <= 3) return lineEnd
      // A fence indented by four spaces cannot close a block at document level, but may in a list item.
      if (indent > 0) return undefined
    }
    return undefined
  }

  #closes(content: number, lineEnd: number, unit: number, length: number): boolean {
    let end = content
    while (this.#text.charCodeAt(end) === unit) end++
    return end - content >= length && this.#text.slice(end, lineEnd).trim() === ''
  }

  #html(start: number, at: number): number | undefined {
    const close = htmlClose(this.#text, at)
    const lineEnd = this.#lineEnd(at)
    if (close === 'never') return undefined
    if (close === 'blank line') return this.#element(lineEnd)
    const found = this.#text.indexOf(close, at + 2)
    if (found < 0 || (found > lineEnd && at > start)) return undefined
    return this.#lineEnd(found)
  }

  /**
   * Skips HTML up to a blank line. It may be paragraph text instead, which makes no difference as long as no other
   * candidate comes before the blank line.
   */
  #element(lineEnd: number): number | undefined {
    BLANK_LINE.lastIndex = lineEnd
    const end = BLANK_LINE.exec(this.#text)?.index ?? this.#text.length
    CANDIDATE.lastIndex = lineEnd
    const next = CANDIDATE.exec(this.#text)
    return next !== null && next.index < end ? undefined : end
  }

  #lineEnd(from: number): number {
    const feed = this.#text.indexOf('\n', from)
    return feed < 0 ? this.#text.length : feed
  }
}

const BLANK_LINE = /\n[ \t]*(?:\r?\n|$)/g

/** Space, tab, or the carriage return of a CRLF. */
const isSpace = (unit: number): boolean => unit === 32 || unit === 9 || unit === 13

/** The end condition of the HTML block that starts at `at` (CommonMark 4.6). */
function htmlClose(text: string, at: number): '-->' | '?>' | ']]>' | '>' | 'blank line' | 'never' {
  if (text.startsWith('<!--', at)) return '-->'
  if (text.startsWith('<?', at)) return '?>'
  if (text.startsWith('<![CDATA[', at)) return ']]>'
  if (/^<![a-z]/i.test(text.slice(at, at + 3))) return '>'
  return /^<\/?(?:script|pre|style|textarea)/i.test(text.slice(at, at + 11)) ? 'never' : 'blank line'
}
