import { describe, expect, test } from 'vitest'
import { changeNotes } from '../../src/change/change-notes.ts'
import type { Intent } from '../../src/change/intent.ts'
import { applyUndo, inverseOf, readUndoStep } from '../../src/change/undo.ts'
import { seedExample } from '../fixtures/markdown.ts'
import { shapes } from '../fixtures/notes-shapes.ts'
import fc from '../property.ts'

/** Undoes the change from `before` to `after` in the text `now`. */
const undo = (before: string | undefined, after: string, now = after) =>
  applyUndo(now, JSON.parse(JSON.stringify(inverseOf(before, after))))

const twins = (text: string): readonly string[] => [
  text,
  text.replaceAll(/\r?\n/g, '\r\n'),
  text.replaceAll(/\r?\n/g, '\r'),
  `\uFEFF${text.replace('\uFEFF', '')}`,
  text.trimEnd(),
]

const intents: readonly Intent[] = [
  { do: 'add', draft: { kind: 'question', title: 'Why | how?' } },
  { do: 'add', draft: { kind: 'debt', title: 'Slow', severity: 'LOW', foundBy: 'me', sprint: 'S1' } },
  { do: 'add', draft: { kind: 'log', at: '2026-11-18T10:00:00Z', agent: 'a', summary: 'did' } },
  { do: 'add', draft: { kind: 'learning', title: '😀 new' } },
  { do: 'set-context', fields: { state: 'new state', checkpoint: '2026-11-18T10:00:00Z' } },
]

describe.each([
  ...shapes.map(({ name, text }) => [name, text] as const),
  ['the seed example', seedExample] as const,
])('undo in the notes shape: %s', (_, text) => {
  test.each(intents.map(intent => [intent.do === 'add' ? intent.draft.kind : intent.do, intent] as const))(
    'undoes a %s change to the same bytes and keeps edits by others',
    (_, intent) => {
      for (const before of twins(text)) {
        const after = changeNotes(before, [intent], {}).text
        expect(undo(before, after)).toEqual({ text: before })
        const above = (file: string): string =>
          file.replace(/^\uFEFF?/, mark => `${mark}<!-- by hand -->\n\n`)
        expect(undo(before, after, above(after))).toEqual({ text: above(before) })
      }
    },
  )
})

/** Returns enough lines that the contexts of the places before and after them do not overlap. */
const far = (name: string): string => Array.from({ length: 60 }, (_, n) => `${name} ${n}\n`).join('')

describe('undo after other edits', () => {
  test('finds its place among identical lines only when nothing moved', () => {
    const same = 'row\n'.repeat(100)
    const before = `${same}ours\n${same}${same}`
    const after = `${same}ours\n${same}ours\n${same}`
    expect(undo(before, after)).toEqual({ text: before })
    expect(undo(before, after, `x\n${after}`)).toHaveProperty('refused')
  })

  const rows = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_, n) => `| row ${from + n} |\n`).join('')
  const cases: readonly (readonly [string, string, string, string, string])[] = [
    ['after a row was added right below', 'a\n', 'a\nours\n', 'a\nours\ntheirs\n', 'a\ntheirs\n'],
    ['after a row was added right above', 'a\n', 'a\nours\n', 'a\ntheirs\nours\n', 'a\ntheirs\n'],
    ['after the line before it was changed', 'a\nb\n', 'a\nours\nb\n', 'A\nours\nb\n', 'A\nb\n'],
    [
      'after text was added to a last line without a line break',
      'a\nb',
      'a\nb\nours',
      'a\nb\nours\nc',
      'a\nb\nc',
    ],
    ['after the last line got its line break', 'a\n', 'a\nours', 'a\nours\nc\n', 'a\nc\n'],
    [
      'where the undone line had given the last line its line break',
      'a',
      'a\nours\n',
      'a\nours\nc\n',
      'a\nc\n',
    ],
    ['in a file that was empty', '', 'ours\n', 'ours\ntheirs\n', 'theirs\n'],
    ['for a deletion', 'a\nours\nb\n', 'a\nb\n', 'x\na\nb\ny\n', 'x\na\nours\nb\ny\n'],
    ['for a replacement', 'a\nold\nb\n', 'a\nnew\nb\n', 'a\nnew\ny\n', 'a\nold\ny\n'],
    [
      'far from changes on both sides',
      `${rows(0, 40)}${rows(50, 90)}`,
      `${rows(0, 40)}ours\n${rows(50, 90)}`,
      `${rows(0, 39)}x\n| row 39 |\nours\n| row 50 |\ny\n${rows(51, 90)}`,
      `${rows(0, 39)}x\n| row 39 |\n| row 50 |\ny\n${rows(51, 90)}`,
    ],
    ['among identical rows when nothing moved', 'a\na\na\n', 'a\na\na\na\n', 'a\na\na\na\n', 'a\na\na\n'],
  ]
  test.each(cases)('finds its place %s', (_, before, after, now, expected) => {
    expect(undo(before, after, now)).toEqual({ text: expected })
  })
})

describe('undo', () => {
  const cases: readonly (readonly [string, string, string, string, RegExp])[] = [
    ['when the line was changed', 'a\nb\n', 'a\nours\nb\n', 'a\nours, too\nb\n', /"ours" has changed since/],
    [
      'when the start of the line was changed',
      'a\nb\n',
      'a\nours\nb\n',
      'a\n- ours\nb\n',
      /"ours" has changed since/,
    ],
    [
      'when the end of a line without a line break was changed',
      'a\n',
      'a\nours',
      'a\nours, too',
      /"ours" has changed since/,
    ],
    [
      'when its lines and their context occur twice',
      'a\nb\n',
      'a\nours\nb\n',
      'x\na\nours\nb\na\nours\nb\n',
      /can no longer be told/,
    ],
    [
      'when a line was added above lines removed at the top',
      'ours\na\n',
      'a\n',
      'x\na\n',
      /has changed since/,
    ],
    [
      'when two changed places swapped their order',
      `${far('p')}${far('q')}${far('r')}`,
      `${far('p')}A\n${far('q')}B\n${far('r')}`,
      `${far('q')}B\n${far('r')}${far('p')}A\n`,
      /can no longer be told/,
    ],
    ['when its line is gone', 'a\nb\n', 'a\nours\nb\n', 'a\nb\n', /"ours" has changed since/],
    [
      'when its line occurs twice',
      'a\nb\n',
      'a\nours\nb\n',
      'a\nours\nx\ny\nours\nb\n',
      /can no longer be told/,
    ],
    [
      'when a line was added where lines were removed',
      'a\nours\nb\n',
      'a\nb\n',
      'a\nx\nb\n',
      /the place where "ours" was removed has changed since/,
    ],
    [
      'when one of two places was changed',
      'a\nb\nc\nd\n',
      'A\nb\nc\nD\n',
      'A\nb\nc\nDD\n',
      /"D" has changed/,
    ],
  ]
  test.each(cases)('is refused %s', (_, before, after, now, reason) => {
    expect(undo(before, after, now)).toEqual({ refused: expect.stringMatching(reason) })
  })
})

describe('undo of any change', () => {
  const line = fc.constantFrom(
    'a\n',
    'b\r\n',
    '| row |\n',
    '\n',
    '😀 c\n',
    'd\r',
    '- e\n',
    'long line '.repeat(30),
  )
  const text = fc.array(line, { maxLength: 25 }).map(lines => lines.join(''))

  test('restores the bytes right after the change', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(undo(before, after)).toEqual({ text: before })
      }),
    )
  })

  const distinct = fc
    .integer({ min: 3, max: 40 })
    .map(count => Array.from({ length: count }, (_, n) => `line ${n} 😀\r\n`))
  test('keeps an insertion elsewhere', () => {
    fc.assert(
      fc.property(distinct, fc.nat(), fc.nat(), fc.boolean(), (lines, a, b, deletes) => {
        const [ours, theirs] = [a % lines.length, b % (lines.length + 1)]
        const changed = lines.with(ours, deletes ? '' : 'ours\r\nand more\r\n')
        fc.pre(theirs < ours || theirs > ours + 1)
        const theirsIn = (all: readonly string[]): string => all.toSpliced(theirs, 0, 'theirs\r\n').join('')
        expect(undo(lines.join(''), changed.join(''), theirsIn(changed))).toEqual({ text: theirsIn(lines) })
      }),
    )
  })

  test('never overwrites an edit inside its lines', () => {
    fc.assert(
      fc.property(distinct, fc.nat(), fc.nat(), (lines, a, b) => {
        const ours = 'ours\r\nand more\r\n'
        const after = lines.toSpliced(a % lines.length, 0, ours).join('')
        const at = after.indexOf(ours) + (b % (ours.length - 1))
        fc.pre(after[at - 1] !== '\r')
        const now = `${after.slice(0, at)}X${after.slice(at)}`
        expect(undo(lines.join(''), after, now)).toHaveProperty('refused')
      }),
    )
  })

  test('stores no half character or half CRLF at the edges of the context of a hunk', () => {
    fc.assert(
      fc.property(fc.nat({ max: 12 }), padding => {
        const line = `${'x'.repeat(padding)}\r\n`
        const before = `${'😀\r\n'.repeat(100)}${line}${line}${'😀\r\n'.repeat(100)}`
        const after = before.replace(line + line, `${line}ours\r\n${line}`)
        for (const hunk of inverseOf(before, after).hunks)
          for (const side of [hunk.before, hunk.after]) {
            expect(side).not.toMatch(/\p{Surrogate}/u)
            expect(side.startsWith('\n') || side.endsWith('\r')).toBe(false)
          }
      }),
    )
  })
})

test('readUndoStep returns undefined for a malformed step', () => {
  const step = inverseOf(undefined, 'a\n')
  expect(step.created).toBe(true)
  expect(readUndoStep(JSON.parse(JSON.stringify(step)))).toEqual(step)
  const [hunk] = step.hunks
  for (const wrong of [
    null,
    1,
    {},
    { hunks: [{ ...hunk, at: 'x' }] },
    { hunks: [{ ...hunk, before: 'x'.repeat(9e5) }] },
  ])
    expect(readUndoStep(wrong)).toBeUndefined()
})
