import { allKinds } from '../../notes/kinds.ts'
import { profiles } from '../../notes/profile.ts'
import { CONTEXT_NAMES, contextColumns } from '../../notes/state/context-fields.ts'
import { isNothing } from '../../notes/text/rows.ts'

/** Comments with which the protocol explains its sections. */
export const COMMENTS: ReadonlySet<string> = new Set(
  profiles.sam.outline.flatMap(({ comments = [] }) => comments.map(comment => `<!-- ${comment} -->`)),
)

/** All column headings that can be read as those of a record or of the context. */
const COLUMNS: ReadonlySet<string> = new Set([
  ...allKinds.flatMap(([, { write }]) => Object.values(write?.columns ?? {}).flat()),
  ...Object.values(contextColumns).flat(),
  ...Object.values(CONTEXT_NAMES).flat(),
])

/** A line of dashes below the header of a table. */
export const isDelimiter = (line: string): boolean => line.includes('|') && /^[\s|:-]+$/.test(line)

/** Is the line the header of a table whose columns are known, or occur in `after`? */
export const isHeader = (line: string, after = ''): boolean =>
  line.includes('|') &&
  cellsIn(line).every(cell => COLUMNS.has(cell.toLowerCase()) || (after !== '' && after.includes(cell)))

const cellsIn = (line: string): readonly string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map(cell => cell.replaceAll(/[*_`]/g, '').trim())

/** Is the line an empty row, such as `| - | None | - |`? */
export const isEmptyRow = (line: string): boolean => line.includes('|') && cellsIn(line).every(isBare)

/** Does a value say nothing at all? `None, all is green` says more. */
export const isBare = (value: string): boolean => isNothing(value) && (isBareNone(value) || !/\w/.test(value))

/** Is the line only `None.`? In a section with records, that is no longer true. */
export const isBareNone = (line: string): boolean =>
  /^[\s*_`~([-]*(?:\[ \]\s*)?(?:none(?: yet)?|n\/a|nil|nothing)[\s.*_`~)\]]*$/i.test(line)

/** An empty bullet, such as the checkbox of a template. */
export const isEmptyBullet = (line: string): boolean => /^\s*[-*+](?:\s+\[ \])?\s*$/.test(line)

/** Is the line a field without a value, such as `- **Current Bead**: (none)`? */
export function isEmptyField(line: string): boolean {
  const value = /^\s*(?:[-*+]\s+)?\*\*[^*]{1,60}(?::\*\*|\*\*\s*:)(.*)$/.exec(line)?.[1]
  return value !== undefined && isBare(value)
}

/** A separator, or the underline of a heading. */
export const isRule = (line: string): boolean => /^ {0,3}(?:(?:[-*_][ \t]*){3,}|=+|-+)[ \t]*$/.test(line)
