import { groupBy } from '../../markdown/group-by.ts'
import { painter, shownOnTerminal } from '../../safety/door.ts'
import { type Cell, cellsOf, visible } from '../../safety/visible.ts'
import {
  everyFinding,
  type FileReport,
  type LintReport,
  type Place,
  type ReportedFinding,
  type Reporter,
} from '../report.ts'
import type { Excerpt } from './excerpt.ts'

/** A wider frame is hard to take in. */
const MAX_WIDTH = 120

/** For people: the problem, its place in the line, the reason (once per rule) and what to do. */
export const stylish: Reporter = (report, { color, columns, pathOf = same, link = same }) => {
  const paint = painter(color)
  const print: Print = {
    paint,
    width: Math.max(20, Math.min(columns, MAX_WIDTH)),
    why: reasons(report),
    nameOf: ({ path }) => visible(pathOf(path)),
    placeOf: (file, { line, column }) => link(`${print.nameOf(file)}:${line}:${column}`, file.path, line),
  }
  const files = report.files.filter(file => everyFinding(file).length > 0 || file.dropped.length > 0)
  const lines = [...files.flatMap(file => [...fileLines(file, print), '']), ...summary(report, paint)]
  return shownOnTerminal(lines.map(line => `${line}\n`).join(''), { color })
}

const same = (text: string): string => text

type Painter = ReturnType<typeof painter>

interface Print {
  readonly paint: Painter
  readonly width: number
  /** The reason for a rule, returned only the first time. */
  readonly why: (rule: string) => string | undefined
  readonly nameOf: (file: FileReport) => string
  /** `NOTES.md:19:3`, which terminals and editors open on a click. */
  readonly placeOf: (file: FileReport, place: Pick<Place, 'line' | 'column'>) => string
}

function reasons({ rules }: LintReport): Print['why'] {
  const left = new Map(rules.map(({ name, why }) => [name, why]))
  return rule => {
    const why = left.get(rule)
    left.delete(rule)
    return why
  }
}

function fileLines(file: FileReport, print: Print): string[] {
  const { paint, nameOf } = print
  return [
    `${paint.strong(nameOf(file))}${paint.faint(` (${file.profile})`)}`,
    ...file.crashes.map(crash => headline(file, crash, print)),
    ...groupedLines(file, print),
    ...file.dropped.map(
      ({ rule, message }) =>
        `  ${paint.warn('not fixed')}  the fix failed verification: ${visible(message)}  ${paint.faint(rule)}`,
    ),
  ]
}

/** Number of findings shown for a rule that has many more. The rest are only counted. */
const MAX_OF_RULE = 5

/** The findings in the order of the file. If a rule has many, shows only the first ones: the rest say the same. */
function groupedLines(file: FileReport, print: Print): string[] {
  const byRule = groupBy(file.findings, ({ rule }) => rule)
  const crowded = [...byRule].filter(([, findings]) => findings.length > MAX_OF_RULE + 1)
  const rest = crowded.map(([rule, findings]) => [rule, findings.slice(MAX_OF_RULE)] as const)
  const hidden = new Set(rest.flatMap(([, findings]) => findings))
  return [
    ...file.findings
      .filter(finding => !hidden.has(finding))
      .flatMap(finding => findingLines(file, finding, print)),
    ...rest.map(
      ([rule, findings]) =>
        `  ${print.paint.strong(`… ${findings.length} more`)}  up to line ${findings.at(-1)?.line}; \`--format json\` lists all  ${print.paint.faint(rule)}`,
    ),
  ]
}

function headline(file: FileReport, finding: ReportedFinding, { paint, placeOf }: Print): string {
  const { severity, message, handle, rule } = finding
  const grade = (severity === 'error' ? paint.bad : paint.warn)(severity)
  return `  ${placeOf(file, finding)}  ${grade}  ${visible(message)}  ${paint.faint([handle, rule].filter(Boolean).join('  '))}`
}

function findingLines(file: FileReport, finding: ReportedFinding, print: Print): string[] {
  const { paint, why } = print
  const reason = why(finding.rule)
  const advice = whatToDo(print.nameOf(file), finding)
  return [
    headline(file, finding, print),
    ...frameLines(file, finding, print),
    ...(reason === undefined ? [] : [paint.faint(`      why: ${visible(reason)}`)]),
    ...(advice === undefined ? [] : [`      ${paint.good('do:')} ${advice}`]),
  ]
}

function frameLines(file: FileReport, finding: ReportedFinding, { paint, width, placeOf }: Print): string[] {
  const excerpt = file.excerpt(finding)
  if (excerpt === undefined || excerpt.line.trim() === '') return []
  const number = String(finding.line)
  const gutter = `    ${number} | `
  const { line, space, carets } = frame(excerpt, width - gutter.length)
  const mark = finding.severity === 'error' ? paint.bad : paint.warn
  const further = finding.endLine > finding.line ? paint.faint(` to line ${finding.endLine}`) : ''
  const cause = finding.cause && ` ${paint.faint('see')} ${placeOf(file, finding.cause)}`
  return [
    `${paint.faint(gutter)}${line}`,
    `${paint.faint(`    ${' '.repeat(number.length)} | `)}${space}${mark(carets)}${further}${cause ?? ''}`,
  ]
}

function whatToDo(name: string, { fix }: ReportedFinding): string | undefined {
  if (fix === undefined) return undefined
  const quoted = /^[\w./][\w./-]*$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`
  return fix.kind === 'safe'
    ? `notes lint --fix ${quoted}`
    : `notes lint --fix-unsafe ${quoted}, then review the result`
}

function summary({ files, counts }: LintReport, paint: Painter): string[] {
  const { errors, warnings, fixable } = counts
  const accepted = counts.accepted === 0 ? '' : ` (${counts.accepted} accepted in the baseline)`
  const fixed = files.reduce((sum, file) => sum + file.fixed, 0)
  const fixedLine = fixed === 0 ? [] : [paint.good(`${many(fixed, 'finding')} fixed`)]
  if (errors + warnings === 0)
    return [...fixedLine, `${paint.good('✔')} No findings in ${many(counts.files, 'file')}${accepted}`]
  const total = `${many(errors, 'error')}, ${many(warnings, 'warning')} in ${many(counts.files, 'file')}${accepted}`
  const unsafe = files.flatMap(file => file.findings).filter(({ fix }) => fix?.kind === 'unsafe').length
  return [
    ...fixedLine,
    errors > 0 ? `${paint.bad('✖')} ${paint.strong(total)}` : `${paint.warn('⚠')} ${paint.strong(total)}`,
    ...files.flatMap(({ damage, path }) =>
      damage === undefined ? [] : [`  no fix is applied to ${visible(path)}: ${damage}`],
    ),
    ...(fixable === 0 ? [] : [`  \`notes lint --fix\` fixes ${fixable} of them`]),
    ...(unsafe === 0
      ? []
      : [`  \`notes lint --fix-unsafe\` fixes ${unsafe} more by guessing; review the result`]),
  ]
}

const many = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const CUT: Cell = { text: '…', width: 1, at: -1 }

/** Cuts a source line to a number of columns around a place, and underlines the place: spaces up to it, then carets. */
export function frame({ line, from, to }: Excerpt, columns: number) {
  // Process only the visible part: lines of 10 MB exist.
  const first = wholeCharacter(line, from - columns)
  const last = wholeCharacter(line, from + columns * 2)
  const cells = cellsOf(line.slice(first, last)).map(cell => ({ ...cell, at: cell.at + first }))
  const place = cells.findIndex(({ at }) => at >= from)
  const start = place < 0 ? cells.length : place
  const fits = first === 0 && last === line.length && width(cells) <= columns
  const seen = fits ? cells : cut(cells, start, columns, { before: first > 0, after: last < line.length })
  const isPlace = ({ at }: Cell): boolean => at >= from && at < to
  const lead = seen.slice(0, seen.indexOf(cells[start] ?? CUT))
  const before = start < cells.length ? lead : seen
  return {
    line: seen.map(({ text }) => text).join(''),
    space: ' '.repeat(width(before)),
    carets: '^'.repeat(Math.max(1, width(seen.filter(isPlace)))),
  }
}

function cut(
  cells: readonly Cell[],
  place: number,
  columns: number,
  more: { readonly before: boolean; readonly after: boolean },
): readonly Cell[] {
  // A third of the room goes before the place and the rest after it, with one column for each ellipsis.
  const room = Math.max(columns, 12) - 2
  let start = place
  for (let lead = 0; start > 0; start--) {
    lead += cells[start - 1]?.width ?? 0
    if (lead > room / 3) break
  }
  let end = start
  for (let used = 0; end < cells.length; end++) {
    used += cells[end]?.width ?? 0
    if (used > room) break
  }
  const before = start > 0 || more.before ? [CUT] : []
  const after = end < cells.length || more.after ? [{ ...CUT }] : []
  return [...before, ...cells.slice(start, end), ...after]
}

const width = (cells: readonly Cell[]): number => cells.reduce((sum, cell) => sum + cell.width, 0)

/** Clamps an offset to the line, and moves it out of a surrogate pair. */
function wholeCharacter(line: string, at: number): number {
  const within = Math.min(Math.max(at, 0), line.length)
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(line.slice(within - 1, within + 1)) ? within - 1 : within
}
