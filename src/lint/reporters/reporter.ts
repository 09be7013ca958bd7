import type { Shown } from '../../safety/door.ts'
import type { LintReport } from '../report.ts'

export interface ReporterOptions {
  readonly color: boolean
  readonly columns: number
}

/** Prints a report as text, with its final line ending. Machine formats are the only text on standard output. */
export type Reporter = (report: LintReport, options: ReporterOptions) => Shown
