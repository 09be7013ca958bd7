import { everyCite } from '../protocol/records/cited-line.ts'
import type { CodeReader } from './code.ts'
import { isOnLine } from './on-its-line.ts'

/**
 * Does all evidence of a plain decision, from `citedFrom` on, match the line it cites? In a log of 10,000 decisions
 * nearly all does, and checking without making claims, places and results takes a third of the time.
 */
export function standsAsCited(text: string, citedFrom: number, code: CodeReader): boolean {
  return everyCite(text, citedFrom, ({ words, path, line }) => isOnLine(words.trim(), path, line, code))
}
