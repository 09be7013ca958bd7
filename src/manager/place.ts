import type { Span } from '../document/block.ts'
import type { Edit } from '../document/edit.ts'
import { lineEndAfter, lineStartBefore } from '../document/leaf.ts'

/** Puts lines below the line on which a span ends. */
export function below(text: string, span: Span, lines: readonly string[]): Edit {
  const at = lineEndAfter(text, span.end)
  return { span: { start: at, end: at }, text: `\n${lines.join('\n')}` }
}

/** Puts lines above the line on which a span starts. */
export function above(text: string, span: Span, lines: readonly string[]): Edit {
  const at = lineStartBefore(text, span.start)
  return { span: { start: at, end: at }, text: `${lines.join('\n')}\n` }
}

/** Whether the line after the one on which a span ends has something on it. */
export function isFollowed(text: string, span: Span): boolean {
  return /^(?:\r\n|\n|\r)[ \t]*[^\s]/.test(text.slice(lineEndAfter(text, span.end)).slice(0, 200))
}
