import { type LineRange, lineStarts } from '../markdown/lines.ts'
import { oncePer } from '../markdown/once-per.ts'
import type { CodeFile } from './code.ts'
import { type Squeezed, squeeze } from './squeeze.ts'

/** Code split into lines. Line endings do not matter, so all are LF here and a BOM is removed. */
export interface Lines {
  readonly text: string
  /** The offset at which each line starts. */
  readonly starts: readonly number[]
  readonly count: number
  squeezed(): Squeezed
}

/** Returns the lines of a file, cached because many claims cite the same file. */
export const codeLines = oncePer((file: CodeFile): Lines => {
  const text = withLf(file.text)
  const starts = lineStarts(text)
  let cached: Squeezed | undefined
  const squeezed = () => {
    cached ??= squeeze(text, starts)
    return cached
  }
  return { text, starts, count: starts.length, squeezed }
})

/** Returns the text of whole lines, without the last line ending. */
export function textAt({ text, starts }: Lines, { from, to }: LineRange): string {
  const next = starts[to]
  const end = next === undefined ? text.length - (text.endsWith('\n') ? 1 : 0) : next - 1
  return text.slice(starts[from - 1], end)
}

export function withLf(text: string): string {
  const bare = text.startsWith('\uFEFF') ? text.slice(1) : text
  return bare.includes('\r') ? bare.replaceAll(/\r\n?/g, '\n') : bare
}
