import { damageNotes } from '../../markdown/damage.ts'
import type { Notes } from '../../notes/notes.ts'
import { painter, type Shown, shown, shownJson, shownOnTerminal } from '../../safety/door.ts'
import { oneLine } from '../../safety/one-line.ts'
import type { Context } from '../program/command.ts'
import { layOut, type Table } from './table.ts'

type Reader = Pick<Context, 'host' | 'reveal'>

/** Prints the result of a command: with `--json` only the document, without its undefined values; otherwise the lines. */
export function report(
  context: Reader & { readonly json: boolean },
  answer: { readonly json: unknown; readonly lines: readonly Line[] },
): void {
  if (context.json) context.host.out(shownJson(answer.json, context))
  else context.host.out(forReader(context, textOf(context, answer.lines)))
}

/** A line, the lines of a table, or nothing: `count > 0 && 'a line'`. */
export type Line = string | Table | false | undefined

function textOf(context: Reader, lines: readonly Line[]): string {
  const { terminal, columns: width, color } = context.host
  const printing = {
    safe: (text: string) => forReader(context, text),
    width: terminal ? width : Number.POSITIVE_INFINITY,
    faint: painter(color).faint,
  }
  const laidOut = lines
    .filter(line => line !== false && line !== undefined)
    .flatMap(line => (typeof line === 'string' ? [line] : layOut(line, printing)))
  return laidOut.map(line => `${line}\n`).join('')
}

/** Text as the user may see it: masked, unless `--reveal` was given. */
export const forReader = ({ host: { color }, reveal }: Reader, text: string): Shown =>
  shownOnTerminal(text, { color, reveal })

/** Rows that `report` aligns in columns and fits to the terminal (`table.ts`). */
export const columns = (rows: Table['rows'], more: Omit<Table, 'rows'> = {}): readonly [Table] => [
  { rows, ...more },
]

/** The diff in color, or a line that says it is empty. An empty line at the end is part of the diff, and stays. */
export function diffText(context: Reader, diff: string): string {
  return diff === '' ? 'Nothing would change.' : paintedDiff(context, diff).replace(/\n$/, '')
}

/**
 * Makes the text safe before it is painted, because a color code within a multi-line key would keep the key from being
 * recognized.
 */
export function paintedDiff(context: Reader, diff: string): string {
  const { color } = context.host
  const { good, bad, name, strong } = painter(color)
  if (!color) return diff
  const lines = forReader(context, diff).split('\n')
  return lines
    .map((line, index) => {
      // The removed line `-- a` also appears as `--- a`.
      if (isHeader(lines, index) || isHeader(lines, index - 1)) return strong(line)
      if (line.startsWith('@@')) return name(line)
      return line.startsWith('+') ? good(line) : line.startsWith('-') ? bad(line) : line
    })
    .join('\n')
}

const isHeader = (lines: readonly string[], index: number): boolean =>
  lines[index]?.startsWith('--- ') === true &&
  lines[index + 1]?.startsWith('+++ ') === true &&
  lines[index + 2]?.startsWith('@@ ') === true

/** Prints remarks to standard error: standard output may be for another program. */
export function remark({ host }: Pick<Context, 'host'>, remarks: readonly string[]): void {
  for (const text of remarks) host.err(shown(`note: ${oneLine(text, 600)}\n`))
}

/** Says where damage may hide records, and how to repair it. */
export const remarkDamage = (context: Reader, { document }: Pick<Notes, 'document'>): void =>
  remark(
    context,
    damageNotes(document, 'records').map(({ said }) => said),
  )
