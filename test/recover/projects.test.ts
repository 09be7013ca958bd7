import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { recover } from '../../src/recover/recover.ts'

interface Project {
  readonly file: string
  readonly today: string
  readonly marks: readonly { readonly kind: string; readonly says: readonly string[] }[]
  readonly never: readonly string[]
}

const fixtures = new URL('../fixtures/recovery/', import.meta.url)
const read = (file: string): string => readFileSync(new URL(file, fixtures), 'utf8')
const projects: readonly Project[] = JSON.parse(read('marks.json'))
const code = undefined

/** The kinds of the marked facts that a recovery shows. */
function arrived({ file, today, marks }: Project, budget: number): readonly string[] {
  const asked = { level: 1, source: 'NOTES.md', code, budget, now: new Date(today) } as const
  const text = recover(read(file), asked).text.toLowerCase()
  return marks
    .filter(({ says }) => says.some(phrase => text.includes(phrase.toLowerCase())))
    .map(({ kind }) => kind)
}

// In project 18 the next step follows only from two places together: what is merged, and the order given in a decision.
test.each(projects.filter(({ file }) => !file.startsWith('18')))(
  'level 1 shows the next step of the project $file in 100 tokens',
  project => {
    expect(arrived(project, 100)).toContain('next')
  },
)

test('level 1 shows half of the vital facts in 100 tokens, five in six in 250, and nearly all in 500', () => {
  const share = (budget: number): number => {
    const all = projects.flatMap(({ marks }) => marks).length
    return projects.flatMap(project => arrived(project, budget)).length / all
  }
  expect(share(100)).toBeGreaterThanOrEqual(0.5)
  expect(share(250)).toBeGreaterThanOrEqual(5 / 6)
  expect(share(500)).toBeGreaterThanOrEqual(0.95)
})

test.each(projects)(
  'level 1 of the project $file presents nothing finished or outdated as current in 100 tokens',
  ({ file, today, never }) => {
    const { text } = recover(read(file), {
      level: 1,
      source: 'NOTES.md',
      code,
      budget: 100,
      now: new Date(today),
    })
    const present = text
      .split('\n')
      .filter(line => !line.startsWith('Older'))
      .join('\n')
    expect(never.filter(phrase => present.includes(phrase))).toEqual([])
  },
)
