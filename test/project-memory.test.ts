import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readNotes } from '../src/notes/notes.ts'

const root = new URL('..', import.meta.url)
const { document, profile, records } = readNotes(
  readFileSync(new URL('grimoires/loa/NOTES.md', root), 'utf8'),
)

test("the project's own notes file has the sam profile and no damage", () => {
  expect(profile).toBe('sam')
  expect(document.damage).toEqual([])
})

test("every decision in the project's own notes file has five parts, and every quote matches its place", () => {
  const decisions = records.filter(record => record.kind === 'decision')
  expect(decisions.length).toBeGreaterThan(2)
  for (const { title, at, decision, rationale, evidence, scenarios, status } of decisions) {
    expect([at?.precision, typeof decision, typeof rationale, scenarios.length], title).toEqual([
      ...['second', 'string', 'string', 3],
    ])
    expect(evidence.length, title).toBeGreaterThan(0)
    // The evidence of a superseded decision is history; `notes verify` leaves it out too.
    if (status === 'superseded') continue
    for (const { quote, locator } of evidence) {
      if (locator?.kind !== 'project')
        throw new Error(`${title}: ${locator?.text} is no place in the project`)
      const code = readFileSync(new URL(locator.path, root), 'utf8').split('\n')
      expect(code[(locator.lines[0]?.from ?? 0) - 1], locator.text).toContain(quote)
    }
  }
})
