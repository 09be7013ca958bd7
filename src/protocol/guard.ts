/**
 * How cautiously a text is written: as it is; with its first character as an entity; with all that could mean
 * something as entities. A text is only written so when it would be read back as something else otherwise.
 */
export type Caution = 0 | 1 | 2

/** Noncharacters of Unicode, which no text holds: around the code of a character that becomes an entity. */
const [OPEN, CLOSE] = ['\uFDD0', '\uFDD1']
const GUARDED = /\uFDD0([0-9a-f]{1,6})\uFDD1/g

/** Marks what `encodeText` is to write as entities. Until then no printer sees anything special in it. */
export function guard(value: string, caution: Caution): string {
  const text = value.trim()
  if (caution === 0 || text.includes(OPEN)) return value
  if (caution === 1) return MEANT.test(text) ? text.replace(/^./su, mark) : value
  return text
    .replace(/\r\n|\r/g, '\n')
    .replace(/[^\p{L}\p{N} ]|(?<= ) |(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu, mark)
}

/** Starts that some reader takes for a mark, an id, a date, or for nothing at all. */
const MEANT =
  /^(?:[^\p{L}]|none|n\/?a\b|nil|nothing|tbd|waiting|blocked|done|resolved|fixed|closed|accepted|superseded|draft|[A-Z]{1,10}-?\d|critical|high|med|low)/iu

const mark = (character: string): string => `${OPEN}${character.codePointAt(0)?.toString(16)}${CLOSE}`

export function unguard(text: string): string {
  if (!text.includes(OPEN)) return text
  return text.replace(GUARDED, (_, code: string) => `&#${Number.parseInt(code, 16)};`)
}
