import { expect, test } from 'vitest'
import { readDocument } from '../../src/document/document.ts'
import { rulePages } from '../../src/lint/page.ts'
import { rules } from '../../src/lint/rules.ts'

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
