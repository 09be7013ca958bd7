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
    'what only remark knows, too deep for it',
    `# a\n\nb\n\n## c\n\n${'- '.repeat(101)}[d]: e\n`,
    ['intricate-markdown 5'],
  ],
  ['nothing a little less deep', `# a\n\n${'- '.repeat(60)}[d]: e\n`, []],
  ['nothing in lists of any depth that the scan is sure of', `${'- '.repeat(500)}x\n`, []],
  ['nothing in a fence that quotes a conflict', '```\n<<<<<<< HEAD\n=======\n>>>>>>> x\n```\n', []],
  ['nothing in comments and fences that are closed', '<!-- a -->\n\n<!-->\n\n~~~\n```\n~~~\n', []],
  ['nothing in a quoted arrow', '> > > > > > > deep\n', []],
])('%s is found', (_, text, expected) => {
  const { damage, lines } = readDocument(text)
  expect(damage.map(({ kind, span }) => `${kind} ${lines.lineAt(span.start)}`)).toEqual(expected)
})
