import type { Evidence } from '../protocol/evidence.ts'
import type { CodeReader } from './code.ts'
import { codeLines } from './lines.ts'
import type { EvidenceCheck } from './states.ts'
import { standsFree } from './word.ts'

/** A path that needs no tidying up: no dots between its slashes, and no back slashes. */
const TIDY = /^(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*$/

/** Up to here V8's own search is linear: see `search.ts`. */
const LONGEST = 250

/**
 * Nearly all evidence quotes a part of one line and cites that line. When it stands there, that is known in 1 us,
 * where the way that also finds what has moved takes 10, a tenth of a second for 10,000 decisions. Undefined when
 * it has to be looked at more closely.
 */
export function onItsLine(
  { quote = '', locator }: Omit<Evidence, 'span'>,
  code: CodeReader,
): EvidenceCheck | undefined {
  if (locator?.kind !== 'project' || locator.lines.length !== 1 || !TIDY.test(locator.path)) return undefined
  const lines = locator.lines[0]
  const words = quote.trim()
  const isUsual = words !== '' && !/[\r\n]/.test(words)
  if (lines === undefined || lines.from !== lines.to || !isUsual) return undefined
  if (!isOnLine(words, locator.path, lines.from, code)) return undefined
  return { state: 'ok', path: locator.path, lines: { from: lines.from, to: lines.from }, exact: true }
}

/** Whether words of one line are on a line of a file; false also when that takes a closer look. */
export function isOnLine(words: string, path: string, number: number, code: CodeReader): boolean {
  if (words.length > LONGEST) return false
  const file = code.read(path)
  if ('problem' in file) return false
  const { text, starts } = codeLines(file)
  const start = starts[number - 1]
  if (start === undefined) return false
  const line = text.slice(start, starts[number])
  const at = line.indexOf(words)
  return at >= 0 && standsFree(line, at, words.length)
}
