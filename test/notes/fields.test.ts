import { expect, test } from 'vitest'
import { readFields } from '../../src/notes/text/fields.ts'

const names = (text: string) =>
  readFields(text, { start: 0, end: text.length }, name => name === 'why').map(({ name, value }) => [
    name,
    text.slice(value.start, value.end),
  ])

test.each([
  ['a name with the colon outside the bold', '**Decision**: a', [['decision', 'a']]],
  ['a name with the colon inside the bold', '**Decision:** a', [['decision', 'a']]],
  ['a name after a bullet', '- **Decision**: a', [['decision', 'a']]],
  ['a known name without bold', 'Why: a\nHow: b', [['why', 'a\nHow: b']]],
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
    'a value up to a thematic break',
    '**A**: a\n\n---\n\n- - -\n**B**: b',
    [
      ['a', 'a'],
      ['b', 'b'],
    ],
  ],
  [
    'no field inside a fence',
    '**A**: a\n```\n**B**: b\n```\n**C**: c',
    [
      ['a', 'a\n```\n**B**: b\n```'],
      ['c', 'c'],
    ],
  ],
  [
    'no field inside a fence in a bullet',
    '**A**:\n- x\n  ```\n  **B**: b\n  ```\n**C**: c',
    [
      ['a', '- x\n  ```\n  **B**: b\n  ```'],
      ['c', 'c'],
    ],
  ],
  [
    'a code span of three backticks as text, not as a fence',
    '**A**: a\n```x``` y\n**B**: b',
    [
      ['a', 'a\n```x``` y'],
      ['b', 'b'],
    ],
  ],
  [
    'fields separated by CRLF',
    '**A**: a\r\n**B**: b',
    [
      ['a', 'a'],
      ['b', 'b'],
    ],
  ],
])('readFields reads %s', (_, text, expected) => expect(names(text)).toEqual(expected))
