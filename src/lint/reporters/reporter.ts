import type { Shown } from '../../safety/door.ts'
import type { LintReport } from '../report.ts'

export interface ReporterOptions {
  readonly color: boolean
  readonly columns: number
}

/** A report as text, with its final line ending. What a machine reads stands alone on standard output. */
export type Reporter = (report: LintReport, options: ReporterOptions) => Shown
