import { hash } from '../../markdown/hash.ts'
import { shownJson } from '../../safety/door.ts'
import { severityOf } from '../lint.ts'
import type { FileReport, LintReport, Place, ReportedFinding, ReportedFix, Reporter } from '../report.ts'
import type { Rule } from '../rule.ts'

/** SARIF 2.1.0, for code scanning: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
export const sarif: Reporter = report => {
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [runOf(report)],
  }
  return shownJson(log)
}

function runOf({ version, rules, files }: LintReport): object {
  const known = rules.map(({ name }) => name)
  const reported = files.flatMap(file => file.findings.map(({ rule }) => rule))
  const names = [...new Set([...known, ...reported])]
  const indices = new Map(names.map((name, index) => [name, index]))
  const indexOf = (rule: string): number => indices.get(rule) ?? -1
  return {
    tool: {
      driver: {
        name: 'notesmd',
        semanticVersion: version,
        version,
        rules: [...rules.map(describe), ...names.slice(known.length).map(id => ({ id }))],
      },
    },
    columnKind: 'utf16CodeUnits',
    artifacts: files.map(({ path }) => ({ location: { uri: uriOf(path) } })),
    invocations: [
      {
        executionSuccessful: files.every(({ crashes }) => crashes.length === 0),
        toolExecutionNotifications: files.flatMap(({ path, crashes }) =>
          crashes.map(({ rule, message }) => ({
            level: 'error',
            message: { text: message },
            associatedRule: { id: rule, index: indexOf(rule) },
            locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(path) } } }],
          })),
        ),
      },
    ],
    results: files.flatMap((file, index) =>
      file.findings.map(finding => resultOf(file, index, finding, indexOf(finding.rule))),
    ),
  }
}

function describe(rule: Rule): object {
  const { name, summary, why, group } = rule
  const level = severityOf(rule, 'sam', {})
  return {
    id: name,
    shortDescription: { text: summary },
    fullDescription: { text: why },
    help: {
      text: `${summary}. ${why}`,
      markdown: `**${summary}.** ${why}\n\nMore: \`notes explain ${name}\``,
    },
    defaultConfiguration: level === 'off' ? { enabled: false } : { level },
    properties: { tags: [group] },
  }
}

function resultOf({ path }: FileReport, file: number, finding: ReportedFinding, ruleIndex: number): object {
  const { rule, severity, message, fingerprint, cause, fix } = finding
  const artifactLocation = { uri: uriOf(path), index: file }
  const at = (place: Place): object => ({ physicalLocation: { artifactLocation, region: regionOf(place) } })
  // GitHub identifies alerts by the first fingerprint alone. The one it would compute itself is based on the line,
  // which several findings may share.
  const own = hash([path, fingerprint])
  return {
    ruleId: rule,
    ruleIndex,
    level: severity,
    message: { text: message },
    locations: [at(finding)],
    partialFingerprints: { primaryLocationLineHash: own, 'notesmd/v1': own },
    ...(cause === undefined
      ? {}
      : { relatedLocations: [{ id: 1, message: { text: 'See also here' }, ...at(cause) }] }),
    ...(fix?.edits?.[0] === undefined ? {} : { fixes: [fixOf(artifactLocation, fix)] }),
  }
}

const fixOf = (artifactLocation: object, { kind, edits = [] }: ReportedFix): object => ({
  description: {
    text: kind === 'safe' ? 'Fix it' : 'Fix it with a guess that needs a review',
  },
  artifactChanges: [
    {
      artifactLocation,
      replacements: edits.map(({ text, ...place }) => ({
        deletedRegion: regionOf(place),
        insertedContent: { text },
      })),
    },
  ],
})

const regionOf = ({ line, column, endLine, endColumn }: Place): object => ({
  startLine: line,
  startColumn: column,
  endLine,
  endColumn,
})

/**
 * The URI of a path relative to the repository. Also encodes a colon, which in the first segment would read as a
 * scheme.
 */
const uriOf = (path: string): string => path.toWellFormed().split('/').map(encodeURIComponent).join('/')
