import { shown } from '../../safety/door.ts'
import type { Reporter } from '../report.ts'
import { everyFinding, type FileReport, type ReportedFinding } from '../report.ts'

/** For CI systems that show test results: a suite per file, a failed case per finding, a passed case for a clean file. */
export const junit: Reporter = ({ files }) =>
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
