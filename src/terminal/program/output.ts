import { type Shown, shownJson, shownOnTerminal } from '../../safety/door.ts'
import { findSecrets } from '../../safety/secrets.ts'
import type { Context } from './context.ts'

type Reader = Pick<Context, 'host' | 'reveal'>

/** Answers a command: `--json` prints the document and nothing else, otherwise the lines are printed. */
export function report(
  context: Reader & { readonly json: boolean },
  answer: { readonly json: unknown; readonly lines: readonly string[] },
): void {
  if (context.json) context.host.out(shownJson(answer.json, context))
  else context.host.out(forReader(context, answer.lines.map(line => `${line}\n`).join('')))
}

/** Text for whoever runs this command. */
export const forReader = ({ host: { color }, reveal }: Reader, text: string): Shown =>
  shownOnTerminal(text, { color, reveal })

/** Cells below one another, two spaces apart, without trailing space. Colour goes on afterwards or in the last cell. */
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

/** A text for a list: on one line, clipped, but never within a secret: half of one would not be masked. */
export function oneLine(text: string, most = 100): string {
  const flat = text.replaceAll(/\s+/g, ' ')
  if (flat.length <= most) return flat
  const cut = findSecrets(flat.slice(0, most + MAX_SECRET)).find(
    ({ span }) => span.start < most && span.end >= most,
  )
  return `${flat.slice(0, cut?.span.start ?? most - 1).trimEnd()}…`
}

/** Longer tokens are known by their start alone. */
const MAX_SECRET = 300

/** A difference, or that there is none. Only its last line end goes: a blank line above it belongs to the patch. */
export function diffText(diff: string): string {
  return diff === '' ? 'Nothing would change.' : diff.replace(/\n$/, '')
}
