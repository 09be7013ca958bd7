import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { lintContext } from '../../src/lint/context.ts'
import { lint } from '../../src/lint/lint.ts'
import { rules } from '../../src/lint/rules.ts'
import type { SeverityOptions } from '../../src/lint/severity.ts'
import { readNotes } from '../../src/protocol/notes.ts'
import { shapes } from '../fixtures/notes-shapes.ts'

/** What all rules say about a text, as `severity line:column rule id`. */
function findingsIn(text: string, options: SeverityOptions = {}): readonly string[] {
  const notes = readNotes(text)
  const { findings, crashes } = lint(
    lintContext(notes, { now: new Date('2024-01-16T00:00:00Z') }),
    rules,
    options,
  )
  if (crashes[0] !== undefined) throw crashes[0].error
  return findings.map(({ severity, rule, id, span }) => {
    const { line, column } = notes.document.lines.place(span.start)
    return `${severity} ${line}:${column} ${rule} ${id}`
  })
}

const fixture = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('the example of the protocol has nothing wrong, on its day', () => {
  const example = fixture('test/fixtures/seed-example.md')
  expect(readNotes(example).profile).toBe('sam')
  expect(findingsIn(example, { strict: true })).toEqual([])
})

test('a file that `notes init` has just written passes --strict', () => {
  expect(findingsIn(fixture('templates/NOTES.md'), { strict: true })).toEqual([])
})

describe('a real file gets a short list', () => {
  test.each(shapes.map(({ name, text }) => [name, text] as const))('%s', (_, text) => {
    expect(findingsIn(text).length).toBeLessThanOrEqual(5)
  })
})
