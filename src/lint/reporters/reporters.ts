import { shown, shownJson } from '../../safety/door.ts'
import { everyFinding, type FileReport, type Place, type ReportedFinding, type Reporter } from '../report.ts'
import { sarif } from './sarif.ts'
import { stylish } from './stylish.ts'

/** For CI systems that show test results: a suite per file, a failed case per finding, a passed case for a clean file. */
const junit: Reporter = ({ files }) =>
  shown(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      element('testsuites', { name: 'notes lint', ...numbers(files) }),
      ...files.flatMap(suite),
      '</testsuites>',
      '',
    ].join('\n'),
  )

function numbers(files: readonly FileReport[]) {
  const sum = (of: (file: FileReport) => number): number => files.reduce((total, file) => total + of(file), 0)
  return {
    tests: sum(file => Math.max(1, everyFinding(file).length)),
    failures: sum(({ findings }) => findings.length),
    errors: sum(({ crashes }) => crashes.length),
  }
}

function suite(file: FileReport): string[] {
  const { path, crashes } = file
  const cases = everyFinding(file).flatMap(finding => failed(path, finding, crashes.includes(finding)))
  const passed = `    ${element('testcase', { name: 'notes lint', classname: path, file: path }, true)}`
  return [
    `  ${element('testsuite', { name: path, ...numbers([file]) })}`,
    ...(cases.length === 0 ? [passed] : cases),
    '  </testsuite>',
  ]
}

function failed(path: string, finding: ReportedFinding, crash: boolean): string[] {
  const { rule, severity, message, line, column } = finding
  const tag = crash ? 'error' : 'failure'
  const name = `${rule} (${line}:${column})`
  return [
    `    ${element('testcase', { name, classname: path, file: path, line })}`,
    `      ${element(tag, { type: severity, message })}${xml(`${path}:${line}:${column} ${message}`)}</${tag}>`,
    '    </testcase>',
  ]
}

function element(name: string, attributes: Readonly<Record<string, string | number>>, empty = false): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${xml(String(value))}"`)
  return `<${name}${list.join('')}${empty ? '/' : ''}>`
}

/**
 * Forbidden in XML 1.0, https://www.w3.org/TR/xml/#charsets: a parser rejects a file that contains even one of them.
 */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Escapes text and attributes alike: a parser would normalize raw white space in an attribute. */
const xml = (text: string): string =>
  text.replaceAll(FORBIDDEN, '').replaceAll(/[&<>"\t\n\r]/g, character => ENTITIES[character] ?? character)

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
