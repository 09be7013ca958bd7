import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { lintContext } from '../../src/lint/context.ts'
import { fixAll, type Linted } from '../../src/lint/fix.ts'
import { lint, type SeverityOptions } from '../../src/lint/lint.ts'
import { rulePages } from '../../src/lint/page.ts'
import { rules } from '../../src/lint/rules.ts'
import { readDocument } from '../../src/markdown/document.ts'
import { readNotes } from '../../src/notes/notes.ts'
import { shapes } from '../fixtures/notes-shapes.ts'
import { corners } from './corners/all.ts'
import { lintExample, places, said, stretches } from './example.ts'

test('every file in rules/ exports a listed rule of that name', () => {
  const files = readdirSync(new URL('../../src/lint/rules', import.meta.url))
  expect(rules.map(({ name }) => `${name}.ts`).toSorted()).toEqual(files.toSorted())
})

const crlf = (text: string): string => text.replaceAll('\n', '\r\n')

describe.each(rules.map(rule => [rule.name, rule] as const))('%s', (name, rule) => {
  test('has a summary, a reason, and messages in the wording that all rules share', () => {
    expect(name).toMatch(/^[a-z][a-z0-9-]+$/)
    expect(rule.summary).toMatch(/^(?:Require|Disallow) .*[^.]$/)
    expect(rule.why).toMatch(/^[A-Z`$].*\.$/s)
    expect(rule.severity.loose).toMatch(/^(?:off|warning|error)$/)
    for (const message of Object.values(rule.messages))
      expect(message).toMatch(/^(?:Unexpected|Missing) .*, expected .*[^.]$/s)
  })

  test('has an example without findings and one for each of its messages', () => {
    expect(rule.examples.some(({ reports }) => reports.length === 0)).toBe(true)
    const shown = new Set(rule.examples.flatMap(({ reports }) => reports.map(report => report.split(' ')[1])))
    expect([...shown].toSorted()).toEqual(Object.keys(rule.messages).toSorted())
  })

  test('prints the agreed messages for its examples', async () => {
    const all = rule.examples
      .filter(({ reports }) => reports.length > 0)
      .map(example => `# ${example.title}\n${said(lintExample(rule, example.before, example))}\n`)
    const agreed = fileURLToPath(new URL(`said/${name}.txt`, import.meta.url))
    await expect(all.join('\n')).toMatchFileSnapshot(agreed)
  })

  describe.each(rule.examples.map(example => [example.title, example] as const))(
    'on the example: %s',
    (_, example) => {
      const { before, reports, after = before } = example
      const read = (text: string): Linted => lintExample(rule, text, example)

      test('reports the expected findings', () => expect(places(read(before))).toEqual(reports))

      test('reports the same findings with CRLF', () => {
        expect(places(read(before.replaceAll('\n', '\r\n')))).toEqual(reports)
      })

      test('fixes the findings, and a second fix changes nothing', () => {
        const { text, dropped } = fixAll(before, read, ['safe', 'unsafe'])
        expect(dropped).toEqual([])
        expect(text).toBe(after)
        expect(fixAll(text, read, ['safe', 'unsafe']).text).toBe(after)
      })

      test('keeps CRLF when it fixes the findings', () => {
        expect(fixAll(crlf(before), read, ['safe', 'unsafe']).text).toBe(crlf(after))
      })
    },
  )

  test.each((corners[name] ?? []).map(corner => [corner.title, corner] as const))('%s', (_, corner) => {
    const { before, reports, words = [], after = before } = corner
    const read = (text: string): Linted => lintExample(rule, text, corner)
    expect(stretches(read(before))).toEqual(reports)
    expect(stretches(read(crlf(before)))).toEqual(reports)
    for (const [index, said] of words.entries()) expect(read(before).findings[index]?.message).toContain(said)
    const { text, dropped } = fixAll(before, read, ['safe', 'unsafe'])
    expect(dropped).toEqual([])
    expect(text).toBe(after)
    expect(fixAll(crlf(before), read, ['safe', 'unsafe']).text).toBe(crlf(after))
  })
})

test('only rules about today, size or Beads are advice', () => {
  const names = rules.filter(({ advice }) => advice).map(({ name }) => name)
  expect(names).toEqual([
    'bead-closed',
    ...['blocker-eta-passed', 'file-budget', 'level1-budget', 'line-length-sanity', 'raw-output'],
    'stale-checkpoint',
  ])
})

test('every edge case belongs to an existing rule', () => {
  const names = new Set(rules.map(({ name }) => name))
  expect(Object.keys(corners).filter(name => !names.has(name))).toEqual([])
})

describe('rule pages', () => {
  const pages = rulePages(rules)

  test('exist for every rule and are linked from the index', () => {
    for (const { name } of rules) {
      expect(pages[`${name}.md`]).toContain(`# ${name}`)
      expect(pages['README.md']).toContain(`](${name}.md)`)
    }
  })

  test('keep examples inside their fences and show hidden characters', () => {
    for (const [name, text] of Object.entries(pages)) {
      expect(readDocument(text).damage, name).toEqual([])
      expect(text, name).not.toMatch(/[\u200b\u202e\u2066]/)
    }
  })
})

describe('all rules together', () => {
  /** Findings of all rules in a text, as `severity line:column rule id`. */
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

  test('report nothing in the protocol example on its own day', () => {
    const example = fixture('test/fixtures/seed-example.md')
    expect(readNotes(example).profile).toBe('sam')
    expect(findingsIn(example, { strict: true })).toEqual([])
  })

  test('report nothing with --strict in a fresh file of notes init', () => {
    expect(findingsIn(fixture('templates/NOTES.md'), { strict: true })).toEqual([])
  })

  describe('report at most five findings in a real file', () => {
    test.each(shapes.map(({ name, text }) => [name, text] as const))('of the shape: %s', (_, text) => {
      expect(findingsIn(text).length).toBeLessThanOrEqual(5)
    })
  })
})
