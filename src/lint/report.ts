import { messageOf } from '../error.ts'
import type { Span } from '../markdown/block.ts'
import type { Edit } from '../markdown/edit.ts'
import type { LineIndex } from '../markdown/lines.ts'
import { handleOf } from '../notes/handle.ts'
import type { Notes } from '../notes/notes.ts'
import type { ProfileName } from '../notes/profile.ts'
import type { Shown } from '../safety/door.ts'
import { fingerprints, lastBefore } from './baseline.ts'
import type { LintResult } from './lint.ts'
import { type Excerpt, excerpts } from './reporters/excerpt.ts'
import type { Finding, FixKind, Rule } from './rule.ts'

/** Everything that a reporter gets. It is masked: no reporter sees the raw text of a file. */
export interface LintReport {
  /** Version of notesmd. */
  readonly version: string
  /** The rules that ran. */
  readonly rules: readonly Rule[]
  readonly files: readonly FileReport[]
  readonly counts: Counts
}

export interface Counts {
  readonly errors: number
  readonly warnings: number
  /** Findings that `--fix` would fix. */
  readonly fixable: number
  readonly files: number
  /** Findings that the baseline accepts. */
  readonly accepted: number
}

export interface FileReport {
  /** Relative to the project root, with `/`. */
  readonly path: string
  readonly profile: ProfileName
  readonly findings: readonly ReportedFinding[]
  /** Rules that threw on this file, each as a finding at the start of the file. */
  readonly crashes: readonly ReportedFinding[]
  /** Number of fixes applied. */
  readonly fixed: number
  /** Fixes that failed verification and were not applied. */
  readonly dropped: readonly Pick<Finding, 'rule' | 'message'>[]
  /** The reason why this file is never fixed: `conflict marker at line 74`. Its findings then have no fix. */
  readonly damage?: string
  /** The changes that fixing would make, in a dry run. */
  readonly diff?: string
  /** The line at which a finding starts; undefined when showing it would reveal a secret. */
  excerpt(finding: ReportedFinding): Excerpt | undefined
}

/** 1-based, with an exclusive end. Columns are UTF-16 units, not counting a byte order mark. */
export interface Place {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

export interface ReportedFinding extends Place {
  readonly rule: string
  readonly severity: Finding['severity']
  readonly message: string
  /** The short name of the record that the finding is in. */
  readonly handle?: string
  readonly span: Span
  readonly fingerprint: string
  readonly cause?: Place
  readonly fix?: ReportedFix
}

export interface ReportedFix {
  readonly kind: FixKind
  /** Missing when they would reveal a secret. */
  readonly edits?: readonly ReportedEdit[]
}

export interface ReportedEdit extends Place {
  readonly text: string
}

/** The result of linting a file, after any fixes. */
export interface LintedFile extends LintResult {
  readonly path: string
  readonly notes: Notes
  readonly fixed?: number
  readonly dropped?: readonly Finding[]
  readonly diff?: string
  /** Findings that the baseline accepts. */
  readonly accepted?: number
}

export interface ReportOptions {
  readonly version: string
  readonly rules: readonly Rule[]
  /** Masks the secrets in a string. */
  readonly mask: (text: string) => string
}

export function buildReport(linted: readonly LintedFile[], options: ReportOptions): LintReport {
  const files = linted.map(file => reportFile(file, options.mask))
  const accepted = linted.reduce((sum, { accepted = 0 }) => sum + accepted, 0)
  return { version: options.version, rules: options.rules, files, counts: countsOf(files, accepted) }
}

function countsOf(files: readonly FileReport[], accepted: number): Counts {
  const all = files.flatMap(everyFinding)
  const count = (holds: (finding: ReportedFinding) => boolean): number => all.filter(holds).length
  return {
    errors: count(({ severity }) => severity === 'error'),
    warnings: count(({ severity }) => severity === 'warning'),
    fixable: count(({ fix }) => fix?.kind === 'safe'),
    files: files.length,
    accepted,
  }
}

/** The report without its warnings. */
export function errorsOnly(report: LintReport): LintReport {
  const files = report.files.map(file => ({
    ...file,
    findings: file.findings.filter(({ severity }) => severity === 'error'),
  }))
  return { ...report, files, counts: countsOf(files, report.counts.accepted) }
}

/** Why `--fix` changed nothing in a file; undefined if it did, or if there is nothing to report. */
export function whyUnfixed({ damage, path, findings, fixed, dropped }: FileReport): string | undefined {
  if (fixed > 0) return undefined
  if (dropped.length > 0)
    return `${path} is not fixed: verification failed for ${dropped.length} of its fixes`
  if (damage !== undefined) return `${path} is not fixed: ${damage}`
  if (findings.length === 0) return `${path} has nothing to fix`
  const unsafe = findings.filter(({ fix }) => fix?.kind === 'unsafe').length
  const more = unsafe === 0 ? '' : `; --fix-unsafe fixes ${unsafe} by guessing`
  return `${path} has nothing that can be fixed safely${more}`
}

/** All findings of a file. Crashes come first: they may hide other findings. */
export const everyFinding = ({ crashes, findings }: FileReport): readonly ReportedFinding[] => [
  ...crashes,
  ...findings,
]

function reportFile(file: LintedFile, mask: (text: string) => string): FileReport {
  const { path, notes, findings, crashes, fixed = 0, dropped = [], diff } = file
  const { text, lines, damage } = notes.document
  const [broken] = damage
  const placeOf = placesIn(text, lines)
  const marks = fingerprints(notes, findings)
  const showLine = excerpts(text, lines, mask)
  const handleAt = findings.length === 0 ? () => undefined : handlesIn(notes)
  return {
    path,
    profile: notes.profile,
    findings: findings.map(({ rule, severity, message, span, cause, fix }, index) => ({
      rule,
      severity,
      message: mask(message),
      ...named(handleAt(span)),
      span,
      ...placeOf(span),
      fingerprint: marks[index] ?? '',
      ...(cause === undefined ? {} : { cause: placeOf(cause) }),
      ...(fix === undefined || broken !== undefined ? {} : { fix: reportFix(fix, placeOf, mask) }),
    })),
    crashes: crashes.map(({ rule, error }) => crashed(rule, mask(messageOf(error)))),
    fixed,
    dropped: dropped.map(({ rule, message }) => ({ rule, message: mask(message) })),
    ...(broken === undefined
      ? {}
      : { damage: `${broken.kind.replaceAll('-', ' ')} at line ${placeOf(broken.span).line}` }),
    ...(diff === undefined ? {} : { diff: mask(diff) }),
    excerpt: ({ line, span }) => showLine(line, span),
  }
}

const named = (handle: string | undefined): Pick<ReportedFinding, 'handle'> =>
  handle === undefined ? {} : { handle }

/** Finds the handle of the record at the start of a span. */
function handlesIn(notes: Notes): (span: Span) => string | undefined {
  const records = notes.records.toSorted((one, other) => one.span.start - other.span.start)
  return ({ start }) => {
    const record = lastBefore(records, start)
    return record === undefined || record.span.end <= start ? undefined : handleOf(notes, record)
  }
}

const crashed = (rule: string, what: string): ReportedFinding => ({
  rule,
  severity: 'error',
  message: `Unexpected failure of the rule \`${rule}\` on this file: ${what}`,
  span: { start: 0, end: 0 },
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 1,
  fingerprint: '',
})

function placesIn(text: string, lines: LineIndex): (span: Span) => Place {
  const mark = text.charCodeAt(0) === 0xfeff ? 1 : 0
  const place = (offset: number): { line: number; column: number } => {
    const { line, column } = lines.place(Math.min(Math.max(offset, mark), text.length))
    return { line, column: line === 1 ? column - mark : column }
  }
  return ({ start, end }) => {
    const from = place(start)
    const to = place(Math.max(start, end))
    return { ...from, endLine: to.line, endColumn: to.column }
  }
}

/** Leaves out edits that contain a secret: a masked edit would write the mask into the file. */
function reportFix(
  { kind, edits }: { readonly kind: FixKind; readonly edits: readonly Edit[] },
  placeOf: (span: Span) => Place,
  mask: (text: string) => string,
): ReportedFix {
  if (edits.some(({ text }) => mask(text) !== text)) return { kind }
  return { kind, edits: edits.map(({ span, text }) => ({ ...placeOf(span), text })) }
}

interface ReporterOptions {
  readonly color: boolean
  readonly columns: number
  /** The path to print for a file, such as one relative to the working folder. Defaults to its path in the report. */
  readonly pathOf?: (path: string) => string
  /** Turns the text of a place into a link to that place. */
  readonly link?: (text: string, path: string, line: number) => string
}

/** Prints a report as text, with its final line ending. In a machine format, nothing else goes to standard output. */
export type Reporter = (report: LintReport, options: ReporterOptions) => Shown
