import { expect, test } from 'vitest'
import { readDocument } from '../../src/markdown/document.ts'

test.each([
  ['an unclosed fence', '# a\n```js\n## b\n', ['unclosed-fence 2']],
  ['an unclosed comment', '# a\n<!-- b\n\n## c\n', ['unclosed-comment 2']],
  ['an unclosed fence inside a list item', '- a\n  ```\n  b\n', ['unclosed-fence 2']],
  [
    'conflict markers',
    'a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\n',
    ['conflict-marker 2', 'conflict-marker 6'],
  ],
  [
    'conflict markers of diff3',
    '<<<<<<< a\nb\n||||||| base\nc\n=======\nd\n>>>>>>> e\n',
    ['conflict-marker 1', 'conflict-marker 3', 'conflict-marker 7'],
  ],
  [
    'intricate Markdown that is nested too deep for remark',
    `# a\n\nb\n\n## c\n\n${'- '.repeat(101)}[d]: e\n`,
    ['intricate-markdown 5'],
  ],
  ['no damage for Markdown nested 60 deep', `# a\n\n${'- '.repeat(60)}[d]: e\n`, []],
  ['no damage for lists of any depth that the scan is sure of', `${'- '.repeat(500)}x\n`, []],
  ['no damage for conflict markers quoted in a fence', '```\n<<<<<<< HEAD\n=======\n>>>>>>> x\n```\n', []],
  ['no damage for closed comments and fences', '<!-- a -->\n\n<!-->\n\n~~~\n```\n~~~\n', []],
  ['no damage for nested quotes that look like a conflict marker', '> > > > > > > deep\n', []],
])('the damage check reports %s', (_, text, expected) => {
  const { damage, lines } = readDocument(text)
  expect(damage.map(({ kind, span }) => `${kind} ${lines.lineAt(span.start)}`)).toEqual(expected)
})
