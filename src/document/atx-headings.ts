import { frontMatterEnd } from './front-matter.ts'

/** A heading that starts with number signs at the very start of its line. */
export interface AtxHeading {
  readonly depth: number
  /** Where its line starts, and where its text ends (trailing blanks left out). */
  readonly start: number
  readonly end: number
}

/**
 * The document-level headings of a text, found by jumping from one line that may matter to the next: some ten times
 * as fast as `scan`, which a recovery at the start of every session cannot afford on 53 KB. Undefined when a line
 * would have to be seen in its container, when a heading is underlined, or when something is not closed. Else equal
 * to what remark says; a property test holds that.
 */
export function atxHeadings(text: string): readonly AtxHeading[] | undefined {
  const from = frontMatterEnd(text, text.charCodeAt(0) === 0xfeff ? 1 : 0)
  // A carriage return alone ends lines too.
  if (text.includes('\r') && /\r(?!\n)/.test(text)) return undefined
  const jumper = new Jumper(text)
  return jumper.run(from) ? jumper.headings : undefined
}

/**
 * Lines that may start or end something which decides what is a heading; everything else is only content. Without
 * the flag that ignores case: V8 takes twice as long to compile such a pattern.
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
    // Only the line feed is consumed, so that no match object is needed to know where the line starts.
    while (CANDIDATE.test(this.#text)) {
      const next = this.#candidate(CANDIDATE.lastIndex)
      if (next === undefined) return false
      CANDIDATE.lastIndex = next
    }
    return true
  }

  /** No line ending stands before it. */
  #firstLine(from: number): number | undefined {
    if (this.#text.charCodeAt(from) === 10 || this.#text.charCodeAt(from) === 13) return from
    const line = `\n${this.#text.slice(from, this.#lineEnd(from) + 1)}`
    CANDIDATE.lastIndex = 0
    return CANDIDATE.test(line) ? this.#candidate(from) : from
  }

  /** Where to look on after a line that starts at `start`; undefined when only a real parse decides. */
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
    let marks = at
    while (this.#text.charCodeAt(marks) === 35) marks++
    const depth = marks - at
    const follower = this.#text.charCodeAt(marks)
    if (depth > 6 || !(Number.isNaN(follower) || isBlank(follower) || follower === 10)) return marks
    // Indented, it may be inside of a list item.
    if (at > start) return undefined
    const lineEnd = this.#lineEnd(marks)
    let end = lineEnd
    while (end > marks && isBlank(this.#text.charCodeAt(end - 1))) end--
    this.headings.push({ depth, start, end })
    return lineEnd
  }

  /** An underline under text makes that a heading; under nothing it is a rule, under a heading too. */
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
    // Back ticks in the info string: a code span.
    if (unit === 96 && this.#text.slice(info, lineEnd).includes('`')) return lineEnd
    const indent = at - start
    while (lineEnd < this.#text.length) {
      const line = lineEnd + 1
      lineEnd = this.#lineEnd(line)
      let content = line
      while (this.#text.charCodeAt(content) === 32) content++
      const blank = this.#text.slice(content, lineEnd).trim() === ''
      // A line further out than an indented fence ends the list item that may hold it.
      if (indent > 0 && !blank && content - line < indent) return undefined
      if (!this.#closes(content, lineEnd, unit, length)) continue
      if (content - line <= 3) return lineEnd
      // Four blanks are too many at document level; in a list item they may be few enough.
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

  /** Up to a blank line it is HTML or, inside a paragraph, text: the same as long as nothing else starts there. */
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

/** A tab or a blank; the carriage return of a line ending counts as one. */
const isBlank = (unit: number): boolean => unit === 32 || unit === 9 || unit === 13

/** What ends an HTML block that starts here. */
function htmlClose(text: string, at: number): '-->' | '?>' | ']]>' | '>' | 'blank line' | 'never' {
  if (text.startsWith('<!--', at)) return '-->'
  if (text.startsWith('<?', at)) return '?>'
  if (text.startsWith('<![CDATA[', at)) return ']]>'
  if (/^<![a-z]/i.test(text.slice(at, at + 3))) return '>'
  return /^<\/?(?:script|pre|style|textarea)/i.test(text.slice(at, at + 11)) ? 'never' : 'blank line'
}
