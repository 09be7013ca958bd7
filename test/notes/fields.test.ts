import { expect, test } from 'vitest'
import { readFields } from '../../src/notes/text/fields.ts'

const names = (text: string) =>
  readFields(text, { start: 0, end: text.length }, name => name === 'why').map(({ name, value }) => [
    name,
    text.slice(value.start, value.end),
  ])

test.each([
  ['the colon outside of the bold', '**Decision**: a', [['decision', 'a']]],
  ['the colon inside of it', '**Decision:** a', [['decision', 'a']]],
  ['a bullet before it', '- **Decision**: a', [['decision', 'a']]],
  ['a plain name that is known', 'Why: a\nHow: b', [['why', 'a\nHow: b']]],
  [
    'an empty value',
    '**Evidence**:\n**Why**: b',
    [
      ['evidence', ''],
      ['why', 'b'],
    ],
  ],
  [
    'a value of several lines',
    '**Why**: a\nb\n\nc\n**X**: d',
    [
      ['why', 'a\nb\n\nc'],
      ['x', 'd'],
    ],
  ],
  [
    'a rule that is no fence',
    '**A**: a\n---\n**B**: b',
    [
      ['a', 'a\n---'],
      ['b', 'b'],
    ],
  ],
  [
    'nothing inside a fence',
    '**A**: a\n```\n**B**: b\n```\n**C**: c',
    [
      ['a', 'a\n```\n**B**: b\n```'],
      ['c', 'c'],
    ],
  ],
  [
    'nothing inside a fence in a bullet',
    '**A**:\n- x\n  ```\n  **B**: b\n  ```\n**C**: c',
    [
      ['a', '- x\n  ```\n  **B**: b\n  ```'],
      ['c', 'c'],
    ],
  ],
  [
    'a code span of three backticks is no fence',
    '**A**: a\n```x``` y\n**B**: b',
    [
      ['a', 'a\n```x``` y'],
      ['b', 'b'],
    ],
  ],
  [
    'CRLF',
    '**A**: a\r\n**B**: b',
    [
      ['a', 'a'],
      ['b', 'b'],
    ],
  ],
])('fields: %s', (_, text, expected) => expect(names(text)).toEqual(expected))
