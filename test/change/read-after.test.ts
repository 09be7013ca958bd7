import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPiece, readWhole, type Stretch } from '../../src/change/read-after.ts'
import { compareRecords } from '../../src/change/verify.ts'
import { applyEdits, type Edit } from '../../src/markdown/edit.ts'
import { lineEndAfter, lineStartBefore } from '../../src/markdown/scan/leaf.ts'
import { type NotesRecord, readNotes } from '../../src/notes/notes.ts'
import { seedExample, trapCases } from '../fixtures/markdown.ts'
import { shapes } from '../fixtures/notes-shapes.ts'
import fc from '../property.ts'

const template = readFileSync(new URL('../../templates/NOTES.md', import.meta.url), 'utf8')

const both = (texts: readonly string[]) => texts.flatMap(text => [text, text.replaceAll(/\r?\n/g, '\r\n')])
const usual = both([seedExample, template])
const odd = both([...shapes.map(({ text }) => text), ...trapCases.map(({ source }) => source)])

/** Lines that change the meaning of the lines around them, and some that do not. */
const lines = [
  ...[
    '- a',
    '- [ ] a',
    '| a | b | c |',
    'a',
    '',
    '# A',
    '## Decision Log',
    '### 2026-01-01 - D',
    '#### x',
    '```',
  ],
  ...[
    '~~~',
    '<!--',
    '-->',
    '---',
    '===',
    '    code',
    '> q',
    '1. a',
    '<div>',
    '</div>',
    '[a]: b',
    '**Decision**: d',
  ],
  ...[
    '| Timestamp | Agent | Summary |',
    '|---|---|---|',
    '## Session Continuity',
    '<<<<<<< ours',
    '  - nested',
    '\t',
  ],
]

const change = fc.record({
  file: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  ),
  edits: fc.array(
    fc.record({
      where: fc.integer({ min: 0, max: 9999 }).map(n => n / 10_000),
      kind: fc.constantFrom('below', 'above', 'replace', 'remove', 'inside'),
      text: fc.array(fc.constantFrom(...lines), { minLength: 1, maxLength: 3 }).map(all => all.join('\n')),
    }),
    { minLength: 1, maxLength: 2 },
  ),
})

function editsOn(
  text: string,
  wanted: readonly { where: number; kind: string; text: string }[],
): readonly Edit[] {
  const edits = wanted.map(({ where, kind, text: said }): Edit => {
    const at = Math.floor(where * text.length)
    const [start, end] = [lineStartBefore(text, at), lineEndAfter(text, at)]
    if (kind === 'below') return { span: { start: end, end }, text: `\n${said}` }
    if (kind === 'above') return { span: { start, end: start }, text: `${said}\n` }
    if (kind === 'inside') return { span: { start: at, end: at }, text: said }
    return { span: { start, end }, text: kind === 'remove' ? '' : said }
  })
  const [a, b] = edits.toSorted((one, other) => one.span.start - other.span.start)
  return a !== undefined && b !== undefined && b.span.start <= a.span.end ? [a] : edits
}

/** The outcome that decides a write: the new records with their text, and whether others are harmed. */
function decision({ before, after }: Stretch, touched: ReadonlySet<NotesRecord>) {
  const { fresh, harm } = compareRecords(before, after, touched)
  const said = fresh.map(record => {
    const { from, to } = after.document.lines.range(record.span)
    return [record.kind, from, to, after.document.text.slice(record.span.start, record.span.end)]
  })
  return { harm: harm === undefined ? undefined : 'harm', fresh: said }
}

test('readPiece judges an edit as reading the whole file would', () => {
  let decided = 0
  fc.assert(
    fc.property(change, ({ file, edits: wanted }) => {
      const before = readNotes(file)
      const edits = editsOn(file, wanted)
      const result = applyEdits(file, edits)
      const piece = readPiece(before, edits, result, {})
      if (piece === undefined) return
      decided += 1
      const whole = readWhole(before, result, { profile: before.profile })
      // An edit that overlaps the lines of a record is an edit of that record.
      const touched = new Set(
        before.records.filter(({ span }) =>
          edits.some(edit => edit.span.start < span.end && span.start < edit.span.end),
        ),
      )
      expect(decision(piece, touched)).toEqual(decision(whole, touched))
    }),
    { numRuns: 2500, seed: 11 },
  )
  // With too few decided cases the comparison above would prove nothing.
  expect(decided).toBeGreaterThan(800)
}, 300_000)
