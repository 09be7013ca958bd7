import { shown } from '../../safety/door.ts'
import type { Reporter } from '../report.ts'
import { everyFinding, type ReportedFinding } from '../report.ts'

/** Annotations in a pull request. Workflow commands: https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
export const github: Reporter = ({ files }) =>
  shown(
    files.flatMap(file => everyFinding(file).map(finding => `${annotation(file.path, finding)}\n`)).join(''),
  )

function annotation(path: string, finding: ReportedFinding): string {
  const { severity, rule, message, line, column, endLine, endColumn } = finding
  const properties = Object.entries({
    file: path,
    line,
    // GitHub does not support columns in a multi-line annotation.
    ...(line === endLine ? { col: column, endLine, endColumn } : { endLine }),
    title: rule,
  }).map(([name, value]) => `${name}=${escapeProperty(String(value))}`)
  return `::${severity} ${properties.join(',')}::${escapeData(message)}`
}

/** Escapes as the GitHub Actions toolkit does, the percent sign first. */
export const escapeData = (text: string): string =>
  text.toWellFormed().replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

export const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
