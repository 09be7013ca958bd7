import { describe, expect, test } from 'vitest'
import { changeNotes } from '../../src/change/change-notes.ts'
import { notesTemplate } from '../../src/change/notes-template.ts'
import { NotesError } from '../../src/error.ts'
import type { Draft } from '../../src/notes/kinds.ts'
import { readNotes } from '../../src/notes/notes.ts'
import { verbatim } from '../../src/notes/untouched.ts'
import { seedExample } from '../fixtures/markdown.ts'
import { shapes } from '../fixtures/notes-shapes.ts'
import { profileExamples } from '../fixtures/profiles.ts'
import { realShapes, unseenShapes } from '../fixtures/real-shapes.ts'
import fc from '../property.ts'
import { merge } from './merging.ts'

const bases = [
  seedExample,
  notesTemplate,
  ...[...profileExamples, ...shapes, ...realShapes, ...unseenShapes].map(({ text }) => text),
].filter(text => text.length < 20_000)

/** What a person or a command does to a file. */
type Step =
  | { readonly do: 'drop' | 'double'; readonly at: number }
  | { readonly do: 'put' | 'word'; readonly at: number; readonly text: string }
  | { readonly do: 'add'; readonly draft: Draft }

const title = fc.constantFrom('Slow query', 'No retry', 'Which cache', 'Ship the page', 'Rotate keys')
const draft: fc.Arbitrary<Draft> = fc.oneof(
  title.map((text): Draft => ({ kind: 'question', title: `${text}?` })),
  title.map((text): Draft => ({ kind: 'goal', title: text })),
  title.map((text): Draft => ({ kind: 'debt', title: text, severity: 'LOW', foundBy: 'ann', sprint: 'S01' })),
  fc.tuple(title, fc.nat(8)).map(
    ([text, day]): Draft => ({
      kind: 'log',
      at: `2030-01-0${day + 1}T10:00:00Z`,
      agent: 'ann',
      summary: text,
    }),
  ),
  fc.tuple(title, fc.nat(8)).map(
    ([text, day]): Draft => ({
      ...{
        kind: 'decision',
        at: `2030-01-0${day + 1}T10:00:00Z`,
        title: text,
        decision: text,
        rationale: 'why',
      },
      ...{ evidence: [], scenarios: [] },
    }),
  ),
)
const text = fc.constantFrom(
  '- [ ] A new line',
  '| 2030-01-01 | a | row |',
  'Prose.',
  '',
  '### Heading',
  '#### 2030-01-01 - New',
)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('add' as const), draft }) },
  fc.record({ do: fc.constantFrom('drop' as const, 'double' as const), at: fc.nat(300) }),
  fc.record({ do: fc.constantFrom('put' as const, 'word' as const), at: fc.nat(300), text }),
)
const steps = fc.array(step, { minLength: 1, maxLength: 4 })

function taken(source: string, all: readonly Step[], name: string): string {
  let done = source
  all.forEach((one, index) => {
    if (one.do === 'add') {
      done = added(done, one.draft)
      return
    }
    const lines = done.split('\n')
    const at = one.at % lines.length
    const here = lines[at] ?? ''
    if (one.do === 'drop') lines.splice(at, 1)
    else if (one.do === 'double') lines.splice(at, 0, here)
    else if (one.do === 'put') lines.splice(at, 0, one.text === '' ? '' : `${one.text} of ${name} ${index}`)
    else lines[at] = here.replace(/\b[a-z]{4,}\b/, `${name}${index}`)
    done = lines.join('\n')
  })
  return done
}

function added(source: string, one: Draft): string {
  try {
    return changeNotes(source, [{ do: 'add', draft: one }], {}).text
  } catch (error) {
    if (error instanceof NotesError) return source
    throw error
  }
}

const threeOf = (of: fc.Arbitrary<readonly Step[]>, among = bases) =>
  fc.tuple(fc.constantFrom(...among), of, of).map(([base, one, other]) => ({
    base,
    ours: taken(base, one, 'ours'),
    theirs: taken(base, other, 'theirs'),
  }))
const three = threeOf(steps)
/** Leaves out the base in which each decision gets its own table: two such tables in one place are a conflict. */
const byCommand = threeOf(
  fc.array(fc.record({ do: fc.constant('add' as const), draft }), { maxLength: 5 }),
  bases.filter(base => !base.startsWith('# hub')),
)

const runs = { numRuns: Number(process.env.NOTES_FUZZ_RUNS ?? 150) }

describe('merging any two versions of any notes file', () => {
  test('takes the text of the only side that changed it, byte for byte', () => {
    fc.assert(
      fc.property(three, ({ base, ours, theirs }) => {
        expect(merge({ base, ours: base, theirs }).text).toBe(theirs)
        expect(merge({ base, ours, theirs: base }).text).toBe(ours)
        expect(merge({ base, ours, theirs: ours }).text).toBe(ours)
      }),
      runs,
    )
  })

  test('keeps every word that a side wrote', () => {
    fc.assert(
      fc.property(three, ({ base, ours, theirs }) => {
        const merged = merge({ base, ours, theirs })
        const lines = new Set(merged.text.split('\n'))
        const known = new Set(base.split('\n'))
        const renumbered = new Set(merged.report.renumbered.map(({ from }) => from))
        for (const line of [...ours.split('\n'), ...theirs.split('\n')]) {
          if (lines.has(line) || known.has(line)) continue
          const words = line.match(/[\w-]+/g) ?? []
          expect(words.filter(word => !renumbered.has(word) && !merged.text.includes(word))).toEqual([])
        }
      }),
      runs,
    )
  })

  test('has the same records whichever side is ours', () => {
    fc.assert(
      fc.property(three, ({ base, ours, theirs }) => {
        const [one, other] = [merge({ base, ours, theirs }), merge({ base, ours: theirs, theirs: ours })]
        if (one.report.by === 'text' || other.report.by === 'text') return
        if (one.conflicts + other.conflicts === 0) expect(recordsOf(other.text)).toEqual(recordsOf(one.text))
      }),
      runs,
    )
  })

  test('keeps one copy of each record that commands wrote on both sides, and leaves only broken files to git', () => {
    fc.assert(
      fc.property(byCommand, ({ base, ours, theirs }) => {
        const merged = merge({ base, ours, theirs })
        // Two sides that fill the same empty item change one line, which git calls a conflict too.
        const fills = /^[-*+] \[ \][ \t]*$/m.test(base)
        if (readNotes(base).document.damage.length > 0 || fills) return
        expect(merged.report.why).toBeUndefined()
        expect(merged.conflicts).toBe(0)
        const count = (all: readonly string[], one: string): number => all.filter(said => said === one).length
        const [left, right, all] = [ours, theirs, merged.text].map(recordsOf)
        for (const one of new Set([...(left ?? []), ...(right ?? [])])) {
          const most = Math.max(count(left ?? [], one), count(right ?? [], one))
          const isNumbered = merged.report.renumbered.some(({ from }) => one.includes(from))
          if (!isNumbered) expect([one, count(all ?? [], one)]).toEqual([one, most])
        }
      }),
      runs,
    )
  })
})

function recordsOf(text: string): readonly string[] {
  const notes = readNotes(text)
  // An item that both sides added keeps the number that one of them gave it.
  return notes.records.map(record => verbatim(notes, record).replace(/^(\w+: )\d+[.)] /, '$1- ')).toSorted()
}
