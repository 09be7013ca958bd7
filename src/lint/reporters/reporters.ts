import { shown, shownJson } from '../../safety/door.ts'
import { everyFinding, type Place, type ReportedFinding, type Reporter } from '../report.ts'
import { junit } from './junit.ts'
import { sarif } from './sarif.ts'
import { stylish } from './stylish.ts'

/** For programs: the whole report, with the edits of each fix. */
const json: Reporter = ({ version, files, counts }) => {
  const document = {
    version,
    files: files.map(file => ({
      path: file.path,
      profile: file.profile,
      findings: everyFinding(file).map(findingOf),
      ...(file.fixed === 0 ? {} : { fixed: file.fixed }),
      ...(file.dropped.length === 0 ? {} : { dropped: file.dropped }),
      ...(file.diff === undefined ? {} : { diff: file.diff }),
    })),
    counts,
  }
  return shownJson(document)
}

function findingOf({ rule, severity, message, handle, fix, cause, ...place }: ReportedFinding): object {
  return { rule, severity, ...placeOf(place), message, handle, fix, cause }
}

const placeOf = ({ line, column, endLine, endColumn }: Place): Place => ({ line, column, endLine, endColumn })

/** Annotations in a pull request. Workflow commands: https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
const github: Reporter = ({ files }) =>
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

/** Reporters by `--format` name. To add one, add a line to this table. */
export const reporters = { stylish, json, sarif, github, junit } as const satisfies Record<string, Reporter>

export type ReporterName = keyof typeof reporters
