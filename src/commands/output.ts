import type { Host } from './host.ts'

/** Colours by what they are for; without colour a text comes back as it was. */
export function painter(colour: boolean) {
  const paint = (on: number, off: number) => (text: string) =>
    colour && text !== '' ? `\u001b[${on}m${text}\u001b[${off}m` : text
  return {
    strong: paint(1, 22),
    faint: paint(2, 22),
    good: paint(32, 39),
    bad: paint(31, 39),
    name: paint(36, 39),
  }
}

/** Answers a command: `--json` prints the document and nothing else, otherwise the lines are printed. */
export function report(
  context: { readonly host: Host; readonly json: boolean },
  answer: { readonly json: unknown; readonly lines: readonly string[] },
): void {
  const { host, json } = context
  if (json) host.out(`${JSON.stringify(answer.json, null, 2)}\n`)
  else host.out(answer.lines.map(line => `${line}\n`).join(''))
}

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

/** Without the characters with which a file could drive the reader's terminal, or turn around what stands there. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, match =>
    match === '\r' ? '' : '\uFFFD',
  )
}

/** A text for a list: on one line, clipped. */
export function oneLine(text: string, most = 100): string {
  const flat = printable(text).replaceAll(/\s+/g, ' ')
  return flat.length > most ? `${flat.slice(0, most - 1).trimEnd()}…` : flat
}

/** A difference, or that there is none. Only its last line end goes: a blank line above it belongs to the patch. */
export function diffText(diff: string): string {
  return diff === '' ? 'Nothing would change.' : diff.replace(/\n$/, '')
}
