/** Recognizes the blocks that can start at the first non-space character of a line. Callers handle tabs. */

const HASH = 35
const BACKTICK = 96
const UNDERSCORE = 95

export function atxDepth(text: string, at: number, end: number): number {
  let stop = at
  while (stop < end && text.charCodeAt(stop) === HASH) stop++
  const depth = stop - at
  const after = text.charCodeAt(stop)
  return depth <= 6 && (stop >= end || after === 32 || after === 9) ? depth : 0
}

export interface Fence {
  readonly unit: number
  readonly length: number
}

export function fenceAt(text: string, at: number, end: number): Fence | undefined {
  const unit = text.charCodeAt(at)
  if (unit !== BACKTICK && unit !== 126) return undefined
  const length = runLength(text, at, end, unit)
  if (length < 3) return undefined
  const info = text.indexOf('`', at + length)
  return unit === BACKTICK && info >= 0 && info < end ? undefined : { unit, length }
}

export function closesFence(text: string, at: number, end: number, fence: Fence): boolean {
  const length = runLength(text, at, end, fence.unit)
  return length >= fence.length && onlySpaces(text, at + length, end)
}

export function isSetextUnderline(text: string, at: number, end: number): boolean {
  const unit = text.charCodeAt(at)
  return (unit === 61 || unit === 45) && onlySpaces(text, at + runLength(text, at, end, unit), end)
}

/**
 * Returns undefined for a thematic break (CommonMark 4.1), else the position before which no break can start. Needed
 * for a line with 20,000 list markers, each of which might begin a break.
 */
export function ruleStop(text: string, at: number, end: number): number | undefined {
  const unit = text.charCodeAt(at)
  if (unit !== 45 && unit !== 42 && unit !== UNDERSCORE) return at
  let count = 0
  for (let position = at; position < end; position++) {
    const here = text.charCodeAt(position)
    if (here === unit) count++
    else if (here !== 32 && here !== 9) return position
  }
  return count >= 3 ? undefined : end
}

/** The length of a list marker followed by a space, a tab or the end of the line; 0 when there is none. */
export function markerLength(text: string, at: number, end: number): number {
  const unit = text.charCodeAt(at)
  let stop = at
  if (unit === 45 || unit === 42 || unit === 43) stop++
  else {
    while (stop < end && stop - at < 9 && isDigit(text.charCodeAt(stop))) stop++
    const delimiter = text.charCodeAt(stop)
    if (stop === at || stop >= end || (delimiter !== 46 && delimiter !== 41)) return 0
    stop++
  }
  const after = text.charCodeAt(stop)
  return stop >= end || after === 32 || after === 9 ? stop - at : 0
}

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57

const FOOTNOTE = /^\[\^((?:\\[\\[\]]|[^\s\\[\]]|\\(?![\\[\]]))+)\]:[ \t]*/

/** The length of a footnote label with its colon and the white space after it. */
export function footnoteLabel(text: string, at: number, end: number): number {
  return FOOTNOTE.exec(text.slice(at, Math.min(end, at + 1100)))?.[0].length ?? 0
}

const DELIMITER = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/

export function isDelimiterRow(text: string, at: number, end: number): boolean {
  const unit = text.charCodeAt(at)
  return (unit === 124 || unit === 45 || unit === 58) && DELIMITER.test(text.slice(at, end))
}

/** The kind of HTML block that a line starts, 1 to 7 (CommonMark 4.6), or 0. */
export function htmlKind(text: string, at: number, end: number): number {
  const line = text.slice(at, end)
  if (line.startsWith('<!--')) return 2
  if (line.startsWith('<?')) return 3
  if (line.startsWith('<![CDATA[')) return 5
  if (/^<![a-z]/i.test(line)) return 4
  if (RAW_TAG.test(line)) return 1
  const name = BLOCK_TAG.exec(line)?.[1]
  if (name !== undefined && BLOCK_NAMES.has(name.toLowerCase())) return 6
  return OPEN_TAG.test(line) || CLOSE_TAG.test(line) ? 7 : 0
}

/** Does this line end an HTML block of kind 1 to 5? */
export function endsHtml(text: string, at: number, end: number, kind: number): boolean {
  const line = text.slice(at, end)
  return kind === 1 ? RAW_CLOSE.test(line) : line.includes(HTML_ENDS[kind] ?? '')
}

/** The first offset in an HTML block at which its end mark can start: `<!-->` is a whole block, `<?>` is not. */
export const htmlHead = (kind: number): number => (kind === 1 ? 1 : 2)

const HTML_ENDS: readonly string[] = ['', '', '-->', '?>', '>', ']]>']
const RAW_TAG = /^<(?:script|pre|style|textarea)(?=[\s>]|$)/i
const RAW_CLOSE = /<\/(?:script|pre|style|textarea)>/i
const BLOCK_TAG = /^<\/?([a-z][a-z0-9-]*)(?=[ \t]|\/?>|$)/i
const OPEN_TAG =
  /^<[a-z][a-z0-9-]*(?:[ \t]+[a-z_:][a-z0-9_.:-]*(?:[ \t]*=[ \t]*(?:[^ \t"'=<>`]+|'[^']*'|"[^"]*"))?)*[ \t]*\/?>[ \t]*$/i
const CLOSE_TAG = /^<\/[a-z][a-z0-9-]*[ \t]*>[ \t]*$/i
const BLOCK_NAMES = new Set(
  (
    'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt ' +
    'fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li ' +
    'link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th ' +
    'thead title tr track ul'
  ).split(' '),
)

function runLength(text: string, at: number, end: number, unit: number): number {
  let stop = at
  while (stop < end && text.charCodeAt(stop) === unit) stop++
  return stop - at
}

function onlySpaces(text: string, at: number, end: number): boolean {
  for (let position = at; position < end; position++) {
    const unit = text.charCodeAt(position)
    if (unit !== 32 && unit !== 9) return false
  }
  return true
}
