import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readNotes } from '../../src/protocol/notes.ts'
import { essentialsOf } from '../../src/recover/essentials.ts'
import { glance } from '../../src/recover/glance.ts'
import type { Essentials } from '../../src/recover/item.ts'
import { notesFile } from '../bench/generate.mjs'
import { seedExample } from '../fixtures/markdown.ts'

const RUNS = Number(process.env.NOTES_FUZZ_RUNS ?? 1500)
const SEED = Number(process.env.NOTES_FUZZ_SEED ?? 20261118)
const conventions = { beadPrefixes: ['bd', 'br', 'beads'] }

const plain = ({ groups }: Essentials) =>
  groups.map(({ kind, items, rest }) => ({
    kind,
    rest,
    items: items.map(({ claims, evidence, ...item }) => item),
  }))

/** The glance says what the readers say, or nothing. */
function expectTheSame(text: string): boolean {
  const seen = glance(text, conventions)
  if (seen === undefined) return false
  const notes = readNotes(text)
  expect(plain(seen.essentials)).toEqual(plain(essentialsOf(notes)))
  for (const { span } of seen.essentials.groups.flatMap(({ items }) => items))
    expect(seen.lineAt(span.start)).toBe(notes.document.lines.lineAt(span.start))
  return true
}

test.each([
  ["the protocol's own example", seedExample],
  ['its CRLF twin', seedExample.replaceAll('\n', '\r\n')],
  ['with a byte order mark', `\uFEFF${seedExample}`],
  ['three decisions', notesFile(3)],
  ['three hundred', notesFile(300)],
])('it knows %s', (_, text) => {
  expect(expectTheSame(text)).toBe(true)
})

test('ticks around the name of a bead are left to the readers', () => {
  expect(glance(seedExample.replace('(task', '(`task'), conventions)).toBeUndefined()
})

test('an old entry without a decision, and a row below it, are left to the readers', () => {
  const odd = notesFile(6).replace(
    /(#### \S+ - Rate limit 1\n)[\s\S]*?(?=####|### )/,
    '$1| a | b | c |\n**Rationale**: because\n\n',
  )
  expect(glance(odd, conventions)).toBeUndefined()
})

test('an old entry that is struck out is left to the readers', () => {
  const odd = notesFile(6).replace(/(#### \S+ - )(Rate limit 1)\n/, '$1~~$2~~\n')
  expect(odd).toContain('~~')
  expect(glance(odd, conventions)).toBeUndefined()
})

const bits = fc.constantFrom(
  ...[
    '~~',
    '`',
    '**',
    '|',
    '\\',
    '&amp;',
    '<br>',
    ' (',
    ')',
    ' (blocking: x)',
    ' (ETA: 1)',
    'None',
    '- ',
    '  ',
    '\t',
  ],
  ...[
    '✅ ',
    'superseded',
    'Superseded by D-1',
    '**Status**: Superseded by x\n',
    '#',
    '\n',
    '\n\n',
    '```\n',
    '<!--',
    '-->',
    ':',
    'é',
    '\u00a0',
    '\n\u00a0\n',
    '\n\t\n',
  ],
  ...[
    '2026-01-01',
    'bd-x1',
    '[x]',
    '[ ]',
    'DONE: ',
    '## Decision Log\n',
    '### Notes\n',
    '##### deep\n',
    '> ',
    '1. ',
    '---\n',
  ],
)

/** The example with pieces put in, characters taken out, lines dropped, doubled and moved. */
const changed = fc
  .record({
    text: fc.constantFrom(seedExample, notesFile(6), notesFile(5, 2)),
    changes: fc.array(
      fc.record({ at: fc.nat(4000), how: fc.nat(4), bit: bits, by: fc.nat(30), to: fc.nat(80) }),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
  })
  .map(({ text, changes }) =>
    changes.reduce((now, { at, how, bit, by, to }) => {
      const place = at % now.length
      if (how < 2) return now.slice(0, place) + bit + now.slice(place)
      if (how === 2) return now.slice(0, place) + now.slice(place + by)
      const lines = now.split('\n')
      const line = lines.splice(place % lines.length, 1)
      if (how === 4) lines.splice(to, 0, ...line)
      return lines.join('\n')
    }, text),
  )

test('of changed files it says what the readers say, and is sure of a good part of them', () => {
  let sure = 0
  fc.assert(
    fc.property(changed, text => {
      if (expectTheSame(text)) sure++
    }),
    { numRuns: RUNS, seed: SEED },
  )
  expect(sure).toBeGreaterThan(RUNS / 8)
}, 600_000)
