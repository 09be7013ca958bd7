import { type Shown, shownJson, shownOnTerminal } from '../../safety/door.ts'
import { findSecrets } from '../../safety/secrets.ts'
import type { Context } from './context.ts'

type Reader = Pick<Context, 'host' | 'reveal'>

/** Prints the result of a command: with `--json` only the document, otherwise the lines. */
export function report(
  context: Reader & { readonly json: boolean },
  answer: { readonly json: unknown; readonly lines: readonly string[] },
): void {
  if (context.json) context.host.out(shownJson(answer.json, context))
  else context.host.out(forReader(context, answer.lines.map(line => `${line}\n`).join('')))
}

/** Text as the user may see it: masked, unless `--reveal` was given. */
export const forReader = ({ host: { color }, reveal }: Reader, text: string): Shown =>
  shownOnTerminal(text, { color, reveal })

/** Aligns cells in columns, two spaces apart. Add colour afterwards, or only in the last cell. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = []
  for (const row of rows)
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length)
    })
  return rows.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Fits a text on one line of a list. Never cuts within a secret, since half of one would not be masked. */
export function oneLine(text: string, max = 100): string {
  const flat = text.replaceAll(/\s+/g, ' ')
  if (flat.length <= max) return flat
  const cut = findSecrets(flat.slice(0, max + MAX_SECRET)).find(
    ({ span }) => span.start < max && span.end >= max,
  )
  return `${flat.slice(0, cut?.span.start ?? max - 1).trimEnd()}…`
}

/** Longer tokens are recognised by their start alone. */
const MAX_SECRET = 300

/** The diff, or a line that says it is empty. Strips one line break only: an empty line before it is part of the diff. */
export function diffText(diff: string): string {
  return diff === '' ? 'Nothing would change.' : diff.replace(/\n$/, '')
}
