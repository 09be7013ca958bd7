import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { lintContext } from '../../src/lint/context.ts'
import type { SeverityOptions } from '../../src/lint/finding.ts'
import { fixAll, type Linted } from '../../src/lint/fix.ts'
import { lint } from '../../src/lint/lint.ts'
import { rulePages } from '../../src/lint/page.ts'
import { rules } from '../../src/lint/rules.ts'
import { readDocument } from '../../src/markdown/document.ts'
import { readNotes } from '../../src/notes/notes.ts'
import { shapes } from '../fixtures/notes-shapes.ts'
import { corners } from './corners/all.ts'
import { lintExample, places, said, stretches } from './example.ts'

test('every file in rules/ is a rule of that name, and listed', () => {
  const files = readdirSync(new URL('../../src/lint/rules', import.meta.url))
  expect(rules.map(({ name }) => `${name}.ts`).toSorted()).toEqual(files.toSorted())
})

const crlf = (text: string): string => text.replaceAll('\n', '\r\n')

describe.each(rules.map(rule => [rule.name, rule] as const))('%s', (name, rule) => {
  test('says what it wants, and why, in the grammar of all rules', () => {
    expect(name).toMatch(/^[a-z][a-z0-9-]+$/)
    expect(rule.summary).toMatch(/^(?:Require|Disallow) .*[^.]$/)
    expect(rule.why).toMatch(/^[A-Z`$].*\.$/s)
    expect(rule.severity.loose).toMatch(/^(?:off|warning|error)$/)
    for (const message of Object.values(rule.messages))
      expect(message).toMatch(/^(?:Unexpected|Missing) .*, expected .*[^.]$/s)
  })

  test('has an example that is right, and one for each of its messages', () => {
    expect(rule.examples.some(({ reports }) => reports.length === 0)).toBe(true)
    const shown = new Set(rule.examples.flatMap(({ reports }) => reports.map(report => report.split(' ')[1])))
    expect([...shown].toSorted()).toEqual(Object.keys(rule.messages).toSorted())
  })

  test('says of its examples what was agreed on', async () => {
    const all = rule.examples
      .filter(({ reports }) => reports.length > 0)
      .map(example => `# ${example.title}\n${said(lintExample(rule, example.before, example))}\n`)
    const agreed = fileURLToPath(new URL(`said/${name}.txt`, import.meta.url))
    await expect(all.join('\n')).toMatchFileSnapshot(agreed)
  })

  describe.each(rule.examples.map(example => [example.title, example] as const))('%s', (_, example) => {
    const { before, reports, after = before } = example
    const read = (text: string): Linted => lintExample(rule, text, example)

    test('reports', () => expect(places(read(before))).toEqual(reports))

    test('reports the same in its CRLF twin', () => {
      expect(places(read(before.replaceAll('\n', '\r\n')))).toEqual(reports)
    })

    test('is fixed, and fixing twice is fixing once', () => {
      const { text, dropped } = fixAll(before, read, ['safe', 'unsafe'])
      expect(dropped).toEqual([])
      expect(text).toBe(after)
      expect(fixAll(text, read, ['safe', 'unsafe']).text).toBe(after)
    })

    test('is fixed in its CRLF twin with CRLF', () => {
      expect(fixAll(crlf(before), read, ['safe', 'unsafe']).text).toBe(crlf(after))
    })
  })

  test.each((corners[name] ?? []).map(corner => [corner.title, corner] as const))(
    'in a corner: %s',
    (_, corner) => {
      const { before, reports, words = [], after = before } = corner
      const read = (text: string): Linted => lintExample(rule, text, corner)
      expect(stretches(read(before))).toEqual(reports)
      expect(stretches(read(crlf(before)))).toEqual(reports)
      for (const [index, said] of words.entries())
        expect(read(before).findings[index]?.message).toContain(said)
      const { text, dropped } = fixAll(before, read, ['safe', 'unsafe'])
      expect(dropped).toEqual([])
      expect(text).toBe(after)
      expect(fixAll(crlf(before), read, ['safe', 'unsafe']).text).toBe(crlf(after))
    },
  )
})

test('advice is what depends on today, on size or on Beads alone', () => {
  const names = rules.filter(({ advice }) => advice).map(({ name }) => name)
  expect(names).toEqual([
    'bead-closed',
    ...['blocker-eta-passed', 'file-budget', 'level1-budget', 'line-length-sanity', 'raw-output'],
    'stale-checkpoint',
  ])
})

test('each corner is of a rule that there is', () => {
  const names = new Set(rules.map(({ name }) => name))
  expect(Object.keys(corners).filter(name => !names.has(name))).toEqual([])
})

describe('pages', () => {
  const pages = rulePages(rules)

  test('every rule has a page, and the index leads to it', () => {
    for (const { name } of rules) {
      expect(pages[`${name}.md`]).toContain(`# ${name}`)
      expect(pages['README.md']).toContain(`](${name}.md)`)
    }
  })

  test('an example never breaks out of its fence, and hidden characters can be seen', () => {
    for (const [name, text] of Object.entries(pages)) {
      expect(readDocument(text).damage, name).toEqual([])
      expect(text, name).not.toMatch(/[\u200b\u202e\u2066]/)
    }
  })
})

describe('all together', () => {
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
})
