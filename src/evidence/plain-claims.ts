import { everyCite } from '../protocol/records/cited-line.ts'
import type { CodeReader } from './code.ts'
import { isOnLine } from './on-its-line.ts'

/**
 * Whether all evidence of a plain decision, from `citedFrom` on, stands on the line that it cites. In a log of 10,000
 * decisions nearly all of it does, and to see that takes a third of the time when no claim, place and result is made.
 */
export function standsAsCited(text: string, citedFrom: number, code: CodeReader): boolean {
  return everyCite(text, citedFrom, ({ words, path, line }) => isOnLine(words.trim(), path, line, code))
}
