import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { fixAll, type Linted } from '../../src/lint/fix.ts'
import { rules } from '../../src/lint/rules.ts'
import { lintExample, places, said } from './example.ts'

test('every file in rules/ is a rule of that name, and listed', () => {
  const files = readdirSync(new URL('../../src/lint/rules', import.meta.url))
  expect(rules.map(({ name }) => `${name}.ts`).toSorted()).toEqual(files.toSorted())
})

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
      const crlf = (text: string): string => text.replaceAll('\n', '\r\n')
      expect(fixAll(crlf(before), read, ['safe', 'unsafe']).text).toBe(crlf(after))
    })
  })
})
